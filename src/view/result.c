#include "view/result.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/measures.h"
#include "core/memory.h"

static const char word_start[] = "\u2581";

bool as_token_is_space(const as_token *token)
{
    const char *s = token->surface;
    return !s || s[strspn(s, " ")] == '\0' || strcmp(s, word_start) == 0;
}

bool as_sentence_same_text(const as_sentence *a, const as_sentence *b)
{
    return a->text_len == b->text_len && memcmp(a->text, b->text, a->text_len) == 0;
}

const char *as_token_label(const as_token *token)
{
    return as_token_is_space(token) ? "␣" : token->surface;
}

void as_token_word(const as_sentence *sentence, int k, int *first, int *past)
{
    const as_token *tokens = sentence->tokens;
    *first = k;
    *past = k + 1;
    if (tokens[k].special || tokens[k].word < 0)
        return;
    while (*first > 0 && tokens[*first - 1].word == tokens[k].word && !tokens[*first - 1].special)
        (*first)--;
    while (*past < sentence->n && tokens[*past].word == tokens[k].word && !tokens[*past].special)
        (*past)++;
    while (*first < k && as_token_is_space(&tokens[*first]))
        (*first)++;
    while (*past - 1 > k && as_token_is_space(&tokens[*past - 1]))
        (*past)--;
}

static bool starts_word(const char *piece)
{
    return strncmp(piece, word_start, sizeof word_start - 1) == 0;
}

bool as_vocab_tells_words(const as_vocab *vocab)
{
    for (int id = AS_N_SPECIAL; id < as_vocab_size(vocab); id++) {
        const char *piece = as_vocab_piece(vocab, id);
        if (starts_word(piece) && piece[sizeof word_start - 1])
            return true;
    }
    return false;
}

char *as_token_name(const as_vocab *vocab, int id, bool mark_parts)
{
    static const char part_mark[] = "·";
    char number[32];
    if (!vocab) {
        snprintf(number, sizeof number, "#%d", id);
        return strdup(number);
    }
    const char *piece = as_vocab_piece(vocab, id);
    if (starts_word(piece)) {
        const char *rest = piece + sizeof word_start - 1;
        return strdup(*rest ? rest : "␣");
    }
    if (id < AS_N_SPECIAL || !mark_parts)
        return strdup(piece);
    size_t size = sizeof part_mark + strlen(piece);
    char *name = malloc(size);
    if (name)
        snprintf(name, size, "%s%s", part_mark, piece);
    return name;
}

static bool name_candidates(as_result *r, const as_vocab *vocab, as_error *err)
{
    const as_translation *tr = r->translation;
    if (!tr->candidates || tr->n_candidates <= 0)
        return true;
    size_t n = (size_t)r->T * (size_t)tr->n_candidates;
    r->candidates = calloc(n, sizeof *r->candidates);
    r->pieces = calloc(n, sizeof *r->pieces);
    if (!r->candidates || !r->pieces)
        return as_fail_memory(err, "the candidates' names");
    bool mark_parts = vocab && as_vocab_tells_words(vocab);
    for (size_t k = 0; k < n; k++) {
        int id = tr->candidates[k].id;
        if (id < 0 || (vocab && id >= as_vocab_size(vocab)))
            return as_fail(err, AS_ERR_ARGUMENT, "candidate %d is outside the vocabulary", id);
        r->candidates[k] = as_token_name(vocab, id, mark_parts);
        r->pieces[k] = vocab ? strdup(as_vocab_piece(vocab, id)) : as_token_name(NULL, id, false);
        if (!r->candidates[k] || !r->pieces[k])
            return as_fail_memory(err, "the candidates' names");
    }
    return true;
}

static void measure_rows(as_result *r)
{
    for (int t = 0; t < r->T; t++) {
        const float *row = r->translation->alpha + (size_t)t * (size_t)r->S;
        r->row_max[t] = row[as_argmax(row, r->S)];
        r->entropy[t] = (float)as_row_entropy(row, r->S);
        for (int i = 0; i < r->S; i++)
            r->coverage[i] += row[i];
    }
}

/* |c_t|; c is [T x 2H]. */
static void measure_contexts(as_result *r)
{
    size_t n = 2 * (size_t)r->config.H;
    for (int t = 0; t < r->T; t++) {
        const float *c = r->translation->c + (size_t)t * n;
        double sum = 0;
        for (size_t k = 0; k < n; k++)
            sum += (double)c[k] * (double)c[k];
        r->context_norm[t] = (float)sqrt(sum);
    }
}

bool as_result_init(as_result *r, const as_translation *translation, const as_vocab *vocab,
                    const as_config *config, as_error *err)
{
    *r = (as_result){
        .translation = translation, .T = translation->target.n, .S = translation->source.n};
    if (r->T < 1 || r->S < 1)
        return as_fail(err, AS_ERR_ARGUMENT, "a translation of %d x %d tokens has no cells", r->T,
                       r->S);
    if (config) {
        r->has_config = true;
        r->config = *config;
    }
    r->row_max = as_alloc((size_t)r->T, sizeof(float));
    r->entropy = as_alloc((size_t)r->T, sizeof(float));
    r->coverage = as_alloc((size_t)r->S, sizeof(float));
    bool contexts = translation->c && config;
    if (contexts)
        r->context_norm = as_alloc((size_t)r->T, sizeof(float));
    if (!r->row_max || !r->entropy || !r->coverage || (contexts && !r->context_norm)) {
        as_result_finish(r);
        return as_fail_memory(err, "the rows' measures");
    }
    measure_rows(r);
    if (contexts)
        measure_contexts(r);
    if (!name_candidates(r, vocab, err)) {
        as_result_finish(r);
        return false;
    }
    return true;
}

bool as_result_mark(as_result *r, const bool *chosen, as_error *err)
{
    if (!chosen)
        return true;
    r->chosen = as_alloc((size_t)r->T, sizeof *r->chosen);
    if (!r->chosen) {
        as_result_finish(r);
        return as_fail_memory(err, "the marks of words");
    }
    memcpy(r->chosen, chosen, (size_t)r->T * sizeof *chosen);
    return true;
}

/* NULL is fine. */
static void free_names(const as_result *r, char **names)
{
    size_t n = names ? (size_t)r->T * (size_t)r->translation->n_candidates : 0;
    for (size_t k = 0; k < n; k++)
        free(names[k]);
    free(names);
}

void as_result_finish(as_result *r)
{
    free_names(r, r->candidates);
    free_names(r, r->pieces);
    free(r->row_max);
    free(r->entropy);
    free(r->coverage);
    free(r->context_norm);
    free(r->chosen);
    *r = (as_result){0};
}

bool as_result_is_chosen(const as_result *r, int t)
{
    return r->chosen && r->chosen[t];
}

float as_result_alpha(const as_result *r, int t, int i)
{
    return r->translation->alpha[(size_t)t * (size_t)r->S + (size_t)i];
}

int as_result_rank(const as_result *r, int t, int i)
{
    float alpha = as_result_alpha(r, t, i);
    int rank = 1;
    for (int k = 0; k < r->S; k++) {
        float other = as_result_alpha(r, t, k);
        rank += other > alpha || (other == alpha && k < i);
    }
    return rank;
}

int as_result_second(const as_result *r, int t)
{
    int best = as_argmax(r->translation->alpha + (size_t)t * (size_t)r->S, r->S);
    int second = -1;
    for (int k = 0; k < r->S; k++) {
        if (k != best && (second < 0 || as_result_alpha(r, t, k) > as_result_alpha(r, t, second)))
            second = k;
    }
    return second;
}
