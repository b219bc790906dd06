#include "view/layout.h"

#include <math.h>

/* Below these the side panel goes, and distances shrink. Times the zoom. */
static const float panel_from_w = 1000, roomy_from_h = 620;

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
    return spec->height >= roomy_from_h * theme->zoom;
}

int as_layout_target_lines(const as_layout_spec *spec, const as_theme *theme, int n_lines)
{
    int most = roomy(spec, theme) ? 3 : 1;
    return n_lines < 1 ? 1 : n_lines < most ? n_lines : most;
}

/* The logo and the model from the left, the rest from the right; the score has what is left. */
static void place_header(as_layout *l, const as_layout_spec *spec, const as_theme *theme)
{
    float z = theme->zoom, pad = 12 * z, h = 32 * z, gap = 12 * z;
    float y = floorf((theme->header_h - h) / 2);
    l->header = box_of(0, 0, spec->width, theme->header_h);
    l->logo_x = 20 * z;
    l->baseline = y + h / 2;
    float right = spec->width - 20 * z;
    for (int b = AS_N_CONTROLS - 1; b > AS_CONTROL_MODEL; b--) {
        float w = roundf(spec->control_w[b] + 2 * pad);
        right -= w;
        l->controls[b] = box_of(right, y, w, h);
        right -= gap;
    }
    float x = l->logo_x + spec->logo_w + gap;
    float w = fminf(roundf(spec->control_w[AS_CONTROL_MODEL] + 2 * pad), right - x);
    l->controls[AS_CONTROL_MODEL] = box_of(x, y, w, h);
    x += fmaxf(w, 0) + gap + 4 * z;
    if (right - x >= spec->score_w && spec->score_w > 0)
        l->score = box_of(x, y, spec->score_w, h);
    else
        l->score = box_of(x, y, 0, h);
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
    y += theme->field_h + (room ? 10 : 4) * z;
    l->target = box_of(x, y, right - x, (float)n_lines * spec->target_line_h);
    y += l->target.h + l->gap;

    float footer_h = room ? theme->footer_h + 14 * z : theme->footer_h * 0.8f;
    l->footer = box_of(edge, spec->height - footer_h, right - edge, footer_h);
    float bottom = l->footer.y;
    bool panel = spec->width >= panel_from_w * z;
    float panel_w = panel ? theme->panel_w : 0;
    l->panel = box_of(right - panel_w, y, panel_w, bottom - y);
    float card_right = panel ? l->panel.x - l->gap : right;
    l->card = box_of(edge, y, card_right - edge, bottom - y);
    l->map = shrunk(l->card, 12 * z, (room ? 12 : 6) * z);
}
