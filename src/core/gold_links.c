#include "core/gold.h"

#include "core/memory.h"

#include <stdlib.h>
#include <string.h>

/* The words that a piece belongs to, [first, past); none for </s>. */
typedef struct cover {
    int first, past;
    int characters; /* of the piece that lie in them; 0: a lone space, all of it in the one word */
} cover;

/* Code points that begin in [from, to). */
static int characters_in(const char *text, size_t from, size_t to)
{
    int n = 0;
    for (size_t k = from; k < to; k++)
        n += ((unsigned char)text[k] & 0xc0) != 0x80;
    return n;
}

/* Characters of a token that lie in a word. */
static int overlap(const as_gold_side *side, const as_token *token, const as_gold_word *word)
{
    size_t from = token->start > word->start ? token->start : word->start;
    size_t token_end = token->start + token->len, word_end = word->start + word->len;
    size_t to = token_end < word_end ? token_end : word_end;
    return characters_in(side->text, from, to);
}

/* covers[k] of each token; both tokens and words run from left to right. */
static void find_covers(cover *covers, const as_gold_side *side, const as_sentence *sentence)
{
    int w = 0;
    for (int k = 0; k < sentence->n; k++) {
        const as_token *token = &sentence->tokens[k];
        covers[k] = (cover){0};
        if (token->special)
            continue;
        while (w < side->n && side->words[w].start + side->words[w].len <= token->start)
            w++;
        cover c = {.first = w, .past = w};
        while (c.past < side->n && side->words[c.past].start < token->start + token->len)
            c.characters += overlap(side, token, &side->words[c.past++]);
        if (c.characters == 0)
            c.past = c.first + (c.first < side->n);
        covers[k] = c;
    }
}

/* p(k, w): the share of a piece that belongs to word w of its cover. */
static float share(const cover *c, const as_gold_side *side, const as_token *token, int w)
{
    if (c->characters == 0)
        return 1;
    return (float)overlap(side, token, &side->words[w]) / (float)c->characters;
}

/* row[w] += weight sum_i alpha[i] p(i, w); what belongs to no word goes to row[n]. */
static void add_row(float *row, float weight, const float *alpha, const as_gold_side *side,
                    const as_sentence *source, const cover *covers)
{
    for (int i = 0; i < source->n; i++) {
        const cover *c = &covers[i];
        if (c->first == c->past)
            row[side->n] += weight * alpha[i];
        for (int w = c->first; w < c->past; w++)
            row[w] += weight * alpha[i] * share(c, side, &source->tokens[i], w);
    }
}

/* G [n_target x (n_source + 1)], the last column for </s>. A row's divisor, sum_t p(t, v), does not
 * move its largest weight, so it is left out. */
static void add_matrix(float *G, const as_gold_pair *pair, const as_translation *translation,
                       int shift, const cover *of_source, const cover *of_target)
{
    const as_sentence *source = &translation->source, *target = &translation->target;
    size_t width = (size_t)pair->source.n + 1;
    for (int t = 0; t < target->n; t++) {
        if (t + shift < 0 || t + shift >= target->n)
            continue;
        const float *alpha = translation->alpha + (size_t)(t + shift) * (size_t)source->n;
        for (int v = of_target[t].first; v < of_target[t].past; v++)
            add_row(G + (size_t)v * width,
                    share(&of_target[t], &pair->target, &target->tokens[t], v), alpha,
                    &pair->source, source, of_source);
    }
}

static bool same_text(const as_gold_side *side, const as_sentence *sentence)
{
    return side->len == sentence->text_len && memcmp(side->text, sentence->text, side->len) == 0;
}

bool as_gold_links(const as_gold_pair *pair, const as_translation *translation, int shift,
                   as_link **out, int *n_out, as_error *err)
{
    const as_sentence *source = &translation->source, *target = &translation->target;
    if (!same_text(&pair->source, source) || !same_text(&pair->target, target))
        return as_fail(err, AS_ERR_ARGUMENT, "the translation is of another pair of texts");
    size_t width = (size_t)pair->source.n + 1;
    float *G = as_alloc((size_t)pair->target.n * width, sizeof *G);
    cover *covers = as_alloc((size_t)source->n + (size_t)target->n, sizeof *covers);
    as_link *links = as_alloc((size_t)pair->target.n, sizeof *links);
    int n = 0;
    bool ok = (G != NULL && covers != NULL && links != NULL) ||
              as_fail_memory(err, "the links between gold words");
    if (ok) {
        cover *of_source = covers, *of_target = covers + source->n;
        find_covers(of_source, &pair->source, source);
        find_covers(of_target, &pair->target, target);
        add_matrix(G, pair, translation, shift, of_source, of_target);
        for (int v = 0; v < pair->target.n; v++) {
            const float *row = G + (size_t)v * width;
            int w = as_argmax(row, (int)width);
            if (w < pair->source.n && row[w] > 0) /* a row of nothing but zeros has no link */
                links[n++] = (as_link){w, v};
        }
        *n_out = as_gold_keep_scored(pair, links, n);
        *out = links;
        links = NULL;
    }
    free(G);
    free(covers);
    free(links);
    return ok;
}
