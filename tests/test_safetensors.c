/* The safetensors reader and writer: round trips, a table of bad files, every truncation. */
#include "core/dtype.h"
#include "core/file.h"
#include "core/safetensors.h"

#include <float.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

enum { LENGTH_BYTES = 8, ROOM = 4096 };

/* A file: the length of header, header, data_len bytes 0x40. Exact size, so that sanitizers see a
 * read past the end; the caller's. */
static unsigned char *file_bytes(const char *header, size_t header_len, size_t data_len,
                                 size_t *len)
{
    *len = LENGTH_BYTES + header_len + data_len;
    unsigned char *bytes = malloc(*len);
    assert_non_null(bytes);
    for (int k = 0; k < LENGTH_BYTES; k++)
        bytes[k] = (unsigned char)((uint64_t)header_len >> 8 * k);
    memcpy(bytes + LENGTH_BYTES, header, header_len);
    memset(bytes + LENGTH_BYTES + header_len, 0x40, data_len);
    return bytes;
}

static void assert_refused(const void *bytes, size_t len, as_status status, const char *part)
{
    as_safetensors *file = NULL;
    as_error err = {0};
    if (as_safetensors_parse(bytes, len, &file, &err)) {
        as_safetensors_free(file);
        fail_msg("accepted, expected \"%s\"", part);
    }
    assert_null(file);
    if (err.status != status || !strstr(err.message, part))
        fail_msg("got status %d \"%s\", expected %d \"%s\"", err.status, err.message, status, part);
}

