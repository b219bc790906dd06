#include "interop/pickle_machine.h"

#include <stdlib.h>
#include <string.h>

static bool op_proto(machine *m)
{
    uint32_t version;
    if (!as_pickle_take_number(m, 1, &version))
        return false;
    return version == 2 || as_fail(m->err, AS_ERR_FORMAT, "protocol %u, expected 2", version);
}

static bool op_stop(machine *m)
{
    if (m->n_marks > 0 || m->stack.n != 1)
        return as_fail(m->err, AS_ERR_FORMAT, "leaves %d values and %d marks, expected one value",
                       m->stack.n, m->n_marks);
    m->made.root = m->stack.at[0];
    m->stopped = true;
    return true;
}

static bool op_none(machine *m)
{
    return as_pickle_push_new(m, (as_pickle_value){.kind = AS_PICKLE_NONE});
}

static bool op_true(machine *m)
{
    return as_pickle_push_new(m, (as_pickle_value){.kind = AS_PICKLE_BOOL, .integer = 1});
}

static bool op_false(machine *m)
{
    return as_pickle_push_new(m, (as_pickle_value){.kind = AS_PICKLE_BOOL});
}

static bool push_int(machine *m, size_t n)
{
    uint32_t digits;
    if (!as_pickle_take_number(m, n, &digits))
        return false;
    int64_t value = n == 4 ? (int32_t)digits : (int64_t)digits;
    return as_pickle_push_new(m, (as_pickle_value){.kind = AS_PICKLE_INT, .integer = value});
}

static bool op_binint(machine *m)
{
    return push_int(m, 4);
}

static bool op_binint1(machine *m)
{
    return push_int(m, 1);
}

static bool op_binint2(machine *m)
{
    return push_int(m, 2);
}

static bool op_binfloat(machine *m)
{
    const unsigned char *digits = as_pickle_take(m, 8);
    if (!digits)
        return false;
    uint64_t bits = 0; /* big-endian */
    for (int k = 0; k < 8; k++)
        bits = bits << 8 | digits[k];
    as_pickle_value value = {.kind = AS_PICKLE_FLOAT};
    memcpy(&value.real, &bits, sizeof bits);
    return as_pickle_push_new(m, value);
}

static bool op_binunicode(machine *m)
{
    uint32_t len;
    const unsigned char *text;
    if (!as_pickle_take_number(m, 4, &len) || !(text = as_pickle_take(m, len)))
        return false;
    return as_pickle_push_new(
        m, (as_pickle_value){.kind = AS_PICKLE_TEXT, .text = {(const char *)text, len}});
}

static bool op_empty_tuple(machine *m)
{
    return as_pickle_push_new(m, as_pickle_empty(AS_PICKLE_TUPLE));
}

static bool op_empty_list(machine *m)
{
    return as_pickle_push_new(m, as_pickle_empty(AS_PICKLE_LIST));
}

static bool op_empty_dict(machine *m)
{
    return as_pickle_push_new(m, as_pickle_empty(AS_PICKLE_DICT));
}

/* The values from stack[first] on become a tuple in their place. */
static bool make_tuple(machine *m, int first)
{
    int end = m->stack.n;
    if (!as_pickle_push_new(m, as_pickle_empty(AS_PICKLE_TUPLE)))
        return false;
    int tuple = m->stack.at[end];
    for (int k = first; k < end; k++)
        if (!as_pickle_add_item(m, tuple, -1, m->stack.at[k]))
            return false;
    m->stack.n = first;
    return as_pickle_push(m, tuple);
}

static bool op_tuple(machine *m)
{
    int first;
    return as_pickle_pop_mark(m, &first) && make_tuple(m, first);
}

static bool short_tuple(machine *m, int n)
{
    if (as_pickle_height(m) < n)
        return as_fail(m->err, AS_ERR_FORMAT, "takes from an empty stack");
    return make_tuple(m, m->stack.n - n);
}

static bool op_tuple1(machine *m)
{
    return short_tuple(m, 1);
}

