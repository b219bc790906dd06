/* The controls: what is written on them, what a press or a slide does, how they look. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "view/format.h"
#include "view/sharpness.h"
#include "view/view_private.h"

static const char arrow[] = " ▾";

/* Is there something for the controls of a step to act on? */
static bool has_steps(const as_view *view)
{
    return view->translation != NULL;
}

static const char *label_of_step(const as_view *view, as_control control)
{
    if (!has_steps(view))
        return "";
    switch (control) {
    case AS_CONTROL_MATRIX:
        return as_str(view->language, AS_STR_SHOW_MATRIX);
    case AS_CONTROL_LINES:
        return as_str(view->language, AS_STR_SHOW_LINES);
    case AS_CONTROL_DIAGRAM:
        return as_str(view->language, AS_STR_SHOW_DIAGRAM);
    case AS_CONTROL_PREVIOUS:
        return "◀◀";
    case AS_CONTROL_NEXT:
        return "▶▶";
    case AS_CONTROL_PLAY:
        return as_str(view->language, view->play.running ? AS_STR_PAUSE : AS_STR_PLAY);
    default:
        return "";
    }
}

const char *as_view_control_label(const as_view *view, as_control control, char *out, size_t size)
{
    const char *text = "", *tail = "";
    char number[AS_FORMAT_MAX], pill[64], reading[AS_NAME_MAX];
    switch (control) {
    case AS_CONTROL_MODEL:
        text =
            view->model >= 0 ? as_view_model_name(view) : as_str(view->language, AS_STR_NO_MODEL);
        tail = arrow;
        break;
    case AS_CONTROL_TRAINED:
        if (view->sharpness == AS_SHARPNESS_TRAINED)
            break;
        snprintf(pill, sizeof pill, "τ = %s  ×",
                 as_format_fixed(number, as_sharpness_tau(view->sharpness), 2));
        text = pill;
        break;
    case AS_CONTROL_READING:
        if (!has_steps(view) || as_view_is_staged(view))
            break;
        text = as_view_reading_label(view, reading, sizeof reading);
        tail = arrow;
        break;
    case AS_CONTROL_EDIT:
        text = has_steps(view) || as_view_has_given(view) ? "✎" : "";
        break;
    case AS_CONTROL_OWN:
        text = as_view_is_led(view) ? as_str(view->language, AS_STR_OWN) : "";
        break;
    case AS_CONTROL_WHOLE:
        if (as_view_is_part(view) && !as_view_is_staged(view))
            text = as_view_part_label(view, reading, sizeof reading);
        break;
    case AS_CONTROL_COMPARE:
        text = as_str(view->language, AS_STR_COMPARE);
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
    case AS_CONTROL_PANEL:
        text = as_str(view->language, AS_STR_BUTTON_PANEL);
        break;
    case AS_CONTROL_TAB_STEP:
    case AS_CONTROL_TAB_BEAM:
    case AS_CONTROL_TAB_MODEL:
        text = as_str(view->language, AS_STR_TAB_STEP + (as_string)(control - AS_CONTROL_TAB_STEP));
        break;
    case AS_CONTROL_LANGUAGE:
        text = as_str(view->language, AS_STR_BUTTON_LANGUAGE);
        break;
    case AS_CONTROL_SENTENCES:
        text = "▾";
        break;
    case AS_CONTROL_HELP:
        text = "?";
        break;
    case AS_CONTROL_SAVE:
        if (view->save.open)
            text = as_str(view->language,
                          view->save.asked ? AS_STR_BUTTON_REPLACE : AS_STR_BUTTON_SAVE);
        break;
    case AS_CONTROL_SAVE_CANCEL:
        text = view->save.open ? "×" : "";
        break;
    case AS_CONTROL_SPEED:
        snprintf(pill, sizeof pill, "%s×", as_play_speed_name(view->play.speed));
        text = has_steps(view) ? pill : "";
        break;
    default:
        text = label_of_step(view, control);
        break;
    }
    as_format_cut(out, size - strlen(tail), text);
    strcat(out, tail);
    return out;
}

/* ---- sliders ---- */

