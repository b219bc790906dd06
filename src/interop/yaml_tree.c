#include "interop/yaml_tree.h"

#include "core/memory.h"

#include <stdlib.h>
#include <string.h>

struct as_yaml {
    as_arena arena; /* nodes and texts */
    as_yaml_node *root;
};

/* A container that is being filled. */
typedef struct level {
    as_yaml_node *node, *last;
    const char *key; /* of the value that comes next; NULL where a key or an item comes next */
} level;

typedef struct builder {
    as_yaml *yaml;
    level levels[AS_YAML_MAX_DEPTH];
    int depth, n_nodes;
    as_error *err;
} builder;

static const char *keep(builder *b, const as_yaml_event *event)
{
    char *copy = as_arena_alloc(&b->yaml->arena, event->len + 1, 1);
    if (copy)
        memcpy(copy, event->text, event->len + 1);
    else
        as_fail_memory(b->err, "YAML");
    return copy;
}

static bool take_key(builder *b, level *in, const as_yaml_event *event)
{
    char shown[AS_PRINTABLE];
    if (event->kind != AS_YAML_SCALAR)
        return as_fail(b->err, AS_ERR_FORMAT, "line %zu: a key is not a word", event->line);
    if (as_yaml_lookup(in->node, event->text))
        return as_fail(b->err, AS_ERR_FORMAT, "line %zu: key %s comes twice", event->line,
                       as_printable(shown, sizeof shown, event->text));
    in->key = keep(b, event);
    return in->key != NULL;
}

static as_yaml_node *new_node(builder *b, const as_yaml_event *event)
{
    if (b->n_nodes++ == AS_YAML_MAX_NODES) {
        as_fail(b->err, AS_ERR_LIMIT, "line %zu: more than %d values", event->line,
                AS_YAML_MAX_NODES);
        return NULL;
    }
    as_yaml_node *node = as_arena_alloc(&b->yaml->arena, 1, sizeof *node);
    if (!node) {
        as_fail_memory(b->err, "YAML");
        return NULL;
    }
    *node = (as_yaml_node){.kind = event->kind, .line = event->line};
    if (event->kind == AS_YAML_SCALAR && !(node->text = keep(b, event)))
        return NULL;
    return node;
}

/* Hangs a value into the innermost container, or makes it the root. */
static bool take_value(builder *b, const as_yaml_event *event)
{
    as_yaml_node *node = new_node(b, event);
    if (!node)
        return false;
    if (b->depth == 0) {
        b->yaml->root = node;
    } else {
        level *in = &b->levels[b->depth - 1];
        node->key = in->key;
        in->key = NULL;
        *(in->last ? &in->last->next : &in->node->first) = node;
        in->last = node;
        in->node->n++;
    }
    if (event->kind != AS_YAML_SCALAR)
        b->levels[b->depth++] = (level){.node = node}; /* the reader bounds the depth */
    return true;
}

static bool take_event(builder *b, const as_yaml_event *event)
{
    level *in = b->depth > 0 ? &b->levels[b->depth - 1] : NULL;
    if (event->kind == AS_YAML_END) {
        b->depth--;
        return true;
    }
    if (in && in->node->kind == AS_YAML_MAPPING && !in->key)
        return take_key(b, in, event);
    return take_value(b, event);
}

static bool build(builder *b, as_yaml_reader *reader)
{
    as_yaml_event event;
    for (;;) {
        if (!as_yaml_next(reader, &event, b->err))
            return false;
        if (event.kind == AS_YAML_FINISHED)
            return b->yaml->root || as_fail(b->err, AS_ERR_FORMAT, "the YAML is empty");
        if (!take_event(b, &event))
            return false;
    }
}

bool as_yaml_parse(const void *bytes, size_t len, as_yaml **out, as_error *err)
{
    if (len > AS_YAML_MAX_BYTES)
        return as_fail(err, AS_ERR_LIMIT, "%zu bytes of YAML, expected at most %d", len,
                       AS_YAML_MAX_BYTES);
    as_yaml *yaml = calloc(1, sizeof *yaml);
    as_yaml_reader *reader = NULL;
    bool ok = yaml ? as_yaml_reader_new(bytes, len, &reader, err) : as_fail_memory(err, "YAML");
    builder b = {.yaml = yaml, .err = err};
    ok = ok && build(&b, reader);
    as_yaml_reader_free(reader);
    if (!ok) {
        as_yaml_free(yaml);
        return false;
    }
    *out = yaml;
    return true;
}

void as_yaml_free(as_yaml *yaml)
{
    if (!yaml)
        return;
    as_arena_finish(&yaml->arena);
    free(yaml);
}

const as_yaml_node *as_yaml_root(const as_yaml *yaml)
{
    return yaml->root;
}

const as_yaml_node *as_yaml_lookup(const as_yaml_node *node, const char *key)
{
    if (!node || node->kind != AS_YAML_MAPPING)
        return NULL;
    for (const as_yaml_node *child = node->first; child; child = child->next)
        if (strcmp(child->key, key) == 0)
            return child;
    return NULL;
}
