#include "core/catalogue.h"

#include "core/dtype.h"
#include "core/model_file.h"
#include "core/model_format.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { MAX_ENTRIES = 10000, MAX_PARENTS = 5 };

static const char suffix[] = ".safetensors";

static bool is_folder(const char *path)
{
    struct stat status;
    return stat(path, &status) == 0 && S_ISDIR(status.st_mode);
}

static bool is_file(const char *path)
{
    struct stat status;
    return stat(path, &status) == 0 && S_ISREG(status.st_mode);
}

/* "a/b", the caller's (free), or NULL when memory is short. */
static char *joined(const char *a, const char *b)
{
    size_t size = strlen(a) + strlen(b) + 2;
    char *path = malloc(size);
    if (path)
        snprintf(path, size, "%s/%s", a, b);
    return path;
}

static const as_catalogue_entry *entry_lookup(const as_catalogue *catalogue, const char *name)
{
    for (int k = 0; k < catalogue->n; k++)
        if (strcmp(catalogue->entries[k].name, name) == 0)
            return &catalogue->entries[k];
    return NULL;
}

/* Adds folder/name.safetensors, name being all before the suffix. Takes nothing. */
static bool add_entry(as_catalogue *catalogue, const char *folder, const char *file, as_error *err)
{
    if (catalogue->n == MAX_ENTRIES)
        return as_fail(err, AS_ERR_LIMIT, "%s: more than %d models", folder, MAX_ENTRIES);
    as_catalogue_entry entry = {strdup(file), joined(folder, file)};
    size_t n = (size_t)catalogue->n;
    as_catalogue_entry *entries = realloc(catalogue->entries, (n + 1) * sizeof *entries);
    if (entries)
        catalogue->entries = entries;
    if (!entries || !entry.name || !entry.path) {
        free(entry.name);
        free(entry.path);
        return as_fail_memory(err, "the list of models");
    }
    entry.name[strlen(entry.name) - strlen(suffix)] = '\0';
    if (entry_lookup(catalogue, entry.name) || !is_file(entry.path)) {
        free(entry.name);
        free(entry.path);
        return true;
    }
    entries[catalogue->n++] = entry;
    return true;
}

static bool has_suffix(const char *name)
{
    size_t len = strlen(name), tail = strlen(suffix);
    return len > tail && strcmp(name + len - tail, suffix) == 0;
}

static bool list_folder(as_catalogue *catalogue, const char *top, const char *inside,
                        as_error *err);

/* One name in the folder top/inside (inside NULL: top itself). Hidden names are skipped: files that
 * are still being written have such. */
static bool list_name(as_catalogue *catalogue, const char *top, const char *inside,
                      const char *name, as_error *err)
{
    if (name[0] == '.')
        return true;
    char *relative = inside ? joined(inside, name) : strdup(name);
    char *path = relative ? joined(top, relative) : NULL;
    bool ok = path != NULL;
    if (!ok)
        as_fail_memory(err, "the list of models");
    else if (has_suffix(name))
        ok = add_entry(catalogue, top, relative, err);
    else if (!inside && is_folder(path))
        ok = list_folder(catalogue, top, name, err);
    free(path);
    free(relative);
    return ok;
}

static bool list_folder(as_catalogue *catalogue, const char *top, const char *inside, as_error *err)
{
    char *path = inside ? joined(top, inside) : strdup(top);
    if (!path)
        return as_fail_memory(err, "the list of models");
    DIR *folder = opendir(path);
    free(path);
    if (!folder)
        return true; /* a folder that is not there, or not ours to read, has no models */
    bool ok = true;
    for (struct dirent *found = readdir(folder); ok && found; found = readdir(folder))
        ok = list_name(catalogue, top, inside, found->d_name, err);
    closedir(folder);
    return ok;
}

static int compare_entries(const void *a, const void *b)
{
    const as_catalogue_entry *x = a, *y = b;
    bool x_inside = strchr(x->name, '/') != NULL, y_inside = strchr(y->name, '/') != NULL;
    return x_inside != y_inside ? x_inside - y_inside : strcmp(x->name, y->name);
}

bool as_catalogue_read(const char *const *folders, int n_folders, as_catalogue *out, as_error *err)
{
    as_catalogue catalogue = {0};
    for (int k = 0; k < n_folders; k++) {
        int first = catalogue.n;
        if (!list_folder(&catalogue, folders[k], NULL, err)) {
            as_catalogue_finish(&catalogue);
            return false;
        }
        if (catalogue.n > first)
            qsort(catalogue.entries + first, (size_t)(catalogue.n - first),
                  sizeof *catalogue.entries, compare_entries);
    }
    *out = catalogue;
    return true;
}

void as_catalogue_finish(as_catalogue *catalogue)
{
    for (int k = 0; k < catalogue->n; k++) {
        free(catalogue->entries[k].name);
        free(catalogue->entries[k].path);
    }
    free(catalogue->entries);
    *catalogue = (as_catalogue){0};
}

/* The names between commas, as many as fit a sentence. */
static void known_names(const as_catalogue *catalogue, char *out, size_t size)
{
    size_t used = 0;
    out[0] = '\0';
    for (int k = 0; k < catalogue->n; k++) {
        char name[AS_PRINTABLE];
        as_printable(name, sizeof name, catalogue->entries[k].name);
        size_t need = strlen(name) + 2;
        if (used + need + sizeof ", …" > size) {
            strcpy(out + used, ", …");
            return;
        }
        used += (size_t)snprintf(out + used, size - used, "%s%s", used ? ", " : "", name);
    }
    if (catalogue->n == 0)
        snprintf(out, size, "none, no model is installed");
}

