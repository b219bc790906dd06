#include "view/draw_list.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/memory.h"

/* Makes room for `more` elements after n. Keeps the old block when memory is short. */
static bool reserve(void **block, size_t *capacity, size_t n, size_t more, size_t size)
{
    size_t need, bytes;
    if (!as_add_size(n, more, &need))
        return false;
    if (need <= *capacity)
        return true;
    size_t grown = *capacity < 32 ? 64 : *capacity + *capacity / 2;
    if (grown < need)
        grown = need;
    if (!as_mul_size(grown, size, &bytes))
        return false;
    void *moved = realloc(*block, bytes);
    if (!moved)
        return false;
    *block = moved;
    *capacity = grown;
    return true;
}

static as_draw *push(as_draw_list *list, as_draw_tag tag)
{
    void *items = list->items;
    if (!reserve(&items, &list->capacity, list->n, 1, sizeof *list->items)) {
        list->failed = true;
        return NULL;
    }
    list->items = items;
    as_draw *d = &list->items[list->n++];
    *d = (as_draw){.tag = tag};
    return d;
}

void as_draw_reset(as_draw_list *list)
{
    list->n = 0;
    list->text_len = 0;
    list->n_colours = 0;
    list->n_clips = 0;
    list->failed = false;
}

void as_draw_finish(as_draw_list *list)
{
    free(list->items);
    free(list->text);
    free(list->colours);
    *list = (as_draw_list){0};
}

void as_draw_rect(as_draw_list *list, as_box box, float radius, as_rgba colour)
{
    as_draw *d = push(list, AS_DRAW_RECT);
    if (!d)
        return;
    d->box = box;
    d->radius = radius;
    d->colour = colour;
}

void as_draw_outline(as_draw_list *list, as_box box, float radius, float width, as_rgba colour)
{
    as_draw *d = push(list, AS_DRAW_OUTLINE);
    if (!d)
        return;
    d->box = box;
    d->radius = radius;
    d->width = width;
    d->colour = colour;
}

void as_draw_line(as_draw_list *list, float x0, float y0, float x1, float y1, float width,
                  as_rgba colour)
{
    as_draw *d = push(list, AS_DRAW_LINE);
    if (!d)
        return;
    d->box = (as_box){x0, y0, x1 - x0, y1 - y0};
    d->width = width;
    d->colour = colour;
}

void as_draw_polyline(as_draw_list *list, const float *points, int n, float width, as_rgba colour)
{
    for (int k = 0; k + 1 < n; k++) {
        const float *p = points + 2 * k;
        as_draw *d = push(list, AS_DRAW_LINE);
        if (!d)
            return;
        d->box = (as_box){p[0], p[1], p[2] - p[0], p[3] - p[1]};
        d->radius = width / 2;
        d->width = width;
        d->colour = colour;
    }
}

as_draw *as_draw_text(as_draw_list *list, float x, float y, as_font font, float size,
                      as_rgba colour, const char *text, size_t len)
{
    void *bytes = list->text;
    if (!reserve(&bytes, &list->text_capacity, list->text_len, len, 1)) {
        list->failed = true;
        return NULL;
    }
    list->text = bytes;
    as_draw *d = push(list, AS_DRAW_TEXT);
    if (!d)
        return NULL;
    d->box = (as_box){x, y, 0, 0};
    d->font = font;
    d->size = size;
    d->colour = colour;
    d->text = list->text_len;
    d->text_len = len;
    if (len)
        memcpy(list->text + list->text_len, text, len);
    list->text_len += len;
    return d;
}

as_rgba *as_draw_cells(as_draw_list *list, as_box box, int n_rows, int n_cols, float gap,
                       as_rgba ground)
{
    size_t n;
    void *colours = list->colours;
    if (!as_mul_size((size_t)n_rows, (size_t)n_cols, &n) ||
        !reserve(&colours, &list->colours_capacity, list->n_colours, n, sizeof *list->colours)) {
        list->failed = true;
        return NULL;
    }
    list->colours = colours;
    as_draw *d = push(list, AS_DRAW_CELLS);
    if (!d)
        return NULL;
    d->box = box;
    d->colour = ground;
    d->n_rows = n_rows;
    d->n_cols = n_cols;
    d->gap = gap;
    d->cells = list->n_colours;
    list->n_colours += n;
    return list->colours + d->cells;
}

/* What two boxes share; w, h >= 0. */
static as_box shared(as_box a, as_box b)
{
    float x = fmaxf(a.x, b.x), y = fmaxf(a.y, b.y);
    float right = fminf(a.x + a.w, b.x + b.w), bottom = fminf(a.y + a.h, b.y + b.h);
    return (as_box){x, y, fmaxf(right - x, 0), fmaxf(bottom - y, 0)};
}

static void put_clip(as_draw_list *list, as_box box)
{
    as_draw *d = push(list, AS_DRAW_CLIP);
    if (d)
        d->box = box;
}

void as_draw_clip(as_draw_list *list, as_box box)
{
    if (list->n_clips > 0)
        box = shared(list->clips[list->n_clips - 1], box);
    else if (box.w < 0)
        box.w = 0; /* a negative width would lift the clip instead */
    if (list->n_clips < AS_DRAW_CLIPS)
        list->clips[list->n_clips++] = box;
    put_clip(list, box);
}

