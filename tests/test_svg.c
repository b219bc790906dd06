/* SVG and HTML: every command as its element, text that cannot break out, files whole or not. */
#include "paint/html.h"
#include "paint/xml.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "golden.h"
#include "view_driver.h"

#include "view/figure.h"

static char folder[] = "/tmp/alphascope-svg-XXXXXX";
static char path[64];

static int make_folder(void **state)
{
    (void)state;
    if (mkdtemp(folder) == NULL)
        return -1;
    snprintf(path, sizeof path, "%s/a.svg", folder);
    return 0;
}

static int remove_folder(void **state)
{
    (void)state;
    unlink(path);
    return rmdir(folder); /* fails when a temporary file was left behind */
}

static const as_rgba black = {0, 0, 0, 255};
static const as_svg_options plain = {NULL, NULL, NULL};

/* The elements of a list, without the <svg> around them; the caller's. */
static char *elements(const as_draw_list *list, const as_svg_options *options)
{
    as_buffer out = {0};
    as_svg_element(&out, list, 100, 50, &fixed_metrics, options);
    assert_true(as_buffer_ok(&out, NULL));
    char *start = strstr(out.text, ">\n") + 2, *end = strstr(out.text, "</svg>\n");
    assert_non_null(end);
    char *inner = strndup(start, (size_t)(end - start));
    as_buffer_finish(&out);
    return inner;
}

static void assert_elements(as_draw_list *list, const as_svg_options *options, const char *want)
{
    char *got = elements(list, options);
    assert_string_equal(got, want);
    free(got);
    as_draw_finish(list);
}

static void shapes_are_elements(void **state)
{
    (void)state;
    as_draw_list list = {0};
    as_draw_rect(&list, (as_box){1, 2, 3.5f, 4}, 0, (as_rgba){255, 0, 16, 51});
    as_draw_rect(&list, (as_box){1, 2, 3, 4}, 1.5f, black);
    as_draw_outline(&list, (as_box){10, 20, 30, 40}, 5, 2, black);
    as_draw_line(&list, 10, 20, 13, 18, 1.5f, black);
    as_draw_layer(&list);
    assert_elements(
        &list, &plain,
        "<rect x=\"1\" y=\"2\" width=\"3.5\" height=\"4\" fill=\"#ff0010\" fill-opacity=\"0.2\"/>\n"
        "<rect x=\"1\" y=\"2\" width=\"3\" height=\"4\" rx=\"1.5\" fill=\"#000000\"/>\n"
        "<rect x=\"11\" y=\"21\" width=\"28\" height=\"38\" rx=\"4\" fill=\"none\" "
        "stroke=\"#000000\" stroke-width=\"2\"/>\n"
        "<line x1=\"10\" y1=\"20\" x2=\"13\" y2=\"18\" stroke=\"#000000\" "
        "stroke-width=\"1.5\"/>\n");
}

static void lines_that_follow_each_other_are_one(void **state)
{
    (void)state;
    as_draw_list list = {0};
    const float points[] = {1, 2, 3, 2, 3, 5.5f}, other[] = {3, 5.5f, 9, 9};
    as_draw_polyline(&list, points, 3, 1, black);
    as_draw_polyline(&list, other, 2, 2, black);  /* another pen */
    as_draw_polyline(&list, points, 2, 2, black); /* elsewhere */
    assert_elements(&list, &plain,
                    "<polyline points=\"1,2 3,2 3,5.5\" fill=\"none\" stroke-linecap=\"round\" "
                    "stroke-linejoin=\"round\" stroke=\"#000000\" stroke-width=\"1\"/>\n"
                    "<polyline points=\"3,5.5 9,9\" fill=\"none\" stroke-linecap=\"round\" "
                    "stroke-linejoin=\"round\" stroke=\"#000000\" stroke-width=\"2\"/>\n"
                    "<polyline points=\"1,2 3,2\" fill=\"none\" stroke-linecap=\"round\" "
                    "stroke-linejoin=\"round\" stroke=\"#000000\" stroke-width=\"2\"/>\n");
}

