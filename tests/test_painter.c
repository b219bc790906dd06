/* Drawing: exact pixels for boxes and grids, text where its metrics say, the canvas that redraws
 * only what changed. Expected pixels are computed here from the definitions in draw_list.h. */
#include "paint/canvas.h"
#include "paint/fonts.h"
#include "paint/painter.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <fontconfig/fontconfig.h>

static const as_rgba white = {255, 255, 255, 255}, black = {0, 0, 0, 255};
static const as_rgba red = {200, 10, 20, 255}, blue = {30, 60, 220, 255};

typedef struct picture {
    as_painter *painter;
    cairo_surface_t *surface;
    int width, height; /* device pixels */
} picture;

static picture picture_new(float scale, int width, int height)
{
    picture p = {.width = (int)(width * scale), .height = (int)(height * scale)};
    as_error err;
    if (!as_painter_new(scale, &p.painter, &err))
        fail_msg("%s", err.message);
    p.surface = cairo_image_surface_create(CAIRO_FORMAT_RGB24, p.width, p.height);
    return p;
}

static void picture_finish(picture *p)
{
    cairo_surface_destroy(p->surface);
    as_painter_free(p->painter);
}

static void draw(picture *p, const as_draw_list *list)
{
    cairo_t *cr = cairo_create(p->surface);
    cairo_set_source_rgb(cr, 1, 1, 1);
    cairo_paint(cr);
    as_error err;
    if (!as_painter_draw(p->painter, cr, list, 0, list->n, &err))
        fail_msg("%s", err.message);
    cairo_destroy(cr);
    cairo_surface_flush(p->surface);
}

static uint32_t word_at(cairo_surface_t *surface, int x, int y)
{
    uint32_t word;
    memcpy(&word,
           cairo_image_surface_get_data(surface) +
               (size_t)y * (size_t)cairo_image_surface_get_stride(surface) + 4 * (size_t)x,
           sizeof word);
    return word & 0xffffff;
}

static uint32_t word_of(as_rgba c)
{
    return (uint32_t)c.r << 16 | (uint32_t)c.g << 8 | c.b;
}

static void assert_pixel(const picture *p, int x, int y, as_rgba want)
{
    uint32_t got = word_at(p->surface, x, y);
    if (got != word_of(want))
        fail_msg("pixel (%d, %d) is #%06x; want #%06x", x, y, got, word_of(want));
}

/* The box of all pixels that are not white; w < 0 when there is none. */
static cairo_rectangle_int_t ink_of(const picture *p)
{
    int x0 = p->width, y0 = p->height, x1 = -1, y1 = -1;
    for (int y = 0; y < p->height; y++) {
        for (int x = 0; x < p->width; x++) {
            if (word_at(p->surface, x, y) == 0xffffff)
                continue;
            x0 = x < x0 ? x : x0, x1 = x > x1 ? x : x1;
            y0 = y < y0 ? y : y0, y1 = y > y1 ? y : y1;
        }
    }
    return (cairo_rectangle_int_t){x0, y0, x1 + 1 - x0, y1 + 1 - y0};
}

static as_draw *add_text(as_draw_list *list, float x, float y, float size, const char *text)
{
    return as_draw_text(list, x, y, AS_FONT_REGULAR, size, black, text, strlen(text));
}

/* ---- shapes ---- */

static void a_box_covers_its_pixels_and_no_other(void **state)
{
    (void)state;
    picture p = picture_new(2, 20, 20);
    as_draw_list list = {0};
    as_draw_rect(&list, (as_box){3, 4, 5, 6}, 0, red);
    draw(&p, &list);
    for (int y = 0; y < 40; y++) {
        for (int x = 0; x < 40; x++)
            assert_pixel(&p, x, y, x >= 6 && x < 16 && y >= 8 && y < 20 ? red : white);
    }
    as_draw_finish(&list);
    picture_finish(&p);
}

