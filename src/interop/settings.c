#include "interop/settings.h"

#include "core/file.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

bool as_settings_read(const char *path, as_yaml **out, as_error *err)
{
    unsigned char *bytes = NULL;
    size_t len = 0;
    if (!as_file_read(path, AS_YAML_MAX_BYTES, &bytes, &len, err))
        return false;
    bool ok = as_yaml_parse(bytes, len, out, err) || as_fail_in(err, "%s", path);
    free(bytes);
    return ok;
}

static bool is_one_of(const char *text, const char *const *words)
{
    for (; *words; words++)
        if (strcasecmp(text, *words) == 0)
            return true;
    return false;
}

/* How YAML 1.1 says yes and no, as one word each. */
static const char *plain(const char *text)
{
    static const char *const yes[] = {"true", "yes", "on", NULL};
    static const char *const no[] = {"false", "no", "off", NULL};
    return is_one_of(text, yes) ? "true" : is_one_of(text, no) ? "false" : text;
}

const char *as_setting_text(const as_yaml_node *settings, const char *key)
{
    static const char *const nothing[] = {"null", "~", "", NULL};
    const as_yaml_node *node = as_yaml_lookup(settings, key);
    if (!node || node->kind != AS_YAML_SCALAR || is_one_of(node->text, nothing))
        return NULL;
    return node->text;
}

bool as_setting_flag(const as_yaml_node *settings, const char *key, bool otherwise)
{
    const char *text = as_setting_text(settings, key);
    return text ? strcmp(plain(text), "true") == 0 : otherwise;
}

bool as_setting_int(const as_yaml_node *settings, const char *key, int min, int otherwise, int *out,
                    as_error *err)
{
    const char *text = as_setting_text(settings, key);
    const as_yaml_node *node = as_yaml_lookup(settings, key);
    char shown[AS_PRINTABLE], *end;
    if (node && node->kind != AS_YAML_SCALAR)
        return as_fail(err, AS_ERR_FORMAT, "%s has several values, expected a number from %d", key,
                       min);
    if (!text) {
        *out = otherwise;
        return true;
    }
    long value = strtol(text, &end, 10);
    if (end == text || *end != '\0' || value < min || value > INT_MAX)
        return as_fail(err, AS_ERR_FORMAT, "%s is %s, expected a number from %d", key,
                       as_printable(shown, sizeof shown, text), min);
    *out = (int)value;
    return true;
}

/* Whether `text` is one of the words between '|'. */
static bool accepts(const char *accepted, const char *text)
{
    for (size_t len = strlen(text), n; *accepted; accepted += n + (accepted[n] == '|')) {
        n = strcspn(accepted, "|");
        if (n == len && memcmp(accepted, text, len) == 0)
            return true;
    }
    return false;
}

/* "gru or gru-nematus" */
static const char *accepted_text(char out[AS_PRINTABLE], const char *accepted)
{
    const char *bar = strchr(accepted, '|');
    if (!bar)
        return accepted;
    snprintf(out, AS_PRINTABLE, "%.*s or %s", (int)(bar - accepted), accepted, bar + 1);
    return out;
}

/* A value by itself, or the only one of a list. */
static const char *only_value(const as_yaml_node *settings, const char *key)
{
    const as_yaml_node *node = as_yaml_lookup(settings, key);
    if (node && node->kind == AS_YAML_SEQUENCE && node->n == 1)
        return node->first->text;
    return as_setting_text(settings, key);
}

bool as_settings_demand(const as_yaml_node *settings, const as_demand *demands, int n,
                        as_error *err)
{
    char found[AS_PRINTABLE], expected[AS_PRINTABLE];
    for (int k = 0; k < n; k++) {
        const as_demand *demand = &demands[k];
        const as_yaml_node *node = as_yaml_lookup(settings, demand->key);
        const char *text = only_value(settings, demand->key);
        if (node && node->kind != AS_YAML_SCALAR && node->n > 0 && !text)
            return as_fail(err, AS_ERR_FORMAT, "%s has several values; only %s is implemented here",
                           demand->key, accepted_text(expected, demand->accepted));
        if (text && !accepts(demand->accepted, plain(text)))
            return as_fail(err, AS_ERR_FORMAT, "%s %s is not implemented here, expected %s",
                           demand->key, as_printable(found, sizeof found, text),
                           accepted_text(expected, demand->accepted));
    }
    return true;
}
