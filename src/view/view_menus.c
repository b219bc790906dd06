/* What the menus of the header list. */
#include <stdio.h>

#include "view/view_private.h"

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
        as_menu_item *item =
            as_menu_add(&view->menu, view->models[k].names[view->language], AS_DO_MODEL, k);
        if (item)
            item->checked = k == view->model;
    }
}

/* An item with the key that does the same. */
static as_menu_item *add_item(as_view *view, as_string label, const char *key, as_command command,
                              int value)
{
    as_menu_item *item =
        as_menu_add(&view->menu, as_str(view->language, label), (int)command, value);
    if (item)
        snprintf(item->hint, sizeof item->hint, "%s", key);
    return item;
}

static void fill_export(as_view *view)
{
    as_view_fill_save_menu(view);
    as_menu_add_heading(&view->menu, as_str(view->language, AS_STR_MENU_COPY));
    add_item(view, AS_STR_COPY_MATRIX, "Ctrl+Shift+M", AS_DO_COPY_MATRIX, 0);
    add_item(view, AS_STR_COPY_TRANSLATION, "Ctrl+Shift+C", AS_DO_COPY_TRANSLATION, 0);
}

static void add_window(as_view *view)
{
    as_menu_add_heading(&view->menu, as_str(view->language, AS_STR_MENU_WINDOW));
    as_menu_item *item =
        add_item(view, AS_STR_MENU_PRESENT, "F11", AS_DO_PRESENT, !view->presenting);
    if (item)
        item->checked = view->presenting;
    add_item(view, AS_STR_MENU_LARGER, "Ctrl++", AS_DO_ZOOM, as_view_notch_beside(view, 1));
    add_item(view, AS_STR_MENU_SMALLER, "Ctrl+−", AS_DO_ZOOM, as_view_notch_beside(view, -1));
}

void as_view_open_menu(as_view *view, as_control control)
{
    bool was_open = view->menu.open && view->menu.owner == (int)control;
    as_menu_close(&view->menu);
    as_view_layout_changed(view);
    if (was_open)
        return;
    as_menu_open(&view->menu, (int)control);
    if (control == AS_CONTROL_MODEL) {
        fill_models(view);
    } else if (control == AS_CONTROL_COMPARE) {
        as_view_fill_compare_menu(view);
    } else if (control == AS_CONTROL_READING) {
        as_view_fill_reading_menu(view);
    } else if (control == AS_CONTROL_SENTENCES) {
        as_view_fill_sentences_menu(view);
    } else if (control == AS_CONTROL_EXPORT) {
        fill_export(view);
    } else {
        add_choices(view, AS_STR_MENU_MAP, "F3", AS_STR_MAP_INK, AS_N_COLORMAPS, AS_DO_COLORMAP,
                    (int)view->colormap);
        add_choices(view, AS_STR_MENU_RANGE, "F4", AS_STR_MENU_RANGE_FIXED, AS_N_RANGES,
                    AS_DO_RANGE, (int)view->range);
        add_choices(view, AS_STR_MENU_THEME, "F2", AS_STR_THEME_LIGHT, AS_N_THEMES, AS_DO_THEME,
                    (int)view->theme_kind);
        add_window(view);
    }
}