static void an_outline_stays_inside_its_box(void **state)
{
    (void)state;
    picture p = picture_new(1, 20, 20);
    as_draw_list list = {0};
    as_draw_outline(&list, (as_box){2, 3, 10, 9}, 0, 2, red);
    draw(&p, &list);
    for (int y = 0; y < 20; y++) {
        for (int x = 0; x < 20; x++) {
            bool in = x >= 2 && x < 12 && y >= 3 && y < 12;
            bool hole = x >= 4 && x < 10 && y >= 5 && y < 10;
            assert_pixel(&p, x, y, in && !hole ? red : white);
        }
    }
    as_draw_finish(&list);
    picture_finish(&p);
}

static void corners_are_round_and_edges_are_not(void **state)
{
    (void)state;
    picture p = picture_new(1, 40, 40);
    as_draw_list list = {0};
    as_draw_rect(&list, (as_box){5, 5, 30, 30}, 8, red);
    draw(&p, &list);
    assert_pixel(&p, 5, 5, white);
    assert_pixel(&p, 34, 34, white);
    assert_pixel(&p, 20, 5, red);
    assert_pixel(&p, 5, 20, red);
    assert_pixel(&p, 4, 20, white);
    assert_pixel(&p, 10, 10, red);
    as_draw_finish(&list);
    picture_finish(&p);
}

static void a_level_line_is_one_row_of_pixels(void **state)
{
    (void)state;
    picture p = picture_new(1, 20, 20);
    as_draw_list list = {0};
    as_draw_line(&list, 2, 7.3f, 12, 7.3f, 1, red);
    draw(&p, &list);
    cairo_rectangle_int_t ink = ink_of(&p);
    assert_int_equal(ink.x, 2);
    assert_int_equal(ink.width, 10);
    assert_int_equal(ink.height, 1);
    assert_pixel(&p, 5, 7, red);
    as_draw_finish(&list);
    picture_finish(&p);
}

static void a_clip_holds_until_lifted(void **state)
{
    (void)state;
    picture p = picture_new(1, 30, 30);
    as_draw_list list = {0};
    as_draw_clip(&list, (as_box){5, 5, 10, 10});
    as_draw_rect(&list, (as_box){0, 0, 30, 10}, 0, red);
    as_draw_clip_none(&list);
    as_draw_rect(&list, (as_box){20, 20, 2, 2}, 0, blue);
    draw(&p, &list);
    assert_pixel(&p, 4, 7, white);
    assert_pixel(&p, 5, 7, red);
    assert_pixel(&p, 14, 9, red);
    assert_pixel(&p, 15, 7, white);
    assert_pixel(&p, 20, 20, blue);
    as_draw_finish(&list);
    picture_finish(&p);
}

static void hostile_numbers_draw_nothing_worse(void **state)
{
    (void)state;
    picture p = picture_new(1, 20, 20);
    as_draw_list list = {0};
    as_draw_rect(&list, (as_box){NAN, 0, 5, INFINITY}, NAN, red);
    as_draw_outline(&list, (as_box){-1e30f, -1e30f, 2e30f, 2e30f}, 5, -3, red);
    as_draw_line(&list, 0, NAN, INFINITY, 4, 1, red);
    as_draw_text(&list, 3, 10, AS_FONT_MONO, 12, black, "a\0\xff\xc3", 4);
    as_draw_text(&list, 3, 10, AS_FONT_MONO, 12, black, NULL, 0);
    as_draw_cells(&list, (as_box){0, 0, 5, 5}, 0, 3, 1, red);
    draw(&p, &list);
    as_draw_finish(&list);
    picture_finish(&p);
}

/* ---- grids ---- */

static as_rgba cell_colour(int r, int c)
{
    return (as_rgba){(uint8_t)(r * 7 + 3), (uint8_t)(c * 11 + 5), (uint8_t)(r * c + 1), 255};
}

static void add_grid(as_draw_list *list, as_box box, int rows, int cols, float gap)
{
    as_rgba *cells = as_draw_cells(list, box, rows, cols, gap, white);
    for (int r = 0; r < rows; r++) {
        for (int c = 0; c < cols; c++)
            cells[r * cols + c] = cell_colour(r, c);
    }
}

