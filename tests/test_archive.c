/* The ZIP reader: stored, deflated and streamed entries, and archives that claim what is not so. */
#include "interop/archive.h"

#include "failing_alloc.h"
#include "fixture.h"
#include "zip_builder.h"

#include "core/file.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static void assert_refused(const void *bytes, size_t len, as_status status, const char *part)
{
    as_archive *archive = NULL;
    as_error err = {0};
    if (as_archive_parse(bytes, len, &archive, &err)) {
        as_archive_free(archive);
        fail_msg("accepted, expected \"%s\"", part);
    }
    assert_null(archive);
    if (err.status != status || !strstr(err.message, part))
        fail_msg("got status %d \"%s\", expected %d \"%s\"", err.status, err.message, status, part);
}

/* The same for what a builder has made. */
static void assert_made_refused(zip_builder *zip, as_status status, const char *part)
{
    size_t len;
    unsigned char *bytes = zip_take(zip, &len);
    assert_refused(bytes, len, status, part);
    free(bytes);
}

static bool read_all(as_archive *archive, int k, char *out, as_error *err)
{
    as_archive_stream stream;
    bool ok = as_archive_stream_open(archive, k, &stream, err) &&
              as_archive_stream_read(&stream, out, as_archive_at(archive, k)->bytes, err) &&
              as_archive_stream_finish(&stream, err);
    as_archive_stream_close(&stream);
    return ok;
}

static void entries_are_listed_and_read(void **state)
{
    (void)state;
    zip_builder zip = {0};
    zip_add(&zip, "one", "first", 5, 0, 0);
    zip_add(&zip, "two/empty", "", 0, 0, 0);
    zip_add(&zip, "streamed", "sizes follow", 12, 8, 0);
    zip_end(&zip);
    size_t len;
    unsigned char *bytes = zip_take(&zip, &len);
    as_archive *archive;
    as_error err;
    char text[32] = "";
    if (!as_archive_parse(bytes, len, &archive, &err))
        fail_msg("%s", err.message);
    assert_int_equal(as_archive_count(archive), 3);
    assert_string_equal(as_archive_at(archive, 1)->name, "two/empty");
    assert_int_equal(as_archive_at(archive, 2)->bytes, 12);
    assert_int_equal(as_archive_lookup(archive, "streamed"), 2);
    assert_int_equal(as_archive_lookup(archive, "two"), -1);
    assert_true(read_all(archive, 0, text, &err));
    assert_string_equal(text, "first");
    assert_true(read_all(archive, 2, text, &err));
    assert_string_equal(text, "sizes follow");
    as_archive_free(archive);
    free(bytes);
}

static void an_entry_is_read_in_parts(void **state)
{
    (void)state;
    zip_builder zip = {0};
    zip_add(&zip, "one", "0123456789", 10, 0, 0);
    zip_end(&zip);
    size_t len;
    unsigned char *bytes = zip_take(&zip, &len);
    as_archive *archive;
    as_archive_stream stream;
    as_error err;
    char text[8] = "";
    assert_true(as_archive_parse(bytes, len, &archive, &err));
    assert_true(as_archive_stream_open(archive, 0, &stream, &err));
    assert_true(as_archive_stream_skip(&stream, 3, &err));
    assert_true(as_archive_stream_read(&stream, text, 4, &err));
    assert_string_equal(text, "3456");
    assert_int_equal(stream.left, 3);
    assert_true(as_archive_stream_finish(&stream, &err));
    assert_null(stream.file);
    /* One byte too many. */
    assert_true(as_archive_stream_open(archive, 0, &stream, &err));
    assert_false(as_archive_stream_skip(&stream, 11, &err));
    assert_string_equal(err.message, "it ends at byte 10, expected 1 more");
    as_archive_stream_close(&stream);
    as_archive_free(archive);
    free(bytes);
}

static void a_wrong_checksum_is_found(void **state)
{
    (void)state;
    zip_builder zip = {0};
    zip_add(&zip, "one", "first", 5, 0, 0);
    zip_end(&zip);
    size_t len;
    unsigned char *bytes = zip_take(&zip, &len);
    bytes[30 + 3] ^= 1; /* the f */
    as_archive *archive;
    as_error err;
    char text[8];
    assert_true(as_archive_parse(bytes, len, &archive, &err));
    assert_false(read_all(archive, 0, text, &err));
    assert_non_null(strstr(err.message, "its bytes are broken"));
    as_archive_free(archive);
    free(bytes);
}

static void what_is_no_archive_is_refused(void **state)
{
    (void)state;
    assert_refused("", 0, AS_ERR_FORMAT, "the ZIP archive is empty");
    assert_refused("PK\3\4", 4, AS_ERR_FORMAT, "not a ZIP archive");
    zip_builder zip = {0};
    zip_bytes(&zip, "PK\5\6\0\0\0\0\xff\xff\xff\xff\0\0\0\0\0\0\0\0\0\0", 22);
    assert_made_refused(&zip, AS_ERR_FORMAT, "not a ZIP archive");
    zip_end(&zip);
    assert_made_refused(&zip, AS_ERR_FORMAT, "the ZIP archive is empty");
}

