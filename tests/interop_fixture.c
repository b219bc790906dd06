#include "interop_fixture.h"

#include "core/file.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static const char *path_of(const char *name)
{
    char inside[128];
    snprintf(inside, sizeof inside, "interop/%s", name);
    return fixture_path(inside);
}

unsigned char *interop_bytes_at(const char *path, size_t *len)
{
    unsigned char *bytes;
    as_error err;
    if (!as_file_read(path, 1 << 20, &bytes, len, &err))
        fail_msg("%s", err.message);
    unsigned char *exact = malloc(*len);
    assert_non_null(exact);
    memcpy(exact, bytes, *len);
    free(bytes);
    return exact;
}

unsigned char *interop_bytes(const char *name, size_t *len)
{
    return interop_bytes_at(path_of(name), len);
}

static void check_array(as_arrays *arrays, const char *name, json_t *want)
{
    const as_array *array = as_arrays_lookup(arrays, name);
    as_error err;
    if (!array)
        fail_msg("no array %s", name);
    json_t *shape = json_array_get(want, 0);
    assert_int_equal(array->rank, json_array_size(shape));
    for (int k = 0; k < array->rank; k++)
        assert_int_equal(array->shape[k], json_integer_value(json_array_get(shape, (size_t)k)));
    float *got = malloc((array->count + 1) * sizeof *got);
    assert_non_null(got);
    if (!as_arrays_fetch(arrays, array, got, &err))
        fail_msg("%s", err.message);
    size_t n;
    double *numbers = fixture_doubles(json_array_get(want, 1), &n);
    assert_int_equal(n, array->count);
    for (size_t k = 0; k < n; k++)
        if (got[k] != (float)numbers[k])
            fail_msg("%s[%zu] is %.9g, expected %.9g", name, k, (double)got[k], numbers[k]);
    free(numbers);
    free(got);
}

void interop_check_file(const char *name, interop_parser parse)
{
    json_t *root = fixture_load("interop/arrays.json"), *want = fixture_member(root, name), *array;
    size_t len;
    unsigned char *bytes = interop_bytes(name, &len);
    as_arrays *arrays;
    as_error err;
    if (!parse(bytes, len, &arrays, &err))
        fail_msg("%s: %s", name, err.message);
    assert_int_equal(as_arrays_count(arrays), json_object_size(want));
    const char *key;
    json_object_foreach (want, key, array)
        check_array(arrays, key, array);
    as_arrays_free(arrays);
    free(bytes);
    json_decref(root);
}

void interop_check_truncations(const char *name, interop_parser parse)
{
    size_t len;
    unsigned char *bytes = interop_bytes(name, &len);
    for (size_t cut = 0; cut < len; cut++) {
        unsigned char *exact = malloc(cut ? cut : 1);
        as_arrays *arrays = NULL;
        as_error err = {0};
        assert_non_null(exact);
        memcpy(exact, bytes, cut);
        if (parse(exact, cut, &arrays, &err))
            fail_msg("%s cut to %zu bytes is accepted", name, cut);
        assert_null(arrays);
        assert_true(err.status != AS_OK && err.message[0] != '\0');
        free(exact);
    }
    free(bytes);
}

/* Fetches every array; false when one is refused. */
static bool fetch_all(as_arrays *arrays, as_error *err)
{
    bool ok = true;
    for (int k = 0; ok && k < as_arrays_count(arrays); k++) {
        const as_array *array = as_arrays_at(arrays, k);
        float *numbers = malloc((array->count + 1) * sizeof *numbers);
        ok = numbers && as_arrays_fetch(arrays, array, numbers, err);
        free(numbers);
    }
    return ok;
}

void interop_check_changes(const char *name, interop_parser parse)
{
    static const unsigned char changes[] = {0x01, 0x80, 0xff};
    size_t len;
    unsigned char *bytes = interop_bytes(name, &len);
    for (size_t at = 0; at < len; at++)
        for (size_t k = 0; k < sizeof changes; k++) {
            as_arrays *arrays = NULL;
            as_error err = {0};
            bytes[at] ^= changes[k];
            if (parse(bytes, len, &arrays, &err)) {
                if (!fetch_all(arrays, &err))
                    assert_true(err.message[0] != '\0');
                as_arrays_free(arrays);
            } else {
                assert_true(err.status != AS_OK && err.message[0] != '\0');
            }
            bytes[at] ^= changes[k];
        }
    free(bytes);
}

bool interop_load_all(void *data)
{
    const interop_job *job = data;
    as_arrays *arrays;
    if (!job->open(path_of(job->name), &arrays, NULL))
        return false;
    bool ok = fetch_all(arrays, NULL);
    as_arrays_free(arrays);
    return ok;
}
