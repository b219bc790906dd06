/* What a frame looks like: a flat list of tagged commands in logical pixels. Screen, files and
 * tests consume the same list, so an export cannot differ from the screen.
 *
 * Origin top left, x right, y down. A box covers [x, x + w) by [y, y + h). */
#ifndef AS_VIEW_DRAW_LIST_H
#define AS_VIEW_DRAW_LIST_H

#include "core/error.h"

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

typedef struct as_rgba {
    uint8_t r, g, b, a;
} as_rgba;

typedef struct as_box {
    float x, y, w, h;
} as_box;

typedef enum as_font {
    AS_FONT_REGULAR,
    AS_FONT_BOLD,
    AS_FONT_MONO,
    AS_FONT_MONO_BOLD,
} as_font;

typedef enum as_align_x { AS_ALIGN_LEFT, AS_ALIGN_CENTRE, AS_ALIGN_RIGHT } as_align_x;

typedef enum as_draw_tag {
    AS_DRAW_RECT,    /* filled, optionally rounded */
    AS_DRAW_OUTLINE, /* stroked inside its box, optionally rounded */
    AS_DRAW_LINE,
    AS_DRAW_TEXT,
    AS_DRAW_CELLS, /* a grid of colours: one heatmap */
    AS_DRAW_CLIP,  /* until the next CLIP; w < 0 lifts it */
    AS_DRAW_LAYER, /* what follows changes with the pointer only: painters may cache the rest */
} as_draw_tag;

typedef struct as_draw {
    as_draw_tag tag;
    as_rgba colour;
    as_box box;   /* RECT, OUTLINE, CELLS, CLIP; LINE runs from (x, y) to (x + w, y + h) */
    float radius; /* RECT, OUTLINE: corners; LINE: above 0 rounds the ends */
    float width;  /* OUTLINE, LINE: stroke */
    /* TEXT: the baseline starts at (box.x, box.y) by `align`, turned counter-clockwise by angle
     * (degrees) about that point; cut with an ellipsis past max_width (0: never). */
    float size, angle, max_width;
    as_font font;
    as_align_x align;
    size_t text, text_len; /* offset and bytes in the list's text; also a label for CELLS */
    /* CELLS: n_rows x n_cols equal cells fill the box; colours at `cells` in the list's colours,
     * row-major; gap is the ground showing between cells, in logical pixels. */
    size_t cells;
    int n_rows, n_cols;
    float gap;
} as_draw;

enum { AS_DRAW_CLIPS = 8 };

typedef struct as_draw_list {
    as_draw *items;
    size_t n, capacity;
    char *text;
    size_t text_len, text_capacity;
    as_rgba *colours;
    size_t n_colours, colours_capacity;
    as_box clips[AS_DRAW_CLIPS]; /* [n_clips] that hold, each inside the one before */
    int n_clips;
    bool failed; /* memory ran out; the frame is incomplete and must not be shown */
} as_draw_list;

/* Empties the list and keeps its memory: no malloc once a frame has been drawn. */
void as_draw_reset(as_draw_list *list);
void as_draw_finish(as_draw_list *list);

void as_draw_rect(as_draw_list *list, as_box box, float radius, as_rgba colour);
void as_draw_outline(as_draw_list *list, as_box box, float radius, float width, as_rgba colour);
void as_draw_line(as_draw_list *list, float x0, float y0, float x1, float y1, float width,
                  as_rgba colour);
/* n points (x, y, x, y, …) joined by lines with round ends: n - 1 LINE commands. */
void as_draw_polyline(as_draw_list *list, const float *points, int n, float width, as_rgba colour);
/* A plain piece of text; returns the command for the rarer settings (angle, align, max_width), or
 * NULL when memory ran out. Valid until the next call. */
as_draw *as_draw_text(as_draw_list *list, float x, float y, as_font font, float size,
                      as_rgba colour, const char *text, size_t len);
/* Returns the n_rows x n_cols colours to fill in, or NULL. Valid until the next call. */
as_rgba *as_draw_cells(as_draw_list *list, as_box box, int n_rows, int n_cols, float gap,
                       as_rgba ground);
/* Nothing outside the box is drawn until as_draw_clip_none ends it; inside another clip, nothing
 * outside that one either, which holds again afterwards. Up to AS_DRAW_CLIPS deep. */
void as_draw_clip(as_draw_list *list, as_box box);
void as_draw_clip_none(as_draw_list *list);
void as_draw_layer(as_draw_list *list);

/* Copies every command of `from`, with its text and colours. A failed list makes this one fail. */
void as_draw_append(as_draw_list *list, const as_draw_list *from);

/* One line of text per command, for golden tests. */
void as_draw_print(const as_draw_list *list, FILE *out);

/* How wide and high text is: the painter's answer, a fixed 8 x 16 font in tests. Logical pixels. */
typedef struct as_text_metrics {
    void *context;
    float (*width)(void *context, as_font font, float size, const char *text, size_t len);
    float (*ascent)(void *context, as_font font, float size);
    float (*descent)(void *context, as_font font, float size);
    /* x of the caret before byte `offset`; byte offset of the cluster boundary nearest to x.
     * Both in visual order, so right-to-left text works. */
    float (*x_of)(void *context, as_font font, float size, const char *text, size_t len,
                  size_t offset);
    size_t (*offset_at)(void *context, as_font font, float size, const char *text, size_t len,
                        float x);
    /* How many characters of the text no installed font has. */
    int (*missing)(void *context, as_font font, float size, const char *text, size_t len);
} as_text_metrics;

#endif