static void cell_centres_have_the_exact_colour(void **state)
{
    (void)state;
    static const struct {
        float scale, w, h, gap;
        int rows, cols;
    } cases[] = {
        {1, 200, 100, 2, 5, 7},   {2, 133.3f, 91.7f, 2, 9, 11}, {1, 20, 20, 2, 10, 10},
        {1.5f, 90, 60, 1, 13, 4}, {1, 300, 300, 1, 300, 300},   {3, 50, 50, 0, 1, 1},
    };
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        picture p = picture_new(cases[k].scale, 320, 320);
        as_draw_list list = {0};
        as_box box = {7, 5, cases[k].w, cases[k].h};
        add_grid(&list, box, cases[k].rows, cases[k].cols, cases[k].gap);
        draw(&p, &list);
        for (int r = 0; r < cases[k].rows; r++) {
            for (int c = 0; c < cases[k].cols; c++) {
                float x = (box.x + box.w * ((float)c + 0.5f) / (float)cases[k].cols);
                float y = (box.y + box.h * ((float)r + 0.5f) / (float)cases[k].rows);
                assert_pixel(&p, (int)(x * cases[k].scale), (int)(y * cases[k].scale),
                             cell_colour(r, c));
            }
        }
        as_draw_finish(&list);
        picture_finish(&p);
    }
}

static void gaps_show_the_ground_and_edges_are_crisp(void **state)
{
    (void)state;
    picture p = picture_new(1, 60, 40);
    as_draw_list list = {0};
    as_rgba *cells = as_draw_cells(&list, (as_box){10, 10, 40, 20}, 1, 2, 2, blue);
    cells[0] = cells[1] = red;
    draw(&p, &list);
    for (int x = 0; x < 60; x++) {
        bool in = x >= 10 && x < 50, gap = x == 29 || x == 30;
        assert_pixel(&p, x, 15, !in ? white : gap ? blue : red);
    }
    assert_pixel(&p, 12, 9, white);
    assert_pixel(&p, 12, 10, red);
    assert_pixel(&p, 12, 29, red);
    assert_pixel(&p, 12, 30, white);
    as_draw_finish(&list);
    picture_finish(&p);
}

static void cells_are_equal_within_a_pixel(void **state)
{
    (void)state;
    picture p = picture_new(1, 320, 20);
    as_draw_list list = {0};
    enum { N = 37 };
    as_rgba *cells = as_draw_cells(&list, (as_box){3, 2, 311, 10}, 1, N, 0, white);
    for (int c = 0; c < N; c++)
        cells[c] = c % 2 ? red : blue;
    draw(&p, &list);
    int least = 1000, most = 0;
    for (int x = 3; x < 314;) {
        int start = x;
        uint32_t colour = word_at(p.surface, x, 5);
        while (x < 314 && word_at(p.surface, x, 5) == colour)
            x++;
        least = x - start < least ? x - start : least;
        most = x - start > most ? x - start : most;
    }
    assert_int_equal(least, 311 / N);
    assert_int_equal(most, 311 / N + 1);
    as_draw_finish(&list);
    picture_finish(&p);
}

static void a_scrolled_grid_shows_its_middle(void **state)
{
    (void)state;
    picture p = picture_new(1, 100, 100);
    as_draw_list list = {0};
    as_draw_clip(&list, (as_box){20, 20, 50, 50});
    add_grid(&list, (as_box){-1000, -2000, 9000, 9000}, 300, 300, 1);
    draw(&p, &list);
    assert_pixel(&p, 19, 45, white);
    assert_pixel(&p, 70, 45, white);
    /* cell c covers [-1000 + 30 c, …): 45 lies in cell 34, whose centre is 35; r likewise */
    assert_pixel(&p, 35, 55, cell_colour(68, 34));
    as_draw_finish(&list);
    picture_finish(&p);
}

/* ---- text ---- */