static bool op_tuple2(machine *m)
{
    return short_tuple(m, 2);
}

static bool op_tuple3(machine *m)
{
    return short_tuple(m, 3);
}

/* The container on top of the stack. */
static bool top_is(machine *m, as_pickle_kind kind, int *value)
{
    return as_pickle_top(m, value) && as_pickle_expect(m, *value, kind);
}

static bool op_append(machine *m)
{
    int value, list;
    return as_pickle_pop(m, &value) && top_is(m, AS_PICKLE_LIST, &list) &&
           as_pickle_add_item(m, list, -1, value);
}

static bool op_appends(machine *m)
{
    int first, end = m->stack.n, list;
    if (!as_pickle_pop_mark(m, &first))
        return false;
    m->stack.n = first;
    if (!top_is(m, AS_PICKLE_LIST, &list))
        return false;
    for (int k = first; k < end; k++)
        if (!as_pickle_add_item(m, list, -1, m->stack.at[k]))
            return false;
    return true;
}

static bool set_item(machine *m, int dict, int key, int value)
{
    as_pickle_kind kind = as_pickle_at(m, key)->kind;
    if (kind != AS_PICKLE_TEXT && kind != AS_PICKLE_INT)
        return as_fail(m->err, AS_ERR_FORMAT, "a key is a %s, expected a text or an int",
                       as_pickle_kind_name(kind));
    return as_pickle_add_item(m, dict, key, value);
}

static bool op_setitem(machine *m)
{
    int value, key, dict;
    return as_pickle_pop(m, &value) && as_pickle_pop(m, &key) && top_is(m, AS_PICKLE_DICT, &dict) &&
           set_item(m, dict, key, value);
}

static bool op_setitems(machine *m)
{
    int first, end = m->stack.n, dict;
    if (!as_pickle_pop_mark(m, &first))
        return false;
    m->stack.n = first;
    if (!top_is(m, AS_PICKLE_DICT, &dict))
        return false;
    if ((end - first) % 2 != 0)
        return as_fail(m->err, AS_ERR_FORMAT, "a key without a value");
    for (int k = first; k < end; k += 2)
        if (!set_item(m, dict, m->stack.at[k], m->stack.at[k + 1]))
            return false;
    return true;
}

static bool op_binput(machine *m)
{
    uint32_t k;
    return as_pickle_take_number(m, 1, &k) && as_pickle_keep_top(m, k);
}

static bool op_long_binput(machine *m)
{
    uint32_t k;
    return as_pickle_take_number(m, 4, &k) && as_pickle_keep_top(m, k);
}

static bool op_binget(machine *m)
{
    uint32_t k;
    return as_pickle_take_number(m, 1, &k) && as_pickle_recall(m, k);
}

static bool op_long_binget(machine *m)
{
    uint32_t k;
    return as_pickle_take_number(m, 4, &k) && as_pickle_recall(m, k);
}

typedef struct opcode {
    unsigned char code;
    const char *name;
    bool (*run)(machine *m); /* NULL: known and refused */
} opcode;

