/* The program with a window, from opening to closing it. */
#ifndef AS_APP_APP_H
#define AS_APP_APP_H

#include "core/catalogue.h"

#include <stdio.h>

/* A zeroed struct but for `catalogue` is right for the ordinary start. Borrowed for the call. */
typedef struct as_app_options {
    const as_catalogue *catalogue; /* the models of the menu */
    const char *model;             /* path of a model file; NULL: the last used, else the default */
    const char *data;              /* the folder of assets/, for examples; NULL: none */
    const char *text;              /* the first sentence; NULL: the model's last, else an example */
    const char *theme;             /* as_theme_name; NULL: the last one */
    const char *language;          /* "en", "zh"; NULL: the last one, else the locale's */
    int width, height;             /* logical pixels; 0: the last size, else 1280 x 800 */
    float scale;                   /* times the display's own; 0: from the environment */
    int beam;                      /* 1 to 64; 0: the one remembered, else 5 */
    bool forget;                   /* neither read nor write settings */
    FILE *bench; /* measure instead of waiting for a person; see bench_ui.h. NULL: the window */
    /* For tests: after every frame that is on the screen, this file is replaced by the state as
     * JSON: {"frame":n, "scale":x, "first_frame_ms":x,
     * "unknown_glyphs":n (in all that was drawn so far), "view":{as_view_dump}}. NULL: the
     * environment's ALPHASCOPE_TEST_DUMP, else none. */
    const char *dump;
} as_app_options;

/* Opens the window and returns when it is closed. Errors: ARGUMENT (theme, language), SYSTEM (no
 * display, memory), and what is wrong with the model given. What goes wrong later is shown. */
bool as_app_run(const as_app_options *options, as_error *err);

#endif
