/* What a toolkit knows about its model files; one file each (marian.c and so on), listed in
 * import.c. */
#ifndef AS_INTEROP_TOOLKIT_H
#define AS_INTEROP_TOOLKIT_H

#include "interop/import.h"
#include "interop/layout.h"
#include "interop/vocabulary.h"

/* What is being imported. */
typedef struct as_import_source {
    const char *path;
    const as_import_files *files; /* what was given by name */
    as_arrays *arrays;
} as_import_source;

/* What a toolkit says about it. A zeroed plan holds nothing. */
typedef struct as_plan {
    char toolkit[64];   /* "Marian s2s", for people */
    as_config config;   /* its settings and rules; sizes follow from the layout and the words */
    bool source_begins; /* sentences begin with <s> */
    as_layout layout;
    as_special_names specials[2]; /* how the vocabularies call them */
    bool longer_words; /* a vocabulary may be longer than its embedding: the rest is unknown */
    char *vocabs[2];   /* source's and target's; owned. NULL: the toolkit does not know */
    bool config_read;  /* whether it looked into the configuration given by name */
} as_plan;

typedef struct as_toolkit {
    /* Whether these arrays look like one of its models. */
    bool (*owns)(const as_arrays *arrays);
    /* Fills a zeroed plan, whose paths are released by the caller even on failure. Where the
     * vocabularies are given by name it does not look for them. Errors: FORMAT, SYSTEM, LIMIT. */
    bool (*plan)(const as_import_source *source, as_plan *plan, as_error *err);
} as_toolkit;

extern const as_toolkit as_toolkit_marian, as_toolkit_nematus, as_toolkit_joeynmt,
    as_toolkit_bentrevett, as_toolkit_bastings;

#endif