/* Headers with 8 bytes of data behind them. */
static const struct bad_header {
    const char *header;
    as_status status;
    const char *message; /* a part of it */
} bad_headers[] = {
    {"", AS_ERR_FORMAT, "does not begin with {"},
    {" {}", AS_ERR_FORMAT, "does not begin with {"},
    {"[]", AS_ERR_FORMAT, "does not begin with {"},
    {"\"x\"", AS_ERR_FORMAT, "does not begin with {"},
    {"{", AS_ERR_FORMAT, "not valid JSON"},
    {"{}x", AS_ERR_FORMAT, "not valid JSON"},
    {"{}{}", AS_ERR_FORMAT, "not valid JSON"},
    {"{\"a\"}", AS_ERR_FORMAT, "not valid JSON"},
    {"{\"a\":1,}", AS_ERR_FORMAT, "not valid JSON"},
    {"{'a':1}", AS_ERR_FORMAT, "not valid JSON"},
    {"{\"\xff\":1}", AS_ERR_FORMAT, "not valid JSON"},
    {"{\"\\u0000\":1}", AS_ERR_FORMAT, "not valid JSON"},
    {"{\"\\ud800\":1}", AS_ERR_FORMAT, "not valid JSON"},
    {"{\"a\":99999999999999999999999}", AS_ERR_FORMAT, "not valid JSON"},
    {"{\"a\":{\"dtype\":\"F32\",\"shape\":[2],\"data_offsets\":[0,8]},"
     "\"a\":{\"dtype\":\"F32\",\"shape\":[2],\"data_offsets\":[0,8]}}",
     AS_ERR_FORMAT, "duplicate"},
    {"{\"a\":[[[]]]}", AS_ERR_FORMAT, "nests more than 3"},
    {"{\"a\":{\"b\":{\"c\":{}}}}", AS_ERR_FORMAT, "nests more than 3"},
    {"{}", AS_ERR_FORMAT, "8 bytes of data, but the tensors take 0"},
    {"{\"a\":3}", AS_ERR_FORMAT, "tensor a: expected an object"},
    {"{\"a\":[]}", AS_ERR_FORMAT, "tensor a: expected an object"},
    {"{\"a\":{}}", AS_ERR_FORMAT, "tensor a: expected an object"},
    {"{\"a\":{\"dtype\":\"F32\",\"shape\":[2],\"data_offsets\":[0,8],\"x\":1}}", AS_ERR_FORMAT,
     "tensor a: expected an object"},
    {"{\"a\":{\"dtyp\":\"F32\",\"shape\":[2],\"data_offsets\":[0,8]}}", AS_ERR_FORMAT,
     "\"dtype\" is missing"},
    {"{\"a\":{\"dtype\":32,\"shape\":[2],\"data_offsets\":[0,8]}}", AS_ERR_FORMAT,
     "\"dtype\" is missing or not a string"},
    {"{\"a\":{\"dtype\":\"F64\",\"shape\":[1],\"data_offsets\":[0,8]}}", AS_ERR_FORMAT,
     "dtype F64, expected F32, F16 or BF16"},
    {"{\"a\":{\"dtype\":\"f32\",\"shape\":[2],\"data_offsets\":[0,8]}}", AS_ERR_FORMAT,
     "dtype f32, expected"},
    {"{\"a\":{\"dtype\":\"\\n\\u202e\",\"shape\":[2],\"data_offsets\":[0,8]}}", AS_ERR_FORMAT,
     "dtype ??, expected"},
    {"{\"a\":{\"dtype\":\"F32\",\"size\":[2],\"data_offsets\":[0,8]}}", AS_ERR_FORMAT,
     "\"shape\" is missing"},
    {"{\"a\":{\"dtype\":\"F32\",\"shape\":2,\"data_offsets\":[0,8]}}", AS_ERR_FORMAT,
     "\"shape\" is missing or not a list"},
    {"{\"a\":{\"dtype\":\"F32\",\"shape\":[],\"data_offsets\":[0,8]}}", AS_ERR_FORMAT,
     "0 dimensions"},
    {"{\"a\":{\"dtype\":\"F32\",\"shape\":[1,1,2],\"data_offsets\":[0,8]}}", AS_ERR_FORMAT,
     "3 dimensions, expected 1 or 2"},
    {"{\"a\":{\"dtype\":\"F32\",\"shape\":[2.0],\"data_offsets\":[0,8]}}", AS_ERR_FORMAT,
     "dimension 0 of \"shape\" is not a count"},
    {"{\"a\":{\"dtype\":\"F32\",\"shape\":[1,-2],\"data_offsets\":[0,8]}}", AS_ERR_FORMAT,
     "dimension 1 of \"shape\" is not a count"},
    {"{\"a\":{\"dtype\":\"F32\",\"shape\":[\"2\"],\"data_offsets\":[0,8]}}", AS_ERR_FORMAT,
     "dimension 0 of \"shape\" is not a count"},
    {"{\"a\":{\"dtype\":\"F32\",\"shape\":[null],\"data_offsets\":[0,8]}}", AS_ERR_FORMAT,
     "dimension 0 of \"shape\" is not a count"},
    {"{\"a\":{\"dtype\":\"F32\",\"shape\":[4611686018427387904,4],\"data_offsets\":[0,8]}}",
     AS_ERR_LIMIT, "more numbers than memory"},
    {"{\"a\":{\"dtype\":\"F32\",\"shape\":[4611686018427387906],\"data_offsets\":[0,8]}}",
     AS_ERR_LIMIT, "more numbers than memory"},
    {"{\"a\":{\"dtype\":\"F32\",\"shape\":[3],\"data_offsets\":[0,8]}}", AS_ERR_FORMAT,
     "8 bytes of data, but its shape takes 12"},
    {"{\"a\":{\"dtype\":\"F16\",\"shape\":[2],\"data_offsets\":[0,8]}}", AS_ERR_FORMAT,
     "8 bytes of data, but its shape takes 4"},
    {"{\"a\":{\"dtype\":\"F32\",\"shape\":[2],\"offsets\":[0,8]}}", AS_ERR_FORMAT,
     "not a list of two counts"},
    {"{\"a\":{\"dtype\":\"F32\",\"shape\":[2],\"data_offsets\":[0]}}", AS_ERR_FORMAT,
     "not a list of two counts"},
    {"{\"a\":{\"dtype\":\"F32\",\"shape\":[2],\"data_offsets\":[0,8,8]}}", AS_ERR_FORMAT,
     "not a list of two counts"},
    {"{\"a\":{\"dtype\":\"F32\",\"shape\":[2],\"data_offsets\":[-8,0]}}", AS_ERR_FORMAT,
     "not a list of two counts"},
    {"{\"a\":{\"dtype\":\"F32\",\"shape\":[2],\"data_offsets\":[0.0,8]}}", AS_ERR_FORMAT,
     "not a list of two counts"},
    {"{\"a\":{\"dtype\":\"F32\",\"shape\":[2],\"data_offsets\":[8,0]}}", AS_ERR_FORMAT,
     "data begins at 8, after its end 0"},
    {"{\"a\":{\"dtype\":\"F32\",\"shape\":[2],\"data_offsets\":[8,16]}}", AS_ERR_FORMAT,
     "data ends at 16, but the file has only 8"},
    {"{\"a\":{\"dtype\":\"F32\",\"shape\":[2],\"data_offsets\":[0,9223372036854775807]}}",
     AS_ERR_FORMAT, "but the file has only 8"},
    {"{\"a\":{\"dtype\":\"F32\",\"shape\":[1],\"data_offsets\":[4,8]}}", AS_ERR_FORMAT,
     "data begins at 4, expected 0 (a hole)"},
    {"{\"a\":{\"dtype\":\"F32\",\"shape\":[1],\"data_offsets\":[0,4]}}", AS_ERR_FORMAT,
     "8 bytes of data, but the tensors take 4"},
    {"{\"a\":{\"dtype\":\"F32\",\"shape\":[2],\"data_offsets\":[0,8]},"
     "\"b\":{\"dtype\":\"F32\",\"shape\":[1],\"data_offsets\":[4,8]}}",
     AS_ERR_FORMAT, "tensor b: data begins at 4, expected 8 (it overlaps"},
    {"{\"a\":{\"dtype\":\"F32\",\"shape\":[2],\"data_offsets\":[0,8]},"
     "\"b\":{\"dtype\":\"F32\",\"shape\":[2],\"data_offsets\":[0,8]}}",
     AS_ERR_FORMAT, "(it overlaps"},
    {"{\"__metadata__\":3}", AS_ERR_FORMAT, "__metadata__ is not an object"},
    {"{\"__metadata__\":{\"k\":1}}", AS_ERR_FORMAT, "__metadata__ k is not a string"},
    {"{\"__metadata__\":{\"k\":{}}}", AS_ERR_FORMAT, "__metadata__ k is not a string"},
};

