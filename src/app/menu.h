/* The models to choose from, as the window's menu names them. */
#ifndef AS_APP_MENU_H
#define AS_APP_MENU_H

#include "core/catalogue.h"
#include "view/view.h"

typedef struct as_menu_item {
    char *path;
    char *id;                 /* the catalogue's name, or the path of a file given by hand */
    char *name, *score, *card; /* what as_view_model shows */
} as_menu_item;

typedef struct as_menu {
    as_menu_item *items;
    int n;
    int selected; /* -1: none */
} as_menu;

/* Every model of the catalogue that can be read, and `extra` (a path; NULL: none) before them unless
 * it is one of them. `wanted` is the id or path to select (NULL: none), else the item called
 * AS_MENU_DEFAULT, else the first. Reads the files' headers. Unreadable files are left out, but for
 * `extra`. *out is filled only on success; release with as_menu_finish. Errors: SYSTEM, and what is
 * wrong with `extra`. */
#define AS_MENU_DEFAULT "eng-fra"
bool as_menu_read(const as_catalogue *catalogue, const char *extra, const char *wanted,
                  as_menu *out, as_error *err);
void as_menu_finish(as_menu *menu);

/* Hands the menu to the view. Errors: SYSTEM. */
bool as_menu_show(const as_menu *menu, as_view *view, as_error *err);

#endif
