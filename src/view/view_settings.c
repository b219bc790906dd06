/* What the program sets and asks: models, text, theme, colours, language. */
#include <stdlib.h>
#include <string.h>

#include "view/format.h"
#include "view/view_private.h"

const char *as_view_model_name(const as_view *view)
{
    return view->model >= 0 ? view->models[view->model].names[view->language] : "";
}

const char *as_view_model_score(const as_view *view)
{
    return view->model >= 0 ? view->models[view->model].scores[view->language] : "";
}

void as_view_set_title(as_view *view)
{
    const char *name = as_view_model_name(view);
    char title[2 * AS_NAME_MAX] = "";
    as_format_cut(title, AS_NAME_MAX, name);
    if (title[0])
        strcat(title, " · ");
    strcat(title, as_str(view->language, AS_STR_TITLE));
    if (strcmp(title, view->title) == 0)
        return;
    as_format_cut(view->title, sizeof view->title, title);
    as_view_request(view, AS_REQUEST_TITLE);
}

static void free_entry(as_model_entry *entry)
{
    for (int k = 0; k < AS_N_LANGUAGES; k++) {
        free(entry->names[k]);
        free(entry->scores[k]);
        free(entry->notes[k]);
    }
    as_card_finish(&entry->card);
}

static void free_entries(as_model_entry *entries, int n)
{
    for (int k = 0; k < n; k++)
        free_entry(&entries[k]);
    free(entries);
}

void as_view_free_models(as_view *view)
{
    free_entries(view->models, view->n_models);
    view->models = NULL;
    view->n_models = 0;
}

static char *copied(const char *text)
{
    return strdup(text ? text : "");
}

static bool init_entry(as_model_entry *entry, const as_view_model *model)
{
    const char *name = model->chinese_name ? model->chinese_name : model->name;
    const char *score = model->chinese_score ? model->chinese_score : model->score;
    entry->names[AS_LANGUAGE_EN] = copied(model->name);
    entry->names[AS_LANGUAGE_ZH] = copied(name);
    entry->scores[AS_LANGUAGE_EN] = copied(model->score);
    entry->scores[AS_LANGUAGE_ZH] = copied(score);
    entry->notes[AS_LANGUAGE_EN] = copied(model->card);
    entry->notes[AS_LANGUAGE_ZH] = copied(model->chinese_card ? model->chinese_card : model->card);
    bool ok = true;
    for (int k = 0; k < AS_N_LANGUAGES; k++)
        ok = ok && entry->names[k] && entry->scores[k] && entry->notes[k];
    return ok && as_card_init(&entry->card, model->path, model->about, model->figures,
                              model->n_figures, NULL);
}

bool as_view_set_models(as_view *view, const as_view_model *models, int n, int selected,
                        as_error *err)
{
    as_model_entry *entries = calloc(n > 0 ? (size_t)n : 1, sizeof *entries);
    bool complete = entries != NULL;
    for (int k = 0; complete && k < n; k++)
        complete = init_entry(&entries[k], &models[k]);
    if (!complete) {
        free_entries(entries, entries != NULL ? n : 0);
        return as_fail_memory(err, "the model menu");
    }
    as_view_free_models(view);
    as_menu_close(&view->menu);
    view->models = entries;
    view->n_models = n > 0 ? n : 0;
    view->model = selected >= 0 && selected < n ? selected : -1;
    as_view_set_title(view);
    as_view_drop_result(view); /* the cells of the models before must not stand under these names */
    as_view_text_changed(view);
    return true;
}

bool as_view_add_model(as_view *view, const as_view_model *model, as_error *err)
{
    int n = view->n_models;
    as_model_entry *entries = realloc(view->models, ((size_t)n + 1) * sizeof *entries);
    if (!entries)
        return as_fail_memory(err, "the model menu");
    view->models = entries;
    entries[n] = (as_model_entry){0};
    if (!init_entry(&entries[n], model)) {
        free_entry(&entries[n]);
        return as_fail_memory(err, "the model menu");
    }
    as_menu_close(&view->menu);
    view->n_models++;
    as_view_choose_model(view, n);
    return true;
}

void as_view_choose_model(as_view *view, int model)
{
    as_view_do(view, AS_DO_MODEL, model);
    if (as_view_is_opening(view))
        as_view_set_focus(view, AS_FOCUS_FIELD); /* it is open */
}

bool as_view_set_source(as_view *view, const char *text, size_t len, as_error *err)
{
    if (!as_text_edit_set(&view->field.edit, text, len, err) ||
        !as_text_edit_set(&view->given.edit, "", 0, err)) /* it was another sentence's */
        return false;
    as_view_text_changed(view);
    return true;
}

void as_view_set_theme(as_view *view, as_theme_kind kind)
{
    view->theme_kind = kind;
    as_view_layout_changed(view);
}

void as_view_set_colormap(as_view *view, as_colormap_kind kind)
{
    view->colormap = kind;
    as_view_changed(view);
}

void as_view_set_range(as_view *view, as_range range)
{
    view->range = range;
    as_view_changed(view);
}

void as_view_set_language(as_view *view, as_language language)
{
    view->language = language;
    as_view_set_title(view);
    as_view_layout_changed(view);
}

void as_view_set_text_size(as_view *view, int notch)
{
    as_view_apply(view, AS_DO_ZOOM, notch);
}

void as_view_set_beam_width(as_view *view, int width)
{
    if (width > view->beam_most)
        view->beam_most = width < AS_MAX_BEAM ? width : AS_MAX_BEAM;
    as_view_apply(view, AS_DO_WIDTH, width);
}

int as_view_beam_width(const as_view *view)
{
    return view->beam_width;
}

as_theme_kind as_view_theme(const as_view *view)
{
    return view->theme_kind;
}

as_colormap_kind as_view_colormap(const as_view *view)
{
    return view->colormap;
}

as_range as_view_range(const as_view *view)
{
    return view->range;
}

int as_view_text_size(const as_view *view)
{
    return view->zoom_notch;
}

bool as_view_is_presenting(const as_view *view)
{
    return view->presenting;
}

as_language as_view_language(const as_view *view)
{
    return view->language;
}