static void test_bad_headers(void **state)
{
    (void)state;
    for (size_t k = 0; k < sizeof bad_headers / sizeof bad_headers[0]; k++) {
        const struct bad_header *bad = &bad_headers[k];
        size_t len;
        unsigned char *bytes = file_bytes(bad->header, strlen(bad->header), 8, &len);
        assert_refused(bytes, len, bad->status, bad->message);
        free(bytes);
    }
}

static void test_bad_lengths(void **state)
{
    (void)state;
    const unsigned char endless[9] = {255, 255, 255, 255, 255, 255, 255, 255, '{'};
    const unsigned char long_header[10] = {3, 0, 0, 0, 0, 0, 0, 0, '{', '}'};
    const unsigned char too_long[8] = {1, 0, 0, 1, 0, 0, 0, 0};
    const unsigned char at_limit[8] = {0, 0, 0, 1, 0, 0, 0, 0};
    assert_refused(endless, 0, AS_ERR_FORMAT, "0 bytes, expected at least the 8");
    assert_refused(endless, 7, AS_ERR_FORMAT, "7 bytes, expected at least the 8");
    assert_refused(endless, 8, AS_ERR_LIMIT, "claims 18446744073709551615 bytes");
    assert_refused(too_long, 8, AS_ERR_LIMIT, "claims 16777217 bytes, expected at most 16777216");
    assert_refused(at_limit, 8, AS_ERR_FORMAT, "claims 16777216 bytes, but 0 follow");
    assert_refused(long_header, 10, AS_ERR_FORMAT, "claims 3 bytes, but 2 follow");
    assert_refused("PK\3\4\0\0\0\0\0\0", 10, AS_ERR_LIMIT, "is this a safetensors file?");
}

