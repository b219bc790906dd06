#include "core/gold.h"

#include "core/memory.h"
#include "core/pharaoh.h"
#include "core/text.h"
#include "core/text_join.h"

#include <stdlib.h>
#include <string.h>

enum { N_COLUMNS = 4, N_COLUMNS_ANNOTATED = 6 };

typedef struct column {
    const char *text;
    size_t len;
} column;

/* Cuts the line at its tabs. Returns the number of columns; only the first six are kept. */
static int split(const char *line, size_t len, column columns[N_COLUMNS_ANNOTATED])
{
    int n = 0;
    if (len > 0 && line[len - 1] == '\r')
        len--;
    for (size_t start = 0; start <= len; n++) {
        const char *tab = start < len ? memchr(line + start, '\t', len - start) : NULL;
        size_t end = tab != NULL ? (size_t)(tab - line) : len;
        if (n < N_COLUMNS_ANNOTATED)
            columns[n] = (column){line + start, end - start};
        start = end + 1;
    }
    return n;
}

/* ---- words ---- */

static int count_words(column text)
{
    int n = 1;
    for (size_t k = 0; k < text.len && n <= AS_GOLD_MAX_WORDS; k++)
        n += text.text[k] == ' ';
    return n;
}

/* Appends the normal form of a word and notes where it lies. The text has room: a space and what
 * the word grows to in normal form. */
static bool add_word(as_gold_side *side, size_t *capacity, const char *word, size_t len,
                     as_error *err)
{
    char *normal = NULL;
    size_t normal_len = 0, room = 0;
    if (!as_text_normalize(word, len, &normal, &normal_len, err))
        return false;
    bool ok = normal_len > 0 ||
              as_fail(err, AS_ERR_FORMAT, "nothing, expected a word between single spaces");
    if (ok && side->len + normal_len + 2 > *capacity) {
        room = 2 * *capacity + normal_len + 2;
        char *text = realloc(side->text, room);
        ok = text != NULL || as_fail_memory(err, "the words of a line");
        side->text = ok ? text : side->text;
        *capacity = ok ? room : *capacity;
    }
    if (ok) {
        if (as_text_space_between(side->text, side->len, normal, normal_len))
            side->text[side->len++] = ' ';
        side->words[side->n++] = (as_gold_word){side->len, normal_len, true};
        memcpy(side->text + side->len, normal, normal_len + 1);
        side->len += normal_len;
    }
    free(normal);
    return ok;
}

/* Words that are side by side without a space may have a normal form of their own. */
static bool check_normal(const as_gold_side *side, as_error *err)
{
    char *normal = NULL;
    size_t len = 0;
    if (!as_text_normalize(side->text, side->len, &normal, &len, err))
        return false;
    bool same = len == side->len && memcmp(normal, side->text, len) == 0;
    free(normal);
    return same || as_fail(err, AS_ERR_FORMAT,
                           "a word begins with a combining mark, expected whole characters");
}

static bool parse_words(as_gold_side *side, column text, as_error *err)
{
    int n = count_words(text);
    if (n > AS_GOLD_MAX_WORDS)
        return as_fail(err, AS_ERR_LIMIT, "more than %d words", AS_GOLD_MAX_WORDS);
    size_t capacity = text.len + (size_t)n + 1;
    side->text = malloc(capacity);
    side->words = as_alloc((size_t)n, sizeof *side->words);
    if (side->text == NULL || side->words == NULL)
        return as_fail_memory(err, "the words of a line");
    for (size_t at = 0; side->n < n;) {
        size_t start = at;
        while (at < text.len && text.text[at] != ' ')
            at++;
        if (!add_word(side, &capacity, text.text + start, at - start, err))
            return as_fail_in(err, "word %d", side->n + 1);
        at++;
    }
    return check_normal(side, err);
}

/* ---- annotated positions ---- */

/* "1 2 5": only these words are scored. */
static bool parse_positions(as_gold_side *side, column text, as_error *err)
{
    for (int w = 0; w < side->n; w++)
        side->words[w].scored = false;
    for (size_t at = 0; at < text.len;) {
        size_t start = at;
        int position = 0;
        for (; at < text.len && text.text[at] >= '0' && text.text[at] <= '9'; at++)
            position = position < side->n ? 10 * position + (text.text[at] - '0') : side->n;
        if (at == start || (at < text.len && text.text[at] != ' '))
            return as_fail(err, AS_ERR_FORMAT,
                           "no number at byte %zu, expected positions between single spaces", at);
        if (position >= side->n)
            return as_fail(err, AS_ERR_FORMAT, "%.*s, expected at most %d for %d words",
                           (int)(at - start < 12 ? at - start : 12), text.text + start, side->n - 1,
                           side->n);
        side->words[position].scored = true;
        at++;
    }
    return true;
}

/* ---- lines ---- */

static bool parse_links(const as_gold_pair *pair, column text, as_link **out, int *n, as_error *err)
{
    if (!as_pharaoh_parse(text.text, text.len, pair->source.n, pair->target.n, out, n, err))
        return false;
    *n = as_gold_keep_scored(pair, *out, *n);
    return true;
}

static bool parse_columns(as_gold_pair *pair, const column *columns, bool annotated, as_error *err)
{
    if (!parse_words(&pair->source, columns[0], err))
        return as_fail_in(err, "source");
    if (!parse_words(&pair->target, columns[1], err))
        return as_fail_in(err, "target");
    if (annotated && !parse_positions(&pair->source, columns[4], err))
        return as_fail_in(err, "annotated source positions");
    if (annotated && !parse_positions(&pair->target, columns[5], err))
        return as_fail_in(err, "annotated target positions");
    if (!parse_links(pair, columns[2], &pair->sure, &pair->n_sure, err))
        return as_fail_in(err, "sure links");
    if (!parse_links(pair, columns[3], &pair->possible, &pair->n_possible, err))
        return as_fail_in(err, "possible links");
    return true;
}

bool as_gold_parse(const char *line, size_t len, as_gold_pair *out, as_error *err)
{
    column columns[N_COLUMNS_ANNOTATED];
    int n = split(line, len, columns);
    if (n != N_COLUMNS && n != N_COLUMNS_ANNOTATED)
        return as_fail(err, AS_ERR_FORMAT,
                       "%d column%s between tabs, expected 4 (source, target, sure links, possible "
                       "links) or 6",
                       n, n == 1 ? "" : "s");
    as_gold_pair pair = {0};
    if (!parse_columns(&pair, columns, n == N_COLUMNS_ANNOTATED, err)) {
        as_gold_finish(&pair);
        return false;
    }
    *out = pair;
    return true;
}

void as_gold_finish(as_gold_pair *pair)
{
    free(pair->source.text);
    free(pair->source.words);
    free(pair->target.text);
    free(pair->target.words);
    free(pair->sure);
    free(pair->possible);
    *pair = (as_gold_pair){0};
}

int as_gold_keep_scored(const as_gold_pair *pair, as_link *links, int n)
{
    int kept = 0;
    for (int k = 0; k < n; k++)
        if (pair->source.words[links[k].source].scored &&
            pair->target.words[links[k].target].scored)
            links[kept++] = links[k];
    return kept;
}
