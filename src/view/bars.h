/* BLEU by the length of the source as bars, one for each bucket of lengths. */
#ifndef AS_VIEW_BARS_H
#define AS_VIEW_BARS_H

#include "core/corpus_scores.h"
#include "core/lengths.h"
#include "view/draw_list.h"
#include "view/strings.h"
#include "view/theme.h"

typedef struct as_bars_options {
    const char *name; /* what was translated by what, under the title; "" or NULL: nothing */
    as_theme_kind theme;
    as_language language;
} as_bars_options;

/* "up to 15", "16 to 30", "over 30". Returns out. */
enum { AS_BARS_LABEL = 64 };
char *as_bars_label(char out[AS_BARS_LABEL], const as_lengths *lengths, int bucket,
                    as_language language);

/* Draws scores[n_bounds + 1] into an emptied *out and tells the size of the picture. A bucket
 * without a sentence has its place and no bar. Errors: SYSTEM (memory). */
bool as_bars_frame(const as_lengths *lengths, const as_corpus_scores *scores,
                   const as_bars_options *options, const as_text_metrics *tm, as_draw_list *out,
                   float *width, float *height, as_error *err);

#endif
