/* What buttons, menus and shortcuts do. */
#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/export.h"
#include "view/format.h"
#include "view/view_private.h"

static const char arrow[] = " ▾";

const char *as_view_control_label(const as_view *view, as_control control, char *out, size_t size)
{
    const char *text = "?", *tail = "";
    switch (control) {
    case AS_CONTROL_MODEL:
        text = view->model >= 0 ? view->models[view->model].name
                                : as_str(view->language, AS_STR_NO_MODEL);
        tail = arrow;
        break;
    case AS_CONTROL_COLOURS:
        text = as_str(view->language, AS_STR_BUTTON_COLOURS);
        tail = arrow;
        break;
    case AS_CONTROL_EXPORT:
        text = as_str(view->language, AS_STR_BUTTON_EXPORT);
        tail = arrow;
        break;
    case AS_CONTROL_LANGUAGE:
        text = as_str(view->language, AS_STR_BUTTON_LANGUAGE);
        break;
    case AS_CONTROL_HELP:
    case AS_N_CONTROLS:
        break;
    }
    as_format_cut(out, size - strlen(tail), text);
    strcat(out, tail);
    return out;
}

bool as_view_copy(as_view *view, const char *text, size_t len)
{
    char *copy = malloc(len + 1);
    if (!copy) {
        as_view_say(view, as_str(view->language, AS_STR_NO_MEMORY), true);
        return false;
    }
    memcpy(copy, text, len);
    copy[len] = '\0';
    free(view->copy_text);
    view->copy_text = copy;
    view->copy_len = len;
    as_view_request(view, AS_REQUEST_COPY);
    return true;
}

static void copy_matrix(as_view *view)
{
    if (view->translation->no_attention) {
        as_view_say(view, as_str(view->language, AS_STR_NO_MATRIX), false);
        return;
    }
    as_error err = {0};
    as_buffer tsv = {0};
    as_export_tsv(&tsv, view->translation);
    if (!as_buffer_ok(&tsv, &err))
        as_view_say(view, err.message, true);
    else if (as_view_copy(view, tsv.text, tsv.len))
        as_view_say(view, as_str(view->language, AS_STR_COPIED_MATRIX), false);
    as_buffer_finish(&tsv);
}

static void copy_translation(as_view *view)
{
    const as_sentence *target = &view->translation->target;
    if (as_view_copy(view, target->text, target->text_len))
        as_view_say(view, as_str(view->language, AS_STR_COPIED_TRANSLATION), false);
}

/* "the-agreement-on-the.png": letters and digits of the sentence's start. Other scripts keep their
 * characters; what file systems dislike becomes a hyphen. */
static void name_picture(as_view *view)
{
    static const char ending[] = ".png";
    const as_sentence *source = &view->translation->source;
    size_t n = 0, most = 40;
    bool gap = false;
    for (size_t k = 0; k < source->text_len; k++) {
        unsigned char c = (unsigned char)source->text[k];
        bool starts = (c & 0xc0) != 0x80;
        if (starts && n >= most)
            break;
        if (c < 0x80 && !isalnum(c)) {
            gap = n > 0;
            continue;
        }
        if (gap)
            view->save_name[n++] = '-';
        gap = false;
        view->save_name[n++] = (char)(c < 0x80 ? tolower(c) : c);
    }
    if (n == 0) {
        memcpy(view->save_name, "alignment", 9);
        n = 9;
    }
    memcpy(view->save_name + n, ending, sizeof ending);
}

static void save_picture(as_view *view)
{
    name_picture(view);
    as_view_request(view, AS_REQUEST_SAVE_PICTURE);
}

static void choose_model(as_view *view, int model)
{
    if (model == view->model || model < 0 || model >= view->n_models)
        return;
    view->model = model;
    view->open_model = model;
    as_view_request(view, AS_REQUEST_OPEN_MODEL);
    as_view_drop_result(view); /* another model's cells must not stand under its name */
    as_view_text_changed(view);
}

/* Text size by steps of a tenth: up and down meet again. */
static void zoom_to(as_view *view, int notch)
{
    enum { LEAST = -5, MOST = 9 };
    view->zoom_notch = notch < LEAST ? LEAST : notch > MOST ? MOST : notch;
    view->zoom = powf(1.1f, (float)view->zoom_notch);
    as_view_layout_changed(view);
}

