#include "train/word_counts.h"

#include "core/text.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

enum { CHUNK_BYTES = 1 << 18 };

/* A copy of the bytes that lives as long as the arena. */
static char *keep(as_counts *counts, const char *bytes, size_t len)
{
    if (len > counts->chunk_left) {
        size_t room = len > CHUNK_BYTES ? len : CHUNK_BYTES;
        char *chunk = as_arena_alloc(&counts->arena, room, 1);
        if (!chunk)
            return NULL;
        counts->chunk = chunk;
        counts->chunk_left = room;
    }
    char *copy = memcpy(counts->chunk, bytes, len);
    counts->chunk += len;
    counts->chunk_left -= len;
    return copy;
}

static bool make_room(as_counts *counts)
{
    if (counts->table.n < counts->capacity)
        return true;
    if (counts->capacity > INT_MAX / 4)
        return false;
    int capacity = counts->capacity ? 2 * counts->capacity : 256;
    long long *more = realloc(counts->counts, (size_t)capacity * sizeof *more);
    if (!more)
        return false;
    counts->counts = more;
    counts->capacity = capacity;
    return true;
}

int as_counts_add(as_counts *counts, const char *bytes, size_t len, long long count)
{
    int id = as_string_table_lookup(&counts->table, bytes, len);
    if (id < 0) {
        char *copy = make_room(counts) ? keep(counts, bytes, len) : NULL;
        id = copy ? as_string_table_add(&counts->table, copy, len, NULL) : -1;
        if (id < 0)
            return -1;
        counts->counts[id] = 0;
    }
    counts->counts[id] += count;
    return id;
}

void as_counts_finish(as_counts *counts)
{
    as_string_table_finish(&counts->table);
    free(counts->counts);
    as_arena_finish(&counts->arena);
    *counts = (as_counts){0};
}

/* Counts one pre-token, `room` being a buffer large enough for the mark and the text. */
static bool count_word(as_counts *words, const char *text, const as_pretoken *p, char *room)
{
    size_t mark = p->space_before ? AS_SPACE_MARK_LEN : 0;
    memcpy(room, AS_SPACE_MARK, mark);
    memcpy(room + mark, text + p->start, p->len);
    return as_counts_add(words, room, mark + p->len, 1) >= 0;
}

static bool count_line(as_counts *words, const char *line, size_t len, as_error *err)
{
    char *text = NULL, *room = NULL;
    as_pretoken *pretokens = NULL;
    size_t text_len;
    int n;
    bool ok = as_text_normalize(line, len, &text, &text_len, err) &&
              as_pretokens(text, text_len, &pretokens, &n, err);
    if (ok && (room = malloc(text_len + AS_SPACE_MARK_LEN)) == NULL)
        ok = as_fail_memory(err, "words");
    for (int k = 0; ok && k < n; k++) {
        if (!count_word(words, text, &pretokens[k], room))
            ok = as_fail_memory(err, "words");
    }
    free(text);
    free(room);
    free(pretokens);
    return ok;
}

bool as_count_words(const char *const *lines, const size_t *lens, int n_lines, as_counts *words,
                    as_error *err)
{
    *words = (as_counts){0};
    for (int k = 0; k < n_lines; k++) {
        if (!count_line(words, lines[k], lens[k], err))
            return as_fail_in(err, "line %d", k + 1);
    }
    return true;
}

bool as_count_characters(const as_counts *words, bool marked, as_counts *characters, as_error *err)
{
    *characters = (as_counts){0};
    for (int w = 0; w < words->table.n; w++) {
        const char *word = words->table.strings[w].bytes;
        size_t len = words->table.strings[w].len;
        size_t mark = as_space_mark_len(word, len);
        for (size_t at = mark; at < len;) {
            size_t end = as_text_next_cluster(word, len, at);
            size_t start = at == mark && marked ? 0 : at;
            if (as_counts_add(characters, word + start, end - start, words->counts[w]) < 0)
                return as_fail_memory(err, "characters");
            at = end;
        }
    }
    return true;
}

typedef struct ranked {
    as_table_string text;
    long long count;
    int id;
} ranked;

static int compare_ranked(const void *left, const void *right)
{
    const ranked *a = left, *b = right;
    if (a->count != b->count)
        return a->count > b->count ? -1 : 1;
    size_t shorter = a->text.len < b->text.len ? a->text.len : b->text.len;
    int order = memcmp(a->text.bytes, b->text.bytes, shorter);
    return order ? order : (a->text.len > b->text.len) - (a->text.len < b->text.len);
}

int *as_counts_order(const as_counts *counts)
{
    int n = counts->table.n;
    ranked *list = malloc(((size_t)n + 1) * sizeof *list);
    int *order = malloc(((size_t)n + 1) * sizeof *order);
    if (!list || !order) {
        free(list);
        free(order);
        return NULL;
    }
    for (int k = 0; k < n; k++)
        list[k] = (ranked){counts->table.strings[k], counts->counts[k], k};
    qsort(list, (size_t)n, sizeof *list, compare_ranked);
    for (int k = 0; k < n; k++)
        order[k] = list[k].id;
    free(list);
    return order;
}
