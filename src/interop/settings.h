/* The settings that lie beside a model, YAML or the JSON that is YAML too. */
#ifndef AS_INTEROP_SETTINGS_H
#define AS_INTEROP_SETTINGS_H

#include "interop/yaml_tree.h"

/* A setting that must be what this program implements. */
typedef struct as_demand {
    const char *key;
    const char *accepted; /* values, between '|'; yes and no as "true" and "false" */
} as_demand;

/* Reads a file of settings, which the messages name. *out is the caller's (as_yaml_free). Errors:
 * those of as_file_read and as_yaml_parse. */
bool as_settings_read(const char *path, as_yaml **out, as_error *err);

/* The value under a key as it stands there; NULL when it is absent, null or not a single value. */
const char *as_setting_text(const as_yaml_node *settings, const char *key);
/* Whether it is yes; `otherwise` when it is absent. */
bool as_setting_flag(const as_yaml_node *settings, const char *key, bool otherwise);
/* A number of at least `min`; `otherwise` when it is absent. FORMAT names the key. */
bool as_setting_int(const as_yaml_node *settings, const char *key, int min, int otherwise, int *out,
                    as_error *err);

/* Every setting that is there has one of the values accepted; one that is absent has its toolkit's
 * usual value, which is among them. FORMAT says which is not: "enc-depth 2 is not implemented here,
 * expected 1". */
bool as_settings_demand(const as_yaml_node *settings, const as_demand *demands, int n,
                        as_error *err);

#endif
