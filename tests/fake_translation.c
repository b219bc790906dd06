#include "fake_translation.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/memory.h"
#include "core/score.h"

const as_config fake_config = {.score = AS_SCORE_ADDITIVE,
                               .query = AS_QUERY_PREVIOUS,
                               .readout = AS_READOUT_LINEAR,
                               .E = 2,
                               .H = 2,
                               .D = 2,
                               .A = 2,
                               .Vx = 8,
                               .Vy = 8};

const as_model_about fake_about = {
    .config = {.score = AS_SCORE_ADDITIVE,
               .query = AS_QUERY_PREVIOUS,
               .readout = AS_READOUT_TANH,
               .E = 256,
               .H = 256,
               .D = 512,
               .A = 128,
               .R = 64,
               .Vx = 8000,
               .Vy = 120},
    .source_unit = AS_UNIT_BPE,
    .target_unit = AS_UNIT_CHAR,
    .dtype = AS_BF16,
    .n_parameters = 12008768,
    .file_bytes = 24400000,
    .name = (char *)"eng-fra",
    .languages = (char *)"eng-fra",
    .licence = (char *)"CC BY 2.0 FR",
    .data = (char *)"Tatoeba and formal text (Europarl, EUR-Lex, TICO-19), of which one sentence "
                    "in four",
    .training = (char *)"{}",
};

static as_token special_end(void)
{
    as_token token = {
        .id = AS_EOS, .piece = strdup("</s>"), .word = -1, .known = true, .special = true};
    token.surface = token.piece;
    return token;
}

/* A piece of a word, with the mark of the space before it if it is the first. */
static as_token piece_token(const char *text, size_t len, bool first, int word, int number)
{
    bool known = text[0] != '?';
    as_token token = {
        .id = known ? AS_N_SPECIAL + number % 4 : AS_UNK, .word = word, .known = known};
    token.piece = malloc(len + 4);
    sprintf(token.piece, "%s%.*s", first ? "\u2581" : "", (int)len - !known, text + !known);
    token.surface = token.piece + (first && len > 0 ? 3 : 0); /* after the space mark */
    return token;
}

static void push_word(as_sentence *s, const char *word, size_t len)
{
    bool space = s->n > 0;
    int number = s->n_words++;
    for (size_t k = 0; k <= len;) {
        size_t n = strcspn(word + k, "| ");
        as_token token = piece_token(word + k, n, k == 0, number, s->n);
        token.start = strlen(s->text) + (space && k == 0 && n > 0);
        token.len = n > 0 ? strlen(token.surface) : space;
        if (space && k == 0)
            strcat(s->text, " ");
        if (n > 0)
            strcat(s->text, token.surface);
        s->tokens[s->n++] = token;
        k += n + 1;
    }
}

as_sentence fake_sentence(const char *words)
{
    as_sentence s = {.text = calloc(1, strlen(words) + 1)};
    s.tokens = calloc(strlen(words) + 2, sizeof *s.tokens);
    for (const char *w = words; *w;) {
        size_t len = strcspn(w, " ");
        if (len > 0)
            push_word(&s, w, len);
        w += len + (w[len] == ' ');
    }
    s.text_len = strlen(s.text);
    s.tokens[s.n] = special_end();
    s.tokens[s.n++].start = s.text_len;
    return s;
}

/* Mass falls off with the distance from the diagonal. */
static void fill_row(as_translation *tr, int t)
{
    int T = tr->target.n, S = tr->source.n;
    float *alpha = tr->alpha + (size_t)t * (size_t)S;
    float *energy = tr->energy + (size_t)t * (size_t)S;
    double centre = T > 1 ? (double)t * (S - 1) / (T - 1) : 0, sum = 0;
    for (int i = 0; i < S; i++) {
        double wobble = 0.3 * sin(2.0 * t + 5.0 * i);
        energy[i] = (float)(4 - 1.7 * fabs(i - centre) + wobble);
        sum += exp((double)energy[i]);
    }
    for (int i = 0; i < S; i++)
        alpha[i] = (float)(exp((double)energy[i]) / sum);
    tr->logp[t] = logf(0.98f - 0.17f * (float)(t % 5));
    tr->total_logp += (double)tr->logp[t];
    tr->candidates[2 * t] = (as_candidate){tr->target.tokens[t].id, tr->logp[t]};
    tr->candidates[2 * t + 1] = (as_candidate){AS_UNK, logf(0.02f)};
}

