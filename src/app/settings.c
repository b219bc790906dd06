#include "app/settings.h"

#include "app/recent.h"
#include "core/buffer.h"
#include "core/decode.h"
#include "core/file.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <jansson.h>

enum { MAX_BYTES = 4 << 20, MAX_SIDE = 16384, MAX_NOTCH = 100, MAX_BAD = 99 };

static char *joined(const char *a, const char *b)
{
    size_t size = strlen(a) + strlen(b) + 1;
    char *path = malloc(size);
    if (path != NULL)
        snprintf(path, size, "%s%s", a, b);
    return path;
}

bool as_app_settings_path(char **out, as_error *err)
{
    const char *config = getenv("XDG_CONFIG_HOME"), *home = getenv("HOME");
    char *path;
    if (config != NULL && config[0] == '/') /* the specification ignores relative paths */
        path = joined(config, "/alphascope/settings.json");
    else if (home != NULL && home[0] != '\0')
        path = joined(home, "/.config/alphascope/settings.json");
    else
        return as_fail(err, AS_ERR_ARGUMENT, "neither XDG_CONFIG_HOME nor HOME is set");
    if (path == NULL)
        return as_fail_memory(err, "settings path");
    *out = path;
    return true;
}

void as_app_settings_set(char **field, const char *text, size_t len)
{
    char *copy = text != NULL ? strndup(text, len) : NULL;
    if (text != NULL && copy == NULL)
        return;
    free(*field);
    *field = copy;
}

void as_app_settings_finish(as_app_settings *settings)
{
    free(settings->sentence);
    free(settings->model);
    free(settings->theme);
    free(settings->colormap);
    free(settings->range);
    as_sentences_finish(&settings->recent);
    free(settings->reading);
    free(settings->show);
    free(settings->compare_model);
    free(settings->compare_sentence);
    free(settings->model_target);
    free(settings->sentence_target);
    free(settings->language);
    free(settings->save_folder);
    *settings = (as_app_settings){0};
}

static void take_text(const json_t *object, const char *name, char **field)
{
    const json_t *value = json_object_get(object, name);
    if (json_is_string(value))
        as_app_settings_set(field, json_string_value(value), json_string_length(value));
}

static void take_number(const json_t *object, const char *name, int min, int max, int *field)
{
    const json_t *value = json_object_get(object, name);
    json_int_t n = json_is_integer(value) ? json_integer_value(value) : 0;
    if (n >= min && n <= max)
        *field = (int)n;
}

/* An array of texts; what is no text in it is left out. */
static void take_texts(const json_t *object, const char *name, as_sentences *out)
{
    const json_t *array = json_object_get(object, name), *value;
    const char *texts[AS_RECENT_MAX];
    size_t k;
    int n = 0;
    json_array_foreach (array, k, value) {
        if (json_is_string(value) && n < AS_RECENT_MAX)
            texts[n++] = json_string_value(value);
    }
    as_sentences_set(out, texts, n, NULL);
}

/* path.bad, or path.bad-2, path.bad-3 … when that is taken; the last one gives way when all are.
 * NULL without memory. */
static char *bad_name(const char *path)
{
    char suffix[16] = ".bad";
    char *bad = joined(path, suffix);
    for (int n = 2; n <= MAX_BAD && bad != NULL && access(bad, F_OK) == 0; n++) {
        free(bad);
        snprintf(suffix, sizeof suffix, ".bad-%d", n);
        bad = joined(path, suffix);
    }
    return bad;
}

static bool set_aside(const char *path, const char *found, as_error *err)
{
    char *bad = bad_name(path);
    if (bad == NULL)
        return as_fail_memory(err, "settings path");
    if (rename(path, bad) == 0)
        as_fail(err, AS_ERR_FORMAT, "%s: %s; set aside as %s", path, found, bad);
    else
        as_fail(err, AS_ERR_FORMAT, "%s: %s; %s", path, found, strerror(errno));
    free(bad);
    return false;
}

