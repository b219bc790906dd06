/* .npy headers and .npz files: what NumPy and Marian write, read back to the last bit; headers that
 * lie; every truncation. */
#include "interop/npy.h"
#include "interop/npz.h"

#include "failing_alloc.h"
#include "interop_fixture.h"
#include "zip_builder.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* A header of version `major`.0 around a dict, in a block of its exact size; the caller's. */
static unsigned char *header_of(int major, const char *dict, size_t *len)
{
    size_t dict_len = strlen(dict), width = major == 1 ? 2 : 4;
    *len = 8 + width + dict_len;
    unsigned char *header = malloc(*len);
    assert_non_null(header);
    memcpy(header, "\x93NUMPY", 6);
    header[6] = (unsigned char)major;
    header[7] = 0;
    for (size_t k = 0; k < width; k++)
        header[8 + k] = (unsigned char)(dict_len >> 8 * k);
    memcpy(header + 8 + width, dict, dict_len);
    return header;
}

static void headers_of_every_version_are_read(void **state)
{
    (void)state;
    static const char *const dicts[] = {
        "{'descr': '<f4', 'fortran_order': False, 'shape': (3, 5), }          \n",
        "{'descr': '<f4', 'fortran_order': False, 'shape': (3, 5)}",
        "{\"shape\":(3L,5L),\"descr\":\"<f4\",\"fortran_order\":False}",
        " { 'shape' : ( 3 , 5 , ) , 'fortran_order' : False , 'descr' : '<f4' , } ",
    };
    for (int major = 1; major <= 3; major++)
        for (size_t k = 0; k < sizeof dicts / sizeof dicts[0]; k++) {
            size_t len;
            unsigned char *header = header_of(major, dicts[k], &len);
            as_array array;
            as_error err;
            if (!as_npy_header_parse(header, len, &array, &err))
                fail_msg("%s: %s", dicts[k], err.message);
            assert_int_equal(array.type, AS_ARRAY_F32);
            assert_int_equal(array.rank, 2);
            assert_int_equal(array.shape[0], 3);
            assert_int_equal(array.shape[1], 5);
            assert_int_equal(array.stride[0], 5);
            assert_int_equal(array.stride[1], 1);
            assert_int_equal(array.start, len);
            free(header);
        }
}

static void shapes_of_every_rank_are_read(void **state)
{
    (void)state;
    static const struct {
        const char *dict;
        int rank;
        size_t first_stride;
    } cases[] = {
        {"{'descr': '<f8', 'fortran_order': False, 'shape': ()}", 0, 0},
        {"{'descr': '<f8', 'fortran_order': False, 'shape': (7,)}", 1, 1},
        {"{'descr': '<f8', 'fortran_order': True, 'shape': (2, 3, 4)}", 3, 1},
        {"{'descr': '<f8', 'fortran_order': False, 'shape': (2, 3, 4, 5)}", 4, 60},
    };
    for (size_t k = 0; k < sizeof cases / sizeof cases[0]; k++) {
        size_t len;
        unsigned char *header = header_of(1, cases[k].dict, &len);
        as_array array;
        assert_true(as_npy_header_parse(header, len, &array, NULL));
        assert_int_equal(array.rank, cases[k].rank);
        if (array.rank > 0)
            assert_int_equal(array.stride[0], cases[k].first_stride);
        free(header);
    }
}

#define TAIL ", 'fortran_order': False, 'shape': (3,)}"
#define HEAD "{'descr': '<f4', 'fortran_order': False, 'shape': "

static const struct bad_header {
    const char *dict;
    as_status status;
    const char *message; /* a part of it */
} bad_headers[] = {
    {"", AS_ERR_FORMAT, "too few for a .npy header"},
    {"    ", AS_ERR_FORMAT, "not a Python dict"},
    {"[1, 2]", AS_ERR_FORMAT, "not a Python dict"},
    {"{1: 2}", AS_ERR_FORMAT, "not a Python dict of strings"},
    {"{'descr' '<f4'}", AS_ERR_FORMAT, "not a Python dict of strings"},
    {"{'descr': '<f4' 'shape'}", AS_ERR_FORMAT, "not a Python dict"},
    {"{'descr': '<f4',", AS_ERR_FORMAT, "not a Python dict"},
    {"{'descr': '<f4'" TAIL "x", AS_ERR_FORMAT, "goes on after its dict"},
    {"{'descr': '<f4', 'descr': '<f4'" TAIL, AS_ERR_FORMAT, "the .npy header has 'descr'"},
    {"{'descr': '<f4', 'x': 1" TAIL, AS_ERR_FORMAT, "the .npy header has 'x'"},
    {"{'fortran_order': False, 'shape': (3,)}", AS_ERR_FORMAT, "has no 'descr'"},
    {"{'descr': '<f4', 'shape': (3,)}", AS_ERR_FORMAT, "has no 'fortran_order'"},
    {"{'descr': '<f4', 'fortran_order': False}", AS_ERR_FORMAT, "has no 'shape'"},
    {"{'descr': [('a', '<f4')]" TAIL, AS_ERR_FORMAT, "not the name of one type"},
    {"{'descr': '>f4'" TAIL, AS_ERR_FORMAT, "numbers of type '>f4', expected little-endian"},
    {"{'descr': '|O'" TAIL, AS_ERR_FORMAT, "numbers of type '|O'"},
    {"{'descr': '<c8'" TAIL, AS_ERR_FORMAT, "numbers of type '<c8'"},
    {"{'descr': '<U3'" TAIL, AS_ERR_FORMAT, "numbers of type '<U3'"},
    {"{'descr': '<f4\\x00'" TAIL, AS_ERR_FORMAT, "not the name of one type"},
    {"{'descr': '<f4', 'fortran_order': 0, 'shape': (3,)}", AS_ERR_FORMAT, "neither True nor"},
    {HEAD "3}", AS_ERR_FORMAT, "not a tuple of counts"},
    {HEAD "(3)}", AS_ERR_FORMAT, "not a tuple of counts"},
    {HEAD "(3, 5}", AS_ERR_FORMAT, "not a tuple of counts"},
    {HEAD "(-3,)}", AS_ERR_FORMAT, "dimension 0 of 'shape' is not a count"},
    {HEAD "(3, 1.0)}", AS_ERR_FORMAT, "not a tuple of counts"},
    {HEAD "(3, 99999999999999999999999)}", AS_ERR_FORMAT, "dimension 1 of 'shape'"},
    {HEAD "(1, 2, 3, 4, 5)}", AS_ERR_LIMIT, "more than 4 dimensions"},
};

