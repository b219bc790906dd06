/* One drawing of a step's diagram, shared by the two files that draw it. */
#ifndef AS_VIEW_DIAGRAM_PARTS_H
#define AS_VIEW_DIAGRAM_PARTS_H

#include "view/diagram_draw.h"
#include "view/format.h"

typedef struct as_picture {
    const as_pen *pen;
    const as_diagram *d;
    const as_scene *scene;
    char t[AS_FORMAT_MAX], before[AS_FORMAT_MAX]; /* subscripts of t and of t - 1 */
} as_picture;

typedef enum as_part_state {
    AS_PART_LATER,
    AS_PART_PLAIN,
    AS_PART_USED,
    AS_PART_MADE
} as_part_state;

/* Does the stage on show make this node? The state that asks may be there before; then the first
 * stage only shows it. */
bool as_picture_makes(const as_picture *picture, as_node node);
as_part_state as_picture_state(const as_picture *picture, as_node node);
void as_picture_draw_node(const as_picture *picture, as_node node);

#endif
