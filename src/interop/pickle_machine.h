/* The stack machine that runs a pickle: its stack, marks, kept values and what it has noted down.
 * Internal to the pickle reader. Every function that may fail writes into machine->err. */
#ifndef AS_INTEROP_PICKLE_MACHINE_H
#define AS_INTEROP_PICKLE_MACHINE_H

#include "interop/pickle.h"

typedef struct int_list {
    int *at;
    int n, capacity;
} int_list;

typedef struct machine {
    const unsigned char *bytes;
    size_t len, next; /* next: the first byte not read */
    as_pickle made;
    int values_capacity, items_capacity;
    int_list stack, memo;
    int marks[AS_PICKLE_MAX_MARKS]; /* heights of the stack */
    int n_marks;
    bool stopped;
    as_error *err;
} machine;

/* Operands: the next n bytes, or NULL; a little-endian number of n bytes; a line without its
 * newline, cut to fit out[size]. */
const unsigned char *as_pickle_take(machine *m, size_t n);
bool as_pickle_take_number(machine *m, size_t n, uint32_t *out);
bool as_pickle_take_line(machine *m, char *out, size_t size);

/* The stack. Nothing below the last mark can be popped. */
bool as_pickle_push(machine *m, int value);
bool as_pickle_push_new(machine *m, as_pickle_value value); /* notes it down first */
bool as_pickle_pop(machine *m, int *value);
bool as_pickle_top(machine *m, int *value); /* stays where it is */
/* How many values lie above the last mark. */
int as_pickle_height(const machine *m);
bool as_pickle_push_mark(machine *m);
/* Takes the last mark away; what was pushed after it are stack[*first …]. */
bool as_pickle_pop_mark(machine *m, int *first);

/* Values kept under numbers. Python's pickler counts 0, 1, 2, …; another order is refused, so that
 * no number can make the table large. */
bool as_pickle_keep_top(machine *m, uint32_t k);
bool as_pickle_recall(machine *m, uint32_t k);

/* Noted values. */
as_pickle_value *as_pickle_at(machine *m, int value);
bool as_pickle_add_item(machine *m, int container, int key, int value);
/* The k-th item's value of a tuple, or -1; for small k. */
int as_pickle_tuple_at(machine *m, int tuple, int k);
/* True for a value (not -1) of that kind; the second form says in the error what it found. */
bool as_pickle_has_kind(machine *m, int value, as_pickle_kind kind);
bool as_pickle_expect(machine *m, int value, as_pickle_kind kind);
as_pickle_value as_pickle_empty(as_pickle_kind container);

/* The opcodes that name things: GLOBAL, BINPERSID, REDUCE, BUILD. */
bool as_pickle_op_global(machine *m);
bool as_pickle_op_binpersid(machine *m);
bool as_pickle_op_reduce(machine *m);
bool as_pickle_op_build(machine *m);

#endif
