#include "view/menu.h"

#include <math.h>
#include <string.h>

#include "view/format.h"

void as_menu_open(as_menu *menu, int owner)
{
    menu->open = true;
    menu->owner = owner;
    menu->n = 0;
    menu->current = -1;
    menu->first = 0;
    menu->visible = 1;
}

void as_menu_close(as_menu *menu)
{
    menu->open = false;
}

as_menu_item *as_menu_add(as_menu *menu, const char *label, int command, int value)
{
    if (menu->n == AS_MENU_MAX)
        return NULL;
    as_menu_item *item = &menu->items[menu->n++];
    *item = (as_menu_item){.command = command, .value = value};
    as_format_cut(item->label, sizeof item->label, label);
    return item;
}

as_menu_item *as_menu_add_heading(as_menu *menu, const char *label)
{
    as_menu_item *item = as_menu_add(menu, label, 0, 0);
    if (item)
        item->heading = true;
    return item;
}

static float text_width(const as_text_metrics *tm, float size, const char *text)
{
    return tm->width(tm->context, AS_FONT_REGULAR, size, text, strlen(text));
}

void as_menu_layout(as_menu *menu, as_box button, float width, float height, const as_theme *theme,
                    const as_text_metrics *tm)
{
    float pad = 6 * theme->zoom, widest = button.w - 2 * pad;
    menu->row_h = 30 * theme->zoom;
    for (int k = 0; k < menu->n; k++) {
        const as_menu_item *item = &menu->items[k];
        float w = text_width(tm, theme->size_body, item->label) + 46 * theme->zoom;
        if (item->hint[0])
            w += text_width(tm, theme->size_small, item->hint) + 24 * theme->zoom;
        widest = fmaxf(widest, w);
    }
    float w = fminf(widest + 2 * pad, fmaxf(width - 2 * pad, 0));
    float y = button.y + button.h + 4 * theme->zoom;
    int fit = (int)floorf((height - y - 3 * pad) / menu->row_h);
    menu->visible = fit < 1 ? 1 : fit < menu->n ? fit : menu->n;
    float x = fmaxf(fminf(button.x, width - pad - w), pad);
    menu->box = (as_box){x, y, w, (float)menu->visible * menu->row_h + 2 * pad};
    as_menu_scroll(menu, 0);
}

int as_menu_hit(const as_menu *menu, float x, float y)
{
    float pad = (menu->box.h - (float)menu->visible * menu->row_h) / 2;
    float rel = y - menu->box.y - pad;
    if (!menu->open || x < menu->box.x || x >= menu->box.x + menu->box.w || rel < 0)
        return -1;
    int k = (int)floorf(rel / menu->row_h);
    return k < menu->visible && menu->first + k < menu->n ? menu->first + k : -1;
}

void as_menu_scroll(as_menu *menu, int items)
{
    int last = menu->n - menu->visible;
    menu->first += items;
    if (menu->first > last)
        menu->first = last;
    if (menu->first < 0)
        menu->first = 0;
}

/* The next item that can be chosen, from `from` on in steps of `step`; -1: none. */
static int seek(const as_menu *menu, int from, int step)
{
    for (int k = from; k >= 0 && k < menu->n; k += step) {
        if (!menu->items[k].heading)
            return k;
    }
    return -1;
}

static void go_to(as_menu *menu, int k)
{
    if (k < 0)
        return;
    menu->current = k;
    if (k < menu->first)
        menu->first = k;
    if (k >= menu->first + menu->visible)
        menu->first = k - menu->visible + 1;
    if (menu->first == seek(menu, 0, 1)) /* the heading above comes along */
        menu->first = 0;
}

