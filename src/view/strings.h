/* Every word the window shows, in each language, from the one table assets/strings.def. */
#ifndef AS_VIEW_STRINGS_H
#define AS_VIEW_STRINGS_H

#include <stdbool.h>

typedef enum as_language {
    AS_LANGUAGE_EN,
    AS_LANGUAGE_ZH,
    AS_N_LANGUAGES,
} as_language;

typedef enum as_string {
#define AS_STRING(id, en, zh) AS_STR_##id,
#include "strings.def"
#undef AS_STRING
    AS_N_STRINGS,
} as_string;

/* Static UTF-8, never NULL. */
const char *as_str(as_language language, as_string id);

#endif
