#include "core/export.h"

#include "core/memory.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const float *row_of(const float *matrix, int S, int t)
{
    return matrix + (size_t)t * (size_t)S;
}

static void put_comma(as_buffer *out, int k)
{
    if (k > 0)
        as_buffer_bytes(out, ",", 1);
}

static void put_pieces(as_buffer *out, const char *key, const as_sentence *sentence)
{
    as_buffer_format(out, "\"%s\":[", key);
    for (int k = 0; k < sentence->n; k++) {
        put_comma(out, k);
        as_buffer_json_string(out, sentence->tokens[k].piece);
    }
    as_buffer_text(out, "],");
}

static void put_ids(as_buffer *out, const char *key, const as_sentence *sentence)
{
    as_buffer_format(out, "\"%s\":[", key);
    for (int k = 0; k < sentence->n; k++) {
        put_comma(out, k);
        as_buffer_format(out, "%d", sentence->tokens[k].id);
    }
    as_buffer_text(out, "],");
}

static void put_floats(as_buffer *out, const float *x, int n)
{
    as_buffer_bytes(out, "[", 1);
    for (int k = 0; k < n; k++) {
        put_comma(out, k);
        as_buffer_float(out, x[k]);
    }
    as_buffer_bytes(out, "]", 1);
}

static void put_matrix(as_buffer *out, const char *key, const float *matrix, int T, int S)
{
    as_buffer_format(out, "\"%s\":[", key);
    for (int t = 0; t < T; t++) {
        put_comma(out, t);
        put_floats(out, row_of(matrix, S, t), S);
    }
    as_buffer_text(out, "],");
}

/* Of what candidates are called: a vocabulary or, without one, [T x n_candidates] pieces. */
typedef struct names {
    const as_vocab *vocab;
    const char *const *pieces;
} names;

static void put_candidates(as_buffer *out, const as_translation *translation, names called)
{
    as_buffer_text(out, "\"candidates\":[");
    for (int t = 0; t < translation->target.n; t++) {
        put_comma(out, t);
        as_buffer_bytes(out, "[", 1);
        for (int k = 0; k < translation->n_candidates; k++) {
            size_t at = (size_t)t * (size_t)translation->n_candidates + (size_t)k;
            const as_candidate *candidate = &translation->candidates[at];
            put_comma(out, k);
            as_buffer_text(out, "{\"token\":");
            as_buffer_json_string(out, called.vocab ? as_vocab_piece(called.vocab, candidate->id)
                                                    : called.pieces[at]);
            as_buffer_text(out, ",\"p\":");
            as_buffer_float(out, expf(candidate->logp));
            as_buffer_bytes(out, "}", 1);
        }
        as_buffer_bytes(out, "]", 1);
    }
    as_buffer_text(out, "],");
}

static int forced_at_start(const as_translation *translation)
{
    int n = 0;
    while (n < translation->target.n && translation->forced[n])
        n++;
    return n;
}

static void put_node(as_buffer *out, const as_beam_node *node, const as_vocab *target_vocab)
{
    static const char *const fates[] = {
        [AS_FATE_KEPT] = "kept", [AS_FATE_ENDED] = "ended", [AS_FATE_DISCARDED] = "discarded"};
    as_buffer_format(out, "{\"parent\":%d,\"token\":", node->parent);
    as_buffer_json_string(out, as_vocab_piece(target_vocab, node->id));
    as_buffer_format(out, ",\"id\":%d,\"logp\":", node->id);
    as_buffer_float(out, node->logp);
    as_buffer_text(out, ",\"total\":");
    as_buffer_double(out, node->total);
    as_buffer_text(out, ",\"score\":");
    as_buffer_double(out, node->score);
    as_buffer_format(out, ",\"fate\":\"%s\",\"chosen\":%s}", fates[node->fate],
                     node->chosen ? "true" : "false");
}

static void put_tree(as_buffer *out, const as_beam_tree *tree, const as_vocab *target_vocab)
{
    as_buffer_format(out, ",\"tree\":{\"beam\":%d,\"nodes\":[", tree->beam);
    for (int k = 0; k < tree->n; k++) {
        put_comma(out, k);
        put_node(out, &tree->nodes[k], target_vocab);
    }
    as_buffer_text(out, "]}");
}

