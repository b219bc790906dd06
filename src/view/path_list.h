/* How a path that is typed could go on: the list beside its field. Logical pixels. */
#ifndef AS_VIEW_PATH_LIST_H
#define AS_VIEW_PATH_LIST_H

#include "view/pen.h"
#include "view/sentences.h"

typedef struct as_path_list {
    as_sentences paths;
    int chosen; /* by the arrows; -1: none, what was typed is meant */
} as_path_list;

/* A path that ends in a slash is a folder's. */
bool as_path_is_folder(const char *path);

/* How high it is: of many a part is shown, the chosen one among them. */
float as_path_list_height(const as_path_list *list, const as_theme *theme);
/* The path whose line is at y of the list's box; -1: none. */
int as_path_list_at(const as_path_list *list, as_box box, float y, const as_theme *theme);
/* Goes up or down, as far as there are paths, and to none above the first. */
void as_path_list_walk(as_path_list *list, int by);
/* marked and pointed: lines with a ground of their own; -1: none. */
void as_path_list_draw(const as_pen *pen, const as_path_list *list, as_box box, int marked,
                       int pointed);

#endif