void as_draw_clip_none(as_draw_list *list)
{
    const as_box none = {0, 0, -1, -1};
    if (list->n_clips > 0)
        list->n_clips--;
    put_clip(list, list->n_clips > 0 ? list->clips[list->n_clips - 1] : none);
}

void as_draw_layer(as_draw_list *list)
{
    push(list, AS_DRAW_LAYER);
}

void as_draw_append(as_draw_list *list, const as_draw_list *from)
{
    void *items = list->items, *text = list->text, *colours = list->colours;
    bool room = reserve(&items, &list->capacity, list->n, from->n, sizeof *list->items);
    list->items = items;
    room = room && reserve(&text, &list->text_capacity, list->text_len, from->text_len, 1);
    list->text = text;
    room = room && reserve(&colours, &list->colours_capacity, list->n_colours, from->n_colours,
                           sizeof *list->colours);
    list->colours = colours;
    if (!room || from->failed) {
        list->failed = true;
        return;
    }
    if (from->n)
        memcpy(list->items + list->n, from->items, from->n * sizeof *list->items);
    for (as_draw *d = list->items + list->n; d < list->items + list->n + from->n; d++) {
        d->text += list->text_len;
        d->cells += list->n_colours;
    }
    list->n += from->n;
    if (from->text_len)
        memcpy(list->text + list->text_len, from->text, from->text_len);
    list->text_len += from->text_len;
    if (from->n_colours)
        memcpy(list->colours + list->n_colours, from->colours,
               from->n_colours * sizeof *list->colours);
    list->n_colours += from->n_colours;
}

static void print_colour(as_rgba c, FILE *out)
{
    fprintf(out, " #%02x%02x%02x", c.r, c.g, c.b);
    if (c.a != 255)
        fprintf(out, "%02x", c.a);
}

static void print_box(as_box b, FILE *out)
{
    fprintf(out, " %.1f %.1f %.1f %.1f", b.x, b.y, b.w, b.h);
}

static void print_text(const as_draw_list *list, const as_draw *d, FILE *out)
{
    static const char *const fonts[] = {"regular", "bold", "mono", "mono-bold"};
    static const char *const aligns[] = {"left", "centre", "right"};
    fprintf(out, " %.1f %.1f %s %.1f %s", d->box.x, d->box.y, fonts[d->font], d->size,
            aligns[d->align]);
    if (d->angle != 0)
        fprintf(out, " angle %.1f", d->angle);
    if (d->max_width != 0)
        fprintf(out, " max %.1f", d->max_width);
    print_colour(d->colour, out);
    fputs(" \"", out);
    for (size_t k = 0; k < d->text_len; k++) {
        unsigned char c = (unsigned char)list->text[d->text + k];
        if (c == '"' || c == '\\')
            fprintf(out, "\\%c", c);
        else if (c < 0x20)
            fprintf(out, "\\x%02x", c);
        else
            fputc(c, out);
    }
    fputc('"', out);
}

static void print_cells(const as_draw_list *list, const as_draw *d, FILE *out)
{
    print_box(d->box, out);
    fprintf(out, " %dx%d gap %.1f", d->n_rows, d->n_cols, d->gap);
    print_colour(d->colour, out);
    for (int t = 0; t < d->n_rows; t++) {
        fputs("\n   ", out);
        for (int i = 0; i < d->n_cols; i++)
            print_colour(list->colours[d->cells + (size_t)t * (size_t)d->n_cols + (size_t)i], out);
    }
}

void as_draw_print(const as_draw_list *list, FILE *out)
{
    static const char *const tags[] = {"rect", "outline", "line", "text", "cells", "clip", "layer"};
    for (size_t k = 0; k < list->n; k++) {
        const as_draw *d = &list->items[k];
        fputs(tags[d->tag], out);
        switch (d->tag) {
        case AS_DRAW_RECT:
            print_box(d->box, out);
            fprintf(out, " radius %.1f", d->radius);
            print_colour(d->colour, out);
            break;
        case AS_DRAW_OUTLINE:
            print_box(d->box, out);
            fprintf(out, " radius %.1f width %.1f", d->radius, d->width);
            print_colour(d->colour, out);
            break;
        case AS_DRAW_LINE:
            fprintf(out, " %.1f %.1f to %.1f %.1f width %.1f", d->box.x, d->box.y,
                    d->box.x + d->box.w, d->box.y + d->box.h, d->width);
            fputs(d->radius > 0 ? " round" : "", out);
            print_colour(d->colour, out);
            break;
        case AS_DRAW_TEXT:
            print_text(list, d, out);
            break;
        case AS_DRAW_CELLS:
            print_cells(list, d, out);
            break;
        case AS_DRAW_CLIP:
            if (d->box.w < 0)
                fputs(" none", out);
            else
                print_box(d->box, out);
            break;
        case AS_DRAW_LAYER:
            break;
        }
        fputc('\n', out);
    }
    if (list->failed)
        fputs("failed\n", out);
}
