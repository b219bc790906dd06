#include "app/model_list.h"

#include "core/buffer.h"
#include "core/memory.h"
#include "interop/open.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

typedef struct language {
    const char *code, *name;
} language;

/* ISO 639-3, as Tatoeba names its languages. */
static const language languages[] = {
    {"cmn", "Chinese"},    {"deu", "German"},  {"eng", "English"},  {"fra", "French"},
    {"heb", "Hebrew"},     {"ita", "Italian"}, {"jpn", "Japanese"}, {"nld", "Dutch"},
    {"por", "Portuguese"}, {"rus", "Russian"}, {"spa", "Spanish"},  {"tur", "Turkish"},
};

static const char *language_name(const char *code, size_t len)
{
    for (size_t i = 0; i < sizeof languages / sizeof *languages; i++) {
        if (strlen(languages[i].code) == len && memcmp(languages[i].code, code, len) == 0)
            return languages[i].name;
    }
    return NULL;
}

/* "eng-fra" gives "English → French"; false when either is not in the table. */
static bool put_languages(as_buffer *out, const char *pair)
{
    const char *dash = strchr(pair, '-');
    const char *from = dash != NULL ? language_name(pair, (size_t)(dash - pair)) : NULL;
    const char *to = dash != NULL ? language_name(dash + 1, strlen(dash + 1)) : NULL;
    if (from == NULL || to == NULL)
        return false;
    as_buffer_format(out, "%s → %s", from, to);
    return true;
}

static const char *file_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash != NULL ? slash + 1 : path;
}

static void put_name(as_buffer *out, const as_model_about *about, const char *id)
{
    if (!put_languages(out, about->languages))
        as_buffer_text(out, about->name[0] != '\0' ? about->name : file_name(id));
}

static void put_score(as_buffer *out, const as_config *config)
{
    if (config->score == AS_SCORE_NONE) {
        as_buffer_text(out, "no attention");
        return;
    }
    as_buffer_text(out, as_score_name(config->score));
    if (config->score == AS_SCORE_ADDITIVE && config->query == AS_QUERY_PREVIOUS)
        as_buffer_text(out, " · Bahdanau 2015");
    else if (config->query == AS_QUERY_CURRENT)
        as_buffer_text(out, " (sₜ, hᵢ)"); /* what it compares: not the usual s_{t-1} */
    else if (config->query == AS_QUERY_HALF)
        as_buffer_text(out, " (s′ₜ, hᵢ)");
}

static void put_card(as_buffer *out, const as_model_about *about)
{
    as_buffer_text(out, about->name);
    as_buffer_text(out, about->name[0] != '\0' ? " · " : "");
    as_buffer_rounded(out, (double)about->n_parameters * 1e-6, 3);
    as_buffer_text(out, " million parameters");
    const char *more[] = {about->data, about->licence};
    for (size_t i = 0; i < sizeof more / sizeof *more; i++) {
        if (more[i][0] != '\0') {
            as_buffer_text(out, " · ");
            as_buffer_text(out, more[i]);
        }
    }
}

static void item_finish(as_model_item *item)
{
    free(item->path);
    free(item->id);
    free(item->name);
    free(item->score);
    free(item->card);
    as_model_about_finish(&item->about);
    as_figures_finish(&item->figures);
    *item = (as_model_item){0};
}

static bool item_read(const char *path, const char *id, as_model_item *out, as_error *err)
{
    as_model_about about;
    if (!as_open_about(path, &about, err))
        return false;
    as_buffer name = {0}, score = {0}, card = {0};
    put_name(&name, &about, id);
    put_score(&score, &about.config);
    put_card(&card, &about);
    as_model_item item = {.path = strdup(path),
                          .id = strdup(id),
                          .name = name.text,
                          .score = score.text,
                          .card = card.text,
                          .about = about};
    bool ok = as_buffer_ok(&name, err) && as_buffer_ok(&score, err) && as_buffer_ok(&card, err) &&
              ((item.path != NULL && item.id != NULL) || as_fail_memory(err, "model list")) &&
              as_figures_read(path, id, about.training, &item.figures, err);
    if (ok)
        *out = item;
    else
        item_finish(&item);
    return ok;
}

static int index_of(const as_model_list *list, const char *wanted)
{
    for (int i = 0; wanted != NULL && i < list->n; i++) {
        if (strcmp(list->items[i].id, wanted) == 0 || strcmp(list->items[i].path, wanted) == 0)
            return i;
    }
    return -1;
}