static void text_lies_where_its_metrics_say(void **state)
{
    (void)state;
    static const as_align_x aligns[] = {AS_ALIGN_LEFT, AS_ALIGN_CENTRE, AS_ALIGN_RIGHT};
    static const float scales[] = {1, 2, 1.25f};
    for (size_t k = 0; k < 3; k++) {
        for (size_t a = 0; a < 3; a++) {
            picture p = picture_new(scales[k], 300, 60);
            as_text_metrics tm = as_painter_metrics(p.painter);
            as_draw_list list = {0};
            add_text(&list, 150, 40, 20, "Handgloves")->align = aligns[a];
            draw(&p, &list);
            float w = tm.width(tm.context, AS_FONT_REGULAR, 20, "Handgloves", 10);
            float x0 = 150 - (a == 0 ? 0 : a == 1 ? w / 2 : w);
            cairo_rectangle_int_t ink = ink_of(&p);
            assert_true(w > 60 && w < 180);
            assert_true(fabsf((float)ink.x - x0 * scales[k]) < 4 * scales[k]);
            assert_true(fabsf((float)(ink.x + ink.width) - (x0 + w) * scales[k]) < 4 * scales[k]);
            float ascent = tm.ascent(tm.context, AS_FONT_REGULAR, 20);
            float descent = tm.descent(tm.context, AS_FONT_REGULAR, 20);
            assert_true((float)ink.y >= (40 - ascent) * scales[k] - 1);
            assert_true((float)(ink.y + ink.height) <= (40 + descent) * scales[k] + 1);
            as_draw_finish(&list);
            picture_finish(&p);
        }
    }
}

static void turned_text_rises(void **state)
{
    (void)state;
    picture p = picture_new(1, 200, 200);
    as_draw_list list = {0};
    add_text(&list, 50, 150, 16, "slanted label")->angle = 45;
    draw(&p, &list);
    cairo_rectangle_int_t ink = ink_of(&p);
    assert_true(ink.y < 95); /* up by about width / sqrt 2 */
    assert_true(ink.y + ink.height <= 160);
    assert_true(ink.x + ink.width > 110);
    assert_true(abs(ink.width - ink.height) < 16);
    cairo_rectangle_int_t said = as_painter_extents(p.painter, &list, 0);
    assert_true(said.x <= ink.x && said.y <= ink.y);
    assert_true(said.x + said.width >= ink.x + ink.width);
    assert_true(said.y + said.height >= ink.y + ink.height);
    as_draw_finish(&list);

    /* a quarter turn is as tall as the level text is wide */
    list = (as_draw_list){0};
    add_text(&list, 100, 190, 16, "slanted label")->angle = 90;
    draw(&p, &list);
    as_text_metrics tm = as_painter_metrics(p.painter);
    float w = tm.width(tm.context, AS_FONT_REGULAR, 16, "slanted label", 13);
    assert_true(fabsf((float)ink_of(&p).height - w) < 5);
    as_draw_finish(&list);
    picture_finish(&p);
}

static void long_text_ends_in_an_ellipsis(void **state)
{
    (void)state;
    picture p = picture_new(1, 300, 40);
    as_draw_list list = {0};
    add_text(&list, 10, 25, 16, "a name far too long for its column")->max_width = 80;
    draw(&p, &list);
    cairo_rectangle_int_t ink = ink_of(&p);
    assert_true(ink.x + ink.width <= 91);
    assert_true(ink.x + ink.width > 60);
    as_draw_finish(&list);
    picture_finish(&p);
}

static const as_shaped *shaped(as_fonts *fonts, const char *text)
{
    const as_shaped *s = as_fonts_shape(fonts, AS_FONT_REGULAR, 16, 0, text, strlen(text));
    assert_non_null(s);
    return s;
}

/* What nobody would see has a box with its name; what does its work in a script or an emoji has
 * none. No character counts as missing for it. */
