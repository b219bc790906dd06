#include "app/bench_matrix.h"

#include "core/memory.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WORD_SIZE = 16 };

/* Tokens own their pieces; the surface of a word lies inside its piece, after the space mark. */
static bool make_token(as_token *token, const char *letters, int k, bool last)
{
    static const char space[] = "\u2581";
    char piece[WORD_SIZE] = "</s>";
    if (!last) /* 3 to 9 letters, from different places of the alphabet */
        snprintf(piece, sizeof piece, "%s%.*s", space, 3 + k * 5 % 7, letters + k * 7 % 16);
    *token = (as_token){.id = last ? AS_EOS : AS_N_SPECIAL,
                        .word = last ? -1 : k,
                        .known = true,
                        .special = last,
                        .piece = strdup(piece)};
    if (token->piece == NULL)
        return false;
    token->surface = token->piece + (last ? 0 : sizeof space - 1);
    return true;
}

static bool make_sentence(as_sentence *s, const char *letters, int n)
{
    s->tokens = calloc((size_t)n, sizeof *s->tokens);
    s->text = calloc((size_t)n, WORD_SIZE);
    if (s->tokens == NULL || s->text == NULL)
        return false;
    while (s->n < n) {
        as_token *token = &s->tokens[s->n];
        if (!make_token(token, letters, s->n, s->n == n - 1))
            return false;
        bool first = s->n++ == 0;
        if (!token->special)
            s->text_len +=
                (size_t)sprintf(s->text + s->text_len, "%s%s", first ? "" : " ", token->surface);
        token->len = token->special ? 0 : strlen(token->surface);
        token->start = s->text_len - token->len;
    }
    return true;
}

static void fill_row(as_translation *tr, int t)
{
    int S = tr->source.n;
    float *alpha = tr->alpha + (size_t)t * (size_t)S, *energy = tr->energy + (size_t)t * (size_t)S;
    double sum = 0;
    for (int i = 0; i < S; i++) {
        energy[i] = (float)(4 - 0.8 * abs(i - t) + 0.5 * sin(2.0 * t + 5.0 * i));
        sum += exp((double)energy[i]);
    }
    for (int i = 0; i < S; i++)
        alpha[i] = (float)(exp((double)energy[i]) / sum);
    tr->logp[t] = logf(0.98f - 0.17f * (float)(t % 5));
    tr->total_logp += (double)tr->logp[t];
    tr->candidates[t] = (as_candidate){tr->target.tokens[t].id, tr->logp[t]};
}

as_translation *as_bench_matrix_new(int n)
{
    as_translation *tr = calloc(1, sizeof *tr);
    if (tr == NULL)
        return NULL;
    size_t size = (size_t)n;
    tr->temperature = 1;
    tr->n_candidates = 1;
    tr->alpha = as_alloc(size * size, sizeof *tr->alpha);
    tr->energy = as_alloc(size * size, sizeof *tr->energy);
    tr->logp = as_alloc(size, sizeof *tr->logp);
    tr->forced = as_alloc(size, sizeof *tr->forced);
    tr->candidates = as_alloc(size, sizeof *tr->candidates);
    if (tr->alpha == NULL || tr->energy == NULL || tr->logp == NULL || tr->forced == NULL ||
        tr->candidates == NULL || !make_sentence(&tr->source, "abcdefghijklmnopqrstuvwxyz", n) ||
        !make_sentence(&tr->target, "zyxwvutsrqponmlkjihgfedcba", n)) {
        as_translation_free(tr);
        return NULL;
    }
    for (int t = 0; t < n; t++)
        fill_row(tr, t);
    tr->score = tr->total_logp;
    return tr;
}