static void bad_headers_are_refused(void **state)
{
    (void)state;
    for (size_t k = 0; k < sizeof bad_headers / sizeof bad_headers[0]; k++) {
        const struct bad_header *bad = &bad_headers[k];
        size_t len;
        unsigned char *header = header_of(1, bad->dict, &len);
        as_array array;
        as_error err = {0};
        if (as_npy_header_parse(header, len, &array, &err))
            fail_msg("accepted: %s", bad->dict);
        if (err.status != bad->status || !strstr(err.message, bad->message))
            fail_msg("%s: got \"%s\", expected \"%s\"", bad->dict, err.message, bad->message);
        free(header);
    }
}

static void versions_and_lengths_are_checked(void **state)
{
    (void)state;
    static const struct {
        unsigned char bytes[AS_NPY_PREFIX];
        const char *message;
    } cases[] = {
        {"\x93NUMPx\1\0\x46\0{ ", "no .npy header"},
        {"\x93NUMPY\4\0\x46\0{ ", ".npy version 4.0"},
        {"\x93NUMPY\1\1\x46\0{ ", ".npy version 1.1"},
        {"\x93NUMPY\2\0\xff\xff\xff\xff", "claims 4294967295 bytes"},
        {"\x93NUMPY\1\0\x46\0{ ", "12 bytes of .npy header, expected 80"},
    };
    for (size_t k = 0; k < sizeof cases / sizeof cases[0]; k++) {
        as_array array;
        as_error err = {0};
        assert_false(as_npy_header_parse(cases[k].bytes, AS_NPY_PREFIX, &array, &err));
        if (!strstr(err.message, cases[k].message))
            fail_msg("got \"%s\", expected \"%s\"", err.message, cases[k].message);
    }
}

/* ---- Whole files --------------------------------------------------------------------------- */

static void files_give_what_was_written(void **state)
{
    (void)state;
    interop_check_file("plain.npz", as_npz_parse);
    interop_check_file("packed.npz", as_npz_parse);
    interop_check_file("marian.npz", as_npz_parse);
}

static void texts_are_kept_beside_the_arrays(void **state)
{
    (void)state;
    as_arrays *arrays;
    as_error err;
    if (!as_npz_open(fixture_path("interop/marian.npz"), &arrays, &err))
        fail_msg("%s", err.message);
    assert_string_equal(as_arrays_text(arrays, "special:model.yml"), "type: s2s\ndim-emb: 3\n");
    assert_null(as_arrays_text(arrays, "special:other"));
    assert_null(as_arrays_lookup(arrays, "special:model.yml"));
    as_arrays_free(arrays);
}

/* One entry of that dict and that many bytes of zeros; what parsing says. */
static void assert_entry_refused(const char *name, const char *dict, size_t n_bytes,
                                 as_status status, const char *part)
{
    size_t len;
    unsigned char *header = header_of(1, dict, &len);
    unsigned char *entry = calloc(1, len + n_bytes);
    assert_non_null(entry);
    memcpy(entry, header, len);
    zip_builder zip = {0};
    zip_add(&zip, name, entry, len + n_bytes, 0, 0);
    zip_end(&zip);
    free(header);
    free(entry);
    unsigned char *bytes = zip_take(&zip, &len);
    as_arrays *arrays = NULL;
    as_error err = {0};
    if (as_npz_parse(bytes, len, &arrays, &err))
        fail_msg("accepted: %s", dict);
    assert_null(arrays);
    if (err.status != status || !strstr(err.message, part))
        fail_msg("%s: got \"%s\", expected \"%s\"", dict, err.message, part);
    free(bytes);
}

