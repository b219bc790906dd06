#include "view/layout.h"

#include <math.h>

/* Below these the side panel is closed unless asked for, it has the card's room, and distances
 * shrink. Times the zoom. */
static const float panel_from_w = 1000, both_from_w = 640, roomy_from_h = 620;
static const float slider_least = 90, slider_most = 430;
/* What a window is given at any zoom above 1, and what the model's name has in the header before
 * others yield to it. Times the zoom. */
static const float least_w = 640, least_h = 400, model_least = 96, model_most = 150;

bool as_box_contains(as_box box, float x, float y)
{
    return x >= box.x && x < box.x + box.w && y >= box.y && y < box.y + box.h;
}

static as_box box_of(float x, float y, float w, float h)
{
    return (as_box){x, y, fmaxf(w, 0), fmaxf(h, 0)};
}

static as_box shrunk(as_box box, float by_x, float by_y)
{
    return box_of(box.x + by_x, box.y + by_y, box.w - 2 * by_x, box.h - 2 * by_y);
}

static bool roomy(const as_layout_spec *spec, const as_theme *theme)
{
    return !spec->dense && spec->height >= roomy_from_h * theme->zoom;
}

bool as_layout_is_narrow(float width, float zoom)
{
    return width < panel_from_w * zoom;
}

float as_layout_most_zoom(float width, float height)
{
    return fmaxf(1, fminf(width / least_w, height / least_h));
}

int as_layout_target_lines(const as_layout_spec *spec, const as_theme *theme, int n_lines)
{
    int most = spec->dense || roomy(spec, theme) ? 3 : 1;
    return n_lines < 1 ? 1 : n_lines < most ? n_lines : most;
}

/* What the header has room for. */
typedef struct header_plan {
    float edge, pad, gap, logo_w;
    bool gone[AS_N_CONTROLS];
} header_plan;

/* 0: it is not there. */
static float button_w(const as_layout_spec *spec, const header_plan *plan, int control)
{
    float w = spec->control_w[control];
    return w > 0 && !plan->gone[control] ? roundf(w + 2 * plan->pad) : 0;
}

/* Is there room for all of it, with so much for the model's name? */
static bool header_fits(const as_layout_spec *spec, const header_plan *plan, float model_w)
{
    float w = 2 * plan->edge + plan->logo_w + plan->gap +
              fminf(button_w(spec, plan, AS_CONTROL_MODEL), model_w);
    for (int c = AS_CONTROL_TRAINED; c <= AS_CONTROL_HELP; c++)
        w += button_w(spec, plan, c) > 0 ? button_w(spec, plan, c) + plan->gap : 0;
    return w <= spec->width;
}

/* In a narrow window the air goes first, then the program's name, most of the model's, and the
 * buttons that have a key; what says that the sharpness is not the model's own stays. */
static header_plan plan_header(const as_layout_spec *spec, float z)
{
    static const as_control going[] = {AS_CONTROL_LANGUAGE, AS_CONTROL_EXPORT,  AS_CONTROL_PANEL,
                                       AS_CONTROL_COLOURS,  AS_CONTROL_COMPARE, AS_CONTROL_HELP};
    header_plan plan = {.edge = 20 * z, .pad = 12 * z, .gap = 12 * z, .logo_w = spec->logo_w};
    if (!header_fits(spec, &plan, model_most * z)) {
        plan.pad = 8 * z;
        plan.gap = 6 * z;
    }
    if (!header_fits(spec, &plan, model_most * z))
        plan.logo_w = spec->letter_w;
    for (size_t k = 0; k < sizeof going / sizeof *going; k++)
        plan.gone[going[k]] = !header_fits(spec, &plan, model_least * z);
    return plan;
}

/* The logo and the model from the left, the rest from the right; the score has what is left. */
static void place_header(as_layout *l, const as_layout_spec *spec, const as_theme *theme)
{
    float z = theme->zoom, h = 32 * z;
    float y = floorf((theme->header_h - h) / 2);
    header_plan plan = plan_header(spec, z);
    l->header = box_of(0, 0, spec->width, theme->header_h);
    l->logo_x = plan.edge;
    l->logo_cut = plan.logo_w < spec->logo_w;
    l->baseline = y + h / 2;
    float right = spec->width - plan.edge;
    for (int c = AS_CONTROL_HELP; c > AS_CONTROL_TRAINED; c--) {
        float w = button_w(spec, &plan, c);
        l->controls[c] = box_of(right - w, y, w, h);
        right -= w > 0 ? w + plan.gap : 0;
    }
    float x = l->logo_x + plan.logo_w + plan.gap;
    float pill = button_w(spec, &plan, AS_CONTROL_TRAINED); /* it must be seen */
    float room = right - x - (pill > 0 ? pill + plan.gap : 0);
    float w = fminf(button_w(spec, &plan, AS_CONTROL_MODEL), room);
    l->controls[AS_CONTROL_MODEL] = box_of(x, y, w, h);
    x += fmaxf(w, 0) + plan.gap;
    l->controls[AS_CONTROL_TRAINED] = box_of(x, y, pill, h);
    x += pill > 0 ? pill + plan.gap : 0;
    x += 4 * z;
    bool fits = right - x >= spec->score_w && spec->score_w > 0;
    l->score = box_of(x, y, fits ? spec->score_w : 0, h);
}

