/* How pictures and numbers read the matrix: the choices that the window has, as options. */
#ifndef AS_CLI_READING_H
#define AS_CLI_READING_H

#include "cli/options.h"
#include "view/figure.h"

/* Positions are those that the window tells, t and i from 1: "3-7", and "2,4-6" to select. */
typedef struct as_reading_options {
    bool words, transposed, by_source, lines;
    int decimals;                              /* -1: no numbers */
    const char *source, *target;               /* the part shown, or NULL */
    const char *select_source, *select_target; /* or NULL */
} as_reading_options;

#define AS_READING_DEFAULTS                                                                        \
    {                                                                                              \
        .decimals = -1                                                                             \
    }

/* Rows of an option table. */
#define AS_READING_OPTIONS(to)                                                                     \
    AS_FLAG('w', "words", &(to).words,                                                             \
            "whole words: source pieces summed, target pieces averaged"),                          \
        AS_FLAG(0, "transpose", &(to).transposed, "the source down the side"),                     \
        AS_FLAG(0, "by-source", &(to).by_source,                                                   \
                "the other direction: each source column over its sum"),                           \
        AS_FLAG(0, "lines", &(to).lines, "pictures: two rows of words joined by lines"),           \
        AS_INT(0, "decimals", &(to).decimals, "N", 0, 5,                                           \
               "pictures: the values in the cells, with N decimals, 0 to 5"),                      \
        AS_TEXT(0, "source-part", &(to).source, "A-B", "source tokens A to B alone, from 1"),      \
        AS_TEXT(0, "target-part", &(to).target, "A-B", "target tokens A to B alone, from 1"),      \
        AS_TEXT(0, "select-source", &(to).select_source, "LIST",                                   \
                "select source tokens, as in 2,4-6, and sum what they get"),                       \
        AS_TEXT(0, "select-target", &(to).select_target, "LIST",                                   \
                "select target tokens and sum what they give")

/* Is anything read otherwise than the model made it? */
bool as_reading_options_differ(const as_reading_options *options);
/* Before there is a translation: are the positions well formed? Errors: ARGUMENT. */
bool as_reading_options_check(const as_reading_options *options, as_error *err);
/* For a translation: fills the reading and numbers of *figure, and *selection, which is the
 * caller's (as_selection_finish), on failure too. Errors: ARGUMENT (a position that it does not
 * have), SYSTEM. */
bool as_reading_options_apply(const as_reading_options *options, const as_translation *translation,
                              as_figure_options *figure, as_selection *selection, as_error *err);

#endif
