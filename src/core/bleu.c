#include "core/bleu.h"

#include "core/ngram.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <utf8proc.h>

/* ---- tokenization, on code points ---- */

static bool is_digit(int32_t c)
{
    return c >= '0' && c <= '9';
}

/* Python's [\{-\~\[-\` -\&\(-\+\:-\@\/]: every ASCII symbol but ' , - . */
static bool is_symbol(int32_t c)
{
    return (c >= ' ' && c <= '&') || (c >= '(' && c <= '+') || c == '/' || (c >= ':' && c <= '@') ||
           (c >= '[' && c <= '`') || (c >= '{' && c <= '~');
}

static bool is_stop(int32_t c)
{
    return c == '.' || c == ',';
}

/* sacreBLEU's table of Chinese characters. Two of its rows were meant for the supplementary planes,
 * but name "U+2000 followed by 0" to "U+2A6D followed by 6" and so cover U+2001 to U+2A6D (dashes,
 * quotation marks, arrows): scores that compare with theirs need the same. */
static bool is_chinese(int32_t c)
{
    static const struct {
        int32_t first, last;
    } ranges[] = {
        {0x2001, 0x2a6d}, {0x2e80, 0x2fdf}, {0x2ff0, 0x303f}, {0x3100, 0x312f}, {0x31a0, 0x31bf},
        {0x31c0, 0x31ef}, {0x3200, 0x33ff}, {0x3400, 0x4db5}, {0x4e00, 0x9fbb}, {0xf900, 0xfa2d},
        {0xfa30, 0xfa6a}, {0xfa70, 0xfad9}, {0xfe10, 0xfe1f}, {0xfe30, 0xfe4f}, {0xff00, 0xffef},
    };
    for (size_t k = 0; k < sizeof ranges / sizeof *ranges; k++)
        if (c >= ranges[k].first && c <= ranges[k].last)
            return true;
    return false;
}

static bool add_apart(as_symbols *out, int32_t c)
{
    return as_symbols_add(out, ' ') && as_symbols_add(out, c) && as_symbols_add(out, ' ');
}

/* Each rule appends to `out` what stands for the code points at `at` and says in *used how many it
 * took (*used 0: it does not apply). `left` code points remain, at least 1. */
typedef bool (*as_rule)(as_symbols *out, const int32_t *at, size_t left, size_t *used);

static bool split_symbol(as_symbols *out, const int32_t *at, size_t left, size_t *used)
{
    (void)left;
    *used = is_symbol(at[0]);
    return *used == 0 || add_apart(out, at[0]);
}

/* A stop or comma not after a digit … */
static bool split_stop_after(as_symbols *out, const int32_t *at, size_t left, size_t *used)
{
    *used = left > 1 && !is_digit(at[0]) && is_stop(at[1]) ? 2 : 0;
    return *used == 0 || (as_symbols_add(out, at[0]) && add_apart(out, at[1]));
}

/* … and one not before a digit. */
static bool split_stop_before(as_symbols *out, const int32_t *at, size_t left, size_t *used)
{
    *used = left > 1 && is_stop(at[0]) && !is_digit(at[1]) ? 2 : 0;
    return *used == 0 || (add_apart(out, at[0]) && as_symbols_add(out, at[1]));
}

static bool split_dash(as_symbols *out, const int32_t *at, size_t left, size_t *used)
{
    *used = left > 1 && is_digit(at[0]) && at[1] == '-' ? 2 : 0;
    return *used == 0 || (as_symbols_add(out, at[0]) && add_apart(out, at[1]));
}

static bool split_chinese(as_symbols *out, const int32_t *at, size_t left, size_t *used)
{
    (void)left;
    *used = is_chinese(at[0]);
    return *used == 0 || add_apart(out, at[0]);
}

static bool split_every(as_symbols *out, const int32_t *at, size_t left, size_t *used)
{
    (void)left;
    *used = 1;
    return add_apart(out, at[0]);
}

