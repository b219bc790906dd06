#include "interop/vocabulary.h"

#include "core/buffer.h"
#include "core/memory.h"

#include <stdlib.h>
#include <string.h>

static const char *const our_names[AS_N_SPECIAL] = {"<pad>", "<s>", "</s>", "<unk>"};

static int lookup(const as_word_list *list, int n_words, const char *name, size_t len)
{
    for (int k = 0; k < n_words; k++)
        if (strncmp(list->words[k], name, len) == 0 && list->words[k][len] == '\0')
            return k;
    return -1;
}

/* The number of a special under one of its names; -1 where it has none. */
static bool find_special(const as_word_list *list, int n_words, const char *names, int *out,
                         as_error *err)
{
    *out = -1;
    if (!names)
        return true;
    for (const char *at = names; *at && *out < 0;) {
        size_t len = strcspn(at, "|");
        *out = lookup(list, n_words, at, len);
        at += len + (at[len] == '|');
    }
    return *out >= 0 ||
           as_fail(err, AS_ERR_FORMAT, "the word %.*s is missing", (int)strcspn(names, "|"), names);
}

static bool check_word(const char *word, int number, as_error *err)
{
    char shown[AS_PRINTABLE];
    const char *fault = as_piece_fault(word, strlen(word));
    if (fault)
        return as_fail(err, AS_ERR_FORMAT, "word %d, %s, %s", number,
                       as_printable(shown, sizeof shown, word), fault);
    for (int k = 0; k < AS_N_SPECIAL; k++)
        if (strcmp(word, our_names[k]) == 0)
            return as_fail(err, AS_ERR_FORMAT, "word %d is %s, which means something else here",
                           number, word);
    return true;
}

static bool is_special(const int words[AS_N_SPECIAL], int number)
{
    for (int k = 0; k < AS_N_SPECIAL; k++)
        if (words[k] == number)
            return true;
    return false;
}

static bool fill(const as_word_list *list, int n_words, const as_special_names *names,
                 as_vocabulary *out, as_buffer *text, as_error *err)
{
    for (int k = 0; k < AS_N_SPECIAL; k++) {
        if (!find_special(list, n_words, names->names[k], &out->words[k], err))
            return false;
        as_buffer_text(text, our_names[k]);
        as_buffer_text(text, "\n");
    }
    out->n = AS_N_SPECIAL;
    for (int k = 0; k < n_words; k++) {
        if (is_special(out->words, k))
            continue;
        if (!check_word(list->words[k], k, err))
            return false;
        as_buffer_text(text, list->words[k]);
        as_buffer_text(text, "\n");
        out->words[out->n++] = k;
    }
    return as_buffer_ok(text, err);
}

bool as_vocabulary_from_words(const as_word_list *list, int n_words, const as_special_names *names,
                              as_vocabulary *out, as_error *err)
{
    as_vocabulary made = {.words = as_alloc((size_t)n_words + AS_N_SPECIAL, sizeof(int))};
    as_buffer text = {0};
    if (!made.words)
        return as_fail_memory(err, "a vocabulary");
    if (!fill(list, n_words, names, &made, &text, err)) {
        as_buffer_finish(&text);
        as_vocabulary_finish(&made);
        return false;
    }
    made.text = text.text;
    *out = made;
    return true;
}

void as_vocabulary_finish(as_vocabulary *vocabulary)
{
    free(vocabulary->text);
    free(vocabulary->words);
    *vocabulary = (as_vocabulary){0};
}
