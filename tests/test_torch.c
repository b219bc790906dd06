/* Pickles and torch's checkpoints: what torch writes, read back to the last bit; pickles that name
 * what they must not, nest, or claim; every truncation. */
#include "interop/pickle.h"
#include "interop/torch_file.h"

#include "failing_alloc.h"
#include "interop_fixture.h"
#include "zip_builder.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* ---- Pickles ------------------------------------------------------------------------------- */

/* Parses a copy of the exact length. */
static bool parse(const char *bytes, size_t len, as_pickle *out, as_error *err, char **copy)
{
    *copy = malloc(len ? len : 1);
    assert_non_null(*copy);
    memcpy(*copy, bytes, len);
    return as_pickle_parse(*copy, len, out, err);
}

#define P "\x80\x02" /* the first opcode */

static void values_of_every_kind_are_noted(void **state)
{
    (void)state;
    static const char bytes[] = P "(NK\x07M\x01\x02J\xfe\xff\xff\xffG\x3f\xf8\0\0\0\0\0\0\x88\x89"
                                  "X\x02\0\0\0hi)]}t.";
    static const as_pickle_kind want[] = {
        AS_PICKLE_NONE,  AS_PICKLE_INT,  AS_PICKLE_INT,  AS_PICKLE_INT,
        AS_PICKLE_FLOAT, AS_PICKLE_BOOL, AS_PICKLE_BOOL, AS_PICKLE_TEXT,
        AS_PICKLE_TUPLE, AS_PICKLE_LIST, AS_PICKLE_DICT,
    };
    as_pickle p;
    as_error err;
    char *copy;
    if (!parse(bytes, sizeof bytes - 1, &p, &err, &copy))
        fail_msg("%s", err.message);
    const as_pickle_value *root = &p.values[p.root];
    assert_int_equal(root->kind, AS_PICKLE_TUPLE);
    assert_int_equal(root->items.n, sizeof want / sizeof want[0]);
    const as_pickle_value *values[11];
    int n = 0;
    for (int k = root->items.first; k >= 0; k = p.items[k].next) {
        values[n] = &p.values[p.items[k].value];
        assert_int_equal(values[n]->kind, want[n]);
        n++;
    }
    assert_int_equal(values[1]->integer, 7);
    assert_int_equal(values[2]->integer, 513);
    assert_int_equal(values[3]->integer, -2);
    assert_true(values[4]->real == 1.5);
    assert_int_equal(values[5]->integer, 1);
    assert_int_equal(values[6]->integer, 0);
    assert_memory_equal(values[7]->text.bytes, "hi", 2);
    as_pickle_finish(&p);
    free(copy);
}

static void dicts_and_lists_grow(void **state)
{
    (void)state;
    /* {"a": 1, "b": [1, 2, 3], 5: ("a",)} with "a" kept and recalled */
    static const char bytes[] = P "}q\0(X\x01\0\0\0aq\1K\1X\x01\0\0\0b](K\1K\2eK\3au"
                                  "K\5h\1\x85s.";
    as_pickle p;
    as_error err;
    char *copy;
    int value;
    if (!parse(bytes, sizeof bytes - 1, &p, &err, &copy))
        fail_msg("%s", err.message);
    assert_int_equal(p.values[p.root].items.n, 3);
    assert_true(as_pickle_lookup(&p, p.root, "b", &value, &err));
    assert_int_equal(p.values[value].kind, AS_PICKLE_LIST);
    assert_int_equal(p.values[value].items.n, 3);
    assert_true(as_pickle_lookup(&p, p.root, "5", &value, &err));
    assert_int_equal(value, -1);
    as_pickle_finish(&p);
    free(copy);
}

static void a_key_twice_is_refused_where_it_matters(void **state)
{
    (void)state;
    static const char bytes[] = P "}(X\x01\0\0\0aK\1X\x01\0\0\0aK\2u.";
    as_pickle p;
    as_error err;
    char *copy;
    int value;
    assert_true(parse(bytes, sizeof bytes - 1, &p, &err, &copy));
    assert_false(as_pickle_lookup(&p, p.root, "a", &value, &err));
    assert_string_equal(err.message, "key a comes twice");
    as_pickle_finish(&p);
    free(copy);
}

#define BAD(text) text, sizeof text - 1

