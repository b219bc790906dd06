/* PDF: one page of the right size, text in embedded fonts, cells as vectors, the same bytes twice.
 */
#include "paint/pdf.h"

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
#include <cairo-script.h>

#include "view_driver.h"

#include "view/figure.h"

static char folder[] = "/tmp/alphascope-pdf-XXXXXX";
static char path[64];

static int make_folder(void **state)
{
    (void)state;
    if (mkdtemp(folder) == NULL)
        return -1;
    snprintf(path, sizeof path, "%s/a.pdf", folder);
    return 0;
}

static int remove_folder(void **state)
{
    (void)state;
    unlink(path);
    return rmdir(folder); /* fails when a temporary file was left behind */
}

static const as_rgba black = {0, 0, 0, 255};

static as_painter *vector_painter(void)
{
    as_painter *painter;
    as_error err;
    if (!as_painter_new(AS_VECTOR_SCALE, &painter, &err))
        fail_msg("%s", err.message);
    return painter;
}

/* The caller's. */
static char *read_file(size_t *len)
{
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    char *bytes = malloc(1 << 20);
    assert_non_null(bytes);
    *len = fread(bytes, 1, 1 << 20, file);
    fclose(file);
    return bytes;
}

static bool holds(const char *bytes, size_t len, const char *part)
{
    size_t n = strlen(part);
    for (size_t at = 0; at + n <= len; at++)
        if (memcmp(bytes + at, part, n) == 0)
            return true;
    return false;
}

/* No Chinese: cairo 1.16 leaks an array when it embeds a font with outlines as CFF has them. */
static as_draw_list sample(as_painter *painter)
{
    as_translation *translation = fake_translation("l' accord été", "жук ?x", false);
    as_draw_list list = {0};
    float width, height;
    as_text_metrics metrics = as_painter_metrics(painter);
    const as_figure_options options = {.theme = AS_THEME_PAPER};
    assert_true(as_figure_frame(translation, &options, &metrics, &list, &width, &height, NULL));
    as_translation_free(translation);
    return list;
}

static void a_page_has_its_size_and_its_fonts(void **state)
{
    (void)state;
    as_painter *painter = vector_painter();
    as_draw_list list = sample(painter);
    as_error err;
    if (!as_pdf_write_draw_list(painter, path, &list, 400, 300.5f, "é", true, &err))
        fail_msg("%s", err.message);
    size_t len;
    char *bytes = read_file(&len);
    assert_memory_equal(bytes, "%PDF-", 5);
    assert_true(holds(bytes, len, "/MediaBox [ 0 0 300 225.375 ]"));
    assert_true(holds(bytes, len, "/Count 1"));
    assert_true(holds(bytes, len, "/FontFile"));
    assert_true(holds(bytes, len, "/ToUnicode")); /* the text can be searched and copied */
    assert_true(holds(bytes, len, "/Title <FEFF00E9>"));
    free(bytes);
    as_draw_finish(&list);
    as_painter_free(painter);
}

static void the_same_picture_is_the_same_bytes(void **state)
{
    (void)state;
    char *bytes[2];
    size_t len[2];
    for (int k = 0; k < 2; k++) {
        as_painter *painter = vector_painter();
        as_draw_list list = sample(painter);
        assert_true(as_pdf_write_draw_list(painter, path, &list, 400, 300, NULL, true, NULL));
        bytes[k] = read_file(&len[k]);
        as_draw_finish(&list);
        as_painter_free(painter);
        if (k == 0)
            sleep(1); /* a date in it would differ */
    }
    assert_int_equal(len[0], len[1]);
    assert_memory_equal(bytes[0], bytes[1], len[0]);
    free(bytes[0]);
    free(bytes[1]);
}

/* What the painter says to a surface without pixels, as cairo's script has it. */
static cairo_status_t append(void *closure, const unsigned char *data, unsigned int len)
{
    as_buffer_bytes(closure, data, len);
    return CAIRO_STATUS_SUCCESS;
}