static void clips_are_groups(void **state)
{
    (void)state;
    as_draw_list list = {0};
    as_draw_clip(&list, (as_box){0, 0, 5, 6});
    as_draw_rect(&list, (as_box){1, 2, 3, 4}, 0, black);
    as_draw_clip_none(&list);
    as_draw_clip(&list, (as_box){0, 0, 7, 8});
    as_draw_clip_none(&list);
    as_draw_clip(&list, (as_box){0, 0, 9, 9});
    char *got = elements(&list, &plain);
    assert_string_equal(
        got, "<clipPath id=\"clip1\"><rect x=\"0\" y=\"0\" width=\"5\" height=\"6\"/></clipPath>\n"
             "<g clip-path=\"url(#clip1)\">\n"
             "<rect x=\"1\" y=\"2\" width=\"3\" height=\"4\" fill=\"#000000\"/>\n"
             "</g>\n"
             "<clipPath id=\"clip2\"><rect x=\"0\" y=\"0\" width=\"7\" height=\"8\"/></clipPath>\n"
             "<g clip-path=\"url(#clip2)\">\n"
             "</g>\n"
             "<clipPath id=\"clip3\"><rect x=\"0\" y=\"0\" width=\"9\" height=\"9\"/></clipPath>\n"
             "<g clip-path=\"url(#clip3)\">\n"
             "</g>\n");
    free(got);
    as_draw_finish(&list);
}

static void text_is_text(void **state)
{
    (void)state;
    as_draw_list list = {0};
    as_draw *d = as_draw_text(&list, 7, 8, AS_FONT_MONO_BOLD, 14, black, "<a>&\"é\x01\xff", 9);
    d->angle = 45;
    d->align = AS_ALIGN_RIGHT;
    as_draw_text(&list, 1, 2, AS_FONT_REGULAR, 16, black, "", 0);
    assert_elements(
        &list, &plain,
        "<text x=\"7\" y=\"8\" font-size=\"14\" font-family=\"DejaVu Sans Mono,Noto Sans "
        "Mono,Noto Sans Mono CJK SC,monospace\" font-weight=\"bold\" "
        "text-anchor=\"end\" fill=\"#000000\" transform=\"rotate(-45 7 8)\">"
        "&lt;a&gt;&amp;&quot;é\xEF\xBF\xBD\xEF\xBF\xBD</text>\n"
        "<text x=\"1\" y=\"2\" font-size=\"16\" fill=\"#000000\"></text>\n");
}

/* Eight pixels a character. */
static void long_text_is_cut_between_characters(void **state)
{
    (void)state;
    static const struct {
        float max_width;
        const char *shown;
    } cases[] = {{40, ">abcdé<"}, {39, ">abc…<"}, {16, ">a…<"},
                 {8, ">…<"},      {1, ">…<"},     {0, ">abcdé<"}};
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        as_draw_list list = {0};
        as_draw *d = as_draw_text(&list, 0, 0, AS_FONT_REGULAR, 16, black, "abcdé", 6);
        d->max_width = cases[k].max_width;
        char *got = elements(&list, &plain);
        if (strstr(got, cases[k].shown) == NULL)
            fail_msg("%g: %s", (double)cases[k].max_width, got);
        free(got);
        as_draw_finish(&list);
    }
}

static void say_place(const void *context, int row, int column, as_buffer *out)
{
    as_buffer_format(out, "%s%d,%d", (const char *)context, row, column);
}

static void add_cells(as_draw_list *list, int rows, int cols, float gap, uint8_t red)
{
    as_rgba *cells = as_draw_cells(list, (as_box){0, 0, 20, 10}, rows, cols, gap, black);
    for (int k = 0; k < rows * cols; k++)
        cells[k] = (as_rgba){k == 0 ? red : 2, 0, 0, 255};
}

static void cells_are_rectangles_with_titles(void **state)
{
    (void)state;
    as_draw_list list = {0};
    add_cells(&list, 1, 2, 1, 1);
    add_cells(&list, 1, 2, 0, 2); /* equal ones side by side: one rectangle, and never a title */
    const as_svg_options titled = {NULL, say_place, "<"};
    assert_elements(&list, &titled,
                    "<rect x=\"0\" y=\"0\" width=\"20\" height=\"10\" fill=\"#000000\"/>\n"
                    "<g class=\"cells\" shape-rendering=\"crispEdges\">\n"
                    "<rect x=\"0\" y=\"0\" width=\"9.5\" height=\"10\" fill=\"#010000\">"
                    "<title>&lt;0,0</title></rect>\n"
                    "<rect x=\"10.5\" y=\"0\" width=\"9.5\" height=\"10\" fill=\"#020000\">"
                    "<title>&lt;0,1</title></rect>\n"
                    "</g>\n"
                    "<g class=\"cells\" shape-rendering=\"crispEdges\">\n"
                    "<rect x=\"0\" y=\"0\" width=\"20\" height=\"10\" fill=\"#020000\"/>\n"
                    "</g>\n");
}

static void hostile_numbers_stay_numbers(void **state)
{
    (void)state;
    as_draw_list list = {0};
    as_draw_rect(&list, (as_box){NAN, INFINITY, -5, 1e30f}, NAN, black);
    assert_elements(&list, &plain,
                    "<rect x=\"0\" y=\"0\" width=\"0\" height=\"1e+06\" fill=\"#000000\"/>\n");
}