static const struct bad_pickle {
    const char *bytes;
    size_t len;
    const char *message; /* a part of it */
} bad_pickles[] = {
    {BAD(""), "no pickle of protocol 2"},
    {BAD("N."), "no pickle of protocol 2"},
    {BAD("\x80"), "PROTO: wants 1 bytes, 0 are left"},
    {BAD("\x80\x04N."), "byte 0: PROTO: protocol 4, expected 2"},
    {BAD(P), "the pickle ends without STOP"},
    {BAD(P "."), "STOP: leaves 0 values"},
    {BAD(P "NN."), "STOP: leaves 2 values"},
    {BAD(P "(N."), "STOP: leaves 1 values and 1 marks"},
    {BAD(P "N.N"), "1 bytes follow the pickle's end"},
    {BAD(P "\xff."), "byte 2: no opcode 0xff"},
    /* What a pickle may not do. */
    {BAD(P "cos\nsystem\nX\x02\0\0\0id\x85R."), "byte 2: GLOBAL: names os.system, expected"},
    {BAD(P "cposix\nsystem\n."), "names posix.system"},
    {BAD(P "cbuiltins\neval\n."), "names builtins.eval"},
    {BAD(P "c__builtin__\nexec\n."), "names __builtin__.exec"},
    {BAD(P "ctorch\nload\n."), "names torch.load"},
    {BAD(P "ccollections\nOrderedDict "), "GLOBAL: a name without an end"},
    {BAD(P "ccollections"), "GLOBAL: a name without an end"},
    {BAD(P "cos\nsys\x1b[2Jtem\n."), "names os.sys?[2Jtem"},
    {BAD(P "(S'id'\nios\nsystem\n."), "byte 3: no opcode 0x53"},
    {BAD(P "(ios\nsystem\n."), "byte 3: opcode INST"},
    {BAD(P "(o."), "opcode OBJ"},
    {BAD(P ")\x81."), "opcode NEWOBJ"},
    {BAD(P "\x8a\x01\x01."), "opcode LONG1"},
    {BAD(P "\x93."), "opcode STACK_GLOBAL"},
    {BAD(P "\x82\x01."), "opcode EXT1"},
    {BAD(P "U\x01x."), "opcode SHORT_BINSTRING"},
    {BAD(P "Pid\n."), "opcode PERSID"},
    /* An unsteady stack. */
    {BAD(P "t."), "TUPLE: needs a mark"},
    {BAD(P "\x85."), "TUPLE1: takes from an empty stack"},
    {BAD(P "N(\x85."), "TUPLE1: takes from an empty stack"},
    {BAD(P "N\x87."), "TUPLE3: takes from an empty stack"},
    {BAD(P "a."), "APPEND: takes from an empty stack"},
    {BAD(P "NNa."), "APPEND: found a None, expected a list"},
    {BAD(P "N(Ne."), "APPENDS: found a None, expected a list"},
    {BAD(P "(Ne."), "APPENDS: takes from an empty stack"},
    {BAD(P "}K\1s."), "SETITEM: takes from an empty stack"},
    {BAD(P "]K\1K\1s."), "SETITEM: found a list, expected a dict"},
    {BAD(P "}NK\1s."), "SETITEM: a key is a None"},
    {BAD(P "}(K\1u."), "SETITEMS: a key without a value"},
    {BAD(P "u."), "SETITEMS: needs a mark"},
    {BAD(P "q\0."), "BINPUT: takes from an empty stack"},
    {BAD(P "h\0."), "BINGET: recalls number 0, 0 are kept"},
    {BAD(P "Nj\xff\xff\xff\xff."), "LONG_BINGET: recalls number 4294967295, 0 are kept"},
    /* Claims. */
    {BAD(P "Nr\xff\xff\xff\x7f."), "LONG_BINPUT: keeps number 2147483647 after 0 others"},
    {BAD(P "X\xff\xff\xff\xffxx."), "BINUNICODE: wants 4294967295 bytes, 3 are left"},
    {BAD(P "G\0\0."), "BINFLOAT: wants 8 bytes, 3 are left"},
    {BAD(P "J\0\0."), "BININT: wants 4 bytes, 3 are left"},
    /* Calls. */
    {BAD(P "N)R."), "REDUCE: found a None, expected a class"},
    {BAD(P "ccollections\nOrderedDict\nNR."), "REDUCE: found a None, expected a tuple"},
    {BAD(P "ccollections\nOrderedDict\nN\x85R."), "OrderedDict is given 1 things"},
    {BAD(P "ctorch\nFloatStorage\n)R."), "REDUCE: calls FloatStorage"},
    {BAD(P "ctorch._utils\n_rebuild_tensor_v2\n)R."), "_rebuild_tensor_v2 is given something"},
    {BAD(P "ctorch._utils\n_rebuild_parameter\n)R."), "_rebuild_parameter is not given a tensor"},
    {BAD(P "NNb."), "BUILD: found a None, expected a dict"},
    {BAD(P "N}b."), "BUILD: found a None, expected a dict"},
    {BAD(P "NQ."), "BINPERSID: found a None, expected a tuple"},
    {BAD(P ")Q."), "BINPERSID: found something else than ('storage'"},
};

