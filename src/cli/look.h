/* How pictures look: the options that every command that draws one shares. */
#ifndef AS_CLI_LOOK_H
#define AS_CLI_LOOK_H

#include "cli/options.h"
#include "view/strings.h"
#include "view/theme.h"

/* What --theme, --language and --scale set. */
typedef struct as_look {
    int theme, language; /* as_theme_kind, as_language */
    double scale;        /* device pixels per logical pixel */
} as_look;

#define AS_LOOK_DEFAULTS                                                                           \
    {                                                                                              \
        .theme = AS_THEME_PAPER, .language = AS_LANGUAGE_EN, .scale = 2.0                          \
    }

/* NULL-terminated, in the order of the enums. */
extern const char *const as_theme_choices[], *const as_language_choices[];

/* Three rows of an option table. */
#define AS_LOOK_OPTIONS(look)                                                                      \
    AS_REAL(0, "scale", &(look).scale, "X", 0.25, 16, "PNG: pixels per point, 0.25 to 16 (2)"),    \
        AS_CHOICE(0, "theme", &(look).theme, "THEME", as_theme_choices,                            \
                  "pictures: light, dark or paper (paper)"),                                       \
        AS_CHOICE(0, "language", &(look).language, "L", as_language_choices,                       \
                  "of the words in pictures: en or zh (en)")

#endif
