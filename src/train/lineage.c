#include "train/lineage.h"

#include <stdbool.h>
#include <string.h>

static const size_t name_limit = 256; /* as in model files */

static const char unknown[] = "unknown";

/* 64 of them can be summed. */
static bool is_count(const json_t *n)
{
    return json_is_integer(n) && json_integer_value(n) >= 0 &&
           json_integer_value(n) < (json_int_t)1 << 40;
}

/* Of a file, so it may be anything. */
static bool is_run(const json_t *run)
{
    const json_t *steps = json_object_get(run, "steps");
    const json_t *earlier = json_object_get(run, "earlier");
    return json_string_length(json_object_get(run, "name")) <= name_limit &&
           json_is_string(json_object_get(run, "name")) && (!steps || is_count(steps)) &&
           (!earlier || json_string_length(earlier) == strlen(unknown)) &&
           json_object_size(run) == 1u + (steps != NULL) + (earlier != NULL);
}

static bool is_lineage(const json_t *runs)
{
    bool ok = json_is_array(runs);
    for (size_t k = 0; ok && k < json_array_size(runs); k++)
        ok = is_run(json_array_get(runs, k));
    return ok;
}

char *as_lineage_from_model(const char *name, const char *training)
{
    json_t *card = json_loads(training, 0, NULL);
    const json_t *before = json_object_get(card, "began_from");
    const json_t *steps = json_object_get(card, "steps");
    size_t n = is_lineage(before) ? json_array_size(before) : 0;
    size_t from = n >= AS_LINEAGE_MAX ? n - AS_LINEAGE_MAX + 1 : 0;
    json_t *runs = json_array(), *last = json_pack("{s:s}", "name", name);
    for (size_t k = from; k < n; k++)
        json_array_append(runs, json_array_get(before, k));
    if (is_count(steps))
        json_object_set(last, "steps", (json_t *)steps);
    bool whole = json_array_append_new(runs, last) == 0 && json_array_size(runs) == n - from + 1;
    if (whole && (!is_lineage(before) || from > 0))
        whole = json_object_set_new(json_array_get(runs, 0), "earlier", json_string(unknown)) == 0;
    char *text = whole ? json_dumps(runs, JSON_COMPACT) : NULL;
    json_decref(runs);
    json_decref(card);
    return text;
}

/* The steps of all runs before; -1 where they are not known. */
static json_int_t count_steps(const json_t *runs)
{
    json_int_t sum = 0;
    for (size_t k = 0; k < json_array_size(runs); k++) {
        const json_t *run = json_array_get(runs, k);
        if (json_object_get(run, "earlier") || !json_object_get(run, "steps"))
            return -1;
        sum += json_integer_value(json_object_get(run, "steps"));
    }
    return sum;
}

void as_lineage_add(json_t *training, const char *lineage, long steps)
{
    json_t *runs = lineage ? json_loads(lineage, 0, NULL) : NULL;
    if (is_lineage(runs)) {
        json_int_t before = count_steps(runs);
        if (before >= 0)
            json_object_set_new(training, "total_steps", json_integer(before + steps));
        json_object_set(training, "began_from", runs);
    }
    json_decref(runs);
}