static bool parse(const char *path, const char *bytes, size_t len, as_app_settings *out,
                  as_error *err)
{
    json_error_t at;
    json_t *object = json_loadb(bytes, len, JSON_REJECT_DUPLICATES, &at);
    if (!json_is_object(object)) {
        char found[JSON_ERROR_TEXT_LENGTH + 32] = "no JSON object";
        if (object == NULL)
            snprintf(found, sizeof found, "line %d: %s", at.line, at.text);
        json_decref(object);
        return set_aside(path, found, err);
    }
    take_text(object, "sentence", &out->sentence);
    take_text(object, "model", &out->model);
    take_texts(object, "recent", &out->recent);
    take_text(object, "theme", &out->theme);
    take_text(object, "colormap", &out->colormap);
    take_text(object, "range", &out->range);
    take_text(object, "reading", &out->reading);
    take_text(object, "show", &out->show);
    take_text(object, "compare_model", &out->compare_model);
    take_text(object, "compare_sentence", &out->compare_sentence);
    take_text(object, "compare_model_target", &out->model_target);
    take_text(object, "compare_sentence_target", &out->sentence_target);
    take_text(object, "language", &out->language);
    take_text(object, "save_folder", &out->save_folder);
    take_number(object, "width", 1, MAX_SIDE, &out->width);
    take_number(object, "height", 1, MAX_SIDE, &out->height);
    take_number(object, "beam", 1, AS_MAX_BEAM, &out->beam);
    take_number(object, "text_size", -MAX_NOTCH, MAX_NOTCH, &out->text_size);
    json_decref(object);
    return true;
}

bool as_app_settings_load(const char *path, as_app_settings *out, as_error *err)
{
    *out = (as_app_settings){0};
    struct stat about = {0};
    if (stat(path, &about) != 0 && errno == ENOENT)
        return true;
    if (S_ISFIFO(about.st_mode)) /* reading one would wait for a writer */
        return as_fail(err, AS_ERR_FORMAT, "%s: a pipe, expected a file", path);
    unsigned char *bytes;
    size_t len;
    if (!as_file_read(path, MAX_BYTES, &bytes, &len, err))
        return false;
    bool ok = parse(path, (const char *)bytes, len, out, err);
    free(bytes);
    return ok;
}

/* ---- writing ---- */

static void put_text(as_buffer *json, const char *name, const char *text)
{
    if (text == NULL)
        return;
    as_buffer_format(json, "%s\n  \"%s\": ", json->len > 1 ? "," : "", name);
    as_buffer_json_string(json, text);
}

static void put_texts(as_buffer *json, const char *name, const as_sentences *texts)
{
    if (texts->n == 0)
        return;
    as_buffer_format(json, "%s\n  \"%s\": [", json->len > 1 ? "," : "", name);
    for (int k = 0; k < texts->n; k++) {
        as_buffer_text(json, k > 0 ? ",\n    " : "\n    ");
        as_buffer_json_string(json, texts->items[k]);
    }
    as_buffer_text(json, "]");
}

static void put_number(as_buffer *json, const char *name, int n)
{
    if (n != 0)
        as_buffer_format(json, "%s\n  \"%s\": %d", json->len > 1 ? "," : "", name, n);
}

/* Makes every folder above `path`. What fails here fails again, with a message, when writing. */
static void make_folders(const char *path)
{
    char *folder = strdup(path);
    for (char *slash = folder; slash != NULL && (slash = strchr(slash + 1, '/')) != NULL;) {
        *slash = '\0';
        mkdir(folder, 0700); /* as the specification asks */
        *slash = '/';
    }
    free(folder);
}

bool as_app_settings_save(const char *path, const as_app_settings *settings, as_error *err)
{
    as_buffer json = {0};
    as_buffer_text(&json, "{");
    put_text(&json, "sentence", settings->sentence);
    put_text(&json, "model", settings->model);
    put_texts(&json, "recent", &settings->recent);
    put_text(&json, "theme", settings->theme);
    put_text(&json, "colormap", settings->colormap);
    put_text(&json, "range", settings->range);
    put_text(&json, "reading", settings->reading);
    put_text(&json, "show", settings->show);
    put_text(&json, "compare_model", settings->compare_model);
    put_text(&json, "compare_sentence", settings->compare_sentence);
    put_text(&json, "compare_model_target", settings->model_target);
    put_text(&json, "compare_sentence_target", settings->sentence_target);
    put_text(&json, "language", settings->language);
    put_text(&json, "save_folder", settings->save_folder);
    put_number(&json, "width", settings->width);
    put_number(&json, "height", settings->height);
    put_number(&json, "beam", settings->beam);
    put_number(&json, "text_size", settings->text_size);
    as_buffer_text(&json, "\n}\n");
    make_folders(path);
    bool ok = as_buffer_save(&json, path, true, err);
    as_buffer_finish(&json);
    return ok;
}
