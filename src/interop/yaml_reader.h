/* YAML as the toolkits' settings and vocabularies use it, as a stream of mappings, sequences and
 * scalars, read through libyaml.
 *
 * Every scalar stays the text that stands in the file, quotes and escapes undone: the words no, yes
 * and 1 are words, never booleans and numbers. Refused: aliases, anchors and tags (so that nothing
 * can be made large by naming it twice), and a second document. */
#ifndef AS_INTEROP_YAML_READER_H
#define AS_INTEROP_YAML_READER_H

#include "core/error.h"

#include <stddef.h>

enum { AS_YAML_MAX_DEPTH = 16 };

typedef enum as_yaml_kind {
    AS_YAML_SCALAR,
    AS_YAML_SEQUENCE, /* begins; its END follows */
    AS_YAML_MAPPING,
    AS_YAML_END,      /* of a sequence or mapping */
    AS_YAML_FINISHED, /* of the file */
} as_yaml_kind;

typedef struct as_yaml_event {
    as_yaml_kind kind;
    const char *text; /* of a SCALAR: UTF-8, NUL-terminated, valid until the next call */
    size_t len;
    size_t line; /* from 1 */
} as_yaml_event;

typedef struct as_yaml_reader as_yaml_reader;

/* `bytes` must outlive the reader. Errors: SYSTEM. */
bool as_yaml_reader_new(const void *bytes, size_t len, as_yaml_reader **out, as_error *err);
void as_yaml_reader_free(as_yaml_reader *reader);
/* The next event. Messages give the line. Errors: FORMAT, LIMIT (depth), SYSTEM. */
bool as_yaml_next(as_yaml_reader *reader, as_yaml_event *out, as_error *err);

#endif
