/* How the window feels, in numbers: a scripted session in the real window without a person. */
#ifndef AS_APP_BENCH_UI_H
#define AS_APP_BENCH_UI_H

#include "app/app_private.h"

#include <stdio.h>

/* Types a sentence, hovers, plays it, pans and hovers over a made-up 300 x 300 matrix, and prints
 * one JSON object on a line:
 *
 *   {"width":…, "height":…, "scale":…, "model":"…",
 *    "start":{"first_frame_ms":…, "first_picture_ms":…},   from the start of the process, which the
 *                                                          kernel tells to 10 ms
 *    "typing":{"frame":TIMES, "picture":TIMES},            from the key to its character on the
 *                                                          screen, and to its translation there
 *    "hover":{"frame":TIMES}, "play":{"frame":TIMES},
 *    "pan":{"rows":300, "columns":300, "first_ms":…, "frame":TIMES, "hover":TIMES},
 *    "peak_mb":…, "peak_with_pan_mb":…}                    resident memory at its most
 *
 * TIMES is {"n":…, "median_ms":…, "p99_ms":…, "max_ms":…, "median_cpu_ms":…}: the last is
 * the processor time of the window's thread. A frame's time is from the event to the pixels handed
 * to the display. Errors: CANCELLED (the window was closed), ARGUMENT (no model),
 * SYSTEM. */
bool as_bench_ui(app *a, FILE *out, as_error *err);

#endif