/* Rewrites `text` from left to right, matches not overlapping. */
static bool apply_rule(as_symbols *text, as_rule rule)
{
    as_symbols out = {0};
    for (size_t at = 0; at < text->n;) {
        size_t used = 0;
        bool ok = rule(&out, text->items + at, text->n - at, &used);
        if (ok && used == 0) {
            ok = as_symbols_add(&out, text->items[at]);
            used = 1;
        }
        if (!ok) {
            as_symbols_finish(&out);
            return false;
        }
        at += used;
    }
    as_symbols_finish(text);
    *text = out;
    return true;
}

/* Replaces every `from` (ASCII) by `to`, a code point or 0 for nothing, in place. */
static void replace(as_symbols *text, const char *from, int32_t to)
{
    size_t len = strlen(from), kept = 0;
    for (size_t at = 0; at < text->n;) {
        size_t same = 0;
        while (same < len && at + same < text->n && text->items[at + same] == from[same])
            same++;
        if (same < len) {
            text->items[kept++] = text->items[at++];
            continue;
        }
        if (to != 0)
            text->items[kept++] = to;
        at += len;
    }
    text->n = kept;
}

/* What mteval-v13a undoes of SGML before it looks at words, and the spaces it puts around. */
static bool unescape(as_symbols *text)
{
    replace(text, "<skipped>", 0);
    replace(text, "-\n", 0);
    replace(text, "\n", ' ');
    replace(text, "&quot;", '"');
    replace(text, "&amp;", '&');
    replace(text, "&lt;", '<');
    replace(text, "&gt;", '>');
    if (!as_symbols_add(text, ' ') || !as_symbols_add(text, ' '))
        return false;
    memmove(text->items + 1, text->items, (text->n - 2) * sizeof *text->items);
    text->items[0] = ' ';
    return true;
}

static bool split_western(as_symbols *text)
{
    return apply_rule(text, split_symbol) && apply_rule(text, split_stop_after) &&
           apply_rule(text, split_stop_before) && apply_rule(text, split_dash);
}

/* Takes the spaces off both ends. */
static void trim(as_symbols *text)
{
    size_t from = 0;
    while (from < text->n && as_symbol_is_space(text->items[from]))
        from++;
    while (text->n > from && as_symbol_is_space(text->items[text->n - 1]))
        text->n--;
    text->n -= from;
    if (text->n > 0)
        memmove(text->items, text->items + from, text->n * sizeof *text->items);
}

/* The code points of `text` with spaces between the words that count. */
static bool tokenize(as_bleu_tokenizer tokenizer, const char *text, as_symbols *out, as_error *err)
{
    *out = (as_symbols){0};
    bool ok = as_symbols_from_utf8(out, text, err);
    if (!ok)
        goto fail;
    switch (tokenizer) {
    case AS_BLEU_13A:
        trim(out);
        ok = unescape(out) && split_western(out);
        break;
    case AS_BLEU_ZH:
        trim(out);
        ok = apply_rule(out, split_chinese) && split_western(out);
        break;
    case AS_BLEU_CHAR:
        ok = apply_rule(out, split_every);
        break;
    case AS_BLEU_NONE:
        break;
    }
    if (ok)
        return true;
    as_fail_memory(err, "the words of a sentence");
fail:
    as_symbols_finish(out);
    return false;
}

/* ---- words to ids ---- */

typedef struct placed_word {
    const int32_t *start;
    size_t len;
    size_t place; /* where its id goes */
} placed_word;

static int compare_words(const void *left, const void *right)
{
    const placed_word *a = left, *b = right;
    size_t len = a->len < b->len ? a->len : b->len;
    int order = memcmp(a->start, b->start, len * sizeof *a->start);
    return order != 0 ? order : (a->len > b->len) - (a->len < b->len);
}

