/* Draws a step's diagram at one moment. */
#ifndef AS_VIEW_DIAGRAM_DRAW_H
#define AS_VIEW_DIAGRAM_DRAW_H

#include "view/diagram.h"
#include "view/pen.h"

typedef struct as_scene {
    const as_result *result;
    int t; /* 0-based step */
    int i; /* the column that is marked; -1: none */
    as_stage stage;
    float progress; /* of the stage, 0 to 1 */
} as_scene;

/* What the stages before have made is plain, what this one makes is marked and grows with its
 * progress, what it uses has a strong edge, and what comes later is faint. */
void as_diagram_draw(const as_pen *pen, const as_diagram *diagram, const as_scene *scene);

/* One sentence about the stage, at the right end of a box. */
void as_diagram_draw_caption(const as_pen *pen, const as_diagram *diagram, const as_scene *scene,
                             as_box box);

#endif
