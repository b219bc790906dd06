#include "app/menu.h"

#include "core/buffer.h"
#include "core/memory.h"

#include <stdlib.h>
#include <string.h>

typedef struct language {
    const char *code, *name;
} language;

/* ISO 639-3, as Tatoeba names its languages. */
static const language languages[] = {
    {"cmn", "Chinese"},    {"deu", "German"},  {"eng", "English"}, {"fra", "French"},
    {"heb", "Hebrew"},     {"ita", "Italian"}, {"jpn", "Japanese"}, {"nld", "Dutch"},
    {"por", "Portuguese"}, {"rus", "Russian"}, {"spa", "Spanish"}, {"tur", "Turkish"},
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
    as_buffer_text(out, as_score_name(config->score));
    if (config->score == AS_SCORE_ADDITIVE && config->query == AS_QUERY_PREVIOUS)
        as_buffer_text(out, " · Bahdanau 2015");
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

static void item_finish(as_menu_item *item)
{
    free(item->path);
    free(item->id);
    free(item->name);
    free(item->score);
    free(item->card);
    *item = (as_menu_item){0};
}

static bool item_read(const char *path, const char *id, as_menu_item *out, as_error *err)
{
    as_model_about about;
    if (!as_model_card_read(path, &about, err))
        return false;
    as_buffer name = {0}, score = {0}, card = {0};
    put_name(&name, &about, id);
    put_score(&score, &about.config);
    put_card(&card, &about);
    as_menu_item item = {strdup(path), strdup(id), name.text, score.text, card.text};
    bool ok = as_buffer_ok(&name, err) && as_buffer_ok(&score, err) && as_buffer_ok(&card, err)
        && ((item.path != NULL && item.id != NULL) || as_fail_memory(err, "model menu"));
    if (ok)
        *out = item;
    else
        item_finish(&item);
    as_model_about_finish(&about);
    return ok;
}

static int index_of(const as_menu *menu, const char *wanted)
{
    for (int i = 0; wanted != NULL && i < menu->n; i++) {
        if (strcmp(menu->items[i].id, wanted) == 0 || strcmp(menu->items[i].path, wanted) == 0)
            return i;
    }
    return -1;
}

/* Two models of one language pair are told apart by their ids. */
static void tell_apart(as_menu *menu)
{
    for (int i = 0; i < menu->n; i++) {
        as_buffer longer = {0};
        for (int k = 0; k < i && longer.len == 0; k++) {
            if (strcmp(menu->items[k].name, menu->items[i].name) == 0)
                as_buffer_format(&longer, "%s · %s", menu->items[i].name,
                                 file_name(menu->items[i].id));
        }
        if (longer.len > 0 && as_buffer_ok(&longer, NULL)) {
            free(menu->items[i].name);
            menu->items[i].name = longer.text;
        } else {
            as_buffer_finish(&longer);
        }
    }
}

bool as_menu_read(const as_catalogue *catalogue, const char *extra, const char *wanted,
                  as_menu *out, as_error *err)
{
    as_menu menu = {.items = as_alloc((size_t)catalogue->n + 1, sizeof *menu.items)};
    if (menu.items == NULL)
        return as_fail_memory(err, "model menu");
    bool listed = false;
    for (int i = 0; i < catalogue->n; i++)
        listed = listed || (extra != NULL && strcmp(catalogue->entries[i].path, extra) == 0);
    if (extra != NULL && !listed) {
        if (!item_read(extra, extra, &menu.items[0], err)) {
            as_menu_finish(&menu);
            return false;
        }
        menu.n = 1;
    }
    for (int i = 0; i < catalogue->n; i++) {
        const as_catalogue_entry *entry = &catalogue->entries[i];
        bool given = extra != NULL && strcmp(entry->path, extra) == 0;
        if (item_read(entry->path, entry->name, &menu.items[menu.n], given ? err : NULL)) {
            menu.n++;
        } else if (given) {
            as_menu_finish(&menu);
            return false;
        }
    }
    menu.selected = index_of(&menu, wanted != NULL ? wanted : extra);
    if (menu.selected < 0)
        menu.selected = index_of(&menu, AS_MENU_DEFAULT);
    if (menu.selected < 0 && menu.n > 0)
        menu.selected = 0;
    tell_apart(&menu);
    *out = menu;
    return true;
}

void as_menu_finish(as_menu *menu)
{
    for (int i = 0; i < menu->n; i++)
        item_finish(&menu->items[i]);
    free(menu->items);
    *menu = (as_menu){.selected = -1};
}

bool as_menu_show(const as_menu *menu, as_view *view, as_error *err)
{
    as_view_model *models = as_alloc((size_t)menu->n, sizeof *models);
    if (models == NULL)
        return as_fail_memory(err, "model menu");
    for (int i = 0; i < menu->n; i++) {
        const as_menu_item *item = &menu->items[i];
        models[i] = (as_view_model){item->name, item->score, item->card};
    }
    bool ok = as_view_set_models(view, models, menu->n, menu->selected, err);
    free(models);
    return ok;
}
