/* What the program sets and asks: models, text, theme, colours, language. */
#include <stdlib.h>
#include <string.h>

#include "view/format.h"
#include "view/view_private.h"

static void set_title(as_view *view)
{
    const char *name = view->model >= 0 ? view->models[view->model].name : "";
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

void as_view_free_models(as_view *view)
{
    for (int k = 0; k < view->n_models; k++) {
        free(view->models[k].name);
        free(view->models[k].score);
        free(view->models[k].card);
    }
    free(view->models);
    view->models = NULL;
    view->n_models = 0;
}

static char *copied(const char *text)
{
    return strdup(text ? text : "");
}

bool as_view_set_models(as_view *view, const as_view_model *models, int n, int selected,
                        as_error *err)
{
    as_model_entry *entries = calloc(n > 0 ? (size_t)n : 1, sizeof *entries);
    bool complete = entries != NULL;
    for (int k = 0; complete && k < n; k++) {
        entries[k].name = copied(models[k].name);
        entries[k].score = copied(models[k].score);
        entries[k].card = copied(models[k].card);
        complete = entries[k].name && entries[k].score && entries[k].card;
    }
    if (!complete) {
        for (int k = 0; entries && k < n; k++) {
            free(entries[k].name);
            free(entries[k].score);
            free(entries[k].card);
        }
        free(entries);
        return as_fail_memory(err, "the model menu");
    }
    as_view_free_models(view);
    as_menu_close(&view->menu);
    view->models = entries;
    view->n_models = n > 0 ? n : 0;
    view->model = selected >= 0 && selected < n ? selected : -1;
    set_title(view);
    as_view_text_changed(view);
    return true;
}

bool as_view_set_source(as_view *view, const char *text, size_t len, as_error *err)
{
    if (!as_text_edit_set(&view->field.edit, text, len, err))
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
    set_title(view);
    as_view_layout_changed(view);
}

void as_view_set_text_size(as_view *view, int notch)
{
    as_view_apply(view, AS_DO_ZOOM, notch);
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

as_language as_view_language(const as_view *view)
{
    return view->language;
}
