/* A picture that can be drawn by whoever has the fonts: a figure, a tree, curves. */
#ifndef AS_VIEW_PICTURE_H
#define AS_VIEW_PICTURE_H

#include "core/buffer.h"
#include "view/draw_list.h"
#include "view/strings.h"
#include "view/theme.h"

typedef struct as_picture {
    /* Draws into an emptied *out and tells the size, logical pixels. */
    bool (*frame)(const void *context, const as_text_metrics *tm, as_draw_list *out, float *width,
                  float *height, as_error *err);
    /* What a pointer is told over a cell of the list's first CELLS, where the kind of file can do
     * that; NULL: nothing. */
    void (*cell_title)(const void *context, int row, int column, as_buffer *out);
    const void *context;
    const char *title; /* of the document */
    as_theme_kind theme;
    as_language language;
} as_picture;

#endif
