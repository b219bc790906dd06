/* The bar at the foot of the window with the path to save to, and what could follow there: keys and
 * pointer, where it lies, what it looks like. */
#include <math.h>
#include <stdio.h>

#include "view/view_private.h"

bool as_view_has_focus(const as_view *view, as_control control)
{
    return (int)view->focus == (int)AS_FOCUS_CONTROL + (int)control;
}

bool as_view_is_saving(const as_view *view)
{
    int control = (int)view->focus - (int)AS_FOCUS_CONTROL;
    return control >= 0 && as_control_lookup((as_control)control)->group == AS_GROUP_SAVE;
}

bool as_view_is_naming(const as_view *view)
{
    return as_view_has_focus(view, AS_CONTROL_SAVE_PATH) ||
           as_view_has_focus(view, AS_CONTROL_SAVE_LIST);
}

/* ---- keys and pointer ---- */

/* See as_path_list: what Enter takes. When Tab came to the list, it is the first. */
static int chosen(const as_view *view)
{
    const as_path_list *list = &view->save.list;
    bool in_list = as_view_has_focus(view, AS_CONTROL_SAVE_LIST) && list->paths.n > 0;
    return list->chosen < 0 && in_list ? 0 : list->chosen;
}

static void walk(as_view *view, int by)
{
    as_path_list *list = &view->save.list;
    if (list->paths.n == 0) {
        as_view_save_changed(view); /* what is there, before anything is typed */
    } else if (chosen(view) < 0 && by < 0) {
        list->chosen = list->paths.n - 1; /* it is nearest to the field */
    } else {
        list->chosen = chosen(view);
        as_path_list_walk(list, by);
    }
    as_view_layout_changed(view);
}

bool as_view_save_key(as_view *view, as_key key, unsigned mods)
{
    if (!as_view_is_saving(view))
        return false;
    if (as_view_is_naming(view) && view->save.path.edit.composition)
        return true; /* the input method has the keys */
    if (key == AS_KEY_ESCAPE)
        as_view_cancel_save(view);
    else if (!as_view_is_naming(view))
        return false;
    else if (key == AS_KEY_DOWN || key == AS_KEY_UP)
        walk(view, key == AS_KEY_DOWN ? 1 : -1);
    else if (key == AS_KEY_ENTER && chosen(view) >= 0)
        as_view_save_choose(view, chosen(view));
    else if (key == AS_KEY_ENTER)
        as_view_save_now(view);
    else
        as_view_edit_key(view, key, mods);
    return true;
}

static int pointed(const as_view *view)
{
    as_box list = view->layout.controls[AS_CONTROL_SAVE_LIST];
    if (view->hover.control != AS_CONTROL_SAVE_LIST)
        return -1;
    return as_path_list_at(&view->save.list, list, view->mouse_y, &view->theme);
}

void as_view_press_save_list(as_view *view)
{
    int k = pointed(view);
    as_view_set_focus(view, (int)AS_FOCUS_CONTROL + AS_CONTROL_SAVE_PATH);
    if (k >= 0)
        as_view_save_choose(view, k);
}

/* ---- where it lies, what it looks like ---- */

void as_view_layout_save(as_view *view)
{
    as_box *controls = view->layout.controls;
    as_box frame = controls[AS_CONTROL_SAVE_PATH];
    if (frame.w <= 0)
        return;
    as_view_layout_path_field(view, &view->save.path, frame);
    float h = as_view_is_naming(view) ? as_path_list_height(&view->save.list, &view->theme) : 0;
    h = fminf(h, fmaxf(frame.y - view->layout.header.h, 0));
    controls[AS_CONTROL_SAVE_LIST] = (as_box){frame.x, frame.y - h, h > 0 ? frame.w : 0, h};
}

void as_view_draw_save(const as_view *view, as_draw_list *list)
{
    as_box label = view->layout.save_label;
    if (!view->save.open)
        return;
    as_pen pen = as_view_pen(view, list);
    if (label.w > 0)
        as_pen_text(&pen, label.x,
                    label.y + label.h / 2 + as_pen_drop(&pen, view->theme.size_small),
                    AS_FONT_REGULAR, view->theme.size_small, view->theme.text_soft, 0,
                    as_view_save_label(view));
    as_view_draw_path_field(view, &pen, &view->save.path, AS_CONTROL_SAVE_PATH,
                            as_str(view->language, AS_STR_SAVE_HINT));
    as_view_draw_control(view, list, AS_CONTROL_SAVE, false);
    as_view_draw_control(view, list, AS_CONTROL_SAVE_CANCEL, false);
}

void as_view_draw_save_list(const as_view *view, as_draw_list *list)
{
    as_box box = view->layout.controls[AS_CONTROL_SAVE_LIST];
    if (box.w <= 0)
        return;
    as_pen pen = as_view_pen(view, list);
    as_draw_rect(list, box, view->theme.radius / 2, view->theme.surface);
    as_draw_outline(list, box, view->theme.radius / 2, 1, view->theme.border_strong);
    as_draw_clip(list, box);
    as_path_list_draw(&pen, &view->save.list, box, chosen(view), pointed(view));
    as_draw_clip_none(list);
}

const char *as_view_save_label(const as_view *view)
{
    return as_str(view->language, view->save.tree           ? AS_STR_SAVE_TREE_AS
                                  : as_view_is_staged(view) ? AS_STR_SAVE_MATRIX_AS /* of it */
                                                            : AS_STR_SAVE_AS);
}

/* ---- the menu ---- */

_Static_assert(AS_STR_KIND_NPY - AS_STR_KIND_PNG == AS_FILE_NPY, "names in order");

void as_view_fill_save_menu(as_view *view)
{
    as_menu *menu = &view->menu;
    as_menu_item *head = as_menu_add_heading(menu, as_str(view->language, AS_STR_SAVE_AS));
    if (head)
        snprintf(head->hint, sizeof head->hint, "Ctrl+S");
    for (int kind = 0; kind < AS_N_FILE_KINDS; kind++) {
        if (!as_file_kind_is_picture((as_file_kind)kind) && as_view_is_comparing(view))
            continue; /* of two there are no numbers */
        as_menu_add(menu, as_str(view->language, AS_STR_KIND_PNG + (as_string)kind), AS_DO_SAVE,
                    kind);
    }
    if (view->beam.tree)
        as_menu_add(menu, as_str(view->language, AS_STR_SAVE_TREE), AS_DO_SAVE, AS_SAVE_TREE);
}

void as_view_dump_save(const as_view *view, as_buffer *out)
{
    const as_save *save = &view->save;
    if (!save->open) {
        as_buffer_text(out, "\"saving\":null,");
        return;
    }
    as_buffer_text(out, "\"saving\":{\"path\":");
    as_buffer_json_string(out, save->path.edit.text ? save->path.edit.text : "");
    as_buffer_format(out, ",\"tree\":%s,\"asked\":%s,\"chosen\":%d,\"listed\":%d},",
                     save->tree ? "true" : "false", save->asked ? "true" : "false",
                     save->list.chosen, save->list.paths.n);
}
