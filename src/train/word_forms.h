/* What a corpus teaches about its own words: which of them are names, and how it writes a word
 * inside a sentence. Found by counting, so that no list of any language is needed. */
#ifndef AS_TRAIN_WORD_FORMS_H
#define AS_TRAIN_WORD_FORMS_H

#include "train/pieces.h"
#include "train/tsv.h"
#include "train/word_counts.h"

typedef struct as_word_forms {
    as_counts inside[2]; /* by as_side: words as they stand inside sentences */
    as_counts names;     /* words that both sides write alike, like Tom and Boston */
} as_word_forms;

/* Counts all rows of the files. A name is a title-case word (as_is_title_case) that
 *  - stands in at least 5 rows on both sides, and in 80% of the rows that have it in the source;
 *  - is never small inside a source sentence (at most 2%): not Will or Mark alone;
 *  - has no fixed word before it inside source sentences (at most 60%): not "the Commission",
 *    "New York";
 *  - mostly begins the target where it begins the source: not "France" beside "la France".
 * *out is the caller's; release with as_word_forms_finish, also on failure. Errors: SYSTEM. */
bool as_word_forms_learn(const as_tsv *files, int n_files, as_word_forms *out, as_error *err);

/* Safe on a zeroed struct and twice. */
void as_word_forms_finish(as_word_forms *forms);

bool as_word_is_name(const as_word_forms *forms, const char *word, size_t len);

/* Whether a side writes the word with a small first letter inside sentences, ever. */
bool as_word_is_common(const as_word_forms *forms, const char *word, size_t len);

/* The word with a small first letter, when that is how the corpus mostly writes it inside
 * sentences (the, der; not I, Tom, and no German noun): into out [size], NUL-terminated. False,
 * with `out` untouched, when it keeps its capital, begins with none or does not fit. */
bool as_word_lowered(const as_word_forms *forms, as_side side, const char *word, size_t len,
                     char *out, size_t size);

#endif
