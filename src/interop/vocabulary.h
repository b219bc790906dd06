/* Vocabularies of other toolkits as this program has them: <pad>, <s>, </s> and <unk> first. */
#ifndef AS_INTEROP_VOCABULARY_H
#define AS_INTEROP_VOCABULARY_H

#include "core/vocab.h"
#include "interop/word_list.h"

/* How a toolkit calls the specials, by AS_PAD and so on: names between '|', of which the list has
 * one. NULL: it has no such word, and nothing depends on it. */
typedef struct as_special_names {
    const char *names[AS_N_SPECIAL];
} as_special_names;

typedef struct as_vocabulary {
    char *text; /* for as_vocab_parse */
    int *words; /* [n] the number that the toolkit gives a piece, or -1 */
    int n;
} as_vocabulary;

/* The pieces of the first n_words of a list; release with as_vocabulary_finish. Errors: FORMAT (a
 * special that is missing, a word that cannot be a piece), SYSTEM. */
bool as_vocabulary_from_words(const as_word_list *list, int n_words, const as_special_names *names,
                              as_vocabulary *out, as_error *err);
/* Safe on a zeroed one, and twice. */
void as_vocabulary_finish(as_vocabulary *vocabulary);

#endif