/* A NUL inside the header, and a name that no message can hold. */
static void test_hostile_text(void **state)
{
    (void)state;
    size_t len;
    unsigned char *bytes = file_bytes("{\"a\0b\":1}", 9, 8, &len);
    assert_refused(bytes, len, AS_ERR_FORMAT, "not valid JSON");
    free(bytes);
    bytes = file_bytes("{}\0", 3, 0, &len);
    assert_refused(bytes, len, AS_ERR_FORMAT, "not valid JSON");
    free(bytes);

    enum { LONG = 100000 };
    char *header = malloc(LONG + 8);
    header[0] = '{';
    header[1] = '"';
    memset(header + 2, 'n', LONG);
    memcpy(header + 2 + LONG, "\":0}", 5);
    bytes = file_bytes(header, strlen(header), 8, &len);
    assert_refused(bytes, len, AS_ERR_FORMAT, "nnn\xe2\x80\xa6: expected an object");
    free(bytes);
    free(header);
}

/* Text that would make the parser allocate hundreds of megabytes is refused before. */
static void test_too_many_values(void **state)
{
    (void)state;
    enum { VALUES = 70000 };
    char *header = malloc(3 * VALUES + 16);
    size_t used = (size_t)sprintf(header, "{\"a\":[[]");
    for (int k = 0; k < VALUES; k++)
        used += (size_t)sprintf(header + used, ",[]");
    used += (size_t)sprintf(header + used, "]}");
    size_t len;
    unsigned char *bytes = file_bytes(header, used, 8, &len);
    assert_refused(bytes, len, AS_ERR_LIMIT, "more than 65536 values");
    free(bytes);
    free(header);
}

static void test_order_of_data(void **state)
{
    (void)state;
    static const char header[] =
        "{\"late\":{\"dtype\":\"F32\",\"shape\":[1],\"data_offsets\":[4,8]},"
        "\"__metadata__\":{\"k\":\"\\u00e9\"},"
        "\"none\":{\"dtype\":\"F16\",\"shape\":[0,7],\"data_offsets\":[4,4]},"
        "\"early\":{\"data_offsets\":[0,4],\"shape\":[1,2],\"dtype\":\"BF16\"}}   ";
    size_t len, value_len = 0;
    unsigned char *bytes = file_bytes(header, strlen(header), 8, &len);
    as_safetensors *file;
    as_error err = {0};
    if (!as_safetensors_parse(bytes, len, &file, &err))
        fail_msg("%s", err.message);
    assert_int_equal(as_safetensors_count(file), 3);
    assert_string_equal(as_safetensors_at(file, 0)->name, "early");
    assert_string_equal(as_safetensors_at(file, 1)->name, "none");
    assert_string_equal(as_safetensors_at(file, 2)->name, "late");
    const as_st_tensor *late = as_safetensors_lookup(file, "late");
    assert_ptr_equal(late->data, bytes + len - 4);
    assert_int_equal(late->bytes, 4);
    assert_int_equal(as_safetensors_at(file, 1)->bytes, 0);
    assert_null(as_safetensors_lookup(file, "__metadata__"));
    assert_null(as_safetensors_lookup(file, "k"));
    assert_string_equal(as_safetensors_metadata(file, "k", &value_len), "\xc3\xa9");
    assert_int_equal(value_len, 2);
    assert_null(as_safetensors_metadata(file, "late", NULL));
    as_safetensors_free(file);
    free(bytes);
}

static void test_no_metadata(void **state)
{
    (void)state;
    size_t len;
    unsigned char *bytes = file_bytes("{}", 2, 0, &len);
    as_safetensors *file;
    assert_true(as_safetensors_parse(bytes, len, &file, NULL));
    assert_int_equal(as_safetensors_count(file), 0);
    assert_null(as_safetensors_metadata(file, "k", NULL));
    as_safetensors_free(file);
    free(bytes);
}

/* Round trips */

/* Values that every format holds exactly, subnormals of F16 among them. */
static const float exact[] = {0,    -0.0f,    1,        -1,       0.5f,
                              1.5f, 0x1p-14f, 0x1p-17f, 0x1p-24f, 3 * 0x1p-24f};