/* Finds the next word at or after *at; false at the end. */
static bool next_word(const as_symbols *text, size_t *at, placed_word *word)
{
    while (*at < text->n && as_symbol_is_space(text->items[*at]))
        ++*at;
    size_t start = *at;
    while (*at < text->n && !as_symbol_is_space(text->items[*at]))
        ++*at;
    *word = (placed_word){.start = text->items + start, .len = *at - start};
    return *at > start;
}

static size_t count_words(const as_symbols *text)
{
    size_t n = 0, at = 0;
    placed_word word;
    while (next_word(text, &at, &word))
        n++;
    return n;
}

/* Sentences as word ids, one after the other: sentence k has ids[from[k] … from[k + 1]). */
typedef struct as_numbered {
    int32_t *ids;
    size_t *from;
} as_numbered;

static void numbered_finish(as_numbered *numbered)
{
    free(numbered->ids);
    free(numbered->from);
    *numbered = (as_numbered){0};
}

/* Equal words get equal ids. */
static bool number_words(as_numbered *out, const as_symbols *texts, int n_texts)
{
    size_t n = 0;
    for (int k = 0; k < n_texts; k++)
        n += count_words(&texts[k]);
    *out = (as_numbered){calloc(n + 1, sizeof *out->ids),
                         calloc((size_t)n_texts + 1, sizeof *out->from)};
    placed_word *words = calloc(n + 1, sizeof *words);
    if (out->ids == NULL || out->from == NULL || words == NULL) {
        free(words);
        numbered_finish(out);
        return false;
    }
    size_t place = 0;
    for (int k = 0; k < n_texts; k++) {
        size_t at = 0;
        while (next_word(&texts[k], &at, &words[place])) {
            words[place].place = place;
            place++;
        }
        out->from[k + 1] = place;
    }
    qsort(words, n, sizeof *words, compare_words);
    int32_t id = 1;
    for (size_t k = 0; k < n; k++) {
        if (k > 0 && compare_words(&words[k - 1], &words[k]) != 0)
            id++;
        out->ids[words[k].place] = id;
    }
    free(words);
    return true;
}

/* ---- counting ---- */

/* The length of the reference closest to `length`; the shorter of two equally close. */
static size_t closest_length(const as_numbered *numbered, int n_references)
{
    size_t length = numbered->from[1], best = 0, best_gap = SIZE_MAX;
    for (int r = 1; r <= n_references; r++) {
        size_t candidate = numbered->from[r + 1] - numbered->from[r];
        size_t gap = candidate > length ? candidate - length : length - candidate;
        if (gap < best_gap || (gap == best_gap && candidate < best)) {
            best_gap = gap;
            best = candidate;
        }
    }
    return best;
}

/* Clipped matches of one order; sentence 0 is the hypothesis. */
static bool count_matches(const as_numbered *numbered, int n_references, int order,
                          as_ngrams *grams, long long *matches, long long *total)
{
    bool ok = true;
    for (int k = 0; k <= n_references && ok; k++) {
        size_t from = numbered->from[k];
        ok = as_ngrams_init(&grams[k], numbered->ids + from, numbered->from[k + 1] - from, order);
    }
    if (ok) {
        *matches += as_ngrams_matches(&grams[0], grams + 1, n_references);
        *total += (long long)grams[0].n;
    }
    for (int k = 0; k <= n_references; k++)
        as_ngrams_finish(&grams[k]);
    return ok;
}

/* Chinese is counted by characters, as is usual for it. */
as_bleu_tokenizer as_bleu_usual_tokenizer(const char *languages)
{
    const char *dash = strchr(languages, '-'), *target = dash ? dash + 1 : "";
    bool chinese =
        strcmp(target, "cmn") == 0 || strcmp(target, "zho") == 0 || strcmp(target, "zh") == 0;
    return chinese ? AS_BLEU_ZH : AS_BLEU_13A;
}

