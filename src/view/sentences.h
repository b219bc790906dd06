/* Sentences to choose from: a list of copied texts. */
#ifndef AS_VIEW_SENTENCES_H
#define AS_VIEW_SENTENCES_H

#include "core/error.h"

/* A zeroed struct is an empty list. */
typedef struct as_sentences {
    char **items; /* [n] UTF-8, NUL-terminated */
    int n;
} as_sentences;

/* Puts copies of n texts in place of what the list holds. On failure it stays. Errors: SYSTEM. */
bool as_sentences_set(as_sentences *list, const char *const *texts, int n, as_error *err);
void as_sentences_finish(as_sentences *list);

#endif
