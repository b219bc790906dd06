#include "view/theme.h"

#include <string.h>

#define RGB(hex)                                                                                   \
    {                                                                                              \
        (hex) >> 16, (hex) >> 8 & 255, (hex)&255, 255                                              \
    }

static const as_theme light = {
    .kind = AS_THEME_LIGHT,
    .ground = RGB(0xf6f6f3),
    .surface = RGB(0xffffff),
    .sunken = RGB(0xf6f6f3),
    .border = RGB(0xdcdcd6),
    .border_strong = RGB(0xb9b9b2),
    .text = RGB(0x1a1d22),
    .text_soft = RGB(0x565d6b),
    .text_faint = RGB(0x686e7b),
    .accent = RGB(0x1d4ed8),
    .accent_text = RGB(0x1d4ed8),
    .bar_ground = RGB(0xe8edf9),
    .mark = RGB(0xb93a0c),
    .mark_soft = RGB(0xf8e8e1),
    .selection = RGB(0xc9d9fb),
    .good = RGB(0x15994a),
    .fair = RGB(0xb07d05),
    .poor = RGB(0xcf2a2a),
    .error = RGB(0xb42318),
    .tooltip = RGB(0x1c2127),
    .tooltip_text = RGB(0xffffff),
    .tooltip_soft = RGB(0xc5cad3),
};

static const as_theme dark = {
    .kind = AS_THEME_DARK,
    .dark = true,
    .ground = RGB(0x14171c),
    .surface = RGB(0x1b1f26),
    .sunken = RGB(0x14171c),
    .border = RGB(0x313742),
    .border_strong = RGB(0x4c5564),
    .text = RGB(0xe9ecf1),
    .text_soft = RGB(0xa9b0bd),
    .text_faint = RGB(0x8e96a5),
    .accent = RGB(0x7ba7ff),
    .accent_text = RGB(0x7ba7ff),
    .bar_ground = RGB(0x2a3342),
    .mark = RGB(0xff9d66),
    .mark_soft = RGB(0x392c27),
    .selection = RGB(0x2b4478),
    .good = RGB(0x2cb765),
    .fair = RGB(0xd9a514),
    .poor = RGB(0xf06a6a),
    .error = RGB(0xff8a80),
    .tooltip = RGB(0xeef1f6),
    .tooltip_text = RGB(0x14171c),
    .tooltip_soft = RGB(0x4a5160),
};

static const as_theme paper = {
    .kind = AS_THEME_PAPER,
    .ground = RGB(0xffffff),
    .surface = RGB(0xffffff),
    .sunken = RGB(0xf4f4f4),
    .border = RGB(0xbdbdbd),
    .border_strong = RGB(0x8a8a8a),
    .text = RGB(0x000000),
    .text_soft = RGB(0x3d3d3d),
    .text_faint = RGB(0x5e5e5e),
    .accent = RGB(0x123fb5),
    .accent_text = RGB(0x123fb5),
    .bar_ground = RGB(0xe4e4e4),
    .mark = RGB(0xa83208),
    .mark_soft = RGB(0xf9e6dd),
    .selection = RGB(0xc4d5fa),
    .good = RGB(0x0f7f3b),
    .fair = RGB(0x9a6b00),
    .poor = RGB(0xbb1f1f),
    .error = RGB(0xa3190f),
    .tooltip = RGB(0x111111),
    .tooltip_text = RGB(0xffffff),
    .tooltip_soft = RGB(0xd0d0d0),
};

static const char *const names[AS_N_THEMES] = {"light", "dark", "paper"};

const char *as_theme_name(as_theme_kind kind)
{
    return names[kind];
}

bool as_theme_lookup(const char *name, as_theme_kind *out)
{
    for (int k = 0; k < AS_N_THEMES; k++) {
        if (strcmp(names[k], name) == 0) {
            *out = (as_theme_kind)k;
            return true;
        }
    }
    return false;
}

as_theme as_theme_make(as_theme_kind kind, float zoom)
{
    as_theme theme = kind == AS_THEME_DARK ? dark : kind == AS_THEME_PAPER ? paper : light;
    theme.zoom = zoom;
    theme.size_small = 12.5f * zoom;
    theme.size_body = 14 * zoom;
    theme.size_input = 18 * zoom;
    theme.size_title = 18 * zoom;
    theme.pad = 16 * zoom;
    theme.radius = 8 * zoom;
    theme.header_h = 52 * zoom;
    theme.field_h = 45 * zoom;
    theme.footer_h = 46 * zoom;
    theme.panel_w = 372 * zoom;
    return theme;
}