enum { N_EXACT = sizeof exact / sizeof exact[0] };

static void temporary_path(char out[64])
{
    strcpy(out, "safetensors-XXXXXX");
    int fd = mkstemp(out);
    assert_true(fd >= 0);
    close(fd);
}

static void write_example(const char *path)
{
    const as_st_source tensors[] = {
        {"f32", 2, {2, N_EXACT / 2}, AS_F32, exact},
        {"f16", 1, {N_EXACT}, AS_F16, exact},
        {"bf16 \"\xe2\x96\x81\\", 2, {N_EXACT, 1}, AS_BF16, exact},
    };
    const as_st_metadata metadata[] = {{"format", "x\ny\t\""}, {"empty", ""}};
    as_error err = {0};
    if (!as_safetensors_write(path, tensors, 3, metadata, 2, &err))
        fail_msg("%s", err.message);
}

static void check_exact(const as_safetensors *file, const char *name, as_dtype dtype)
{
    const as_st_tensor *t = as_safetensors_lookup(file, name);
    float back[N_EXACT];
    assert_non_null(t);
    assert_int_equal(t->dtype, dtype);
    assert_int_equal(t->bytes, N_EXACT * as_dtype_bytes(dtype));
    assert_int_equal(as_dtype_not_finite(t->data, dtype, N_EXACT), N_EXACT);
    as_f32_from_dtype(back, t->data, dtype, N_EXACT);
    assert_memory_equal(back, exact, sizeof exact);
}

static void test_round_trip(void **state)
{
    (void)state;
    char path[64];
    unsigned char *bytes;
    size_t len;
    as_safetensors *file;
    temporary_path(path);
    write_example(path);
    assert_true(as_file_read(path, 1 << 20, &bytes, &len, NULL));
    assert_true(as_safetensors_parse(bytes, len, &file, NULL));
    assert_int_equal(as_safetensors_count(file), 3);
    check_exact(file, "f32", AS_F32);
    check_exact(file, "f16", AS_F16);
    check_exact(file, "bf16 \"\xe2\x96\x81\\", AS_BF16);
    assert_int_equal(as_safetensors_at(file, 0)->rank, 2);
    assert_int_equal(as_safetensors_at(file, 0)->shape[1], N_EXACT / 2);
    assert_int_equal(as_safetensors_at(file, 1)->rank, 1);
    assert_int_equal((as_safetensors_at(file, 0)->data - bytes) % 64, 0);
    assert_string_equal(as_safetensors_metadata(file, "format", NULL), "x\ny\t\"");
    assert_string_equal(as_safetensors_metadata(file, "empty", NULL), "");
    as_safetensors_free(file);
    free(bytes);
    unlink(path);
}

static void test_every_truncation(void **state)
{
    (void)state;
    char path[64];
    unsigned char *bytes;
    size_t len;
    temporary_path(path);
    write_example(path);
    assert_true(as_file_read(path, 1 << 20, &bytes, &len, NULL));
    unlink(path);
    for (size_t cut = 0; cut < len; cut++) {
        unsigned char *copy = malloc(cut ? cut : 1); /* exact size */
        memcpy(copy, bytes, cut);
        as_safetensors *file = NULL;
        as_error err = {0};
        assert_false(as_safetensors_parse(copy, cut, &file, &err));
        assert_int_equal(err.status, AS_ERR_FORMAT);
        assert_true(strlen(err.message) > 10);
        free(copy);
    }
    /* and one byte too many */
    unsigned char *longer = calloc(1, len + 1);
    memcpy(longer, bytes, len);
    assert_refused(longer, len + 1, AS_ERR_FORMAT, "bytes of data, but the tensors take");
    free(longer);
    free(bytes);
}

static void assert_not_written(const as_st_source *tensors, int n, const as_st_metadata *metadata,
                               int n_metadata, as_status status, const char *part)
{
    as_error err = {0};
    assert_false(
        as_safetensors_write("never-written.safetensors", tensors, n, metadata, n_metadata, &err));
    if (err.status != status || !strstr(err.message, part))
        fail_msg("got status %d \"%s\", expected %d \"%s\"", err.status, err.message, status, part);
    assert_int_not_equal(access("never-written.safetensors", F_OK), 0);
}