static as_translation *filled(as_sentence source, as_sentence target, bool keep_context)
{
    as_translation *tr = calloc(1, sizeof *tr);
    tr->source = source;
    tr->target = target;
    size_t T = (size_t)target.n, S = (size_t)source.n;
    tr->alpha = as_alloc(T * S, sizeof(float));
    tr->energy = as_alloc(T * S, sizeof(float));
    tr->logp = as_alloc(T, sizeof(float));
    tr->forced = as_alloc(T, sizeof(bool));
    tr->candidates = as_alloc(2 * T, sizeof(as_candidate));
    tr->n_candidates = 2;
    for (int t = 0; t < target.n; t++)
        fill_row(tr, t);
    tr->score = tr->total_logp;
    tr->temperature = 1;
    if (keep_context) {
        tr->c = as_alloc(T * 4, sizeof(float));
        for (size_t k = 0; k < T * 4; k++)
            tr->c[k] = (float)(1 + k % 4);
        tr->s = as_alloc((T + 1) * 2, sizeof(float));
        for (size_t k = 0; k < (T + 1) * 2; k++)
            tr->s[k] = k % 2 ? 0.6f : -0.8f; /* of length 1 */
    }
    return tr;
}

as_translation *fake_translation(const char *source, const char *target, bool keep_context)
{
    return filled(fake_sentence(source), fake_sentence(target), keep_context);
}

as_trace *fake_trace(const as_translation *tr)
{
    static const float parts[] = {0.6f, 0.7f, -0.3f};
    as_trace *trace = as_alloc(1, sizeof *trace);
    trace->T = tr->target.n;
    trace->S = tr->source.n;
    size_t T = (size_t)trace->T, S = (size_t)trace->S, W = 3 * S;
    trace->n_terms = (int)W;
    trace->score = as_score_lookup(AS_SCORE_DOT);
    trace->r = as_alloc(T, sizeof(float));
    trace->z = as_alloc(T, sizeof(float));
    trace->queries = as_alloc(T, W * sizeof(float));
    trace->keys = as_alloc(S, W * sizeof(float));
    for (size_t t = 0; t < T; t++) {
        trace->r[t] = 0.25f + 0.5f * (float)t / (float)T;
        trace->z[t] = 0.75f - 0.5f * (float)t / (float)T;
        for (size_t k = 0; k < W; k++)
            trace->queries[t * W + k] = tr->energy[t * S + k % S] * parts[k / S];
    }
    for (size_t i = 0; i < S; i++)
        for (size_t part = 0; part < 3; part++)
            trace->keys[i * W + part * S + i] = 1;
    return trace;
}

static int add_node(as_beam_tree *tree, int parent, int id, float logp, as_fate fate, bool chosen)
{
    const as_beam_node *before = parent < 0 ? NULL : &tree->nodes[parent];
    as_beam_node node = {.parent = parent,
                         .id = id,
                         .length = before ? before->length + 1 : 1,
                         .logp = logp,
                         .total = (before ? before->total : 0) + (double)logp,
                         .fate = fate,
                         .chosen = chosen};
    node.score = node.total / node.length;
    tree->nodes[tree->n] = node;
    return tree->n++;
}

