/* From a weight in [0, 1] to a colour. */
#ifndef AS_VIEW_COLORMAP_H
#define AS_VIEW_COLORMAP_H

#include "view/draw_list.h"

typedef enum as_colormap_kind {
    AS_COLORMAP_INK,     /* the default: from the ground to dark blue */
    AS_COLORMAP_VIRIDIS, /* Smith and van der Walt 2015 (matplotlib) */
    AS_COLORMAP_CIVIDIS, /* Nuñez, Anderton, Renslow 2018 */
    AS_COLORMAP_MAGMA,   /* Smith and van der Walt 2015 (matplotlib) */
    AS_COLORMAP_GREY,    /* black 0 to white 1, as in the figures of Bahdanau et al. 2015 */
    AS_N_COLORMAPS,
} as_colormap_kind;

/* What a weight is measured against before it is coloured. */
typedef enum as_range {
    AS_RANGE_FIXED,   /* alpha as it is, 0 to 1: two pictures compare */
    AS_RANGE_ROW_MAX, /* alpha / max_i alpha_{t,i} */
    AS_RANGE_SQRT,    /* sqrt(alpha): small weights show */
    AS_N_RANGES,
} as_range;

/* "ink", "viridis", … as options spell them; never NULL. */
const char *as_colormap_name(as_colormap_kind kind);
/* The map of a name; false when there is none. */
bool as_colormap_lookup(const char *name, as_colormap_kind *out);

/* "fixed", "row-maximum", "square-root", as settings spell them; likewise. */
const char *as_range_name(as_range range);
bool as_range_lookup(const char *name, as_range *out);

/* The colour of x, clamped to [0, 1]; NaN counts as 0. `dark` chooses the variant of ink for a dark
 * ground (the others are the same on both). Cannot fail. */
as_rgba as_colormap_colour(as_colormap_kind kind, bool dark, float x);

/* A colour for a difference, x clamped to [-1, 1]: amber below 0, the ground at 0, blue above; as
 * far from the ground on both sides, and told apart by the colour-blind. Cannot fail. */
as_rgba as_colormap_difference(bool dark, float x);

/* x from alpha under a range; row_max is the largest weight of its row. Cannot fail. */
float as_range_apply(as_range range, float alpha, float row_max);

/* Relative luminance of WCAG 2.1, 0 to 1, and the contrast ratio of two opaque colours, 1 to 21. */
double as_luminance(as_rgba colour);
double as_contrast(as_rgba a, as_rgba b);

#endif