static void overlapping_entries_are_refused(void **state)
{
    (void)state;
    /* The second lies in the first one's data. */
    zip_builder inner = {0}, zip = {0};
    zip_record *r = zip_add(&inner, "in", "12345", 5, 0, 0);
    zip_record second = *r;
    zip_add(&zip, "out", inner.bytes, inner.len, 0, 0);
    size_t inside = zip.len - inner.len;
    size_t unused;
    free(zip_take(&inner, &unused));
    zip_add(&zip, "in", "12345", 5, 0, 0);
    zip.len -= 30 + 2 + 5; /* its own bytes go, its place in the directory stays */
    zip.records[1] = second;
    zip.records[1].offset = (uint32_t)inside;
    zip_end(&zip);
    assert_made_refused(&zip, AS_ERR_FORMAT, "they overlap");

    /* Both are one. */
    r = zip_add(&zip, "a", "12345", 5, 0, 0);
    zip_add(&zip, "b", "12345", 5, 0, 0);
    zip.records[1].offset = 0;
    zip_end(&zip);
    assert_made_refused(&zip, AS_ERR_FORMAT, "inconsistent");
}

static void claims_are_checked_against_the_file(void **state)
{
    (void)state;
    zip_builder zip = {0};
    zip_add(&zip, "a", "12345", 5, 8, 0)->unpacked = 0xfffffff0;
    zip_end(&zip);
    assert_made_refused(&zip, AS_ERR_FORMAT, "entry a: stored, but 5 bytes");
    zip_add(&zip, "a", "12345", 5, 8, 8)->unpacked = 0xfffffff0;
    zip_end(&zip);
    assert_made_refused(&zip, AS_ERR_LIMIT, "entry a unpacks to 4294967280 bytes; all entries of");
    zip_record *r = zip_add(&zip, "a", "12345", 5, 8, 0);
    r->packed = r->unpacked = 0xfffffff0;
    zip_end(&zip);
    assert_made_refused(&zip, AS_ERR_FORMAT, "not a ZIP archive");
}

static void unknown_packing_is_refused(void **state)
{
    (void)state;
    zip_builder zip = {0};
    zip_add(&zip, "a", "12345", 5, 8, 12);
    zip_end(&zip);
    assert_made_refused(&zip, AS_ERR_FORMAT, "entry a: packed by method 12, expected 0");
    zip_add(&zip, "a", "12345", 5, 1, 0);
    zip_end(&zip);
    assert_made_refused(&zip, AS_ERR_FORMAT, "entry a: it is encrypted");
}

static void a_name_twice_is_refused(void **state)
{
    (void)state;
    zip_builder zip = {0};
    zip_add(&zip, "a", "1", 1, 0, 0);
    zip_add(&zip, "a", "2", 1, 0, 0);
    zip_end(&zip);
    assert_made_refused(&zip, AS_ERR_FORMAT, "two entries have one name");
}

static void too_many_entries_are_refused(void **state)
{
    (void)state;
    zip_builder zip = {0};
    for (int k = 0; k <= AS_ARCHIVE_MAX_ENTRIES; k++) {
        char name[16];
        snprintf(name, sizeof name, "%d", k);
        zip_add(&zip, name, "", 0, 0, 0);
    }
    zip_end(&zip);
    assert_made_refused(&zip, AS_ERR_LIMIT, "16385 entries, at most 16384");
}

/* ---- Files --------------------------------------------------------------------------------- */

static void files_are_opened_when_regular(void **state)
{
    (void)state;
    as_archive *archive;
    as_error err;
    assert_false(as_archive_open("/", &archive, &err));
    assert_string_equal(err.message, "a folder, expected a file");
    assert_false(as_archive_open("/dev/null", &archive, &err));
    assert_string_equal(err.message, "not a regular file");
    assert_false(as_archive_open("/nowhere/at/all", &archive, &err));
    assert_int_equal(err.status, AS_ERR_SYSTEM);
    if (!as_archive_open(fixture_path("interop/packed.npz"), &archive, &err))
        fail_msg("%s", err.message);
    assert_true(as_archive_count(archive) > 3);
    as_archive_free(archive);
}

static const char *const files[] = {"interop/plain.npz", "interop/packed.npz", "interop/marian.npz",
                                    "interop/dict.pt", "interop/checkpoint.pt"};

static void every_truncation_is_refused(void **state)
{
    (void)state;
    for (size_t f = 0; f < sizeof files / sizeof files[0]; f++) {
        unsigned char *bytes;
        size_t len;
        as_error err;
        if (!as_file_read(fixture_path(files[f]), 1 << 20, &bytes, &len, &err))
            fail_msg("%s", err.message);
        for (size_t cut = 0; cut < len; cut++) {
            unsigned char *exact = malloc(cut ? cut : 1);
            as_archive *archive = NULL;
            assert_non_null(exact);
            memcpy(exact, bytes, cut);
            if (as_archive_parse(exact, cut, &archive, &err))
                fail_msg("%s cut to %zu bytes is accepted", files[f], cut);
            free(exact);
        }
        free(bytes);
    }
}

static bool open_and_free(void *path)
{
    as_archive *archive;
    if (!as_archive_open(path, &archive, NULL))
        return false;
    as_archive_free(archive);
    return true;
}

static void failing_allocations_leave_nothing(void **state)
{
    (void)state;
    char path[512];
    snprintf(path, sizeof path, "%s", fixture_path("interop/plain.npz"));
    assert_true(failing_alloc_try_all(open_and_free, path) > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(entries_are_listed_and_read),
        cmocka_unit_test(an_entry_is_read_in_parts),
        cmocka_unit_test(a_wrong_checksum_is_found),
        cmocka_unit_test(what_is_no_archive_is_refused),
        cmocka_unit_test(overlapping_entries_are_refused),
        cmocka_unit_test(claims_are_checked_against_the_file),
        cmocka_unit_test(unknown_packing_is_refused),
        cmocka_unit_test(a_name_twice_is_refused),
        cmocka_unit_test(too_many_entries_are_refused),
        cmocka_unit_test(files_are_opened_when_regular),
        cmocka_unit_test(every_truncation_is_refused),
        cmocka_unit_test(failing_allocations_leave_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
