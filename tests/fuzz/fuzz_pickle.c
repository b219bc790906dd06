/* A pickle alone. */
#include "check.h"

#include "interop/pickle.h"

#include <string.h>

static bool is_value(const as_pickle *p, int k)
{
    return k >= 0 && k < p->n_values;
}

static bool is_container(as_pickle_kind kind)
{
    return kind == AS_PICKLE_TUPLE || kind == AS_PICKLE_LIST || kind == AS_PICKLE_DICT;
}

/* The items of a container, as many as it says, all of them values. */
static void check_items(const as_pickle *p, const as_pickle_value *container)
{
    int n = 0;
    for (int k = container->items.first; k >= 0; k = p->items[k].next, n++) {
        CHECK(k < p->n_items);
        CHECK(is_value(p, p->items[k].value));
        CHECK((container->kind == AS_PICKLE_DICT) == is_value(p, p->items[k].key));
    }
    CHECK(n == container->items.n);
}

static void check_value(const as_pickle *p, const as_pickle_value *v, const char *bytes,
                        size_t size)
{
    if (is_container(v->kind))
        check_items(p, v);
    if (v->kind == AS_PICKLE_TEXT)
        CHECK(v->text.bytes >= bytes && v->text.len <= size &&
              v->text.bytes + v->text.len <= bytes + size);
    if (v->kind == AS_PICKLE_TENSOR) {
        CHECK(p->values[v->tensor.storage].kind == AS_PICKLE_STORAGE);
        CHECK(p->values[v->tensor.size].items.n == p->values[v->tensor.stride].items.n);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    as_pickle p;
    as_error err = {0};
    if (!as_pickle_parse(data, size, &p, &err)) {
        CHECK(err.status != AS_OK && err.message[0] != '\0' && !strchr(err.message, '\n'));
        CHECK(!p.values && !p.items);
        return 0;
    }
    CHECK(is_value(&p, p.root));
    for (int k = 0; k < p.n_values; k++)
        check_value(&p, &p.values[k], (const char *)data, size);
    as_pickle_finish(&p);
    return 0;
}