/* The terms of a score are walked like the places of a slider. */
static as_slider terms_slider(const as_view *view)
{
    return (as_slider){.box = view->layout.controls[AS_CONTROL_TERMS],
                       .n = view->terms.n,
                       .at = view->term,
                       .page = 10};
}

bool as_view_slider(const as_view *view, as_control control, as_slider *out)
{
    switch (control) {
    case AS_CONTROL_STEP:
        *out = as_view_step_slider(view);
        return true;
    case AS_CONTROL_SHARPNESS:
        *out = as_view_sharpness_slider(view);
        return true;
    case AS_CONTROL_WIDTH:
        *out = as_view_width_slider(view);
        return true;
    case AS_CONTROL_TERMS:
        *out = terms_slider(view);
        return true;
    default:
        return false;
    }
}

void as_view_slide(as_view *view, as_control control, int at)
{
    if (control == AS_CONTROL_STEP)
        as_view_go_to_place(view, at);
    else if (control == AS_CONTROL_SHARPNESS)
        as_view_do(view, AS_DO_SHARPNESS, at);
    else if (control == AS_CONTROL_WIDTH)
        as_view_do(view, AS_DO_WIDTH, at + 1);
    else if (control == AS_CONTROL_TERMS)
        view->term = at;
    view->dirty = true;
}

/* ---- presses ---- */

static as_show shown_by(as_control control)
{
    return control == AS_CONTROL_MATRIX  ? AS_SHOW_MATRIX
           : control == AS_CONTROL_LINES ? AS_SHOW_LINES
                                         : AS_SHOW_DIAGRAM;
}

void as_view_press_control(as_view *view, as_control control)
{
    switch (control) {
    case AS_CONTROL_MATRIX:
    case AS_CONTROL_LINES:
    case AS_CONTROL_DIAGRAM:
        as_view_do(view, AS_DO_SHOW, (int)shown_by(control));
        break;
    case AS_CONTROL_TAB_STEP:
    case AS_CONTROL_TAB_BEAM:
    case AS_CONTROL_TAB_MODEL:
        as_view_do(view, AS_DO_TAB, (int)control - AS_CONTROL_TAB_STEP);
        break;
    case AS_CONTROL_PREVIOUS:
    case AS_CONTROL_NEXT:
        as_view_go_by_steps(view, control == AS_CONTROL_PREVIOUS ? -1 : 1);
        break;
    case AS_CONTROL_PLAY:
        as_view_do(view, AS_DO_PLAY, !view->play.running);
        break;
    case AS_CONTROL_SPEED:
        as_view_do(view, AS_DO_SPEED, (view->play.speed + 1) % AS_PLAY_SPEEDS);
        break;
    case AS_CONTROL_TRAINED:
    case AS_CONTROL_SHARPNESS: /* by the keyboard; the pointer slides it */
        as_view_do(view, AS_DO_SHARPNESS, AS_SHARPNESS_TRAINED);
        break;
    case AS_CONTROL_WIDTH:
        as_view_do(view, AS_DO_WIDTH, AS_VIEW_BEAM);
        break;
    case AS_CONTROL_EDIT:
        as_view_set_focus(view, AS_FOCUS_TARGET);
        break;
    case AS_CONTROL_TREE:
        as_view_press_tree(view);
        break;
    case AS_CONTROL_OWN:
        as_view_go_own(view);
        break;
    case AS_CONTROL_CANDIDATES:
        as_view_branch_at(view, view->candidate);
        break;
    case AS_CONTROL_WORD:
        as_view_branch_word(view);
        break;
    case AS_CONTROL_PANEL:
        as_view_toggle_panel(view);
        break;
    case AS_CONTROL_LANGUAGE:
        as_view_do(view, AS_DO_LANGUAGE, ((int)view->language + 1) % AS_N_LANGUAGES);
        break;
    case AS_CONTROL_HELP:
        as_view_do(view, AS_DO_HELP, 0);
        break;
    case AS_CONTROL_WHOLE:
        as_view_do(view, AS_DO_WHOLE, 0);
        break;
    case AS_CONTROL_READING:
    case AS_CONTROL_SENTENCES:
    case AS_CONTROL_MODEL:
    case AS_CONTROL_COMPARE:
    case AS_CONTROL_COLOURS:
    case AS_CONTROL_EXPORT:
        as_view_open_menu(view, control);
        break;
    case AS_CONTROL_PATH:
        as_view_open_path(view);
        break;
    case AS_CONTROL_SAVE_PATH:
    case AS_CONTROL_SAVE:
        as_view_save_now(view);
        break;
    case AS_CONTROL_SAVE_CANCEL:
        as_view_cancel_save(view);
        break;
    case AS_CONTROL_SAVE_LIST:
    case AS_CONTROL_COMPLETIONS:
    case AS_CONTROL_STEP:
    case AS_CONTROL_TERMS:
    case AS_N_CONTROLS:
        break;
    }
}