static void invisible_characters_are_shown(void **state)
{
    (void)state;
    static const struct {
        const char *text, *without;
        bool shown;
    } cases[] = {
        {"a\u200db", "ab", true},
        {"a\u200cb", "ab", true},
        {"a\u200bb", "ab", true},
        {"a\u2060b", "ab", true},
        {"a\ufeffb", "ab", true},
        {"a\u00adb", "ab", true},
        {"\u200eab", "ab", true},
        {"a\u202eb", "ab", true},
        {"\u05d0\u200d", "\u05d0", true},
        {"\u0645\u200c\u0645", NULL, false},       /* Persian */
        {"\u0915\u094d\u200d\u0937", NULL, false}, /* Devanagari */
        {"e\u0301", "\u00e9", false},
    };
    as_fonts *fonts;
    as_error err;
    if (!as_fonts_new(1, &fonts, &err))
        fail_msg("%s", err.message);
    as_text_metrics tm = as_fonts_metrics(fonts);
    for (size_t k = 0; k < sizeof cases / sizeof cases[0]; k++) {
        const char *text = cases[k].text, *without = cases[k].without;
        size_t len = strlen(text);
        const as_shaped *s = shaped(fonts, text);
        int width = s->width, unknown = s->n_unknown;
        bool attributed = pango_layout_get_attributes(s->layout) != NULL;
        if (attributed != cases[k].shown)
            fail_msg("case %zu: shown %d", k, attributed);
        if (without && cases[k].shown)
            assert_true(width > shaped(fonts, without)->width + 4);
        else if (without)
            assert_true(abs(width - shaped(fonts, without)->width) <= 1);
        if (without)
            assert_int_equal(unknown, 0);
        /* the caret still finds every boundary, and what it finds lies on it */
        float x = tm.x_of(tm.context, AS_FONT_REGULAR, 16, text, len, len);
        assert_int_equal(tm.offset_at(tm.context, AS_FONT_REGULAR, 16, text, len, x), len);
    }
    as_fonts_free(fonts);
}

static void missing_glyphs_are_counted_and_others_fall_back(void **state)
{
    (void)state;
    as_fonts *fonts;
    as_error err;
    if (!as_fonts_new(1, &fonts, &err))
        fail_msg("%s", err.message);
    assert_int_equal(shaped(fonts, "Économie → été · αₜ")->n_unknown, 0);
    assert_int_equal(shaped(fonts, "\U0010FFFD\U0010FFFC")->n_unknown, 2); /* private use */
    /* Whether Han falls back depends on the fonts installed; fontconfig's answer decides. */
    FcCharSet *han = FcCharSetCreate();
    FcCharSetAddChar(han, 0x754c);
    FcPattern *pattern = FcPatternCreate();
    FcPatternAddCharSet(pattern, FC_CHARSET, han);
    FcObjectSet *objects = FcObjectSetBuild(FC_FAMILY, (char *)NULL);
    FcFontSet *having = FcFontList(NULL, pattern, objects);
    assert_int_equal(shaped(fonts, "界")->n_unknown, having->nfont > 0 ? 0 : 1);
    FcFontSetDestroy(having);
    FcObjectSetDestroy(objects);
    FcPatternDestroy(pattern);
    FcCharSetDestroy(han);
    as_fonts_free(fonts);
}

static void the_cache_is_bounded_and_right(void **state)
{
    (void)state;
    as_fonts *fonts;
    assert_true(as_fonts_new(1, &fonts, NULL));
    int width = shaped(fonts, "number 7")->width;
    for (int i = 0; i < 8000; i++) {
        char text[32];
        snprintf(text, sizeof text, "number %d", i);
        const as_shaped *s = shaped(fonts, text);
        assert_true(s->width >= width);
        assert_string_equal(pango_layout_get_text(s->layout), text);
    }
    assert_int_equal(shaped(fonts, "number 7")->width, width);
    as_fonts_free(fonts);
}