/* Two models of one language pair are told apart by their ids. */
static void tell_apart(as_model_list *list)
{
    for (int i = 0; i < list->n; i++) {
        as_buffer longer = {0};
        for (int k = 0; k < i && longer.len == 0; k++) {
            if (strcmp(list->items[k].name, list->items[i].name) == 0)
                as_buffer_format(&longer, "%s · %s", list->items[i].name,
                                 file_name(list->items[i].id));
        }
        if (longer.len > 0 && as_buffer_ok(&longer, NULL)) {
            free(list->items[i].name);
            list->items[i].name = longer.text;
        } else {
            as_buffer_finish(&longer);
        }
    }
}

static bool add(as_model_list *list, const char *path, const char *id, as_error *err)
{
    bool ok = item_read(path, id, &list->items[list->n], err);
    list->n += ok;
    return ok;
}

/* Is the item the file at this full path? */
static bool is_file(const as_model_item *item, const char *full)
{
    char *path = realpath(item->path, NULL);
    bool same = path != NULL && strcmp(path, full) == 0;
    free(path);
    return same;
}

/* Under its full path, which a later run finds from any folder. */
static bool add_by_hand(as_model_list *list, const char *path, as_error *err)
{
    char *full = realpath(path, NULL);
    bool ok = full != NULL ? add(list, path, full, err)
                           : as_fail(err, AS_ERR_SYSTEM, "%s: %s", path, strerror(errno));
    free(full);
    return ok;
}

static bool is_listed(const as_catalogue *catalogue, const char *path)
{
    for (int i = 0; i < catalogue->n; i++) {
        if (strcmp(catalogue->entries[i].path, path) == 0)
            return true;
    }
    return false;
}

static bool add_all(as_model_list *list, const as_catalogue *catalogue, const char *extra,
                    as_error *err)
{
    if (extra != NULL && !is_listed(catalogue, extra) && !add_by_hand(list, extra, err))
        return false;
    for (int i = 0; i < catalogue->n; i++) {
        const as_catalogue_entry *entry = &catalogue->entries[i];
        as_error why;
        if (add(list, entry->path, entry->name, &why))
            continue;
        if (extra != NULL && strcmp(entry->path, extra) == 0)
            return as_fail(err, why.status, "%s", why.message);
        if (list->n_bad++ == 0)
            list->bad = why;
    }
    return true;
}

bool as_model_list_read(const as_catalogue *catalogue, const char *extra, const char *wanted,
                        as_model_list *out, as_error *err)
{
    as_model_list list = {.items = as_alloc((size_t)catalogue->n + 1, sizeof *list.items)};
    if (list.items == NULL)
        return as_fail_memory(err, "model list");
    if (!add_all(&list, catalogue, extra, err)) {
        as_model_list_finish(&list);
        return false;
    }
    list.selected = index_of(&list, wanted != NULL ? wanted : extra);
    if (list.selected < 0)
        list.selected = index_of(&list, AS_DEFAULT_MODEL);
    if (list.selected < 0 && list.n > 0)
        list.selected = 0;
    tell_apart(&list);
    *out = list;
    return true;
}

void as_model_list_finish(as_model_list *list)
{
    for (int i = 0; i < list->n; i++)
        item_finish(&list->items[i]);
    free(list->items);
    *list = (as_model_list){.selected = -1};
}

bool as_model_list_add(as_model_list *list, const char *path, int *place, as_error *err)
{
    char *full = realpath(path, NULL);
    if (full == NULL)
        return as_fail(err, AS_ERR_SYSTEM, "%s: %s", path, strerror(errno));
    *place = 0;
    while (*place < list->n && !is_file(&list->items[*place], full))
        ++*place;
    bool ok = true;
    if (*place == list->n) {
        as_model_item *items = realloc(list->items, ((size_t)list->n + 1) * sizeof *items);
        if (items != NULL)
            list->items = items;
        ok = items != NULL ? add(list, full, full, err) : as_fail_memory(err, "model list");
        if (ok)
            tell_apart(list);
    }
    free(full);
    return ok;
}

as_view_model as_model_list_view(const as_model_list *list, int place)
{
    const as_model_item *item = &list->items[place];
    return (as_view_model){.name = item->name,
                           .score = item->score,
                           .card = item->card,
                           .path = item->path,
                           .about = &item->about,
                           .figures = item->figures.items,
                           .n_figures = item->figures.n};
}

bool as_model_list_show(const as_model_list *list, as_view *view, as_error *err)
{
    as_view_model *models = as_alloc((size_t)list->n, sizeof *models);
    if (models == NULL)
        return as_fail_memory(err, "model list");
    for (int i = 0; i < list->n; i++)
        models[i] = as_model_list_view(list, i);
    bool ok = as_view_set_models(view, models, list->n, list->selected, err);
    free(models);
    return ok;
}
