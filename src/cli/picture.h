/* Pictures as files, whatever they show: the name's ending says which kind. A program built without
 * cairo has this too and says so. */
#ifndef AS_CLI_PICTURE_H
#define AS_CLI_PICTURE_H

#include "core/buffer.h"
#include "view/draw_list.h"
#include "view/strings.h"
#include "view/theme.h"

/* ".png, .svg, .pdf or .html" */
#define AS_PICTURE_KINDS ".png, .svg, .pdf or .html"

/* What is to be drawn. */
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

/* Does the name end in one of AS_PICTURE_KINDS? */
bool as_picture_is_known(const char *path);

/* Writes it, whole or not at all; `scale` is PNG's device pixels per logical pixel. `replace`
 * false: never over an existing file. Errors: SYSTEM, LIMIT, ARGUMENT (the name is taken or ends in
 * nothing known; no painter in this program; what frame says). */
bool as_picture_write(const as_picture *picture, const char *path, float scale, bool replace,
                      as_error *err);

/* The ending of a file's name, with its dot, or "". Borrowed. */
const char *as_path_ending(const char *path);
/* Its name without folders and that ending, cut to `size` bytes: "run/fra.jsonl" is called "fra". */
void as_path_stem(const char *path, char *out, size_t size);

#endif
