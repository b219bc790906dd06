/* A handle on a track, with n places from left to right. as_slider_x and as_slider_at are each
 * other's inverse. Nothing here can fail. */
#ifndef AS_VIEW_SLIDER_H
#define AS_VIEW_SLIDER_H

#include "view/input.h"
#include "view/theme.h"

typedef struct as_slider {
    as_box box; /* what takes the pointer; the track runs along its middle */
    int n, at;  /* places, >= 1, and where the handle is */
    int page;   /* places that Page Up and Page Down move by; marks stand this far apart, 0: none */
} as_slider;

/* The middle of a place. */
float as_slider_x(const as_slider *slider, int at);
/* The place nearest to x. */
int as_slider_at(const as_slider *slider, float x);
/* Where a key leads: arrows, Page Up and Down, Home, End; false for any other key. */
bool as_slider_key(const as_slider *slider, as_key key, int *at);

void as_slider_draw(as_draw_list *list, const as_slider *slider, bool hot, const as_theme *theme);

#endif
