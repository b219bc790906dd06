#include "app/figures.h"

#include "core/file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <jansson.h>

enum { LIMIT = 1 << 20, N_COLUMNS = 4, MOST = 64 };

void as_figures_finish(as_figures *figures)
{
    for (int k = 0; k < figures->n; k++) {
        free((char *)figures->items[k].name);
        free((char *)figures->items[k].on);
    }
    free(figures->items);
    *figures = (as_figures){0};
}

static bool add(as_figures *figures, const char *name, const char *on, double value)
{
    if (figures->n == MOST)
        return true;
    as_card_figure *items = realloc(figures->items, (size_t)(figures->n + 1) * sizeof *items);
    if (items == NULL)
        return false;
    figures->items = items;
    items[figures->n] = (as_card_figure){strdup(name), strdup(on), value};
    as_card_figure *last = &items[figures->n++];
    return last->name != NULL && last->on != NULL;
}

/* Splits a line in place; false when it has not this many columns. */
static bool split(char *line, char *columns[N_COLUMNS])
{
    int n = 0;
    for (char *at = line; at != NULL && n < N_COLUMNS; n++) {
        columns[n] = at;
        at = strchr(at, '\t');
        if (at != NULL)
            *at++ = '\0';
    }
    return n == N_COLUMNS;
}

/* A name with a dot is a part of another figure (BLEU of one length); it is left out. */
static bool add_rows(as_figures *figures, char *text, const char *id)
{
    char *rest = NULL, *columns[N_COLUMNS];
    for (char *line = strtok_r(text, "\n", &rest); line; line = strtok_r(NULL, "\n", &rest)) {
        if (!split(line, columns) || strcmp(columns[0], id) != 0 || strchr(columns[2], '.') != NULL)
            continue;
        char *end;
        double value = strtod(columns[3], &end);
        if (end != columns[3] && !add(figures, columns[2], columns[1], value))
            return false;
    }
    return true;
}

/* The length of the folder that the names of models count from, with its slash: for
 * models/compare/none.safetensors, known as compare/none, that of models/. */
static size_t top_folder(const char *path, const char *id)
{
    static const char suffix[] = ".safetensors";
    size_t name = strlen(id), tail = name + sizeof suffix - 1, len = strlen(path);
    if (len > tail && path[len - tail - 1] == '/' && memcmp(path + len - tail, id, name) == 0)
        return len - tail;
    const char *slash = strrchr(path, '/');
    return slash != NULL ? (size_t)(slash + 1 - path) : 0;
}

static bool add_measured(as_figures *figures, const char *path, const char *id)
{
    static const char name[] = "figures.tsv";
    size_t folder = top_folder(path, id), len;
    char *beside = malloc(folder + sizeof name);
    unsigned char *text;
    if (beside == NULL)
        return false;
    memcpy(beside, path, folder);
    memcpy(beside + folder, name, sizeof name);
    bool ok = true;
    if (as_file_read(beside, LIMIT, &text, &len, NULL)) {
        ok = add_rows(figures, (char *)text, id);
        free(text);
    }
    free(beside);
    return ok;
}

static bool add_training(as_figures *figures, const char *training)
{
    static const char *const names[] = {"valid_bleu", "valid_perplexity", "valid_nll",
                                        "exact_share"};
    json_t *object = json_loads(training, 0, NULL);
    bool ok = true;
    for (size_t k = 0; k < sizeof names / sizeof names[0] && ok; k++) {
        const json_t *value = json_object_get(object, names[k]);
        if (json_is_number(value))
            ok = add(figures, names[k], "", json_number_value(value));
    }
    json_decref(object);
    return ok;
}

bool as_figures_read(const char *path, const char *id, const char *training, as_figures *out,
                     as_error *err)
{
    as_figures figures = {0};
    if (!add_measured(&figures, path, id) ||
        (figures.n == 0 && !add_training(&figures, training))) {
        as_figures_finish(&figures);
        return as_fail_memory(err, "figures");
    }
    *out = figures;
    return true;
}