/* Where the step's controls are otherwise: a path to save to, with all the room that its label and
 * the buttons leave it. */
static void place_save(as_layout *l, const as_layout_spec *spec, const as_theme *theme, float h)
{
    float z = theme->zoom, gap = 8 * z, pad = 11 * z, x = l->footer.x;
    float right = l->footer.x + l->footer.w, y = l->notice.y;
    for (int c = AS_CONTROL_SAVE_CANCEL; c >= AS_CONTROL_SAVE; c--) {
        float w = fminf(roundf(spec->control_w[c] + 2 * pad), fmaxf(right - x, 0));
        l->controls[c] = box_of(right - w, y, w, h);
        right -= w + gap;
    }
    float label = right - x >= 3 * spec->save_label_w ? spec->save_label_w : 0;
    l->save_label = box_of(x, y, label, h);
    x += label > 0 ? label + gap : 0;
    l->controls[AS_CONTROL_SAVE_PATH] = box_of(x, y, right - x, h);
    l->notice = box_of(l->footer.x, y, 0, h);
}

/* The step's controls from the left; what is left is for words. In a narrow window the label goes
 * first, then the speed, then the steps to and fro. */
static void place_transport(as_layout *l, const as_layout_spec *spec, const as_theme *theme,
                            float h)
{
    float z = theme->zoom, gap = 8 * z, pad = 11 * z, x = l->footer.x, w[AS_N_CONTROLS];
    float right = l->footer.x + l->footer.w, y = l->footer.y + (l->footer.h - h) / 2;
    for (int c = AS_CONTROL_PREVIOUS; c <= AS_CONTROL_SPEED; c++)
        l->controls[c] = box_of(x, y, 0, h);
    for (int c = AS_CONTROL_SAVE_PATH; c <= AS_CONTROL_SAVE_CANCEL; c++)
        l->controls[c] = box_of(x, y, 0, h);
    l->step_label = l->save_label = box_of(x, y, 0, h);
    l->notice = box_of(x, y, right - x, h);
    if (spec->control_w[AS_CONTROL_SAVE] > 0) {
        place_save(l, spec, theme, h);
        return;
    }
    if (spec->control_w[AS_CONTROL_PLAY] <= 0)
        return;
    float left = l->footer.w - slider_least * z - gap;
    static const as_control by_need[] = {AS_CONTROL_PLAY, AS_CONTROL_PREVIOUS, AS_CONTROL_NEXT,
                                         AS_CONTROL_SPEED};
    for (size_t k = 0; k < sizeof by_need / sizeof *by_need; k++) {
        float wide = roundf(spec->control_w[by_need[k]] + 2 * pad);
        w[by_need[k]] = left >= wide + gap ? wide : 0;
        left -= w[by_need[k]] > 0 ? wide + gap : 0;
    }
    float label = left >= spec->step_label_w + gap ? spec->step_label_w : 0;
    left -= label > 0 ? label + gap : 0;
    float slider = slider_least * z + fminf(fmaxf(left, 0), (slider_most - slider_least) * z);
    slider = fminf(slider, fmaxf(0.34f * l->footer.w, slider_least * z));
    w[AS_CONTROL_STEP] = fminf(slider, fmaxf(right - x, 0));
    for (int c = AS_CONTROL_PREVIOUS; c <= AS_CONTROL_STEP; c++) {
        l->controls[c] = box_of(x, y, w[c], h);
        x += w[c] > 0 ? w[c] + gap : 0;
    }
    l->step_label = box_of(x + 4 * z, y, label, h);
    x += label > 0 ? label + 4 * z + gap : 0;
    l->controls[AS_CONTROL_SPEED] = box_of(x, y, w[AS_CONTROL_SPEED], h);
    x += w[AS_CONTROL_SPEED] > 0 ? w[AS_CONTROL_SPEED] + gap : 0;
    l->notice = box_of(x + gap, y, right - x - gap, h);
}

