#include "fixture.h"

#include "core/params.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

const char *fixture_path(const char *name)
{
    static char path[1024];
    snprintf(path, sizeof path, "%s/%s", REFERENCE_DIR, name);
    return path;
}

int fixture_variants(char out[FIXTURE_VARIANTS][FIXTURE_NAME])
{
    int n = 0;
    as_config c = { .E = 1, .H = 1, .D = 2, .Vx = 5, .Vy = 5 };
    for (c.score = 0; as_score_names[c.score]; c.score++)
        for (c.query = 0; c.query <= AS_QUERY_CURRENT; c.query++) /* those that are trained here */
            for (c.readout = 0; c.readout <= AS_READOUT_MAXOUT; c.readout++) {
                c.A = as_score_has_A(c.score);
                c.R = as_readout_has_R(c.readout);
                bool own = c.score == AS_SCORE_ADDITIVE && c.query == AS_QUERY_PREVIOUS &&
                           c.readout <= AS_READOUT_TANH;
                if (own || !as_config_check(&c, NULL))
                    continue;
                assert_true(n < FIXTURE_VARIANTS);
                snprintf(out[n++], FIXTURE_NAME, "variants/%s_%s_%s", as_score_name(c.score),
                         as_query_name(c.query), as_readout_name(c.readout));
            }
    return n;
}

json_t *fixture_load(const char *name)
{
    json_error_t error;
    json_t *root = json_load_file(fixture_path(name), 0, &error);
    if (root == NULL)
        fail_msg("%s:%d: %s", fixture_path(name), error.line, error.text);
    return root;
}

json_t *fixture_member(json_t *object, const char *key)
{
    json_t *value = json_object_get(object, key);
    if (value == NULL)
        fail_msg("the fixture has no \"%s\"", key);
    return value;
}

double fixture_number(json_t *object, const char *key)
{
    return json_number_value(fixture_member(object, key));
}

int fixture_int(json_t *object, const char *key)
{
    return (int)json_integer_value(fixture_member(object, key));
}

const char *fixture_string(json_t *object, const char *key)
{
    const char *text = json_string_value(fixture_member(object, key));
    assert_non_null(text);
    return text;
}

static size_t count_numbers(json_t *value)
{
    if (!json_is_array(value))
        return 1;
    size_t n = 0, k;
    json_t *item;
    json_array_foreach(value, k, item)
        n += count_numbers(item);
    return n;
}

static double *flatten(json_t *value, double *out)
{
    if (!json_is_array(value)) {
        assert_true(json_is_number(value));
        *out = json_number_value(value);
        return out + 1;
    }
    size_t k;
    json_t *item;
    json_array_foreach(value, k, item)
        out = flatten(item, out);
    return out;
}

double *fixture_doubles(json_t *array, size_t *n)
{
    assert_true(json_is_array(array));
    *n = count_numbers(array);
    double *out = malloc((*n + 1) * sizeof *out);
    assert_non_null(out);
    flatten(array, out);
    return out;
}

float *fixture_floats(json_t *array, size_t *n)
{
    double *values = fixture_doubles(array, n);
    float *out = malloc((*n + 1) * sizeof *out);
    assert_non_null(out);
    for (size_t k = 0; k < *n; k++)
        out[k] = (float)values[k];
    free(values);
    return out;
}

int *fixture_ints(json_t *array, size_t *n)
{
    double *values = fixture_doubles(array, n);
    int *out = malloc((*n + 1) * sizeof *out);
    assert_non_null(out);
    for (size_t k = 0; k < *n; k++)
        out[k] = (int)values[k];
    free(values);
    return out;
}

void assert_near(const char *what, double got, double want, double tolerance, double scale)
{
    double allowed = tolerance * fmax(fabs(want), scale);
    if (!(fabs(got - want) <= allowed))
        fail_msg("%s: got %.9g, want %.9g, off by %.3g of allowed %.3g", what, got, want,
                 fabs(got - want), allowed);
}

void assert_all_near(const char *what, const float *got, size_t n, json_t *want, double tolerance)
{
    size_t n_want;
    double *values = fixture_doubles(want, &n_want);
    if (n != n_want)
        fail_msg("%s: %zu numbers, want %zu", what, n, n_want);
    double squares = 0;
    for (size_t k = 0; k < n; k++)
        squares += values[k] * values[k];
    double scale = n > 0 ? sqrt(squares / (double)n) : 0;
    for (size_t k = 0; k < n; k++) {
        char place[160];
        snprintf(place, sizeof place, "%s[%zu]", what, k);
        assert_near(place, got[k], values[k], tolerance, scale);
    }
    free(values);
}
