/* Picture files: what libpng reads back is what was drawn; a file that is there stays. */
#include "paint/png.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>
#include <png.h>

static char folder[] = "/tmp/alphascope-png-XXXXXX";
static char path[64];

static int make_folder(void **state)
{
    (void)state;
    if (mkdtemp(folder) == NULL)
        return -1;
    snprintf(path, sizeof path, "%s/a.png", folder);
    return 0;
}

static int remove_folder(void **state)
{
    (void)state;
    unlink(path);
    return rmdir(folder); /* fails when a temporary file was left behind */
}

static as_draw_list sample(void)
{
    as_draw_list list = {0};
    as_draw_rect(&list, (as_box){2, 3, 4, 5}, 0, (as_rgba){10, 20, 30, 255});
    as_draw_rect(&list, (as_box){10, 3, 4, 5}, 0, (as_rgba){0, 0, 0, 0});
    as_draw_rect(&list, (as_box){10, 10, 2, 2}, 0, (as_rgba){255, 0, 0, 51});
    return list;
}

static void a_picture_reads_back(void **state)
{
    (void)state;
    as_painter *painter;
    as_error err;
    as_draw_list list = sample();
    assert_true(as_painter_new(2, &painter, &err));
    if (!as_png_write_draw_list(painter, path, &list, 20, 15.2f, true, &err))
        fail_msg("%s", err.message);

    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    png_structp png = png_create_read_struct(PNG_LIBPNG_VER_STRING, NULL, NULL, NULL);
    png_infop info = png_create_info_struct(png);
    if (setjmp(png_jmpbuf(png)))
        fail_msg("libpng cannot read it");
    png_init_io(png, file);
    png_read_png(png, info, PNG_TRANSFORM_IDENTITY, NULL);
    assert_int_equal(png_get_image_width(png, info), 40);
    assert_int_equal(png_get_image_height(png, info), 31); /* 30.4 rounds up */
    assert_int_equal(png_get_color_type(png, info), PNG_COLOR_TYPE_RGB);
    assert_int_equal(png_get_x_pixels_per_meter(png, info), 7559); /* 2 x 96 dpi */
    png_bytepp rows = png_get_rows(png, info);
    static const unsigned char box[] = {10, 20, 30}, white[] = {255, 255, 255};
    static const unsigned char pink[] = {255, 204, 204}; /* a fifth of red on white */
    assert_memory_equal(rows[6] + 3 * 4, box, 3);
    assert_memory_equal(rows[15] + 3 * 11, box, 3);
    assert_memory_equal(rows[16] + 3 * 11, white, 3);
    assert_memory_equal(rows[6] + 3 * 20, white, 3);
    assert_memory_equal(rows[20] + 3 * 20, pink, 3);
    assert_memory_equal(rows[30] + 3 * 39, white, 3);
    png_destroy_read_struct(&png, &info, NULL);
    fclose(file);
    as_draw_finish(&list);
    as_painter_free(painter);
}

static long size_of(const char *name)
{
    FILE *file = fopen(name, "rb");
    if (file == NULL)
        return -1;
    fseek(file, 0, SEEK_END);
    long size = ftell(file);
    fclose(file);
    return size;
}

static void a_file_that_is_there_stays(void **state)
{
    (void)state;
    FILE *file = fopen(path, "wb");
    fputs("mine", file);
    fclose(file);
    as_painter *painter;
    as_draw_list list = sample();
    as_error err;
    assert_true(as_painter_new(1, &painter, &err));
    assert_false(as_png_write_draw_list(painter, path, &list, 20, 15, false, &err));
    assert_int_equal(err.status, AS_ERR_ARGUMENT);
    assert_non_null(strstr(err.message, path));
    assert_int_equal(size_of(path), 4);
    as_draw_finish(&list);
    as_painter_free(painter);
}

static void sizes_and_places_that_cannot_be(void **state)
{
    (void)state;
    as_painter *painter;
    as_draw_list list = sample();
    as_error err;
    assert_true(as_painter_new(1, &painter, &err));
    assert_false(as_png_write_draw_list(painter, path, &list, 0, 15, true, &err));
    assert_int_equal(err.status, AS_ERR_ARGUMENT);
    assert_false(as_png_write_draw_list(painter, path, &list, NAN, 15, true, &err));
    assert_int_equal(err.status, AS_ERR_ARGUMENT);
    assert_false(as_png_write_draw_list(painter, path, &list, 20, 1e9f, true, &err));
    assert_int_equal(err.status, AS_ERR_LIMIT);
    assert_false(as_png_write_draw_list(painter, "/nowhere/a.png", &list, 20, 20, true, &err));
    assert_int_equal(err.status, AS_ERR_SYSTEM);
    assert_non_null(strstr(err.message, "/nowhere"));
    list.failed = true;
    assert_false(as_png_write_draw_list(painter, path, &list, 20, 20, true, &err));
    as_draw_finish(&list);
    as_painter_free(painter);
}

/* Noise, so that the file does not fit into the stream's buffer. */
static as_draw_list noise(int side)
{
    as_draw_list list = {0};
    for (int y = 0; y < side; y++) {
        for (int x = 0; x < side; x++) {
            unsigned k = ((unsigned)y * 257u + (unsigned)x) * 2654435761u;
            as_draw_rect(&list, (as_box){(float)x, (float)y, 1, 1}, 0,
                         (as_rgba){(uint8_t)(k >> 24), (uint8_t)(k >> 16), (uint8_t)(k >> 8), 255});
        }
    }
    return list;
}

static void a_full_disk_is_named(void **state)
{
    (void)state;
    as_painter *painter;
    as_draw_list list = noise(100);
    as_error err;
    assert_true(as_painter_new(1, &painter, &err));
    assert_false(as_png_write_draw_list(painter, "/dev/full", &list, 100, 100, true, &err));
    assert_int_equal(err.status, AS_ERR_SYSTEM);
    assert_string_equal(err.message, "/dev/full: No space left on device");
    as_draw_finish(&list);
    as_painter_free(painter);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_picture_reads_back),
        cmocka_unit_test(a_file_that_is_there_stays),
        cmocka_unit_test(sizes_and_places_that_cannot_be),
        cmocka_unit_test(a_full_disk_is_named),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
