#include "app/model_list.h"

#include "core/buffer.h"
#include "core/memory.h"
#include "interop/open.h"
#include "view/format.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

typedef struct language {
    const char *code, *names[AS_N_LANGUAGES];
} language;

/* ISO 639-3, as Tatoeba names its languages. */
static const language languages[] = {
    {"cmn", {"Chinese", "汉语"}},        {"deu", {"German", "德语"}},
    {"eng", {"English", "英语"}},        {"fra", {"French", "法语"}},
    {"heb", {"Hebrew", "希伯来语"}},     {"ita", {"Italian", "意大利语"}},
    {"jpn", {"Japanese", "日语"}},       {"nld", {"Dutch", "荷兰语"}},
    {"por", {"Portuguese", "葡萄牙语"}}, {"rus", {"Russian", "俄语"}},
    {"spa", {"Spanish", "西班牙语"}},    {"tur", {"Turkish", "土耳其语"}},
};

static const char *language_name(const char *code, size_t len, as_language in)
{
    for (size_t i = 0; i < sizeof languages / sizeof *languages; i++) {
        if (strlen(languages[i].code) == len && memcmp(languages[i].code, code, len) == 0)
            return languages[i].names[in];
    }
    return NULL;
}

/* "eng-fra" gives "English → French"; false when either is not in the table. */
static bool put_languages(as_buffer *out, const char *pair, as_language in)
{
    const char *dash = strchr(pair, '-');
    const char *from = dash != NULL ? language_name(pair, (size_t)(dash - pair), in) : NULL;
    const char *to = dash != NULL ? language_name(dash + 1, strlen(dash + 1), in) : NULL;
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

static void put_name(as_buffer *out, const as_model_about *about, const char *id, as_language in)
{
    if (!put_languages(out, about->languages, in))
        as_buffer_text(out, about->name[0] != '\0' ? about->name : file_name(id));
}

static void put_score(as_buffer *out, const as_config *config, as_language in)
{
    as_buffer_text(out, as_str(in, AS_STR_SCORE_ADDITIVE + (as_string)config->score));
    if (config->score == AS_SCORE_NONE)
        return;
    if (config->score == AS_SCORE_ADDITIVE && config->query == AS_QUERY_PREVIOUS)
        as_buffer_text(out, " · Bahdanau 2015");
    else if (config->query == AS_QUERY_CURRENT)
        as_buffer_text(out, " (sₜ, hᵢ)"); /* what it compares: not the usual s_{t-1} */
    else if (config->query == AS_QUERY_HALF)
        as_buffer_text(out, " (s′ₜ, hᵢ)");
}

static void put_card(as_buffer *out, const as_model_about *about, as_language in)
{
    char number[AS_FORMAT_MAX];
    double millions = (double)about->n_parameters * 1e-6;
    as_buffer_text(out, about->name);
    as_buffer_text(out, about->name[0] != '\0' ? " · " : "");
    as_buffer_format(out, as_str(in, AS_STR_NOTE_PARAMETERS),
                     as_format_fixed(number, millions, millions < 1 ? 3 : 1));
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
    free(item->chinese_name);
    free(item->chinese_score);
    free(item->card);
    free(item->chinese_card);
    as_model_about_finish(&item->about);
    as_figures_finish(&item->figures);
    *item = (as_model_item){0};
}

/* Takes over what a buffer holds; false without memory. */
static bool take(as_buffer *buffer, char **out, as_error *err)
{
    bool ok = as_buffer_ok(buffer, err);
    *out = buffer->text;
    return ok;
}

/* What people read of it, in both languages. */
static bool describe(as_model_item *item, as_error *err)
{
    const as_model_about *about = &item->about;
    as_buffer name = {0}, score = {0}, card = {0};
    as_buffer chinese_name = {0}, chinese_score = {0}, chinese_card = {0};
    put_name(&name, about, item->id, AS_LANGUAGE_EN);
    put_name(&chinese_name, about, item->id, AS_LANGUAGE_ZH);
    put_score(&score, &about->config, AS_LANGUAGE_EN);
    put_score(&chinese_score, &about->config, AS_LANGUAGE_ZH);
    put_card(&card, about, AS_LANGUAGE_EN);
    put_card(&chinese_card, about, AS_LANGUAGE_ZH);
    bool ok = take(&name, &item->name, err);
    ok = take(&chinese_name, &item->chinese_name, err) && ok;
    ok = take(&score, &item->score, err) && ok;
    ok = take(&chinese_score, &item->chinese_score, err) && ok;
    ok = take(&chinese_card, &item->chinese_card, err) && ok;
    return take(&card, &item->card, err) && ok;
}

static bool item_read(const char *path, const char *id, as_model_item *out, as_error *err)
{
    as_model_item item = {.path = NULL};
    if (!as_open_about(path, &item.about, err))
        return false;
    item.path = strdup(path);
    item.id = strdup(id);
    bool ok = (item.path != NULL && item.id != NULL) || as_fail_memory(err, "model list");
    ok = ok && describe(&item, err) &&
         as_figures_read(path, id, item.about.training, &item.figures, err);
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

/* name = "name · id". Without memory it stays. */
static void lengthen(char **name, const char *id)
{
    as_buffer longer = {0};
    as_buffer_format(&longer, "%s · %s", *name, file_name(id));
    if (as_buffer_ok(&longer, NULL)) {
        free(*name);
        *name = longer.text;
    } else {
        as_buffer_finish(&longer);
    }
}

/* Its id is a full path, which no name in a catalogue is. */
static bool is_by_hand(const as_model_item *item)
{
    return item->id[0] == '/';
}

static bool has_namesake(const as_model_list *list, int place, int n)
{
    for (int k = 0; k < n; k++)
        if (k != place && strcmp(list->items[k].name, list->items[place].name) == 0)
            return true;
    return false;
}

/* Two models of one language pair are told apart by their ids: a file given by hand by its own,
 * wherever it stands, so that a name alone always means the model of the catalogue. */
static void tell_apart(as_model_list *list)
{
    for (int by_hand = 1; by_hand >= 0; by_hand--)
        for (int i = 0; i < list->n; i++) {
            as_model_item *item = &list->items[i];
            if (is_by_hand(item) != by_hand || !has_namesake(list, i, by_hand ? list->n : i))
                continue;
            lengthen(&item->name, item->id);
            lengthen(&item->chinese_name, item->id);
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

/* Under the path and id that it has. */
static bool read_anew(as_model_item *item, as_error *err)
{
    as_model_item fresh;
    if (!item_read(item->path, item->id, &fresh, err))
        return false;
    fresh.version = item->version + 1;
    item_finish(item);
    *item = fresh;
    return true;
}

bool as_model_list_add(as_model_list *list, const char *path, int *place, as_error *err)
{
    char *full = realpath(path, NULL);
    if (full == NULL)
        return as_fail(err, AS_ERR_SYSTEM, "%s: %s", path, strerror(errno));
    *place = 0;
    while (*place < list->n && !is_file(&list->items[*place], full))
        ++*place;
    bool ok;
    if (*place < list->n) {
        ok = read_anew(&list->items[*place], err);
    } else {
        as_model_item *items = realloc(list->items, ((size_t)list->n + 1) * sizeof *items);
        if (items != NULL)
            list->items = items;
        ok = items != NULL ? add(list, full, full, err) : as_fail_memory(err, "model list");
    }
    if (ok)
        tell_apart(list);
    free(full);
    return ok;
}

as_view_model as_model_list_view(const as_model_list *list, int place)
{
    const as_model_item *item = &list->items[place];
    return (as_view_model){.name = item->name,
                           .score = item->score,
                           .card = item->card,
                           .chinese_name = item->chinese_name,
                           .chinese_score = item->chinese_score,
                           .chinese_card = item->chinese_card,
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