/* What SVG forbids besides: U+FFFE, a surrogate, an overlong form. */
static void text_holds_what_xml_allows(void **state)
{
    (void)state;
    as_buffer out = {0};
    static const char text[] = "\t\n\xEF\xBF\xBE\xED\xA0\x80\xC0\xAF\x7f'";
    as_xml_text(&out, text, sizeof text - 1);
    assert_string_equal(out.text, "\t\n"
                                  "\xEF\xBF\xBD"
                                  "\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD"
                                  "\xEF\xBF\xBD\xEF\xBF\xBD"
                                  "\x7f'");
    as_buffer_finish(&out);
}

/* ---- a whole figure ---- */

typedef struct figure {
    as_translation *translation;
    as_result result;
    as_matrix matrix;
    as_draw_list list;
    float width, height;
} figure;

static void tell_cell(const void *context, int row, int column, as_buffer *out)
{
    const figure *f = context;
    as_figure_cell_title(out, &f->result, &f->matrix, (as_cell){row, column}, AS_LANGUAGE_EN);
}

static void figure_init(figure *f)
{
    *f = (figure){.translation = fake_translation("a <b> .", "x y", false)};
    const as_figure_options options = {.theme = AS_THEME_PAPER};
    assert_true(as_result_init(&f->result, f->translation, NULL, NULL, NULL));
    assert_true(as_matrix_init(&f->matrix, f->translation, &options.reading, NULL));
    assert_true(as_figure_frame(f->translation, &options, &fixed_metrics, &f->list, &f->width,
                                &f->height, NULL));
}

static void figure_finish(figure *f)
{
    as_draw_finish(&f->list);
    as_matrix_finish(&f->matrix);
    as_result_finish(&f->result);
    as_translation_free(f->translation);
}

static char *read_file(void)
{
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    char *text = calloc(1, 1 << 20);
    assert_true(fread(text, 1, (1 << 20) - 1, file) > 0);
    fclose(file);
    return text;
}

static void a_figure_looks_as_it_did(void **state)
{
    (void)state;
    figure f;
    figure_init(&f);
    const as_svg_options options = {"x & y", tell_cell, &f};
    assert_true(as_svg_write_draw_list(path, &f.list, f.width, f.height, &fixed_metrics, &options,
                                       true, NULL));
    char *text = read_file();
    golden_text("figure_svg", text);
    free(text);
    assert_true(as_html_write_draw_list(path, &f.list, f.width, f.height, &fixed_metrics, &options,
                                        black, "en", true, NULL));
    text = read_file();
    golden_text("figure_html", text);
    free(text);
    figure_finish(&f);
}

static void files_are_whole_or_not(void **state)
{
    (void)state;
    figure f;
    figure_init(&f);
    as_error err = {0};
    assert_false(as_svg_write_draw_list(path, &f.list, f.width, f.height, &fixed_metrics, &plain,
                                        false, &err)); /* the name is taken */
    assert_int_equal(err.status, AS_ERR_ARGUMENT);
    assert_false(as_html_write_draw_list(path, &f.list, f.width, f.height, &fixed_metrics, &plain,
                                         black, "en", false, &err));
    assert_int_equal(err.status, AS_ERR_ARGUMENT);
    assert_false(as_svg_write_draw_list("/dev/full", &f.list, f.width, f.height, &fixed_metrics,
                                        &plain, true, &err));
    assert_string_equal(err.message, "/dev/full: No space left on device");
    f.list.failed = true;
    assert_false(as_svg_write_draw_list(path, &f.list, f.width, f.height, &fixed_metrics, &plain,
                                        true, &err));
    assert_false(as_html_write_draw_list(path, &f.list, f.width, f.height, &fixed_metrics, &plain,
                                         black, "en", true, &err));
    assert_int_equal(err.status, AS_ERR_SYSTEM);
    char *text = read_file();
    assert_non_null(strstr(text, "</html>")); /* of the test before */
    free(text);
    figure_finish(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(shapes_are_elements),
        cmocka_unit_test(lines_that_follow_each_other_are_one),
        cmocka_unit_test(clips_are_groups),
        cmocka_unit_test(text_is_text),
        cmocka_unit_test(long_text_is_cut_between_characters),
        cmocka_unit_test(cells_are_rectangles_with_titles),
        cmocka_unit_test(hostile_numbers_stay_numbers),
        cmocka_unit_test(text_holds_what_xml_allows),
        cmocka_unit_test(a_figure_looks_as_it_did),
        cmocka_unit_test(files_are_whole_or_not),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
