/* Colours and sizes of everything drawn: one struct, so that a theme is a value. */
#ifndef AS_VIEW_THEME_H
#define AS_VIEW_THEME_H

#include "view/draw_list.h"

typedef enum as_theme_kind {
    AS_THEME_LIGHT,
    AS_THEME_DARK,
    AS_THEME_PAPER, /* pure white and black: figures, projectors */
    AS_N_THEMES,
} as_theme_kind;

typedef struct as_theme {
    as_theme_kind kind;
    bool dark;
    as_rgba ground;  /* behind everything */
    as_rgba surface; /* cards, header, field */
    as_rgba sunken;  /* the equations' box */
    as_rgba border, border_strong;
    as_rgba text, text_soft, text_faint; /* each at least 4.5:1 on ground, surface and sunken */
    as_rgba accent;                      /* focus, links, bars: 3:1 as a shape */
    as_rgba accent_text;                 /* the accent as text: 4.5:1 */
    as_rgba bar_ground;
    as_rgba mark, mark_soft;  /* the hovered cell and its labels; mark is text too: 4.5:1 */
    as_rgba selection;        /* behind selected text */
    as_rgba good, fair, poor; /* underlines by probability; as shapes 3:1 */
    as_rgba error;
    as_rgba tooltip, tooltip_text, tooltip_soft;
    /* Sizes in logical pixels. */
    float zoom; /* the factor already in the sizes below, for the few that are not listed */
    float size_small, size_body, size_input, size_title;
    float pad, radius, header_h, field_h, footer_h, panel_w;
} as_theme;

/* The theme with every size multiplied by zoom (1: as designed). Cannot fail. */
as_theme as_theme_make(as_theme_kind kind, float zoom);
const char *as_theme_name(as_theme_kind kind); /* "light", "dark", "paper" */
bool as_theme_lookup(const char *name, as_theme_kind *out);

#endif
