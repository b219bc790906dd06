/* A translation as data for other programs. A model without attention (as_translation.no_attention)
 * gives no links, no soft rows and a JSON null; the two tables of nothing but alpha, TSV and .npy,
 * would hold zeros, and callers ask before they write one. Everything goes into a buffer, whose
 * as_buffer_ok tells whether memory sufficed. T target rows, S source columns, </s> included in
 * both.
 *
 * Tokens are written as pieces of the vocabulary ("▁accord"; an unknown word's own characters),
 * except in TSV, which is for people and has what the screen shows. */
#ifndef AS_CORE_EXPORT_H
#define AS_CORE_EXPORT_H

#include "core/beam_tree.h"
#include "core/buffer.h"
#include "core/measures.h"

/* One JSON object on one line, without the newline:
 *   {"source":[…S],"target":[…T],"source_ids":[…S],"target_ids":[…T],"alpha":[[…S]…T],
 *    "energy":[[…S]…T],"logprob":[…T],"candidates":[[{"token":…,"p":…}]…T],"score":…,
 *    "stopped":"eos|limit","text":…}
 * and before "stopped", when it is not 1, "temperature", and where the target began with tokens
 * that were given but did not end with them, how many: "forced". alpha and energy are null when the
 * model has no attention. Floats read back as the same floats. target_vocab names the candidates.
 */
void as_export_json(as_buffer *out, const as_translation *translation,
                    const as_vocab *target_vocab);
/* The same; pieces [T x n_candidates] name the candidates, and may be NULL where there are none. */
void as_export_json_pieces(as_buffer *out, const as_translation *translation,
                           const char *const *pieces);

/* The same with the tree of the search after "text", unless it is NULL:
 *   "tree":{"beam":…,"nodes":[{"parent":…,"token":…,"id":…,"logp":…,"total":…,"score":…,
 *    "fate":"kept|ended|discarded","chosen":…}…]}
 * parent is the index of a node before it, -1 at the first step; the rest as in as_beam_node. */
void as_export_json_tree(as_buffer *out, const as_translation *translation,
                         const as_beam_tree *tree, const as_vocab *target_vocab);

/* alpha as a table: an empty cell and the source labels, then per target token its label and its
 * row. Tabs and line breaks in labels become spaces; a label that begins with a quotation mark is
 * quoted as spreadsheets do it. Every line ends with a newline. */
void as_export_tsv(as_buffer *out, const as_translation *translation);

/* Links "source-target", 0-based, between spaces, one per target row at most: see as_links. */
void as_export_pharaoh(as_buffer *out, const as_translation *translation);
/* The same between words: see as_word_links. Errors: SYSTEM. */
bool as_export_pharaoh_words(as_buffer *out, const as_translation *translation, as_error *err);

/* What marian-decoder --alignment soft prints: "text ||| row row …", a row per target token and its
 * weights between commas, 6 significant digits. */
void as_export_soft(as_buffer *out, const as_translation *translation);

/* What it prints with hard: "text ||| source-target …", the largest weight of each target token,
 * the first one on a tie, </s> on both sides included; sorted by source and then by target. */
void as_export_hard(as_buffer *out, const as_translation *translation);

/* What Nematus writes with --output_alignment, without the newline at its end: "sentence ||| target
 * ||| score ||| source ||| S T", sentences counted from 0 and the score being -log P or what a
 * length penalty made of it; then a line per target token, its weights between spaces; then an
 * empty line. */
void as_export_nematus(as_buffer *out, const as_translation *translation, long long sentence);

/* Any table of the same kind, values [rows.n x columns.n], and any such array. */
typedef struct as_labels {
    const void *of;
    int n;
    const char *(*label)(const void *of, int k); /* NUL-terminated; borrowed */
} as_labels;
void as_export_table(as_buffer *out, const float *values, as_labels rows, as_labels columns);
void as_export_array(as_buffer *out, const float *values, int rows, int columns);

/* alpha as NumPy's .npy, version 1.0: float32 [T, S], C order, little-endian. */
void as_export_npy(as_buffer *out, const as_translation *translation);

/* Hard links of alpha: the largest weight of each target row, the first one on a tie. A row or a
 * column of </s> gives no link. out holds T. Returns how many. Cannot fail. */
int as_links(as_link *out, const as_translation *translation);

/* The words that a sentence's tokens make up: word[n] of each token, 0-based and without gaps, </s>
 * being a word of its own; number[] receives each word's number as the tokens have it, or -1 for
 * </s>, and has room for n. Returns how many words. Cannot fail. */
int as_number_words(const as_sentence *sentence, int *word, int *number);

/* The same after joining pieces to words (source summed, target averaged). Word numbers are those
 * of as_token.word. *out is the caller's (free). Errors: SYSTEM. */
bool as_word_links(const as_translation *translation, as_link **out, int *n_out, as_error *err);

#endif
