/* A small YAML file as a tree: the settings that lie beside a model. Keys are single words, and
 * none comes twice in one mapping. */
#ifndef AS_INTEROP_YAML_TREE_H
#define AS_INTEROP_YAML_TREE_H

#include "interop/yaml_reader.h"

enum { AS_YAML_MAX_BYTES = 1 << 20, AS_YAML_MAX_NODES = 1 << 13 };

typedef struct as_yaml_node {
    as_yaml_kind kind; /* SCALAR, SEQUENCE or MAPPING */
    const char *key;   /* of a mapping's value; else NULL */
    const char *text;  /* of a SCALAR */
    size_t line;
    int n; /* children */
    struct as_yaml_node *first, *next;
} as_yaml_node;

typedef struct as_yaml as_yaml;

/* Reads a whole file of at most AS_YAML_MAX_BYTES and AS_YAML_MAX_NODES. *out is the caller's.
 * Errors: FORMAT, LIMIT, SYSTEM. */
bool as_yaml_parse(const void *bytes, size_t len, as_yaml **out, as_error *err);
void as_yaml_free(as_yaml *yaml);
const as_yaml_node *as_yaml_root(const as_yaml *yaml);
/* The value under a key of a MAPPING; NULL when there is none or `node` is no mapping or NULL. */
const as_yaml_node *as_yaml_lookup(const as_yaml_node *node, const char *key);

#endif