static void bad_pickles_are_refused(void **state)
{
    (void)state;
    for (size_t k = 0; k < sizeof bad_pickles / sizeof bad_pickles[0]; k++) {
        const struct bad_pickle *bad = &bad_pickles[k];
        as_pickle p;
        as_error err = {0};
        char *copy;
        if (parse(bad->bytes, bad->len, &p, &err, &copy))
            fail_msg("accepted, expected \"%s\"", bad->message);
        if (err.status == AS_OK || !strstr(err.message, bad->message))
            fail_msg("got \"%s\", expected \"%s\"", err.message, bad->message);
        assert_null(p.values);
        free(copy);
    }
}

/* A pickle of `n` times `unit` between a first and a last part; the caller's. */
static char *repeated(const char *first, const char *unit, size_t unit_len, size_t n,
                      const char *last, size_t *len)
{
    size_t first_len = strlen(first), last_len = strlen(last);
    *len = first_len + n * unit_len + last_len;
    char *bytes = malloc(*len);
    assert_non_null(bytes);
    memcpy(bytes, first, first_len);
    for (size_t k = 0; k < n; k++)
        memcpy(bytes + first_len + k * unit_len, unit, unit_len);
    memcpy(bytes + first_len + n * unit_len, last, last_len);
    return bytes;
}

static void what_grows_is_bounded(void **state)
{
    (void)state;
    static const struct {
        const char *unit;
        size_t len, n;
        const char *message;
    } cases[] = {
        {"(", 1, 257, "nests more than 256 deep"},
        {")", 1, AS_PICKLE_MAX_VALUES + 1, "more than 1048576 values"},
        {"h\0", 2, AS_PICKLE_MAX_VALUES + 1, "more than 1048576 values on the stack"},
        {"\0", 1, AS_PICKLE_MAX_BYTES, "expected at most 16777216"},
    };
    for (size_t k = 0; k < sizeof cases / sizeof cases[0]; k++) {
        size_t len;
        char *bytes = repeated(P ")q\x01" + 0, cases[k].unit, cases[k].len, cases[k].n, ".", &len);
        bytes[4] = '\0'; /* the number that q keeps: 0 */
        as_pickle p;
        as_error err = {0};
        assert_false(as_pickle_parse(bytes, len, &p, &err));
        assert_int_equal(err.status, AS_ERR_LIMIT);
        if (!strstr(err.message, cases[k].message))
            fail_msg("got \"%s\", expected \"%s\"", err.message, cases[k].message);
        free(bytes);
    }
}

static void deep_values_and_shared_ones_cost_nothing(void **state)
{
    (void)state;
    /* A tuple in a tuple, 100,000 deep; then a list that holds twice the list before, which
     * spelled out would have 2^10000 items. */
    size_t len;
    as_pickle p;
    as_error err;
    char *bytes = repeated(P "N", "\x85", 1, 100000, ".", &len);
    if (!as_pickle_parse(bytes, len, &p, &err))
        fail_msg("%s", err.message);
    assert_int_equal(p.values[p.root].items.n, 1);
    as_pickle_finish(&p);
    free(bytes);
    bytes = repeated(P "]q\x01", "h\0h\0\x86q\0", 7, 10000, ".", &len);
    bytes[4] = '\0';
    bytes[len - 1] = '.';
    assert_false(as_pickle_parse(bytes, len, &p, &err)); /* all of them stay on the stack */
    assert_non_null(strstr(err.message, "STOP: leaves 10001 values"));
    free(bytes);
}

/* ---- Checkpoints --------------------------------------------------------------------------- */

static void checkpoints_give_what_was_written(void **state)
{
    (void)state;
    interop_check_file("dict.pt", as_torch_parse);
    interop_check_file("checkpoint.pt", as_torch_parse);
}