void as_view_apply(as_view *view, as_command command, int value)
{
    bool needs_result = command == AS_DO_SAVE_PICTURE || command == AS_DO_COPY_MATRIX ||
                        command == AS_DO_COPY_TRANSLATION;
    if (needs_result && !view->translation) {
        as_string why =
            command == AS_DO_SAVE_PICTURE ? AS_STR_NOTHING_TO_SAVE : AS_STR_NOTHING_TO_COPY;
        as_view_say(view, as_str(view->language, why), false);
        return;
    }
    switch (command) {
    case AS_DO_MODEL:
        choose_model(view, value);
        break;
    case AS_DO_THEME:
        as_view_set_theme(view, (as_theme_kind)value);
        break;
    case AS_DO_COLORMAP:
        as_view_set_colormap(view, (as_colormap_kind)value);
        break;
    case AS_DO_RANGE:
        as_view_set_range(view, (as_range)value);
        break;
    case AS_DO_LANGUAGE:
        as_view_set_language(view, (as_language)value);
        break;
    case AS_DO_ZOOM:
        zoom_to(view, value);
        break;
    case AS_DO_SAVE_PICTURE:
        save_picture(view);
        break;
    case AS_DO_COPY_MATRIX:
        copy_matrix(view);
        break;
    case AS_DO_COPY_TRANSLATION:
        copy_translation(view);
        break;
    case AS_DO_HELP:
        view->help_open = !view->help_open;
        view->dirty = true;
        break;
    case AS_DO_QUIT:
        as_view_request(view, AS_REQUEST_QUIT);
        break;
    }
}

_Static_assert(AS_STR_MAP_GREY - AS_STR_MAP_INK == AS_COLORMAP_GREY, "names in order");
_Static_assert(AS_STR_MENU_RANGE_SQRT - AS_STR_MENU_RANGE_FIXED == AS_RANGE_SQRT, "names in order");
_Static_assert(AS_STR_THEME_PAPER - AS_STR_THEME_LIGHT == AS_THEME_PAPER, "names in order");

/* A heading with the key that goes to the next choice, and the choices: n strings from `first`. */
static void add_choices(as_view *view, as_string heading, const char *key, as_string first, int n,
                        as_command command, int chosen)
{
    as_menu_item *head = as_menu_add_heading(&view->menu, as_str(view->language, heading));
    if (head)
        snprintf(head->hint, sizeof head->hint, "%s", key);
    for (int k = 0; k < n; k++) {
        as_menu_item *item =
            as_menu_add(&view->menu, as_str(view->language, first + (as_string)k), command, k);
        if (!item)
            return;
        item->checked = k == chosen;
    }
}

static void fill_models(as_view *view)
{
    as_menu_add_heading(
        &view->menu, as_str(view->language, view->n_models ? AS_STR_MENU_MODELS : AS_STR_NO_MODEL));
    for (int k = 0; k < view->n_models; k++) {
        as_menu_item *item = as_menu_add(&view->menu, view->models[k].name, AS_DO_MODEL, k);
        if (item)
            item->checked = k == view->model;
    }
}

static void fill_export(as_view *view)
{
    static const struct {
        as_string label;
        as_command command;
        const char *key;
    } items[] = {
        {AS_STR_SAVE_PICTURE, AS_DO_SAVE_PICTURE, "Ctrl+S"},
        {AS_STR_COPY_MATRIX, AS_DO_COPY_MATRIX, "Ctrl+Shift+M"},
        {AS_STR_COPY_TRANSLATION, AS_DO_COPY_TRANSLATION, "Ctrl+Shift+C"},
    };
    for (size_t k = 0; k < sizeof items / sizeof items[0]; k++) {
        as_menu_item *item =
            as_menu_add(&view->menu, as_str(view->language, items[k].label), items[k].command, 0);
        if (item)
            snprintf(item->hint, sizeof item->hint, "%s", items[k].key);
    }
}

static void open_menu(as_view *view, as_control control)
{
    bool was_open = view->menu.open && view->menu.owner == (int)control;
    as_menu_close(&view->menu);
    as_view_layout_changed(view);
    if (was_open)
        return;
    as_menu_open(&view->menu, (int)control);
    if (control == AS_CONTROL_MODEL) {
        fill_models(view);
    } else if (control == AS_CONTROL_EXPORT) {
        fill_export(view);
    } else {
        add_choices(view, AS_STR_MENU_MAP, "F3", AS_STR_MAP_INK, AS_N_COLORMAPS, AS_DO_COLORMAP,
                    (int)view->colormap);
        add_choices(view, AS_STR_MENU_RANGE, "F4", AS_STR_MENU_RANGE_FIXED, AS_N_RANGES,
                    AS_DO_RANGE, (int)view->range);
        add_choices(view, AS_STR_MENU_THEME, "F2", AS_STR_THEME_LIGHT, AS_N_THEMES, AS_DO_THEME,
                    (int)view->theme_kind);
    }
}

void as_view_press_control(as_view *view, as_control control)
{
    switch (control) {
    case AS_CONTROL_LANGUAGE:
        as_view_do(view, AS_DO_LANGUAGE, ((int)view->language + 1) % AS_N_LANGUAGES);
        break;
    case AS_CONTROL_HELP:
        as_view_do(view, AS_DO_HELP, 0);
        break;
    case AS_CONTROL_MODEL:
    case AS_CONTROL_COLOURS:
    case AS_CONTROL_EXPORT:
        open_menu(view, control);
        break;
    case AS_N_CONTROLS:
        break;
    }
}
