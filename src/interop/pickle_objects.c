#include "interop/pickle_machine.h"

#include <string.h>

/* What a pickle may name. */
typedef enum role { ORDERED_DICT, REBUILD_TENSOR, REBUILD_PARAMETER, STORAGE_TYPE } role;

static const struct {
    const char *module, *name;
    role role;
    as_array_type type; /* of a STORAGE_TYPE */
} globals[] = {
    {"collections", "OrderedDict", ORDERED_DICT, 0},
    {"torch._utils", "_rebuild_tensor_v2", REBUILD_TENSOR, 0},
    {"torch._utils", "_rebuild_parameter", REBUILD_PARAMETER, 0},
    {"torch", "FloatStorage", STORAGE_TYPE, AS_ARRAY_F32},
    {"torch", "DoubleStorage", STORAGE_TYPE, AS_ARRAY_F64},
    {"torch", "HalfStorage", STORAGE_TYPE, AS_ARRAY_F16},
    {"torch", "BFloat16Storage", STORAGE_TYPE, AS_ARRAY_BF16},
    {"torch", "CharStorage", STORAGE_TYPE, AS_ARRAY_I8},
    {"torch", "ShortStorage", STORAGE_TYPE, AS_ARRAY_I16},
    {"torch", "IntStorage", STORAGE_TYPE, AS_ARRAY_I32},
    {"torch", "LongStorage", STORAGE_TYPE, AS_ARRAY_I64},
    {"torch", "ByteStorage", STORAGE_TYPE, AS_ARRAY_U8},
    {"torch", "BoolStorage", STORAGE_TYPE, AS_ARRAY_BOOL},
};
enum { N_GLOBALS = sizeof globals / sizeof globals[0] };

bool as_pickle_op_global(machine *m)
{
    char module[64], name[64], shown[AS_PRINTABLE], shown_name[AS_PRINTABLE];
    if (!as_pickle_take_line(m, module, sizeof module) ||
        !as_pickle_take_line(m, name, sizeof name))
        return false;
    for (int k = 0; k < N_GLOBALS; k++)
        if (strcmp(globals[k].module, module) == 0 && strcmp(globals[k].name, name) == 0)
            return as_pickle_push_new(m, (as_pickle_value){.kind = AS_PICKLE_GLOBAL, .global = k});
    return as_fail(m->err, AS_ERR_FORMAT, "names %s.%s, expected nothing but dicts and tensors",
                   as_printable(shown, sizeof shown, module),
                   as_printable(shown_name, sizeof shown_name, name));
}

static bool is_text(machine *m, int value, const char *text)
{
    const as_pickle_value *v = value < 0 ? NULL : as_pickle_at(m, value);
    return v && v->kind == AS_PICKLE_TEXT && v->text.len == strlen(text) &&
           memcmp(v->text.bytes, text, v->text.len) == 0;
}

/* An int from 0 on. */
static bool is_count(machine *m, int value)
{
    return as_pickle_has_kind(m, value, AS_PICKLE_INT) && as_pickle_at(m, value)->integer >= 0;
}

/* ('storage', FloatStorage, '0', 'cpu', 1024) */
bool as_pickle_op_binpersid(machine *m)
{
    int id;
    if (!as_pickle_pop(m, &id) || !as_pickle_expect(m, id, AS_PICKLE_TUPLE))
        return false;
    int type = as_pickle_tuple_at(m, id, 1), key = as_pickle_tuple_at(m, id, 2);
    int n = as_pickle_tuple_at(m, id, 4);
    if (as_pickle_at(m, id)->items.n != 5 || !is_text(m, as_pickle_tuple_at(m, id, 0), "storage") ||
        !as_pickle_has_kind(m, type, AS_PICKLE_GLOBAL) ||
        globals[as_pickle_at(m, type)->global].role != STORAGE_TYPE ||
        !as_pickle_has_kind(m, key, AS_PICKLE_TEXT) || !is_count(m, n))
        return as_fail(m->err, AS_ERR_FORMAT,
                       "found something else than ('storage', type, key, device, count)");
    as_array_type stored = globals[as_pickle_at(m, type)->global].type;
    return as_pickle_push_new(
        m, (as_pickle_value){.kind = AS_PICKLE_STORAGE,
                             .storage = {stored, key, as_pickle_at(m, n)->integer}});
}