static void shared_storages_are_one_entry(void **state)
{
    (void)state;
    as_arrays *arrays;
    as_error err;
    if (!as_torch_open(fixture_path("interop/dict.pt"), &arrays, &err))
        fail_msg("%s", err.message);
    const as_array *a = as_arrays_lookup(arrays, "tied.a"), *b = as_arrays_lookup(arrays, "tied.b");
    assert_int_equal(a->entry, b->entry);
    as_arrays_free(arrays);
}

static void the_old_form_is_refused_by_name(void **state)
{
    (void)state;
    as_arrays *arrays;
    as_error err;
    assert_false(as_torch_open(fixture_path("interop/old.pt"), &arrays, &err));
    assert_non_null(strstr(err.message, "before version 1.6"));
    size_t len;
    unsigned char *bytes = interop_bytes("old.pt", &len);
    assert_false(as_torch_parse(bytes, len, &arrays, &err));
    assert_non_null(strstr(err.message, "before version 1.6"));
    free(bytes);
    assert_false(as_torch_open(fixture_path("interop/marian.npz"), &arrays, &err));
    assert_non_null(strstr(err.message, "0 entries NAME/data.pkl"));
    assert_false(as_torch_open("/nowhere", &arrays, &err));
    assert_int_equal(err.status, AS_ERR_SYSTEM);
}

/* A state dict of one tensor "w" over the storage "0" of `n` numbers, made by hand: the counts are
 * the operands of BININT, little-endian. */
typedef struct made_tensor {
    uint32_t n, offset, size[2], stride[2];
} made_tensor;

static size_t put_int(char *out, uint32_t number)
{
    *out++ = 'J';
    for (int k = 0; k < 4; k++)
        *out++ = (char)(number >> 8 * k);
    return 5;
}

static size_t put_bytes(char *out, const char *bytes, size_t len)
{
    memcpy(out, bytes, len);
    return len;
}

static size_t made_pickle(char *out, const made_tensor *t)
{
    static const char before[] =
        P "}X\1\0\0\0wctorch._utils\n_rebuild_tensor_v2\n((X\7\0\0\0storage"
          "ctorch\nFloatStorage\nX\1\0\0\0"
          "0X\3\0\0\0cpu";
    static const char after[] = "\x86\x89"
                                "ccollections\nOrderedDict\n)RtRs.";
    size_t len = put_bytes(out, before, sizeof before - 1);
    len += put_int(out + len, t->n);
    len += put_bytes(out + len, "tQ", 2);
    len += put_int(out + len, t->offset);
    len += put_int(out + len, t->size[0]);
    len += put_int(out + len, t->size[1]);
    len += put_bytes(out + len, "\x86", 1);
    len += put_int(out + len, t->stride[0]);
    len += put_int(out + len, t->stride[1]);
    return len + put_bytes(out + len, after, sizeof after - 1);
}

static void assert_tensor(const made_tensor *t, const char *part)
{
    static const float numbers[6] = {1, 2, 3, 4, 5, 6};
    char pickle[512];
    size_t len = made_pickle(pickle, t);
    zip_builder zip = {0};
    zip_add(&zip, "x/data.pkl", pickle, len, 8, 0);
    zip_add(&zip, "x/data/0", numbers, sizeof numbers, 8, 0);
    zip_end(&zip);
    unsigned char *bytes = zip_take(&zip, &len);
    as_arrays *arrays = NULL;
    as_error err = {0};
    bool ok = as_torch_parse(bytes, len, &arrays, &err);
    if (ok != !part)
        fail_msg("%s", ok ? "accepted" : err.message);
    if (part && !strstr(err.message, part))
        fail_msg("got \"%s\", expected \"%s\"", err.message, part);
    as_arrays_free(arrays);
    free(bytes);
}

static void tensors_lie_inside_their_storage(void **state)
{
    (void)state;
    assert_tensor(&(made_tensor){6, 0, {2, 3}, {3, 1}}, NULL);
    assert_tensor(&(made_tensor){6, 2, {2, 2}, {1, 2}}, NULL);
    assert_tensor(&(made_tensor){6, 1, {2, 3}, {3, 1}},
                  "array w: its shape [2, 3] of float32 wants more than the 6 numbers");
    assert_tensor(&(made_tensor){6, 0, {2, 3}, {4, 1}}, "wants more than the 6 numbers");
    assert_tensor(&(made_tensor){6, 0, {1000000, 1000000}, {0, 0}}, "wants more than the 6");
    assert_tensor(&(made_tensor){6, 0, {0x7fffffff, 0x7fffffff}, {0x7fffffff, 0x7fffffff}},
                  "wants more than the 6 numbers");
    assert_tensor(&(made_tensor){6, 0, {0x80000000, 1}, {1, 1}}, "something else than a storage");
    assert_tensor(&(made_tensor){7, 0, {2, 3}, {3, 1}},
                  "tensor w: its storage data/0 has 24 bytes, expected 7 numbers of float32");
    assert_tensor(&(made_tensor){0x80000000, 0, {2, 3}, {3, 1}}, "BINPERSID: found something else");
}