/* What there is to say has a line of its own where it does not fit beside the controls. */
static void place_footer(as_layout *l, const as_layout_spec *spec, const as_theme *theme, float x,
                         float w)
{
    float z = theme->zoom;
    bool room = roomy(spec, theme);
    float h = room ? theme->footer_h + 14 * z : theme->footer_h * 0.8f, line = 22 * z;
    l->footer = box_of(x, spec->height - h, w, h);
    place_transport(l, spec, theme, (room ? 32 : 28) * z);
    bool alone = spec->control_w[AS_CONTROL_PLAY] <= 0 && spec->control_w[AS_CONTROL_SAVE] <= 0;
    if (spec->notice_w <= l->notice.w || alone)
        return;
    l->footer.y -= line - 4 * z;
    place_transport(l, spec, theme, (room ? 32 : 28) * z);
    l->notice = box_of(x, spec->height - line - 4 * z, w, line);
}

static void place_card(as_layout *l, const as_layout_spec *spec, const as_theme *theme, float x,
                       float y, float right)
{
    float z = theme->zoom, bottom = l->footer.y, whole = right - x;
    bool narrow = as_layout_is_narrow(spec->width, z), both = spec->width >= both_from_w * z;
    float panel_w = 0;
    if (spec->panel)
        panel_w = !both ? whole : narrow ? fminf(theme->panel_w, 0.45f * whole) : theme->panel_w;
    l->panel = box_of(right - panel_w, y, panel_w, bottom - y);
    float card_right = panel_w > 0 ? l->panel.x - l->gap : right;
    l->card = box_of(x, y, card_right - x, bottom - y);
    l->map = shrunk(l->card, 12 * z, (roomy(spec, theme) ? 12 : 6) * z);

    float tab_x = l->map.x, tab_y = l->card.y + 8 * z;
    bool low = tab_y + 26 * z > bottom;
    for (int c = AS_CONTROL_MATRIX; c <= AS_CONTROL_DIAGRAM; c++) {
        float w = spec->control_w[c];
        bool fits = !low && w > 0 && tab_x + w + 16 * z <= l->card.x + l->card.w;
        l->controls[c] = box_of(tab_x, tab_y, fits ? w + 16 * z : 0, 26 * z);
        tab_x += fits ? w + 16 * z : 0;
    }
    float past = l->map.x + l->map.w;
    for (int c = AS_CONTROL_READING; c <= AS_CONTROL_WHOLE; c++) {
        float w = spec->control_w[c] + 16 * z;
        bool fits = !low && w > 16 * z && tab_x + 8 * z + w <= past;
        l->controls[c] = box_of(past - w, tab_y, fits ? w : 0, 26 * z);
        past -= fits ? w + 8 * z : 0;
    }
}

/* At the right end of the translation's first line, which yields. */
static void place_target_controls(as_layout *l, const as_layout_spec *spec, const as_theme *theme)
{
    float z = theme->zoom, right = l->target.x + l->target.w;
    float h = fminf(26 * z, spec->target_line_h), most = 0.5f * l->target.w;
    for (int c = AS_CONTROL_OWN; c >= AS_CONTROL_EDIT; c--) {
        float w = spec->control_w[c];
        w = w > 0 ? fminf(roundf(w + 20 * z), most) : 0;
        l->controls[c] = box_of(right - w, l->target.y + 1 * z, w, h);
        right -= w > 0 ? w + 8 * z : 0;
        most -= w;
    }
    l->target.w = fmaxf(right - 4 * z - l->target.x, 0);
}

void as_layout_make(as_layout *l, const as_layout_spec *spec, const as_theme *theme, int n_lines)
{
    float z = theme->zoom, edge = 20 * z;
    bool room = roomy(spec, theme);
    l->gap = (room ? 16 : 8) * z;
    l->window = box_of(0, 0, spec->width, spec->height);
    place_header(l, spec, theme);

    l->label_x = edge;
    float x = edge + roundf(spec->label_w) + 18 * z, right = spec->width - edge;
    float y = theme->header_h + l->gap;
    l->field = box_of(x, y, right - x, theme->field_h);
    l->field_text = shrunk(l->field, 14 * z, 0);
    float button = fminf(theme->field_h - 12 * z, l->field_text.w / 4);
    l->controls[AS_CONTROL_SENTENCES] =
        box_of(right - 6 * z - button, y + 6 * z, button, theme->field_h - 12 * z);
    l->field_text.w = fmaxf(l->field_text.w - button, 0);
    y += theme->field_h + (room ? 10 : 4) * z;
    l->target = box_of(x, y, right - x, (float)n_lines * spec->target_line_h);
    place_target_controls(l, spec, theme);
    y += l->target.h + l->gap;
    place_footer(l, spec, theme, edge, fmaxf(right - edge, 0));
    place_card(l, spec, theme, edge, y, right);
}
