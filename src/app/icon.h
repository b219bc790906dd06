/* The window's icon: assets/alphascope.svg as a draw list. */
#ifndef AS_APP_ICON_H
#define AS_APP_ICON_H

#include "view/draw_list.h"

/* Draws it into an emptied *out, size x size logical pixels. */
void as_icon_draw(as_draw_list *out, float size);

#endif