/* An archive of x/data.pkl and perhaps one more entry. */
static void assert_archive_refused(const char *pickle, size_t len, const char *name,
                                   const char *text, const char *part)
{
    zip_builder zip = {0};
    zip_add(&zip, "x/data.pkl", pickle, len, 8, 0);
    if (name)
        zip_add(&zip, name, text, strlen(text), 8, 0);
    zip_end(&zip);
    unsigned char *bytes = zip_take(&zip, &len);
    as_arrays *arrays = NULL;
    as_error err = {0};
    if (as_torch_parse(bytes, len, &arrays, &err))
        fail_msg("accepted, expected \"%s\"", part);
    if (!strstr(err.message, part))
        fail_msg("got \"%s\", expected \"%s\"", err.message, part);
    free(bytes);
}

static void archives_that_are_no_checkpoints_are_refused(void **state)
{
    (void)state;
    assert_archive_refused(BAD(P "N."), NULL, NULL, "the checkpoint holds a None, expected a dict");
    assert_archive_refused(BAD(P "}X\1\0\0\0wK\1s."), NULL, NULL, "w is a int, expected a tensor");
    assert_archive_refused(BAD(P "}K\1K\1s."), NULL, NULL, "a key of the state dict is not a name");
    assert_archive_refused(BAD(P "}X\x0b\0\0\0model_stateNs."), NULL, NULL,
                           "model_state is a None, expected a dict");
    assert_archive_refused(BAD(P "cos\nsystem\n)R."), NULL, NULL,
                           "entry data.pkl: byte 2: GLOBAL: names os.system");
    assert_archive_refused(BAD(P "}."), "y/data.pkl", "", "2 entries NAME/data.pkl, expected 1");
    assert_archive_refused(BAD(P "}."), "x/byteorder", "big", "byte order big, expected little");
    char pickle[512];
    size_t len = made_pickle(pickle, &(made_tensor){6, 0, {2, 3}, {3, 1}});
    assert_archive_refused(pickle, len, "x/data/1", "",
                           "tensor w: its storage data/0 is not in the archive");
}

static void every_truncation_is_refused(void **state)
{
    (void)state;
    interop_check_truncations("dict.pt", as_torch_parse);
    interop_check_truncations("checkpoint.pt", as_torch_parse);
}

static void every_truncation_of_a_pickle_is_refused(void **state)
{
    (void)state;
    char pickle[512];
    size_t len = made_pickle(pickle, &(made_tensor){6, 0, {2, 3}, {3, 1}});
    for (size_t cut = 0; cut < len; cut++) {
        as_pickle p;
        char *copy;
        assert_false(parse(pickle, cut, &p, NULL, &copy));
        free(copy);
    }
}

static void every_changed_byte_is_survived(void **state)
{
    (void)state;
    interop_check_changes("dict.pt", as_torch_parse);
}

static void failing_allocations_leave_nothing(void **state)
{
    (void)state;
    assert_true(failing_alloc_try_all(interop_load_all, &(interop_job){"dict.pt", as_torch_open}) >
                8);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(values_of_every_kind_are_noted),
        cmocka_unit_test(dicts_and_lists_grow),
        cmocka_unit_test(a_key_twice_is_refused_where_it_matters),
        cmocka_unit_test(bad_pickles_are_refused),
        cmocka_unit_test(what_grows_is_bounded),
        cmocka_unit_test(deep_values_and_shared_ones_cost_nothing),
        cmocka_unit_test(checkpoints_give_what_was_written),
        cmocka_unit_test(shared_storages_are_one_entry),
        cmocka_unit_test(the_old_form_is_refused_by_name),
        cmocka_unit_test(tensors_lie_inside_their_storage),
        cmocka_unit_test(archives_that_are_no_checkpoints_are_refused),
        cmocka_unit_test(every_truncation_is_refused),
        cmocka_unit_test(every_truncation_of_a_pickle_is_refused),
        cmocka_unit_test(every_changed_byte_is_survived),
        cmocka_unit_test(failing_allocations_leave_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