/* ---- looks ---- */

/* Is what this name stands for on show? */
static bool is_shown(const as_view *view, as_control control)
{
    if (as_control_lookup(control)->group == AS_GROUP_TABS)
        return (int)view->tab == (int)control - AS_CONTROL_TAB_STEP;
    if (control == AS_CONTROL_READING)
        return as_view_reading_differs(view);
    return view->show == shown_by(control);
}

/* A name with a line under it where it is the one that is shown. */
static void draw_tab(const as_view *view, const as_pen *pen, as_control control, const char *label)
{
    const as_theme *theme = pen->theme;
    as_box box = view->layout.controls[control];
    bool here = is_shown(view, control);
    float z = theme->zoom, size = theme->size_body;
    as_pen_text_centred(pen, box.x + box.w / 2, box.y + box.h / 2 + as_pen_drop(pen, size),
                        here ? AS_FONT_BOLD : AS_FONT_REGULAR, size,
                        here ? theme->accent_text : theme->text_soft, 0, label);
    if (here)
        as_draw_rect(pen->list,
                     (as_box){box.x + 8 * z, box.y + box.h - 2 * z, box.w - 16 * z, 2 * z}, 0,
                     theme->accent);
}

void as_view_draw_control(const as_view *view, as_draw_list *list, as_control control, bool hot)
{
    const as_theme *theme = &view->theme;
    as_box box = view->layout.controls[control];
    bool drawn_elsewhere = as_control_lookup(control)->group == AS_GROUP_PANEL ||
                           control == AS_CONTROL_STEP || control == AS_CONTROL_SAVE_PATH ||
                           control == AS_CONTROL_SAVE_LIST;
    if (box.w <= 0 || drawn_elsewhere)
        return;
    char label[AS_NAME_MAX];
    as_pen pen = as_view_pen(view, list);
    as_view_control_label(view, control, label, sizeof label);
    as_control_group group = as_control_lookup(control)->group;
    if ((group == AS_GROUP_CARD && control != AS_CONTROL_WHOLE) || group == AS_GROUP_TABS) {
        if (!hot)
            draw_tab(view, &pen, control, label);
        return;
    }
    bool marked =
        control == AS_CONTROL_TRAINED || control == AS_CONTROL_OWN || control == AS_CONTROL_WHOLE;
    bool open = (control == AS_CONTROL_PANEL && view->layout.panel.w > 0) ||
                (control == AS_CONTROL_COMPARE && view->compare.with != 0);
    float z = theme->zoom, radius = 7 * z, size = theme->size_body;
    as_rgba edge = marked ? theme->mark
                   : open ? theme->accent
                   : hot  ? theme->border_strong
                          : theme->border;
    as_draw_rect(list, box, radius,
                 marked ? theme->mark_soft
                 : hot  ? theme->bar_ground
                        : theme->surface);
    as_draw_outline(list, box, radius, 1, edge);
    as_pen_text_centred(&pen, box.x + box.w / 2, box.y + box.h / 2 + as_pen_drop(&pen, size),
                        marked ? AS_FONT_BOLD : AS_FONT_REGULAR, size,
                        marked ? theme->mark
                        : open ? theme->accent_text
                               : theme->text,
                        fmaxf(box.w - 8 * z, size), label);
}