static void put_translation(as_buffer *out, const as_translation *translation,
                            const as_beam_tree *tree, names called)
{
    int T = translation->target.n, S = translation->source.n;
    as_buffer_bytes(out, "{", 1);
    put_pieces(out, "source", &translation->source);
    put_pieces(out, "target", &translation->target);
    put_ids(out, "source_ids", &translation->source);
    put_ids(out, "target_ids", &translation->target);
    if (translation->no_attention) {
        as_buffer_text(out, "\"alpha\":null,\"energy\":null,");
    } else {
        put_matrix(out, "alpha", translation->alpha, T, S);
        put_matrix(out, "energy", translation->energy, T, S);
    }
    as_buffer_text(out, "\"logprob\":");
    put_floats(out, translation->logp, T);
    as_buffer_bytes(out, ",", 1);
    put_candidates(out, translation, called);
    as_buffer_text(out, "\"score\":");
    as_buffer_double(out, translation->score);
    if (translation->temperature != 1) {
        as_buffer_text(out, ",\"temperature\":");
        as_buffer_double(out, translation->temperature);
    }
    int n_forced = forced_at_start(translation);
    if (n_forced < T && n_forced > 0)
        as_buffer_format(out, ",\"forced\":%d", n_forced);
    as_buffer_format(out, ",\"stopped\":\"%s\",\"text\":", as_stop_name(translation->stopped));
    as_buffer_json_string(out, translation->target.text);
    if (tree)
        put_tree(out, tree, called.vocab);
    as_buffer_bytes(out, "}", 1);
}

void as_export_json_tree(as_buffer *out, const as_translation *translation,
                         const as_beam_tree *tree, const as_vocab *target_vocab)
{
    put_translation(out, translation, tree, (names){target_vocab, NULL});
}

void as_export_json_pieces(as_buffer *out, const as_translation *translation,
                           const char *const *pieces)
{
    put_translation(out, translation, NULL, (names){NULL, pieces});
}

void as_export_json(as_buffer *out, const as_translation *translation, const as_vocab *target_vocab)
{
    as_export_json_tree(out, translation, NULL, target_vocab);
}

/* One cell: no tab or line break inside; quoted when it begins with a quotation mark, which readers
 * of tables would take for an opening one. */
static void put_label(as_buffer *out, const char *label)
{
    bool quoted = label[0] == '"';
    if (quoted)
        as_buffer_bytes(out, "\"", 1);
    for (const char *at = label; *at; at++) {
        bool is_control = (unsigned char)*at < 0x20 || *at == 0x7f;
        as_buffer_bytes(out, is_control ? " " : at, 1);
        if (quoted && *at == '"')
            as_buffer_bytes(out, "\"", 1);
    }
    if (quoted)
        as_buffer_bytes(out, "\"", 1);
}

void as_export_table(as_buffer *out, const float *values, as_labels rows, as_labels columns)
{
    for (int c = 0; c < columns.n; c++) {
        as_buffer_bytes(out, "\t", 1);
        put_label(out, columns.label(columns.of, c));
    }
    as_buffer_bytes(out, "\n", 1);
    for (int r = 0; r < rows.n; r++) {
        put_label(out, rows.label(rows.of, r));
        for (int c = 0; c < columns.n; c++) {
            as_buffer_bytes(out, "\t", 1);
            as_buffer_float(out, row_of(values, columns.n, r)[c]);
        }
        as_buffer_bytes(out, "\n", 1);
    }
}

static const char *surface_of(const void *sentence, int k)
{
    return ((const as_sentence *)sentence)->tokens[k].surface;
}

void as_export_tsv(as_buffer *out, const as_translation *translation)
{
    const as_sentence *target = &translation->target, *source = &translation->source;
    as_export_table(out, translation->alpha, (as_labels){target, target->n, surface_of},
                    (as_labels){source, source->n, surface_of});
}

int as_links(as_link *out, const as_translation *translation)
{
    int T = translation->target.n, S = translation->source.n, n = 0;
    for (int t = 0; t < T && !translation->no_attention; t++) {
        int i = as_argmax(row_of(translation->alpha, S, t), S);
        if (!translation->target.tokens[t].special && !translation->source.tokens[i].special)
            out[n++] = (as_link){i, t};
    }
    return n;
}

int as_number_words(const as_sentence *sentence, int *word, int *number)
{
    int n = 0;
    for (int k = 0; k < sentence->n; k++) {
        const as_token *token = &sentence->tokens[k];
        int own = token->special ? -1 : token->word;
        if (k == 0 || own != number[n - 1])
            number[n++] = own;
        word[k] = n - 1;
    }
    return n;
}

bool as_word_links(const as_translation *translation, as_link **out, int *n_out, as_error *err)
{
    int T = translation->target.n, S = translation->source.n, n = 0;
    size_t cells = 0;
    int *numbers = as_alloc(2 * ((size_t)T + (size_t)S), sizeof *numbers);
    float *alpha =
        as_mul_size((size_t)T, (size_t)S, &cells) ? as_alloc(cells, sizeof *alpha) : NULL;
    as_link *links = as_alloc((size_t)T, sizeof *links);
    if (!numbers || !alpha || !links) {
        free(numbers);
        free(alpha);
        free(links);
        return as_fail_memory(err, "the links between words");
    }
    int *word_of_t = numbers, *number_of_t = word_of_t + T;
    int *word_of_i = number_of_t + T, *number_of_i = word_of_i + S;
    int Tw = as_number_words(&translation->target, word_of_t, number_of_t);
    int Sw = as_number_words(&translation->source, word_of_i, number_of_i);
    as_words_from_pieces(alpha, Tw, Sw, translation->alpha, T, S, word_of_t, word_of_i);
    for (int t = 0; t < Tw && !translation->no_attention; t++) {
        int i = as_argmax(row_of(alpha, Sw, t), Sw);
        if (number_of_t[t] >= 0 && number_of_i[i] >= 0)
            links[n++] = (as_link){number_of_i[i], number_of_t[t]};
    }
    free(numbers);
    free(alpha);
    *out = links;
    *n_out = n;
    return true;
}