static void test_writer_refuses(void **state)
{
    (void)state;
    const float numbers[2][2] = {{1, NAN}, {INFINITY, 65520}};
    const as_st_source nan_source = {"a", 1, {2}, AS_F32, numbers[0]};
    const as_st_source inf_source = {"a", 1, {2}, AS_BF16, numbers[1]};
    const as_st_source wide_source = {"a", 1, {1}, AS_F16, numbers[1] + 1};
    assert_not_written(&nan_source, 1, NULL, 0, AS_ERR_ARGUMENT, "tensor a: number 1 is nan");
    assert_not_written(&inf_source, 1, NULL, 0, AS_ERR_ARGUMENT, "tensor a: number 0 is inf");
    assert_not_written(&wide_source, 1, NULL, 0, AS_ERR_ARGUMENT,
                       "number 0 is 65520, not finite as F16");
    const as_st_source twice[] = {{"a", 1, {1}, AS_F32, exact}, {"a", 1, {1}, AS_F32, exact}};
    assert_not_written(twice, 2, NULL, 0, AS_ERR_ARGUMENT, "tensor a: given twice");
    const as_st_source rank = {"a", 3, {1, 1}, AS_F32, exact};
    assert_not_written(&rank, 1, NULL, 0, AS_ERR_ARGUMENT, "3 dimensions");
    const as_st_source huge = {"a", 2, {SIZE_MAX / 2, 3}, AS_F32, exact};
    assert_not_written(&huge, 1, NULL, 0, AS_ERR_LIMIT, "more numbers than memory");
    const as_st_source reserved = {"__metadata__", 1, {1}, AS_F32, exact};
    assert_not_written(&reserved, 1, NULL, 0, AS_ERR_ARGUMENT, "cannot be written");
    const as_st_metadata invalid = {"key", "\xc3"};
    assert_not_written(twice, 1, &invalid, 1, AS_ERR_ARGUMENT, "metadata key is not valid UTF-8");
    const as_st_metadata keys[] = {{"key", "a"}, {"key", "b"}};
    assert_not_written(twice, 1, keys, 2, AS_ERR_ARGUMENT, "metadata key is given twice");
}

static void test_writer_header_limit(void **state)
{
    (void)state;
    size_t len = AS_ST_MAX_HEADER;
    char *text = malloc(len + 1);
    memset(text, 'x', len);
    text[len] = '\0';
    const as_st_metadata metadata = {"key", text};
    assert_not_written(NULL, 0, &metadata, 1, AS_ERR_LIMIT, "expected at most 16777216");
    free(text);
}

/* Every half against what its bits mean, and back. */
static void test_every_half(void **state)
{
    (void)state;
    for (unsigned bits = 0; bits < 0x10000; bits++) {
        uint16_t half = (uint16_t)bits, back;
        int exponent = (int)(bits >> 10 & 31), fraction = (int)(bits & 1023);
        double magnitude = exponent ? ldexp(1024 + fraction, exponent - 25) : ldexp(fraction, -24);
        float got;
        as_f32_from_dtype(&got, &half, AS_F16, 1);
        bool finite = exponent != 31;
        assert_int_equal(as_dtype_not_finite(&half, AS_F16, 1), finite);
        assert_int_equal(isfinite(got) != 0, finite);
        if (!finite)
            continue;
        assert_true((double)got == (bits & 0x8000 ? -magnitude : magnitude));
        as_dtype_from_f32(&back, AS_F16, &got, 1);
        assert_int_equal(back, half);
    }
}