/* That a word which is no known name is the path of a file. */
static bool check_file(const as_catalogue *catalogue, const char *path, as_error *err)
{
    struct stat status;
    int code = stat(path, &status) == 0 ? 0 : errno;
    char known[256], shown[AS_PRINTABLE * 2];
    as_printable(shown, sizeof shown, path);
    if (code == ENOENT || code == ENOTDIR || code == ENAMETOOLONG) { /* there cannot be such */
        known_names(catalogue, known, sizeof known);
        return as_fail(err, AS_ERR_ARGUMENT,
                       "no model \"%s\": neither a known name (%s) nor a file", shown, known);
    }
    if (code != 0)
        return as_fail(err, AS_ERR_SYSTEM, "%s: %s", shown, strerror(code));
    if (!S_ISREG(status.st_mode))
        return as_fail(err, AS_ERR_ARGUMENT, "%s is %s, expected a model", shown,
                       S_ISDIR(status.st_mode) ? "a folder" : "a device or pipe");
    return true;
}

bool as_catalogue_resolve(const as_catalogue *catalogue, const char *model, char **out,
                          as_error *err)
{
    const as_catalogue_entry *entry = entry_lookup(catalogue, model);
    if (!entry && !check_file(catalogue, model, err))
        return false;
    *out = strdup(entry ? entry->path : model);
    return *out ? true : as_fail_memory(err, "a path");
}

static char *kept(const char *text)
{
    return strdup(text ? text : "");
}

bool as_model_about_from_card(as_model_about *out, const as_config *config,
                              const as_model_card *card, as_error *err)
{
    *out = (as_model_about){
        .config = *config,
        .source_unit = card->source_unit,
        .target_unit = card->target_unit,
        .name = kept(card->name),
        .languages = kept(card->languages),
        .licence = kept(card->licence),
        .data = kept(card->data),
        .training = kept(card->training),
    };
    if (out->name && out->languages && out->licence && out->data && out->training)
        return true;
    as_model_about_finish(out);
    return as_fail_memory(err, "the model's card");
}

static bool fill_about(const as_model_file *file, as_model_about *about, as_error *err)
{
    as_config config;
    as_model_card card;
    as_placing places[AS_MAX_PARAMS];
    int n = 0;
    size_t bytes;
    if (!as_model_texts_read(file->header, &config, &card, err) ||
        !as_model_file_place(file, &config, places, &n, &bytes, err) ||
        !as_model_about_from_card(about, &config, &card, err))
        return false;
    about->dtype = places[0].tensor->dtype;
    about->file_bytes = file->bytes;
    for (int k = 0; k < n; k++)
        about->n_parameters += places[k].tensor->bytes / as_dtype_bytes(places[k].tensor->dtype);
    return true;
}

bool as_model_card_read(const char *path, as_model_about *out, as_error *err)
{
    as_model_file file;
    as_model_about about = {0};
    if (!as_model_file_open(path, &file, err))
        return as_fail_in(err, "%s", path);
    bool ok = fill_about(&file, &about, err);
    as_model_file_close(&file);
    if (!ok) {
        as_model_about_finish(&about);
        return as_fail_in(err, "%s", path);
    }
    *out = about;
    return true;
}

void as_model_about_finish(as_model_about *about)
{
    free(about->name);
    free(about->languages);
    free(about->licence);
    free(about->data);
    free(about->training);
    *about = (as_model_about){0};
}

static bool is_data_folder(const char *path)
{
    char *models = joined(path, "models"), *assets = joined(path, "assets");
    bool yes = models && assets && is_folder(models) && is_folder(assets);
    free(models);
    free(assets);
    return yes;
}

/* The folder itself or its share/alphascope, the caller's (free); NULL when neither has data. */
static char *data_in(const char *folder)
{
    if (is_data_folder(folder))
        return strdup(folder);
    char *share = joined(folder, "share/alphascope");
    if (share && is_data_folder(share))
        return share;
    free(share);
    return NULL;
}

/* Up from the folder of the running program; NULL when nothing is found. */
static char *data_above_executable(void)
{
    char path[4096];
    ssize_t len = readlink("/proc/self/exe", path, sizeof path - 1);
    if (len <= 0)
        return NULL;
    path[len] = '\0';
    for (int k = 0; k <= MAX_PARENTS; k++) {
        char *slash = strrchr(path, '/');
        if (!slash || slash == path)
            return NULL;
        *slash = '\0';
        char *found = data_in(path);
        if (found)
            return found;
    }
    return NULL;
}

bool as_data_folder(const char *given, const char *installed, char **out, as_error *err)
{
    const char *environment = getenv("ALPHASCOPE_DATA");
    const char *chosen = given ? given : environment && environment[0] ? environment : NULL;
    char shown[AS_PRINTABLE * 2];
    if (chosen && !is_folder(chosen))
        return as_fail(err, AS_ERR_ARGUMENT, "the data folder %s is not there%s",
                       as_printable(shown, sizeof shown, chosen),
                       given ? "" : " (ALPHASCOPE_DATA)");
    char *found = chosen ? strdup(chosen) : data_above_executable();
    if (!found && !chosen)
        found = strdup(installed);
    if (!found)
        return as_fail_memory(err, "the data folder's name");
    *out = found;
    return true;
}
