/* What the program remembers from one run to the next, in
 * $XDG_CONFIG_HOME/alphascope/settings.json. */
#ifndef AS_APP_SETTINGS_H
#define AS_APP_SETTINGS_H

#include "view/sentences.h"

#include <stddef.h>

/* Strings are owned; NULL: not set. Sizes in logical pixels; 0: not set. */
typedef struct as_app_settings {
    char *sentence;
    char *model;            /* its name in the catalogue, or its full path */
    char *theme;            /* as_theme_name */
    char *colormap;         /* as_colormap_name */
    char *range;            /* as_range_name */
    char *reading;          /* as_reading_print */
    char *show;             /* "lines", else the matrix */
    char *compare_model;    /* what is compared with, as `model`; */
    char *compare_sentence; /* or this; "" and NULL: nothing is */
    char *model_target;     /* AS_TARGET_SAME or _OWN: of a model compared with, */
    char *sentence_target;  /* of a sentence */
    char *language;         /* "en", "zh" */
    char *save_folder;      /* of the last file saved */
    as_sentences recent;
    int width, height;
    int beam;      /* of as_view_beam_width */
    int text_size; /* notches of as_view_text_size; 0: as designed */
} as_app_settings;

#define AS_TARGET_SAME "same"
#define AS_TARGET_OWN "own"

/* The path of the settings file, from XDG_CONFIG_HOME or HOME. *out is the caller's (free).
 * Errors: ARGUMENT (neither is set), SYSTEM. */
bool as_app_settings_path(char **out, as_error *err);

/* Reads the file; one that is not there gives empty settings. Members of a wrong type or out of
 * range are ignored. A file that is no JSON object is renamed to NAME.bad (NAME.bad-2 … when there
 * is one already) and fails with FORMAT and a sentence that says so; *out is then empty and usable.
 * Errors: SYSTEM and LIMIT too. Release with as_app_settings_finish in every case. */
bool as_app_settings_load(const char *path, as_app_settings *out, as_error *err);
void as_app_settings_finish(as_app_settings *settings);

/* Writes the file, whole or not at all, and the folder it lies in. Errors: SYSTEM. */
bool as_app_settings_save(const char *path, const as_app_settings *settings, as_error *err);

/* settings->FIELD = a copy of text (NULL: unset); the old one stays when memory is short. */
void as_app_settings_set(char **field, const char *text, size_t len);

#endif
