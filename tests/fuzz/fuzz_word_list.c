/* The form of a vocabulary in the first byte (Y, J or another), and its bytes. */
#include "check.h"

#include "interop/word_list.h"
#include "interop/yaml_tree.h"

#include <string.h>

static void check_error(const as_error *err)
{
    CHECK(err->status != AS_OK && err->message[0] != '\0' && !strchr(err->message, '\n'));
}

/* Containers have as many children as they say, and mappings a key for each. */
static void check_node(const as_yaml_node *node, int depth)
{
    int n = 0;
    CHECK(depth <= AS_YAML_MAX_DEPTH);
    CHECK((node->kind == AS_YAML_SCALAR) == (node->text != NULL));
    for (const as_yaml_node *child = node->first; child; child = child->next, n++) {
        CHECK((node->kind == AS_YAML_MAPPING) == (child->key != NULL));
        CHECK(!child->key || as_yaml_lookup(node, child->key) == child);
        check_node(child, depth + 1);
    }
    CHECK(n == node->n);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    as_word_list words;
    as_yaml *yaml;
    as_error err = {0};
    if (size == 0)
        return 0;
    as_word_list_form form = data[0] == 'Y'   ? AS_WORDS_YAML
                             : data[0] == 'J' ? AS_WORDS_JSON
                                              : AS_WORDS_TEXT;
    if (as_word_list_parse(form, data + 1, size - 1, &words, &err)) {
        for (int k = 0; k < words.n; k++)
            CHECK(words.words[k] && words.words[k][0] != '\0');
        as_word_list_finish(&words);
    } else {
        check_error(&err);
    }
    if (form != AS_WORDS_YAML)
        return 0;
    if (as_yaml_parse(data + 1, size - 1, &yaml, &err)) {
        check_node(as_yaml_root(yaml), 0);
        as_yaml_free(yaml);
    } else {
        check_error(&err);
    }
    return 0;
}
