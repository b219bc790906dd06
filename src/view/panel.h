/* The side panel: a frame with room for the names of its tabs, and below them a body that scrolls.
 * What a tab shows is its own module's: that tells the panel how high its content is and draws it
 * from as_panel_top on, inside the body. Logical pixels. Nothing here can fail. */
#ifndef AS_VIEW_PANEL_H
#define AS_VIEW_PANEL_H

#include "view/pen.h"

typedef struct as_panel {
    as_box box, body; /* w 0: there is no panel; the body lies inside the frame's padding */
    float content_h;
    float scroll; /* pixels of the content above the body */
} as_panel;

/* Places the frame (an empty box: no panel). as_panel_fit follows. */
void as_panel_layout(as_panel *panel, as_box box, const as_theme *theme);
/* Tells how high the content is; keeps the scroll position as far as that is possible. */
void as_panel_fit(as_panel *panel, float content_h);

/* Where the content begins on the screen: above the body when scrolled. */
float as_panel_top(const as_panel *panel);
void as_panel_scroll_by(as_panel *panel, float dy);
/* The least scrolling that brings [y, y + h) of the content into the body. */
void as_panel_scroll_to(as_panel *panel, float y, float h);
/* Track and thumb of the scroll bar; false when all of the content is in the body. */
bool as_panel_scrollbar(const as_panel *panel, as_box *track, as_box *thumb);
/* Scrolls so that the thumb starts at y (dragging). */
void as_panel_drag_thumb(as_panel *panel, float thumb_y);

/* Places the names of n tabs, `widths` wide, in the frame; w 0 where there is no room. */
void as_panel_place_tabs(const as_panel *panel, const float *widths, int n, const as_theme *theme,
                         as_box *out);
/* The frame, without the names of the tabs. */
void as_panel_draw_frame(const as_pen *pen, const as_panel *panel);
void as_panel_draw_scrollbar(const as_pen *pen, const as_panel *panel);

#endif