/* Every cluster boundary: its x leads back to it. */
static void assert_round_trip(const as_text_metrics *tm, const char *text, const size_t *offsets,
                              size_t n)
{
    size_t len = strlen(text);
    for (size_t k = 0; k < n; k++) {
        float x = tm->x_of(tm->context, AS_FONT_REGULAR, 18, text, len, offsets[k]);
        size_t back = tm->offset_at(tm->context, AS_FONT_REGULAR, 18, text, len, x + 0.1f);
        if (back != offsets[k])
            fail_msg("'%s': offset %zu at x %g leads to %zu", text, offsets[k], (double)x, back);
    }
}

static void carets_find_their_place(void **state)
{
    (void)state;
    picture p = picture_new(1, 10, 10);
    as_text_metrics tm = as_painter_metrics(p.painter);
    assert_round_trip(&tm, "été", (const size_t[]){0, 2, 3, 5}, 4);
    /* e and its combining accent are one cluster */
    assert_round_trip(&tm, "ae\xcc\x81z", (const size_t[]){0, 1, 4, 5}, 4);
    size_t inside = tm.offset_at(tm.context, AS_FONT_REGULAR, 18, "ae\xcc\x81z", 5,
                                 tm.x_of(tm.context, AS_FONT_REGULAR, 18, "ae\xcc\x81z", 5, 1) + 3);
    assert_true(inside == 1 || inside == 4);
    /* right to left: the first character is at the right */
    const char *hebrew = "\xd7\xa9\xd7\x9c\xd7\x95\xd7\x9d";
    float start = tm.x_of(tm.context, AS_FONT_REGULAR, 18, hebrew, 8, 0);
    float end = tm.x_of(tm.context, AS_FONT_REGULAR, 18, hebrew, 8, 8);
    assert_true(start > end + 15);
    assert_int_equal(tm.offset_at(tm.context, AS_FONT_REGULAR, 18, hebrew, 8, end - 5), 8);
    assert_int_equal(tm.offset_at(tm.context, AS_FONT_REGULAR, 18, hebrew, 8, start + 50), 0);
    /* far outside */
    assert_int_equal(tm.offset_at(tm.context, AS_FONT_REGULAR, 18, "abc", 3, -1e30f), 0);
    assert_int_equal(tm.offset_at(tm.context, AS_FONT_REGULAR, 18, "abc", 3, 1e30f), 3);
    assert_int_equal(tm.offset_at(tm.context, AS_FONT_REGULAR, 18, "", 0, 5), 0);
    /* bytes that are not UTF-8 keep their places */
    assert_true(tm.x_of(tm.context, AS_FONT_REGULAR, 18, "a\xff\xfe b", 5, 3) >
                tm.x_of(tm.context, AS_FONT_REGULAR, 18, "a\xff\xfe b", 5, 1) + 5);
    picture_finish(&p);
}

/* ---- the canvas ---- */

static void base_commands(as_draw_list *list, as_rgba colour)
{
    as_draw_reset(list);
    as_draw_rect(list, (as_box){0, 0, 200, 100}, 0, white);
    add_grid(list, (as_box){10, 10, 100, 80}, 8, 10, 1);
    as_draw_rect(list, (as_box){120, 10, 20, 20}, 0, colour);
    add_text(list, 120, 60, 14, "label");
    as_draw_layer(list);
}

/* The canvas against the same list drawn whole. */
static void assert_same_picture(as_canvas *canvas, picture *whole, const as_draw_list *list)
{
    as_error err;
    if (!as_canvas_update(canvas, list, whole->width, whole->height, &err))
        fail_msg("%s", err.message);
    draw(whole, list);
    cairo_surface_t *got = as_canvas_surface(canvas);
    cairo_surface_flush(got);
    for (int y = 0; y < whole->height; y++) {
        for (int x = 0; x < whole->width; x++)
            assert_int_equal(word_at(got, x, y), word_at(whole->surface, x, y));
    }
}

static int changed_area(const as_canvas *canvas)
{
    int area = 0;
    for (int i = 0; i < cairo_region_num_rectangles(as_canvas_changed(canvas)); i++) {
        cairo_rectangle_int_t r;
        cairo_region_get_rectangle(as_canvas_changed(canvas), i, &r);
        area += r.width * r.height;
    }
    return area;
}

