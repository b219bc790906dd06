/* The curves of a training run: losses, BLEU, learning rate, speed, one below the other over the
 * steps. */
#ifndef AS_VIEW_CURVES_H
#define AS_VIEW_CURVES_H

#include "core/run_log.h"
#include "view/draw_list.h"
#include "view/strings.h"
#include "view/theme.h"

typedef struct as_curves_options {
    const char *name; /* of the run, after the title; "" or NULL: none */
    as_theme_kind theme;
    as_language language;
} as_curves_options;

/* Draws into an emptied *out and tells the size of the picture. A panel without a value is left
 * out. Errors: ARGUMENT when no panel has one, SYSTEM (memory). */
bool as_curves_frame(const as_run_log *log, const as_curves_options *options,
                     const as_text_metrics *tm, as_draw_list *out, float *width, float *height,
                     as_error *err);

#endif
