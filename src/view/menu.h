/* A list that drops down from a button: items, headings, a check mark, keyboard and pointer. */
#ifndef AS_VIEW_MENU_H
#define AS_VIEW_MENU_H

#include "view/input.h"
#include "view/theme.h"

enum { AS_MENU_MAX = 256, AS_MENU_TEXT = 160 };

typedef struct as_menu_item {
    char label[AS_MENU_TEXT];
    char hint[40]; /* the key that does the same, or "" */
    bool heading;  /* cannot be chosen */
    bool checked;
    int command, value; /* the owner's */
} as_menu_item;

typedef struct as_menu {
    bool open;
    int owner; /* the button it hangs from */
    as_menu_item items[AS_MENU_MAX];
    int n;
    int current;        /* the item under the keyboard or pointer; -1: none */
    int first, visible; /* scrolling: the first item shown and how many */
    as_box box;         /* as laid out */
    float row_h;
} as_menu;

void as_menu_open(as_menu *menu, int owner);
void as_menu_close(as_menu *menu);
/* Adds an item; what does not fit is left out. Returns it to be filled further, or NULL. */
as_menu_item *as_menu_add(as_menu *menu, const char *label, int command, int value);
as_menu_item *as_menu_add_heading(as_menu *menu, const char *label);

/* Hangs the menu under `button`, inside a window of width x height. */
void as_menu_layout(as_menu *menu, as_box button, float width, float height, const as_theme *theme,
                    const as_text_metrics *tm);
/* The item at (x, y), headings included; -1: none. */
int as_menu_hit(const as_menu *menu, float x, float y);

/* Up, Down, Home, End, Page keys move; Enter and Space choose: *chosen is then the item, else NULL.
 * Escape closes. Every key counts as taken while the menu is open. */
void as_menu_key(as_menu *menu, as_key key, const as_menu_item **chosen);
void as_menu_scroll(as_menu *menu, int items);

void as_menu_draw(as_draw_list *list, const as_menu *menu, const as_theme *theme,
                  const as_text_metrics *tm);

#endif
