#include "train/links.h"

#include "core/file.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

enum { FILE_LIMIT = INT_MAX };

/* ---- the file ---- */

/* lines[0 … *n]; at most `limit` lines are noted, all are counted. */
static size_t find_lines(const char *text, size_t len, const char **lines, size_t limit)
{
    const char *end = text + len, *line = text;
    size_t n = 0;
    for (; line < end; n++) {
        const char *feed = memchr(line, '\n', (size_t)(end - line));
        line = feed ? feed + 1 : end;
        if (n < limit)
            lines[n + 1] = line;
    }
    lines[0] = text;
    return n;
}

bool as_link_file_parse(const char *place, char *text, size_t len, const as_tsv *pairs,
                        as_link_file *out, as_error *err)
{
    as_link_file links = {.text = text, .n = pairs->n};
    size_t place_size = strlen(place) + 1;
    links.place = malloc(place_size);
    links.lines = as_alloc((size_t)pairs->n + 1, sizeof *links.lines);
    if (!links.place || !links.lines) {
        as_fail_memory(err, "the links");
        goto fail;
    }
    memcpy(links.place, place, place_size);
    size_t found = find_lines(text, len, links.lines, (size_t)pairs->n);
    if (found != (size_t)pairs->n) {
        as_fail(err, AS_ERR_FORMAT, "%s: %zu lines, expected %d, as many as %s has", place, found,
                pairs->n, pairs->place);
        goto fail;
    }
    *out = links;
    return true;
fail:
    as_link_file_finish(&links);
    return false;
}

bool as_link_file_read(const char *path, const as_tsv *pairs, as_link_file *out, as_error *err)
{
    unsigned char *bytes;
    size_t len;
    return as_file_read(path, FILE_LIMIT, &bytes, &len, err) &&
           as_link_file_parse(path, (char *)bytes, len, pairs, out, err);
}

void as_link_file_finish(as_link_file *links)
{
    free(links->lines);
    free(links->text);
    free(links->place);
    *links = (as_link_file){0};
}

bool as_link_file_row(const as_link_file *links, int k, int n_source, int n_target, as_link **out,
                      int *n, as_error *err)
{
    const char *line = links->lines[k];
    return as_pharaoh_parse(line, (size_t)(links->lines[k + 1] - line), n_source, n_target, out, n,
                            err) ||
           as_fail_in(err, "%s:%d", links->place, k + 1);
}

/* ---- from words to tokens ---- */

/* The words that token k holds a part of: one, or all that a Han or kana piece covers. False for
 * </s>. */
static bool words_of_token(const as_sentence *s, int k, int *first, int *last)
{
    *first = s->tokens[k].word;
    if (*first < 0)
        return false;
    int next = k + 1 < s->n && s->tokens[k + 1].word >= 0 ? s->tokens[k + 1].word : s->n_words;
    *last = next > *first ? next - 1 : *first;
    return true;
}

/* Marks the source words that target token t is linked to. */
static void mark_words(bool *marked, int n_words, const as_link *links, int n,
                       const as_sentence *target, int t)
{
    int first, last;
    memset(marked, 0, (size_t)n_words * sizeof *marked);
    if (!words_of_token(target, t, &first, &last))
        return;
    for (int k = 0; k < n; k++)
        if (links[k].target >= first && links[k].target <= last)
            marked[links[k].source] = true;
}

static bool touches_marked(const bool *marked, const as_sentence *source, int i)
{
    int first, last;
    if (!words_of_token(source, i, &first, &last))
        return false;
    for (int word = first; word <= last; word++)
        if (marked[word])
            return true;
    return false;
}

/* Every position that a token is linked to, token after token, into i (NULL: only counted) and
 * from [T + 1]. */
static size_t fill(int *i, int *from, bool *marked, const as_link *links, int n,
                   const as_sentence *source, const as_sentence *target)
{
    size_t total = 0;
    for (int t = 0; t < target->n; t++) {
        if (i)
            from[t] = (int)total;
        mark_words(marked, source->n_words, links, n, target, t);
        for (int k = 0; k < source->n; k++) {
            if (!touches_marked(marked, source, k))
                continue;
            if (i)
                i[total] = k;
            total++;
        }
    }
    if (i)
        from[target->n] = (int)total;
    return total;
}

bool as_token_links_make(const as_link *links, int n, const as_sentence *source,
                         const as_sentence *target, as_arena *arena, as_token_links *out,
                         as_error *err)
{
    bool *marked = as_alloc((size_t)source->n_words, sizeof *marked);
    if (!marked)
        return as_fail_memory(err, "the links of a pair");
    size_t total = fill(NULL, NULL, marked, links, n, source, target);
    size_t n_from = (size_t)target->n + 1;
    int *block = total < INT_MAX ? as_arena_alloc(arena, n_from + total, sizeof *block) : NULL;
    if (block) {
        fill(block + n_from, block, marked, links, n, source, target);
        *out = (as_token_links){.from = block, .i = block + n_from};
    }
    free(marked);
    return block || as_fail_memory(err, "the links of a pair");
}