/* Between two neighbouring halves: to the nearer, and to the even one from the middle. */
static void test_half_rounding(void **state)
{
    (void)state;
    for (uint16_t half = 0; half < 0x7bff; half++) {
        uint16_t next = (uint16_t)(half + 1), got[3];
        float a, b;
        as_f32_from_dtype(&a, &half, AS_F16, 1);
        as_f32_from_dtype(&b, &next, AS_F16, 1);
        float middle = (a + b) / 2; /* exact in a float */
        const float x[3] = {nextafterf(middle, a), middle, nextafterf(middle, b)};
        as_dtype_from_f32(got, AS_F16, x, 3);
        assert_int_equal(got[0], half);
        assert_int_equal(got[1], half & 1 ? next : half);
        assert_int_equal(got[2], next);
    }
    const float beyond[] = {65519.996f, 65520, FLT_MAX, -INFINITY};
    uint16_t got[4];
    as_dtype_from_f32(got, AS_F16, beyond, 4);
    assert_int_equal(got[0], 0x7bff);
    assert_int_equal(got[1], 0x7c00);
    assert_int_equal(got[2], 0x7c00);
    assert_int_equal(got[3], 0xfc00);
}

/* One bad number anywhere is found, at any length and alignment. */
static void test_not_finite_is_found(void **state)
{
    (void)state;
    static const uint32_t bad[][2] = {{0x7f800000, 0xffc00001}, {0x7c00, 0xfc01}, {0x7f80, 0xffff}};
    static const uint32_t largest[] = {0xff7fffff, 0xfbff, 0x7f7f};
    unsigned char bytes[128];
    for (int dtype = AS_F32; dtype <= AS_BF16; dtype++) {
        size_t size = as_dtype_bytes((as_dtype)dtype);
        for (size_t n = 0; n <= 17; n++) {
            unsigned char *data = bytes + n % 3;
            for (size_t k = 0; k < n; k++)
                memcpy(data + k * size, &largest[dtype], size);
            assert_int_equal(as_dtype_not_finite(data, (as_dtype)dtype, n), n);
            for (size_t k = 0; k < n; k++) {
                memcpy(data + k * size, &bad[dtype][k % 2], size);
                assert_int_equal(as_dtype_not_finite(data, (as_dtype)dtype, n), k);
                memcpy(data + k * size, &largest[dtype], size);
            }
        }
    }
}

static void test_conversion_in_place(void **state)
{
    (void)state;
    enum { N = 5000 };
    float *out = malloc(N * sizeof *out);
    uint16_t *narrow = (uint16_t *)(void *)out + N;
    for (int k = 0; k < N; k++) {
        float x = (float)(k % 2000);
        as_dtype_from_f32(&narrow[k], AS_F16, &x, 1);
    }
    as_f32_from_dtype(out, narrow, AS_F16, N);
    for (int k = 0; k < N; k++)
        assert_true(out[k] == (float)(k % 2000));
    free(out);
}

static void test_printable(void **state)
{
    (void)state;
    char out[12];
    assert_string_equal(as_printable(out, sizeof out, "plain"), "plain");
    assert_string_equal(as_printable(out, sizeof out, ""), "");
    assert_string_equal(as_printable(out, sizeof out, "a\nb\x1b\xff"), "a?b??");
    assert_string_equal(as_printable(out, sizeof out, "12345678901"), "12345678901");
    assert_string_equal(as_printable(out, sizeof out, "123456789012"), "12345678\xe2\x80\xa6");
    assert_string_equal(as_printable(out, sizeof out, "1234567\xc3\xa9 and more"),
                        "1234567\xe2\x80\xa6");
    assert_string_equal(as_printable(out, 4, "1234"), "\xe2\x80\xa6");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_bad_headers),         cmocka_unit_test(test_bad_lengths),
        cmocka_unit_test(test_hostile_text),        cmocka_unit_test(test_too_many_values),
        cmocka_unit_test(test_order_of_data),       cmocka_unit_test(test_no_metadata),
        cmocka_unit_test(test_round_trip),          cmocka_unit_test(test_every_truncation),
        cmocka_unit_test(test_writer_refuses),      cmocka_unit_test(test_writer_header_limit),
        cmocka_unit_test(test_every_half),          cmocka_unit_test(test_half_rounding),
        cmocka_unit_test(test_not_finite_is_found), cmocka_unit_test(test_conversion_in_place),
        cmocka_unit_test(test_printable),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