static void put_links(as_buffer *out, const as_link *links, int n)
{
    for (int k = 0; k < n; k++)
        as_buffer_format(out, "%s%d-%d", k > 0 ? " " : "", links[k].source, links[k].target);
}

void as_export_pharaoh(as_buffer *out, const as_translation *translation)
{
    as_link *links = as_alloc((size_t)translation->target.n, sizeof *links);
    if (links)
        put_links(out, links, as_links(links, translation));
    else
        out->failed = true;
    free(links);
}

bool as_export_pharaoh_words(as_buffer *out, const as_translation *translation, as_error *err)
{
    as_link *links;
    int n;
    if (!as_word_links(translation, &links, &n, err))
        return false;
    put_links(out, links, n);
    free(links);
    return as_buffer_ok(out, err);
}

void as_export_soft(as_buffer *out, const as_translation *translation)
{
    int T = translation->target.n, S = translation->source.n;
    as_buffer_text(out, translation->target.text);
    as_buffer_text(out, " |||");
    for (int t = 0; t < T && !translation->no_attention; t++) {
        as_buffer_bytes(out, " ", 1);
        for (int i = 0; i < S; i++) {
            put_comma(out, i);
            as_buffer_rounded(out, (double)row_of(translation->alpha, S, t)[i], 6);
        }
    }
}

void as_export_hard(as_buffer *out, const as_translation *translation)
{
    int T = translation->target.n, S = translation->source.n;
    int *best = as_alloc((size_t)T, sizeof *best);
    if (!best) {
        out->failed = true;
        return;
    }
    as_buffer_text(out, translation->target.text);
    as_buffer_text(out, " |||");
    for (int t = 0; t < T; t++)
        best[t] = as_argmax(row_of(translation->alpha, S, t), S);
    for (int i = 0; i < S && !translation->no_attention; i++)
        for (int t = 0; t < T; t++)
            if (best[t] == i)
                as_buffer_format(out, " %d-%d", i, t);
    free(best);
}

/* A word among others on a line: without spaces and controls inside. */
static void put_word(as_buffer *out, const char *word)
{
    for (const char *at = word; *at; at++) {
        bool breaks = (unsigned char)*at <= ' ' || *at == 0x7f;
        as_buffer_bytes(out, breaks ? "?" : at, 1);
    }
}

/* Tokens without specials, a space between two: as many as there are rows, but for </s>. */
static void put_surfaces(as_buffer *out, const as_sentence *sentence)
{
    const char *between = "";
    for (int k = 0; k < sentence->n; k++) {
        if (sentence->tokens[k].special)
            continue;
        as_buffer_text(out, between);
        put_word(out, sentence->tokens[k].surface);
        between = " ";
    }
}

void as_export_nematus(as_buffer *out, const as_translation *translation, long long sentence)
{
    int T = translation->target.n, S = translation->source.n;
    as_buffer_format(out, "%lld ||| ", sentence);
    put_surfaces(out, &translation->target);
    as_buffer_text(out, " ||| ");
    as_buffer_double(out, 0 - translation->score); /* 0, not -0 */
    as_buffer_text(out, " ||| ");
    put_surfaces(out, &translation->source);
    as_buffer_format(out, " ||| %d %d\n", S, T);
    for (int t = 0; t < T && !translation->no_attention; t++) {
        for (int i = 0; i < S; i++) {
            as_buffer_text(out, i > 0 ? " " : "");
            as_buffer_float(out, row_of(translation->alpha, S, t)[i]);
        }
        as_buffer_text(out, "\n");
    }
}

void as_export_array(as_buffer *out, const float *values, int rows, int columns)
{
    enum { PREAMBLE = 10, ALIGNMENT = 64 }; /* magic, version, length of the text that follows */
    char shape[ALIGNMENT * 2];
    int len =
        snprintf(shape, sizeof shape,
                 "{'descr': '<f4', 'fortran_order': False, 'shape': (%d, %d), }", rows, columns);
    int padded = (PREAMBLE + len + 1 + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT - PREAMBLE;
    const unsigned char preamble[PREAMBLE] = {
        0x93, 'N', 'U', 'M', 'P', 'Y', 1, 0, (unsigned char)padded, (unsigned char)(padded >> 8)};
    as_buffer_bytes(out, preamble, sizeof preamble);
    as_buffer_format(out, "%s%*s\n", shape, padded - len - 1, "");
    as_buffer_bytes(out, values, (size_t)rows * (size_t)columns * sizeof *values);
}

void as_export_npy(as_buffer *out, const as_translation *translation)
{
    as_export_array(out, translation->alpha, translation->target.n, translation->source.n);
}