static const opcode opcodes[] = {
    {0x80, "PROTO", op_proto},
    {'.', "STOP", op_stop},
    {'(', "MARK", as_pickle_push_mark},
    {'N', "NONE", op_none},
    {0x88, "NEWTRUE", op_true},
    {0x89, "NEWFALSE", op_false},
    {'J', "BININT", op_binint},
    {'K', "BININT1", op_binint1},
    {'M', "BININT2", op_binint2},
    {'G', "BINFLOAT", op_binfloat},
    {'X', "BINUNICODE", op_binunicode},
    {')', "EMPTY_TUPLE", op_empty_tuple},
    {']', "EMPTY_LIST", op_empty_list},
    {'}', "EMPTY_DICT", op_empty_dict},
    {'t', "TUPLE", op_tuple},
    {0x85, "TUPLE1", op_tuple1},
    {0x86, "TUPLE2", op_tuple2},
    {0x87, "TUPLE3", op_tuple3},
    {'a', "APPEND", op_append},
    {'e', "APPENDS", op_appends},
    {'s', "SETITEM", op_setitem},
    {'u', "SETITEMS", op_setitems},
    {'q', "BINPUT", op_binput},
    {'r', "LONG_BINPUT", op_long_binput},
    {'h', "BINGET", op_binget},
    {'j', "LONG_BINGET", op_long_binget},
    {'c', "GLOBAL", as_pickle_op_global},
    {'Q', "BINPERSID", as_pickle_op_binpersid},
    {'R', "REDUCE", as_pickle_op_reduce},
    {'b', "BUILD", as_pickle_op_build},
    {0x81, "NEWOBJ", NULL},
    {0x82, "EXT1", NULL},
    {0x83, "EXT2", NULL},
    {0x84, "EXT4", NULL},
    {0x8a, "LONG1", NULL},
    {0x8b, "LONG4", NULL},
    {0x8c, "SHORT_BINUNICODE", NULL},
    {0x93, "STACK_GLOBAL", NULL},
    {0x94, "MEMOIZE", NULL},
    {0x95, "FRAME", NULL},
    {'i', "INST", NULL},
    {'o', "OBJ", NULL},
    {'P', "PERSID", NULL},
    {'T', "BINSTRING", NULL},
    {'U', "SHORT_BINSTRING", NULL},
};

static const opcode *opcode_lookup(unsigned char code)
{
    for (size_t k = 0; k < sizeof opcodes / sizeof opcodes[0]; k++)
        if (opcodes[k].code == code)
            return &opcodes[k];
    return NULL;
}

static bool run_one(machine *m)
{
    size_t where = m->next;
    const unsigned char *code = as_pickle_take(m, 1);
    if (!code)
        return as_fail_in(m->err, "the pickle ends without STOP");
    const opcode *op = opcode_lookup(*code);
    if (!op)
        return as_fail(m->err, AS_ERR_FORMAT, "byte %zu: no opcode 0x%02x is expected here", where,
                       *code);
    if (!op->run)
        return as_fail(m->err, AS_ERR_FORMAT,
                       "byte %zu: opcode %s, which a dict of tensors does not need", where,
                       op->name);
    return op->run(m) || as_fail_in(m->err, "byte %zu: %s", where, op->name);
}

bool as_pickle_parse(const void *bytes, size_t len, as_pickle *out, as_error *err)
{
    *out = (as_pickle){0};
    if (len > AS_PICKLE_MAX_BYTES)
        return as_fail(err, AS_ERR_LIMIT, "the pickle has %zu bytes, expected at most %d", len,
                       AS_PICKLE_MAX_BYTES);
    if (len == 0 || *(const unsigned char *)bytes != 0x80)
        return as_fail(err, AS_ERR_FORMAT, "no pickle of protocol 2");
    machine m = {.bytes = bytes, .len = len, .err = err};
    bool ok = true;
    while (ok && !m.stopped)
        ok = run_one(&m);
    if (ok && m.next != len)
        ok = as_fail(err, AS_ERR_FORMAT, "%zu bytes follow the pickle's end", len - m.next);
    free(m.stack.at);
    free(m.memo.at);
    if (!ok) {
        as_pickle_finish(&m.made);
        return false;
    }
    *out = m.made;
    return true;
}

void as_pickle_finish(as_pickle *pickle)
{
    free(pickle->values);
    free(pickle->items);
    *pickle = (as_pickle){0};
}

bool as_pickle_lookup(const as_pickle *pickle, int dict, const char *key, int *value, as_error *err)
{
    size_t len = strlen(key);
    *value = -1;
    for (int k = pickle->values[dict].items.first; k >= 0; k = pickle->items[k].next) {
        const as_pickle_value *name = &pickle->values[pickle->items[k].key];
        if (name->kind != AS_PICKLE_TEXT || name->text.len != len ||
            memcmp(name->text.bytes, key, len) != 0)
            continue;
        if (*value >= 0)
            return as_fail(err, AS_ERR_FORMAT, "key %s comes twice", key);
        *value = pickle->items[k].value;
    }
    return true;
}