enum { MAX_RANK = 64 }; /* torch's own */

/* A tuple of ints from 0 on; how many into *n. */
static bool is_counts(machine *m, int value, int *n)
{
    if (!as_pickle_has_kind(m, value, AS_PICKLE_TUPLE) ||
        as_pickle_at(m, value)->items.n > MAX_RANK)
        return false;
    for (int item = as_pickle_at(m, value)->items.first; item >= 0; item = m->made.items[item].next)
        if (!is_count(m, m->made.items[item].value))
            return false;
    *n = as_pickle_at(m, value)->items.n;
    return true;
}

/* _rebuild_tensor_v2(storage, offset, size, stride, requires_grad, hooks) */
static bool rebuild_tensor(machine *m, int args)
{
    int storage = as_pickle_tuple_at(m, args, 0), offset = as_pickle_tuple_at(m, args, 1);
    int size = as_pickle_tuple_at(m, args, 2), stride = as_pickle_tuple_at(m, args, 3);
    int rank, n_strides;
    if (as_pickle_at(m, args)->items.n != 6 || !as_pickle_has_kind(m, storage, AS_PICKLE_STORAGE) ||
        !is_count(m, offset) || !is_counts(m, size, &rank) || !is_counts(m, stride, &n_strides) ||
        rank != n_strides)
        return as_fail(m->err, AS_ERR_FORMAT,
                       "_rebuild_tensor_v2 is given something else than a storage, an offset, "
                       "a size and a stride");
    return as_pickle_push_new(
        m, (as_pickle_value){.kind = AS_PICKLE_TENSOR, .tensor = {storage, offset, size, stride}});
}

/* _rebuild_parameter(tensor, requires_grad, hooks): the tensor. */
static bool rebuild_parameter(machine *m, int args)
{
    int tensor = as_pickle_tuple_at(m, args, 0);
    if (as_pickle_at(m, args)->items.n != 3 || !as_pickle_has_kind(m, tensor, AS_PICKLE_TENSOR))
        return as_fail(m->err, AS_ERR_FORMAT, "_rebuild_parameter is not given a tensor");
    return as_pickle_push(m, tensor);
}

bool as_pickle_op_reduce(machine *m)
{
    int args, callable;
    if (!as_pickle_pop(m, &args) || !as_pickle_expect(m, args, AS_PICKLE_TUPLE) ||
        !as_pickle_pop(m, &callable) || !as_pickle_expect(m, callable, AS_PICKLE_GLOBAL))
        return false;
    switch (globals[as_pickle_at(m, callable)->global].role) {
    case ORDERED_DICT:
        if (as_pickle_at(m, args)->items.n != 0)
            return as_fail(m->err, AS_ERR_FORMAT, "OrderedDict is given %d things, expected none",
                           as_pickle_at(m, args)->items.n);
        return as_pickle_push_new(m, as_pickle_empty(AS_PICKLE_DICT));
    case REBUILD_TENSOR:
        return rebuild_tensor(m, args);
    case REBUILD_PARAMETER:
        return rebuild_parameter(m, args);
    case STORAGE_TYPE:
        break;
    }
    return as_fail(m->err, AS_ERR_FORMAT, "calls %s",
                   globals[as_pickle_at(m, callable)->global].name);
}

/* A state dict carries its version as an attribute, which says nothing about the tensors. */
bool as_pickle_op_build(machine *m)
{
    int state, target;
    return as_pickle_pop(m, &state) && as_pickle_expect(m, state, AS_PICKLE_DICT) &&
           as_pickle_top(m, &target) && as_pickle_expect(m, target, AS_PICKLE_DICT);
}
