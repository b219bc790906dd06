#include "interop/pickle_machine.h"

#include "core/grow.h"

#include <stdlib.h>
#include <string.h>

static const char *const kind_names[] = {
    [AS_PICKLE_NONE] = "None",       [AS_PICKLE_BOOL] = "bool",     [AS_PICKLE_INT] = "int",
    [AS_PICKLE_FLOAT] = "float",     [AS_PICKLE_TEXT] = "text",     [AS_PICKLE_TUPLE] = "tuple",
    [AS_PICKLE_LIST] = "list",       [AS_PICKLE_DICT] = "dict",     [AS_PICKLE_GLOBAL] = "class",
    [AS_PICKLE_STORAGE] = "storage", [AS_PICKLE_TENSOR] = "tensor",
};

const char *as_pickle_kind_name(as_pickle_kind kind)
{
    return kind_names[kind];
}

/* ---- Operands ------------------------------------------------------------------------------ */

const unsigned char *as_pickle_take(machine *m, size_t n)
{
    if (n > m->len - m->next) {
        as_fail(m->err, AS_ERR_FORMAT, "wants %zu bytes, %zu are left", n, m->len - m->next);
        return NULL;
    }
    const unsigned char *first = m->bytes + m->next;
    m->next += n;
    return first;
}

bool as_pickle_take_number(machine *m, size_t n, uint32_t *out)
{
    const unsigned char *digits = as_pickle_take(m, n);
    if (!digits)
        return false;
    *out = 0;
    for (size_t k = n; k-- > 0;)
        *out = *out << 8 | digits[k];
    return true;
}

bool as_pickle_take_line(machine *m, char *out, size_t size)
{
    const unsigned char *first = m->bytes + m->next;
    const unsigned char *newline = memchr(first, '\n', m->len - m->next);
    if (!newline)
        return as_fail(m->err, AS_ERR_FORMAT, "a name without an end");
    size_t len = (size_t)(newline - first), kept = len < size ? len : size - 1;
    memcpy(out, first, kept);
    out[kept] = '\0';
    m->next += len + 1;
    return true;
}

/* ---- The stack ----------------------------------------------------------------------------- */

/* Room for one more element of `size` bytes in a list of n; NULL with a message. */
static void *grown(machine *m, void *list, int n, int *capacity, size_t size, const char *what)
{
    if (n == *capacity && n >= AS_PICKLE_MAX_VALUES) {
        as_fail(m->err, AS_ERR_LIMIT, "more than %d %s", AS_PICKLE_MAX_VALUES, what);
        return NULL;
    }
    void *more = as_grown(list, n, capacity, size);
    if (!more)
        as_fail_memory(m->err, "a pickle");
    return more;
}

static bool append(machine *m, int_list *list, int x, const char *what)
{
    int *more = grown(m, list->at, list->n, &list->capacity, sizeof *more, what);
    if (!more)
        return false;
    list->at = more;
    list->at[list->n++] = x;
    return true;
}

bool as_pickle_push(machine *m, int value)
{
    return append(m, &m->stack, value, "values on the stack");
}

bool as_pickle_push_new(machine *m, as_pickle_value value)
{
    as_pickle_value *more =
        grown(m, m->made.values, m->made.n_values, &m->values_capacity, sizeof *more, "values");
    if (!more)
        return false;
    m->made.values = more;
    m->made.values[m->made.n_values] = value;
    return as_pickle_push(m, m->made.n_values++);
}

int as_pickle_height(const machine *m)
{
    return m->stack.n - (m->n_marks > 0 ? m->marks[m->n_marks - 1] : 0);
}

bool as_pickle_top(machine *m, int *value)
{
    if (as_pickle_height(m) == 0)
        return as_fail(m->err, AS_ERR_FORMAT, "takes from an empty stack");
    *value = m->stack.at[m->stack.n - 1];
    return true;
}

bool as_pickle_pop(machine *m, int *value)
{
    if (!as_pickle_top(m, value))
        return false;
    m->stack.n--;
    return true;
}

bool as_pickle_push_mark(machine *m)
{
    if (m->n_marks == AS_PICKLE_MAX_MARKS)
        return as_fail(m->err, AS_ERR_LIMIT, "nests more than %d deep", AS_PICKLE_MAX_MARKS);
    m->marks[m->n_marks++] = m->stack.n;
    return true;
}

bool as_pickle_pop_mark(machine *m, int *first)
{
    if (m->n_marks == 0)
        return as_fail(m->err, AS_ERR_FORMAT, "needs a mark and there is none");
    *first = m->marks[--m->n_marks];
    return true;
}

bool as_pickle_keep_top(machine *m, uint32_t k)
{
    int value;
    if (!as_pickle_top(m, &value))
        return false;
    if (k > (uint32_t)m->memo.n)
        return as_fail(m->err, AS_ERR_FORMAT, "keeps number %u after %d others", k, m->memo.n);
    if (k == (uint32_t)m->memo.n)
        return append(m, &m->memo, value, "values kept");
    m->memo.at[k] = value;
    return true;
}

bool as_pickle_recall(machine *m, uint32_t k)
{
    if (k >= (uint32_t)m->memo.n)
        return as_fail(m->err, AS_ERR_FORMAT, "recalls number %u, %d are kept", k, m->memo.n);
    return as_pickle_push(m, m->memo.at[k]);
}

/* ---- Noted values -------------------------------------------------------------------------- */

as_pickle_value *as_pickle_at(machine *m, int value)
{
    return &m->made.values[value];
}

as_pickle_value as_pickle_empty(as_pickle_kind container)
{
    return (as_pickle_value){.kind = container, .items = {-1, -1, 0}};
}

bool as_pickle_add_item(machine *m, int container, int key, int value)
{
    as_pickle_item *more =
        grown(m, m->made.items, m->made.n_items, &m->items_capacity, sizeof *more, "items");
    if (!more)
        return false;
    m->made.items = more;
    int item = m->made.n_items++;
    m->made.items[item] = (as_pickle_item){key, value, -1};
    as_pickle_value *c = as_pickle_at(m, container);
    if (c->items.n++ == 0)
        c->items.first = item;
    else
        m->made.items[c->items.last].next = item;
    c->items.last = item;
    return true;
}

int as_pickle_tuple_at(machine *m, int tuple, int k)
{
    int item = as_pickle_at(m, tuple)->items.first;
    for (; item >= 0 && k > 0; k--)
        item = m->made.items[item].next;
    return item < 0 ? -1 : m->made.items[item].value;
}

bool as_pickle_has_kind(machine *m, int value, as_pickle_kind kind)
{
    return value >= 0 && as_pickle_at(m, value)->kind == kind;
}

bool as_pickle_expect(machine *m, int value, as_pickle_kind kind)
{
    as_pickle_kind found = as_pickle_at(m, value)->kind;
    if (found != kind)
        return as_fail(m->err, AS_ERR_FORMAT, "found a %s, expected a %s", kind_names[found],
                       kind_names[kind]);
    return true;
}
