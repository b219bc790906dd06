#include "view/sentences.h"

#include <stdlib.h>
#include <string.h>

void as_sentences_finish(as_sentences *list)
{
    for (int k = 0; k < list->n; k++)
        free(list->items[k]);
    free(list->items);
    *list = (as_sentences){0};
}

bool as_sentences_set(as_sentences *list, const char *const *texts, int n, as_error *err)
{
    as_sentences fresh = {.items = calloc(n > 0 ? (size_t)n : 1, sizeof *fresh.items)};
    bool ok = fresh.items != NULL;
    while (ok && fresh.n < n) {
        char *copy = strdup(texts[fresh.n]);
        ok = copy != NULL;
        if (ok)
            fresh.items[fresh.n++] = copy;
    }
    if (!ok) {
        as_sentences_finish(&fresh);
        return as_fail_memory(err, "the sentences to choose from");
    }
    as_sentences_finish(list);
    *list = fresh;
    return true;
}
