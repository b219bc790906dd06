/* One translation as one line of output, in the formats that translate and align share. */
#ifndef AS_CLI_OUTPUT_H
#define AS_CLI_OUTPUT_H

#include "core/beam_tree.h"
#include "core/buffer.h"

typedef enum as_format {
    AS_FORMAT_TEXT,    /* the target text */
    AS_FORMAT_JSON,    /* everything: see core/export.h */
    AS_FORMAT_PHARAOH, /* links "0-0 1-2" of pieces */
    AS_FORMAT_WORDS,   /* the same of words */
    AS_FORMAT_SOFT,    /* text ||| weights, as Marian writes them */
    AS_FORMAT_HARD,    /* text ||| links, as Marian writes them */
    AS_FORMAT_NEMATUS, /* a head and a line per target token, as Nematus writes them */
} as_format;

/* NULL-terminated, in the order of as_format. */
extern const char *const as_format_names[];
#define AS_FORMAT_LIST "text, json, pharaoh, words, soft, hard or nematus"

/* Appends the line with its newline. A NULL translation is the answer to a blank line: an empty
 * line, in JSON an object with empty lists, for Nematus a head without words. `number` is that of the
 * input line, from 1. JSON has the tree of the search as well, unless it is NULL. */
bool as_output_line(as_buffer *out, as_format format, long long number,
                    const as_translation *translation, const as_beam_tree *tree,
                    const as_vocab *target_vocab, as_error *err);

/* The line that stands for a line that failed: empty, in JSON {"error": message}. */
void as_output_failed(as_buffer *out, as_format format, const as_error *why);

/* The line that stands for one of -n N that the beam did not find: empty, in JSON null. */
void as_output_missing(as_buffer *out, as_format format);

/* Puts the buffer on standard output at once and empties it. SYSTEM (a full disk, memory). */
bool as_output_flush(as_buffer *out, as_error *err);

#endif