static void the_canvas_equals_a_whole_drawing(void **state)
{
    (void)state;
    picture whole = picture_new(2, 200, 100);
    as_canvas *canvas;
    assert_true(as_canvas_new(whole.painter, &canvas, NULL));
    as_draw_list list = {0};
    for (int step = 0; step < 12; step++) { /* an overlay that walks, comes and goes */
        base_commands(&list, step < 9 ? red : blue);
        if (step % 4 != 3) {
            float x = 5 + 14.3f * (float)step;
            as_draw_outline(&list, (as_box){x, 10, 10, 80}, 0, 1.5f, blue);
            as_draw_rect(&list, (as_box){x, 70, 60, 25}, 6, black);
            as_draw_clip(&list, (as_box){x + 4, 70, 40, 25});
            as_draw *d = add_text(&list, x + 6, 88, 14, "tooltip gfjÅ");
            d->colour = white;
            as_draw_clip_none(&list);
            add_text(&list, x, 60, 15, "turned")->angle = 38;
            as_draw_line(&list, x, 20, x + 30, 44, 3, red);
        }
        assert_same_picture(canvas, &whole, &list);
        bool all = step == 0 || step == 9;
        assert_true(all == (changed_area(canvas) == whole.width * whole.height));
    }
    assert_same_picture(canvas, &whole, &list); /* nothing moved: the overlay alone */
    assert_true(changed_area(canvas) < whole.width * whole.height / 2);
    as_draw_finish(&list);
    as_canvas_free(canvas);
    picture_finish(&whole);
}

static void the_canvas_refuses_what_it_cannot_hold(void **state)
{
    (void)state;
    picture p = picture_new(1, 10, 10);
    as_canvas *canvas;
    assert_true(as_canvas_new(p.painter, &canvas, NULL));
    as_draw_list list = {0};
    as_error err;
    assert_false(as_canvas_update(canvas, &list, 0, 5, &err));
    assert_int_equal(err.status, AS_ERR_LIMIT);
    assert_false(as_canvas_update(canvas, &list, 100000, 5, &err));
    assert_int_equal(err.status, AS_ERR_LIMIT);
    list.failed = true;
    assert_false(as_canvas_update(canvas, &list, 10, 10, &err));
    assert_int_equal(err.status, AS_ERR_SYSTEM);
    assert_false(as_painter_new(0, &p.painter, &err));
    assert_int_equal(err.status, AS_ERR_ARGUMENT);
    assert_false(as_painter_new(NAN, &p.painter, &err));
    as_canvas_free(canvas);
    picture_finish(&p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_box_covers_its_pixels_and_no_other),
        cmocka_unit_test(an_outline_stays_inside_its_box),
        cmocka_unit_test(corners_are_round_and_edges_are_not),
        cmocka_unit_test(a_level_line_is_one_row_of_pixels),
        cmocka_unit_test(a_clip_holds_until_lifted),
        cmocka_unit_test(hostile_numbers_draw_nothing_worse),
        cmocka_unit_test(cell_centres_have_the_exact_colour),
        cmocka_unit_test(gaps_show_the_ground_and_edges_are_crisp),
        cmocka_unit_test(cells_are_equal_within_a_pixel),
        cmocka_unit_test(a_scrolled_grid_shows_its_middle),
        cmocka_unit_test(text_lies_where_its_metrics_say),
        cmocka_unit_test(turned_text_rises),
        cmocka_unit_test(long_text_ends_in_an_ellipsis),
        cmocka_unit_test(invisible_characters_are_shown),
        cmocka_unit_test(missing_glyphs_are_counted_and_others_fall_back),
        cmocka_unit_test(the_cache_is_bounded_and_right),
        cmocka_unit_test(carets_find_their_place),
        cmocka_unit_test(the_canvas_equals_a_whole_drawing),
        cmocka_unit_test(the_canvas_refuses_what_it_cannot_hold),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