bool as_bleu_add(as_bleu *bleu, const char *hypothesis, const char *const *references,
                 int n_references, as_error *err)
{
    if (n_references < 1)
        return as_fail(err, AS_ERR_ARGUMENT, "BLEU needs a reference");
    size_t n_texts = (size_t)n_references + 1;
    as_bleu sum = *bleu;
    as_numbered numbered = {0};
    as_symbols *texts = calloc(n_texts, sizeof *texts);
    as_ngrams *grams = calloc(n_texts, sizeof *grams);
    bool ok = (texts != NULL && grams != NULL) || as_fail_memory(err, "a sentence's words");

    for (size_t k = 0; k < n_texts && ok; k++)
        ok = tokenize(bleu->tokenizer, k == 0 ? hypothesis : references[k - 1], &texts[k], err);
    if (ok && !number_words(&numbered, texts, (int)n_texts))
        ok = as_fail_memory(err, "a sentence's words");
    for (int n = 0; n < AS_BLEU_ORDER && ok; n++)
        if (!count_matches(&numbered, n_references, n + 1, grams, &sum.matches[n], &sum.totals[n]))
            ok = as_fail_memory(err, "a sentence's n-grams");
    if (ok) {
        sum.hypothesis_length += (long long)numbered.from[1];
        sum.reference_length += (long long)closest_length(&numbered, n_references);
        *bleu = sum;
    }
    numbered_finish(&numbered);
    for (size_t k = 0; k < n_texts && texts != NULL; k++)
        as_symbols_finish(&texts[k]);
    free(texts);
    free(grams);
    return ok;
}

/* ---- scores ---- */

void as_bleu_merge(as_bleu *bleu, const as_bleu *part)
{
    for (int n = 0; n < AS_BLEU_ORDER; n++) {
        bleu->matches[n] += part->matches[n];
        bleu->totals[n] += part->totals[n];
    }
    bleu->hypothesis_length += part->hypothesis_length;
    bleu->reference_length += part->reference_length;
}

double as_bleu_brevity_penalty(const as_bleu *bleu)
{
    if (bleu->hypothesis_length >= bleu->reference_length)
        return 1.0;
    if (bleu->hypothesis_length == 0)
        return 0.0;
    return exp(1.0 - (double)bleu->reference_length / (double)bleu->hypothesis_length);
}

double as_bleu_score(const as_bleu *bleu)
{
    double sum_log = 0.0, halves = 1.0;
    bool any = false;
    for (int n = 0; n < AS_BLEU_ORDER; n++) {
        if (bleu->totals[n] == 0)
            return 0.0; /* p_n is 0/0: sacreBLEU leaves it 0 */
        double p = (double)bleu->matches[n];
        if (bleu->matches[n] == 0) {
            halves *= 2.0;
            p = 1.0 / halves;
        }
        any = any || bleu->matches[n] > 0;
        sum_log += log(p / (double)bleu->totals[n]);
    }
    return any ? 100.0 * as_bleu_brevity_penalty(bleu) * exp(sum_log / AS_BLEU_ORDER) : 0.0;
}

bool as_bleu_tokenize(as_bleu_tokenizer tokenizer, const char *text, char **out, as_error *err)
{
    as_symbols codes;
    if (!tokenize(tokenizer, text, &codes, err))
        return false;
    /* A word is followed by a space or the end: no more than 4 bytes and a space a code point. */
    char *text_out = calloc(5 * codes.n + 1, 1);
    if (text_out == NULL) {
        as_symbols_finish(&codes);
        return as_fail_memory(err, "the words of a sentence");
    }
    size_t at = 0, used = 0;
    placed_word word;
    while (next_word(&codes, &at, &word)) {
        if (used > 0)
            text_out[used++] = ' ';
        for (size_t k = 0; k < word.len; k++)
            used +=
                (size_t)utf8proc_encode_char(word.start[k], (utf8proc_uint8_t *)text_out + used);
    }
    as_symbols_finish(&codes);
    *out = text_out;
    return true;
}
