#include "cli/join.h"

#include "core/text_join.h"

#include <stdlib.h>
#include <string.h>

void as_joiner_init(as_joiner *joiner, const as_lengths *lengths, int bucket)
{
    *joiner = (as_joiner){0};
    as_lengths_range(lengths, bucket, &joiner->least, &joiner->most);
}

void as_joiner_finish(as_joiner *joiner)
{
    for (int r = 0; r < joiner->n_references; r++)
        as_buffer_finish(&joiner->references[r]);
    free(joiner->references);
    as_buffer_finish(&joiner->source);
    *joiner = (as_joiner){0};
}

static void append(as_buffer *text, const char *more)
{
    if (as_text_space_between(text->text, text->len, more, strlen(more)))
        as_buffer_text(text, " ");
    as_buffer_text(text, more);
}

/* Makes room for n references; new ones begin as the last one does. */
static bool widen(as_joiner *joiner, int n, as_error *err)
{
    if (n <= joiner->n_references)
        return true;
    as_buffer *references = realloc(joiner->references, (size_t)n * sizeof *references);
    if (references == NULL)
        return as_fail_memory(err, "a joined sentence");
    joiner->references = references;
    for (int r = joiner->n_references; r < n; r++) {
        references[r] = (as_buffer){0};
        if (r > 0)
            as_buffer_bytes(&references[r], references[r - 1].text, references[r - 1].len);
    }
    joiner->n_references = n;
    return true;
}

static bool add(as_joiner *joiner, const as_test_pair *pair, as_error *err)
{
    if (!widen(joiner, pair->n_references, err))
        return false;
    append(&joiner->source, pair->source);
    bool ok = as_buffer_ok(&joiner->source, err);
    for (int r = 0; r < joiner->n_references && ok; r++) {
        int own = r < pair->n_references ? r : pair->n_references - 1;
        append(&joiner->references[r], pair->references[own]);
        ok = as_buffer_ok(&joiner->references[r], err);
    }
    return ok;
}

/* Empties the group. */
static void begin(as_joiner *joiner)
{
    int least = joiner->least, most = joiner->most;
    long long n_left_out = joiner->n_left_out;
    as_joiner_finish(joiner);
    *joiner = (as_joiner){.least = least, .most = most, .n_left_out = n_left_out};
}

/* The group as a pair whose texts follow each other in one block. */
static bool take(as_joiner *joiner, as_test_pair *out, as_error *err)
{
    size_t size = joiner->source.len + 1;
    for (int r = 0; r < joiner->n_references; r++)
        size += joiner->references[r].len + 1;
    as_test_pair pair = {.line = malloc(size), .n_references = joiner->n_references};
    pair.references = calloc((size_t)pair.n_references, sizeof *pair.references);
    if (pair.line == NULL || pair.references == NULL) {
        as_test_pair_finish(&pair);
        return as_fail_memory(err, "a joined sentence");
    }
    char *at = pair.line;
    pair.source = at;
    memcpy(at, joiner->source.text, joiner->source.len + 1);
    at += joiner->source.len + 1;
    for (int r = 0; r < joiner->n_references; r++) {
        pair.references[r] = at;
        memcpy(at, joiner->references[r].text, joiner->references[r].len + 1);
        at += joiner->references[r].len + 1;
    }
    *out = pair;
    return true;
}

bool as_joiner_add(as_joiner *joiner, const as_test_pair *pair, as_test_pair *out, bool *complete,
                   as_error *err)
{
    int n_words = 0;
    *complete = false;
    if (!add(joiner, pair, err) ||
        !as_length_in_words(joiner->source.text, joiner->source.len, &n_words, err))
        return false;
    joiner->n_pairs++;
    if (n_words < joiner->least)
        return true;
    bool fits = n_words <= joiner->most;
    if (fits && !take(joiner, out, err))
        return false;
    *complete = fits;
    if (!fits)
        joiner->n_left_out += joiner->n_pairs;
    begin(joiner);
    return true;
}
