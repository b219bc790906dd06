/* Scrolling one way: how much there is, how much is seen, how far it is scrolled. Pixels. Nothing
 * here can fail. */
#ifndef AS_VIEW_SCROLL_H
#define AS_VIEW_SCROLL_H

#include <stdbool.h>

typedef struct as_scroll {
    float whole, seen; /* the content, the window onto it */
    float at;          /* of the content, before the window's start */
} as_scroll;

bool as_scroll_needed(as_scroll scroll);
/* `at` within its limits, in whole pixels. */
float as_scroll_clamped(as_scroll scroll);
/* The least scrolling that brings [from, from + length) of the content into the window. */
float as_scroll_shown(as_scroll scroll, float from, float length);

/* The thumb of a scroll bar as long as the window: how long it is, and where it starts. */
float as_scroll_thumb(as_scroll scroll, float *start);
/* The other way: how far to scroll so that the thumb starts there. */
float as_scroll_dragged(as_scroll scroll, float start);

#endif