void as_menu_key(as_menu *menu, as_key key, const as_menu_item **chosen)
{
    *chosen = NULL;
    int k = menu->current;
    switch (key) {
    case AS_KEY_DOWN:
        go_to(menu, seek(menu, k + 1, 1));
        break;
    case AS_KEY_UP:
        go_to(menu, seek(menu, k < 0 ? menu->n - 1 : k - 1, -1));
        break;
    case AS_KEY_HOME:
        go_to(menu, seek(menu, 0, 1));
        break;
    case AS_KEY_END:
        go_to(menu, seek(menu, menu->n - 1, -1));
        break;
    case AS_KEY_PAGE_DOWN: {
        int to = k + menu->visible;
        go_to(menu, seek(menu, to < menu->n ? to : menu->n - 1, -1));
        break;
    }
    case AS_KEY_PAGE_UP:
        go_to(menu, seek(menu, k > menu->visible ? k - menu->visible : 0, 1));
        break;
    case AS_KEY_ENTER:
    case AS_KEY_SPACE:
        if (k >= 0 && k < menu->n)
            *chosen = &menu->items[k];
        break;
    case AS_KEY_ESCAPE:
    case AS_KEY_TAB:
        as_menu_close(menu);
        break;
    default:
        break;
    }
}

static void draw_check(as_draw_list *list, float x, float y, const as_theme *theme)
{
    float z = theme->zoom, w = 1.8f * z;
    as_draw_line(list, x, y, x + 3.5f * z, y + 3.5f * z, w, theme->accent);
    as_draw_line(list, x + 3.5f * z, y + 3.5f * z, x + 10 * z, y - 4 * z, w, theme->accent);
}

static void draw_item(as_draw_list *list, const as_menu *menu, int k, as_box row,
                      const as_theme *theme, const as_text_metrics *tm)
{
    const as_menu_item *item = &menu->items[k];
    float z = theme->zoom, base = row.y + row.h / 2;
    float size = item->heading ? theme->size_small : theme->size_body;
    float middle = (tm->ascent(tm->context, AS_FONT_REGULAR, size) -
                    tm->descent(tm->context, AS_FONT_REGULAR, size)) /
                   2;
    if (k == menu->current)
        as_draw_rect(list, row, 5 * z, theme->bar_ground);
    if (item->checked)
        draw_check(list, row.x + 9 * z, base, theme);
    float x = row.x + (item->heading ? 9 : 28) * z;
    float hint_w = item->hint[0] ? text_width(tm, theme->size_small, item->hint) + 18 * z : 9 * z;
    as_draw *d = as_draw_text(list, x, base + middle, AS_FONT_REGULAR, size,
                              item->heading ? theme->text_soft : theme->text, item->label,
                              strlen(item->label));
    if (d)
        d->max_width = fmaxf(row.x + row.w - x - hint_w, size);
    if (!item->hint[0])
        return;
    d = as_draw_text(list, row.x + row.w - 9 * z, base + middle, AS_FONT_REGULAR, theme->size_small,
                     theme->text_soft, item->hint, strlen(item->hint));
    if (d)
        d->align = AS_ALIGN_RIGHT;
}

void as_menu_draw(as_draw_list *list, const as_menu *menu, const as_theme *theme,
                  const as_text_metrics *tm)
{
    if (!menu->open)
        return;
    as_box box = menu->box;
    float pad = (box.h - (float)menu->visible * menu->row_h) / 2;
    as_draw_rect(list, box, theme->radius, theme->surface);
    as_draw_outline(list, box, theme->radius, 1, theme->border_strong);
    for (int k = 0; k < menu->visible; k++) {
        as_box row = {box.x + pad, box.y + pad + (float)k * menu->row_h, fmaxf(box.w - 2 * pad, 0),
                      menu->row_h};
        draw_item(list, menu, menu->first + k, row, theme, tm);
    }
    if (menu->visible < menu->n) {
        float track = box.h - 2 * pad, share = (float)menu->visible / (float)menu->n;
        float y = box.y + pad + track * (float)menu->first / (float)menu->n;
        as_draw_rect(list,
                     (as_box){box.x + box.w - 5 * theme->zoom, y, 3 * theme->zoom, track * share},
                     1.5f * theme->zoom, theme->border_strong);
    }
}
