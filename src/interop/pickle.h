/* Python pickles, read as data.
 *
 * A pickle is a program for a stack machine that may call anything. This interpreter knows the few
 * opcodes that torch.save writes for dicts of tensors and calls nothing: where the program asks for
 * an OrderedDict or for _rebuild_tensor_v2, a dict or a tensor is noted down; whatever else it
 * names is refused by that name. Every value is noted once, however often the program uses it, so
 * memory is bounded by the pickle's length, and nothing here recurses. */
#ifndef AS_INTEROP_PICKLE_H
#define AS_INTEROP_PICKLE_H

#include "interop/arrays.h"

#include <stdint.h>

enum {
    AS_PICKLE_MAX_BYTES = 16 << 20,
    AS_PICKLE_MAX_VALUES = 1 << 20,
    AS_PICKLE_MAX_MARKS = 256, /* containers that are open at one time */
};

typedef enum as_pickle_kind {
    AS_PICKLE_NONE,
    AS_PICKLE_BOOL,
    AS_PICKLE_INT,
    AS_PICKLE_FLOAT,
    AS_PICKLE_TEXT,
    AS_PICKLE_TUPLE,
    AS_PICKLE_LIST,
    AS_PICKLE_DICT,
    AS_PICKLE_GLOBAL, /* a class or function, named only */
    AS_PICKLE_STORAGE,
    AS_PICKLE_TENSOR,
} as_pickle_kind;

/* Values and items refer to each other by number; -1 is none. */
typedef struct as_pickle_value {
    as_pickle_kind kind;
    union {
        int64_t integer; /* INT, BOOL */
        double real;     /* FLOAT */
        struct {
            const char *bytes; /* in the pickle */
            size_t len;
        } text;
        struct {
            int first, last, n; /* items of a TUPLE, LIST or DICT */
        } items;
        int global; /* index in the interpreter's list */
        struct {
            as_array_type type;
            int key; /* TEXT: its file in the archive */
            int64_t n;
        } storage;
        struct {
            int storage, offset, size, stride; /* STORAGE, INT, TUPLE of INT twice */
        } tensor;
    };
} as_pickle_value;

typedef struct as_pickle_item {
    int key; /* of a DICT's item */
    int value, next;
} as_pickle_item;

typedef struct as_pickle {
    as_pickle_value *values;
    as_pickle_item *items;
    int n_values, n_items;
    int root; /* what the pickle holds */
} as_pickle;

/* Reads a pickle, which must outlive *out; release with as_pickle_finish. A negative size or stride
 * and a tuple that holds other things than it should are refused here, so that a TENSOR can be
 * trusted to be made as the comments above say. Messages give the byte. Errors: FORMAT, LIMIT,
 * SYSTEM; *out is zeroed then. */
bool as_pickle_parse(const void *bytes, size_t len, as_pickle *out, as_error *err);
void as_pickle_finish(as_pickle *pickle);

/* The value under a text in a DICT, into *value; -1 when there is none. FORMAT when it is there
 * twice. */
bool as_pickle_lookup(const as_pickle *pickle, int dict, const char *key, int *value,
                      as_error *err);

/* "tensor", "dict" …, for messages. */
const char *as_pickle_kind_name(as_pickle_kind kind);

#endif
