#include "core/text_words.h"

#include "core/memory.h"
#include "core/text.h"

#include <stdlib.h>

/* A run of Han or kana: a word for each character. */
static void add_characters(const char *text, const as_pretoken *p, as_text_word *words)
{
    size_t at = p->start, end = p->start + p->len;
    for (int k = p->word; at < end; k++) {
        size_t next = as_text_next_cluster(text, end, at);
        words[k] = (as_text_word){at, next - at};
        at = next;
    }
}

bool as_text_words(const char *text, size_t len, as_text_word **out, int *n, as_error *err)
{
    as_pretoken *pretokens = NULL;
    int n_pretokens;
    if (!as_pretokens(text, len, &pretokens, &n_pretokens, err))
        return false;
    const as_pretoken *last = n_pretokens > 0 ? &pretokens[n_pretokens - 1] : NULL;
    int n_words = last ? last->word + last->n_words : 0;
    as_text_word *words = as_alloc((size_t)n_words, sizeof *words);
    for (int k = 0; words && k < n_pretokens; k++) {
        const as_pretoken *p = &pretokens[k];
        if (p->by_character)
            add_characters(text, p, words);
        else if (words[p->word].len == 0)
            words[p->word] = (as_text_word){p->start, p->len};
        else
            words[p->word].len += p->len; /* letters and digits that touch */
    }
    free(pretokens);
    if (!words)
        return as_fail_memory(err, "the words of a text");
    *out = words;
    *n = n_words;
    return true;
}