static void sizes_are_checked_before_anything_is_allocated(void **state)
{
    (void)state;
    assert_entry_refused("a.npy", HEAD "(1099511627776,)}", 8, AS_ERR_FORMAT,
                         "entry a.npy: 8 bytes of numbers do not make the shape [1099511627776] "
                         "of float32");
    assert_entry_refused("a.npy", HEAD "(4294967296, 4294967296)}", 8, AS_ERR_FORMAT,
                         "8 bytes of numbers do not make the shape [4294967296, 4294967296]");
    assert_entry_refused("a.npy", HEAD "(4294967296, 4294967296, 0)}", 0, AS_ERR_FORMAT,
                         "do not make the shape");
    assert_entry_refused("a.npy", HEAD "(3,)}", 8, AS_ERR_FORMAT, "8 bytes of numbers");
    assert_entry_refused("a.npy", HEAD "(2,)}", 9, AS_ERR_FORMAT, "9 bytes of numbers");
    assert_entry_refused("a.txt", HEAD "(2,)}", 8, AS_ERR_FORMAT, "entry a.txt: not a .npy file");
    assert_entry_refused(".npy", HEAD "(2,)}", 8, AS_ERR_FORMAT, "entry .npy: not a .npy file");
    assert_entry_refused("a.npy", "{'descr': '|O', 'fortran_order': False, 'shape': (1,)}", 8,
                         AS_ERR_FORMAT, "entry a.npy: numbers of type '|O'");
    assert_entry_refused("special:a.npy", HEAD "(2,)}", 8, AS_ERR_FORMAT,
                         "entry special:a.npy: it holds float32, expected the int8 of a text");
}

static void numbers_that_are_not_finite_are_refused(void **state)
{
    (void)state;
    static const unsigned char infinite[] = {0, 0, 0x80, 0x3f, 0, 0, 0x80, 0x7f};
    size_t len;
    unsigned char *header = header_of(1, HEAD "(2,)}", &len), entry[256];
    memcpy(entry, header, len);
    memcpy(entry + len, infinite, sizeof infinite);
    zip_builder zip = {0};
    zip_add(&zip, "a.npy", entry, len + sizeof infinite, 0, 0);
    zip_end(&zip);
    free(header);
    unsigned char *bytes = zip_take(&zip, &len);
    as_arrays *arrays;
    as_error err;
    float out[2];
    assert_true(as_npz_parse(bytes, len, &arrays, &err));
    assert_false(as_arrays_fetch(arrays, as_arrays_at(arrays, 0), out, &err));
    assert_string_equal(err.message, "array a: number 1 of 2 is not finite");
    as_arrays_free(arrays);
    free(bytes);
}

static void integers_are_listed_and_not_fetched(void **state)
{
    (void)state;
    size_t len;
    unsigned char *header =
        header_of(1, "{'descr': '<i8', 'fortran_order': False, 'shape': ()}", &len);
    unsigned char entry[256] = {0};
    memcpy(entry, header, len);
    zip_builder zip = {0};
    zip_add(&zip, "uidx.npy", entry, len + 8, 0, 0);
    zip_end(&zip);
    free(header);
    unsigned char *bytes = zip_take(&zip, &len);
    as_arrays *arrays;
    as_error err;
    float out;
    assert_true(as_npz_parse(bytes, len, &arrays, &err));
    assert_int_equal(as_arrays_lookup(arrays, "uidx")->count, 1);
    assert_false(as_arrays_fetch(arrays, as_arrays_at(arrays, 0), &out, &err));
    assert_string_equal(err.message, "array uidx: it holds int64, expected floats");
    as_arrays_free(arrays);
    free(bytes);
}

static void every_truncation_is_refused(void **state)
{
    (void)state;
    interop_check_truncations("plain.npz", as_npz_parse);
    interop_check_truncations("packed.npz", as_npz_parse);
    interop_check_truncations("marian.npz", as_npz_parse);
}

static void every_changed_byte_is_survived(void **state)
{
    (void)state;
    interop_check_changes("packed.npz", as_npz_parse);
    interop_check_changes("marian.npz", as_npz_parse);
}

static void failing_allocations_leave_nothing(void **state)
{
    (void)state;
    assert_true(failing_alloc_try_all(interop_load_all, &(interop_job){"plain.npz", as_npz_open}) >
                8);
    assert_true(failing_alloc_try_all(interop_load_all, &(interop_job){"marian.npz", as_npz_open}) >
                8);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(headers_of_every_version_are_read),
        cmocka_unit_test(shapes_of_every_rank_are_read),
        cmocka_unit_test(bad_headers_are_refused),
        cmocka_unit_test(versions_and_lengths_are_checked),
        cmocka_unit_test(files_give_what_was_written),
        cmocka_unit_test(texts_are_kept_beside_the_arrays),
        cmocka_unit_test(sizes_are_checked_before_anything_is_allocated),
        cmocka_unit_test(numbers_that_are_not_finite_are_refused),
        cmocka_unit_test(integers_are_listed_and_not_fetched),
        cmocka_unit_test(every_truncation_is_refused),
        cmocka_unit_test(every_changed_byte_is_survived),
        cmocka_unit_test(failing_allocations_leave_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