as_beam_tree *fake_tree(const as_translation *tr)
{
    int T = tr->target.n, best = -1, second = -1;
    as_beam_tree *tree = as_alloc(1, sizeof *tree);
    if (!tree || !(tree->nodes = as_alloc(3 * (size_t)T, sizeof *tree->nodes))) {
        as_beam_tree_free(tree);
        return NULL; /* a test of failing allocations: the view does without */
    }
    tree->beam = 2;
    for (int t = 0; t < T; t++) {
        int before = best;
        bool last = t == T - 1;
        best = add_node(tree, before, tr->target.tokens[t].id, tr->logp[t],
                        last ? AS_FATE_ENDED : AS_FATE_KEPT, true);
        if (!last)
            second = add_node(tree, second, 6, -1.5f, AS_FATE_KEPT, false);
        add_node(tree, before, AS_UNK, -4, AS_FATE_DISCARDED, false);
    }
    return tree;
}

as_beam_tree *fake_wide_tree(const as_translation *tr, int lanes)
{
    as_beam_tree *tree = as_alloc(1, sizeof *tree);
    int n_rows = tr->target.n, per_row = lanes + 1;
    tree->nodes = as_alloc((size_t)(n_rows * per_row), sizeof *tree->nodes);
    tree->n = n_rows * per_row;
    tree->beam = lanes;
    for (int k = 0; k < tree->n; k++) {
        int row = k / per_row, lane = k % per_row;
        int parent = (row - 1) * per_row + (lane < lanes ? lane : 0);
        tree->nodes[k] = (as_beam_node){.parent = row > 0 ? parent : -1,
                                        .id = lane == 0 ? tr->target.tokens[row].id : 100 + lane,
                                        .length = row + 1,
                                        .total = -lane - row,
                                        .fate = lane < lanes ? AS_FATE_KEPT : AS_FATE_DISCARDED,
                                        .chosen = lane == 0};
    }
    return tree;
}

static char *numbered(const char *letter, int n)
{
    char *words = calloc((size_t)n + 1, 8), *at = words;
    for (int k = 1; k < n; k++)
        at += sprintf(at, "%s%s%d", k > 1 ? " " : "", letter, k);
    return words;
}

as_translation *fake_translation_of_size(int T, int S)
{
    char *source = numbered("x", S), *target = numbered("y", T);
    as_translation *tr = fake_translation(source, target, false);
    free(source);
    free(target);
    return tr;
}

static size_t n_characters(const char *text, size_t len)
{
    size_t n = 0;
    for (size_t k = 0; k < len; k++)
        n += ((unsigned char)text[k] & 0xc0) != 0x80;
    return n;
}

static float fixed_width(void *context, as_font font, float size, const char *text, size_t len)
{
    (void)context;
    (void)font;
    return (float)n_characters(text, len) * size / 2;
}

static float fixed_ascent(void *context, as_font font, float size)
{
    (void)context;
    (void)font;
    return 0.75f * size;
}

static float fixed_descent(void *context, as_font font, float size)
{
    (void)context;
    (void)font;
    return 0.25f * size;
}

static float fixed_x_of(void *context, as_font font, float size, const char *text, size_t len,
                        size_t offset)
{
    return fixed_width(context, font, size, text, offset < len ? offset : len);
}

static size_t fixed_offset_at(void *context, as_font font, float size, const char *text, size_t len,
                              float x)
{
    (void)context;
    (void)font;
    float step = size / 2;
    size_t n = n_characters(text, len), wanted = x <= 0 ? 0 : (size_t)(x / step + 0.5f);
    if (wanted >= n)
        return len;
    size_t k = 0;
    for (size_t seen = 0; k < len; k++) {
        if (((unsigned char)text[k] & 0xc0) != 0x80 && seen++ == wanted)
            break;
    }
    return k;
}

/* The fixed font has no private characters (U+E000 to U+EFFF, of which the first byte is 0xee). */
static int fixed_missing(void *context, as_font font, float size, const char *text, size_t len)
{
    (void)context;
    (void)font;
    (void)size;
    int n = 0;
    for (size_t k = 0; k < len; k++)
        n += (unsigned char)text[k] == 0xee;
    return n;
}

const as_text_metrics fixed_metrics = {NULL,       fixed_width,     fixed_ascent, fixed_descent,
                                       fixed_x_of, fixed_offset_at, fixed_missing};
