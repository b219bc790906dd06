/* Translations made by hand, for tests of what is drawn: no model is needed. */
#ifndef AS_TESTS_FAKE_TRANSLATION_H
#define AS_TESTS_FAKE_TRANSLATION_H

#include "view/heatmap.h" /* as_cell */
#include "view/view.h"

/* A sentence of space-separated words, one token each, and </s>. A word that starts with '?' is one
 * that the model does not know; the mark is not part of it. '|' cuts a word into pieces: "ar|ea",
 * and with "|area" the first one is its space alone. */
as_sentence fake_sentence(const char *words);

/* alpha: nearly diagonal, rows sum to 1; energy: log alpha + 4; logp and two candidates per row.
 * keep_context: fills c with a context of length 2 H = 4, and s. The caller's;
 * as_translation_free. */
as_translation *fake_translation(const char *source, const char *target, bool keep_context);

/* A trace whose terms sum to the energies: three of each that are not 0, of a score of products;
 * gates between 0 and 1. The caller's; as_trace_free. */
as_trace *fake_trace(const as_translation *translation);

/* A tree of beam 2: the translation; beside it a second hypothesis from the first step to the one
 * before the last; and after every token of the translation but the last one that was discarded.
 * The caller's; as_beam_tree_free. NULL: memory is short. */
as_beam_tree *fake_tree(const as_translation *translation);
/* Of so many hypotheses, that each go on by themselves, the translation the first; and one that was
 * discarded at every step. */
as_beam_tree *fake_wide_tree(const as_translation *translation, int lanes);

/* T x S tokens "y1" … and "x1" …, the last of each </s>. */
as_translation *fake_translation_of_size(int T, int S);

extern const as_config fake_config; /* additive, linear, H = 2 */

extern const as_model_about fake_about; /* of fake_config, everything known */

/* A fixed font: every character 8 wide (scaled by size / 16), ascent 12, descent 4 of 16. Offsets
 * count UTF-8 characters from the left. */
extern const as_text_metrics fixed_metrics;

#endif