static char *script_of(as_draw_list *list)
{
    as_painter *painter = vector_painter();
    as_buffer out = {0};
    cairo_device_t *device = cairo_script_create_for_stream(append, &out);
    cairo_surface_t *surface =
        cairo_script_surface_create(device, CAIRO_CONTENT_COLOR_ALPHA, 800, 800);
    cairo_t *cr = cairo_create(surface);
    assert_true(as_painter_draw(painter, cr, list, 0, list->n, NULL));
    cairo_destroy(cr);
    cairo_surface_destroy(surface);
    cairo_device_destroy(device);
    as_painter_free(painter);
    as_draw_finish(list);
    return out.text;
}

static int count(const char *text, const char *part)
{
    int n = 0;
    for (const char *at = text; (at = strstr(at, part)) != NULL; at += strlen(part))
        n++;
    return n;
}

static void turned_text_stays_text(void **state)
{
    (void)state;
    as_draw_list list = {0};
    as_draw *d = as_draw_text(&list, 10, 50, AS_FONT_REGULAR, 14, black, "word", 4);
    d->angle = 45;
    char *script = script_of(&list);
    assert_int_equal(count(script, "show-text-glyphs"), 1);
    assert_int_equal(count(script, "(word)"), 1);
    assert_int_equal(count(script, "fill"), 0); /* no outlines */
    free(script);
}

static void cells_apart_are_rectangles_and_others_an_image(void **state)
{
    (void)state;
    for (int gap = 0; gap < 2; gap++) {
        as_draw_list list = {0};
        as_rgba *cells = as_draw_cells(&list, (as_box){0, 0, 60, 40}, 2, 3, (float)gap, black);
        for (int k = 0; k < 6; k++)
            cells[k] = (as_rgba){(uint8_t)(40 * k), 7, 7, 255};
        char *script = script_of(&list);
        assert_int_equal(count(script, "rectangle"), gap ? 1 + 6 : 1);
        assert_int_equal(count(script, "image") > 0, gap == 0);
        free(script);
    }
}

static void a_file_that_is_there_stays(void **state)
{
    (void)state;
    FILE *file = fopen(path, "wb");
    fputs("mine", file);
    fclose(file);
    as_painter *painter = vector_painter();
    as_draw_list list = sample(painter);
    as_error err;
    assert_false(as_pdf_write_draw_list(painter, path, &list, 20, 15, NULL, false, &err));
    assert_int_equal(err.status, AS_ERR_ARGUMENT);
    assert_non_null(strstr(err.message, path));
    assert_false(as_pdf_write_draw_list(painter, path, &list, 0, 15, NULL, true, &err));
    assert_int_equal(err.status, AS_ERR_ARGUMENT);
    assert_false(as_pdf_write_draw_list(painter, path, &list, 20, NAN, NULL, true, &err));
    assert_int_equal(err.status, AS_ERR_ARGUMENT);
    assert_false(as_pdf_write_draw_list(painter, path, &list, 20, 1e9f, NULL, true, &err));
    assert_int_equal(err.status, AS_ERR_LIMIT);
    assert_false(
        as_pdf_write_draw_list(painter, "/nowhere/a.pdf", &list, 20, 20, NULL, true, &err));
    assert_int_equal(err.status, AS_ERR_SYSTEM);
    assert_false(as_pdf_write_draw_list(painter, "/dev/full", &list, 400, 300, NULL, true, &err));
    assert_int_equal(err.status, AS_ERR_SYSTEM);
    assert_string_equal(err.message, "/dev/full: No space left on device");
    list.failed = true;
    assert_false(as_pdf_write_draw_list(painter, path, &list, 20, 20, NULL, true, &err));
    size_t len;
    char *bytes = read_file(&len);
    assert_int_equal(len, 4);
    free(bytes);
    as_draw_finish(&list);
    as_painter_free(painter);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_page_has_its_size_and_its_fonts),
        cmocka_unit_test(the_same_picture_is_the_same_bytes),
        cmocka_unit_test(turned_text_stays_text),
        cmocka_unit_test(cells_apart_are_rectangles_and_others_an_image),
        cmocka_unit_test(a_file_that_is_there_stays),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
