/* Vocabularies of other toolkits: words by number.
 *
 *   YAML   Marian: a mapping from word to number          .yml .yaml
 *   JSON   Nematus: an object from word to number         .json
 *   text   one word a line, numbered from 0               any other name
 *
 * The numbers must be 0, 1, 2, … without a gap, and no word may come twice. Words are any UTF-8
 * without NUL; they are raw: no, yes and 1 are words. */
#ifndef AS_INTEROP_WORD_LIST_H
#define AS_INTEROP_WORD_LIST_H

#include "core/error.h"

#include <stddef.h>

enum { AS_WORD_LIST_MAX_BYTES = 64 << 20, AS_WORD_LIST_MAX = 1000000 };

typedef enum as_word_list_form { AS_WORDS_YAML, AS_WORDS_JSON, AS_WORDS_TEXT } as_word_list_form;

typedef struct as_word_list {
    const char **words; /* [n] NUL-terminated, inside `text` */
    int n;
    char *text;
} as_word_list;

/* The form that a file's name ends in says. Cannot fail. */
as_word_list_form as_word_list_form_of(const char *path);

/* Reads a vocabulary; release with as_word_list_finish. Messages give the line or the word, not the
 * file. Errors: FORMAT, LIMIT, SYSTEM; *out is zeroed then. */
bool as_word_list_parse(as_word_list_form form, const void *bytes, size_t len, as_word_list *out,
                        as_error *err);
/* The same from a file, which the messages name. */
bool as_word_list_read(const char *path, as_word_list *out, as_error *err);
/* Safe on a zeroed list, and twice. */
void as_word_list_finish(as_word_list *words);

#endif
