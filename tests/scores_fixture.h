/* tests/reference/scores.json, shared by the tests of BLEU and chrF. */
#ifndef AS_TESTS_SCORES_FIXTURE_H
#define AS_TESTS_SCORES_FIXTURE_H

#include "core/bleu.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <jansson.h>

enum { FIXTURE_MAX_REFERENCES = 8 };

static inline int fixture_load(void **state)
{
    char path[4096];
    const char *tests = getenv("AS_TESTS_DIR");
    snprintf(path, sizeof path, "%s/reference/scores.json", tests != NULL ? tests : "tests");
    json_error_t error;
    *state = json_load_file(path, 0, &error);
    if (*state == NULL)
        fprintf(stderr, "%s: %s\n", path, error.text);
    return *state == NULL;
}

static inline int fixture_free(void **state)
{
    json_decref(*state);
    return 0;
}

static inline const char *fixture_text(const json_t *item, const char *key)
{
    return json_string_value(json_object_get(item, key));
}

static inline as_bleu_tokenizer fixture_tokenizer(const json_t *item)
{
    const char *name = fixture_text(item, "tokenizer");
    return strcmp(name, "zh") == 0     ? AS_BLEU_ZH
           : strcmp(name, "char") == 0 ? AS_BLEU_CHAR
           : strcmp(name, "none") == 0 ? AS_BLEU_NONE
                                       : AS_BLEU_13A;
}

static inline int fixture_references(const json_t *pair, const char **references)
{
    const json_t *list = json_object_get(pair, "references");
    int n = (int)json_array_size(list);
    for (int k = 0; k < n; k++)
        references[k] = json_string_value(json_array_get(list, (size_t)k));
    return n;
}

#endif
