/* Colour maps, ranges and themes: published end points, luminance without a turn, readable text. */
#include "view/colormap.h"
#include "view/theme.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

static void assert_colour(as_rgba got, unsigned rgb)
{
    assert_int_equal((unsigned)got.r << 16 | (unsigned)got.g << 8 | got.b, rgb);
    assert_int_equal(got.a, 255);
}

static void published_values(void **state)
{
    (void)state;
    /* matplotlib 3.6, colormaps[name](k)[:3] * 255 rounded, at k = 0, 128, 255 */
    assert_colour(as_colormap_colour(AS_COLORMAP_VIRIDIS, false, 0), 0x440154);
    assert_colour(as_colormap_colour(AS_COLORMAP_VIRIDIS, false, 128 / 255.0f), 0x21918c);
    assert_colour(as_colormap_colour(AS_COLORMAP_VIRIDIS, false, 1), 0xfde725);
    assert_colour(as_colormap_colour(AS_COLORMAP_CIVIDIS, false, 0), 0x00224e);
    assert_colour(as_colormap_colour(AS_COLORMAP_CIVIDIS, false, 1), 0xfee838);
    assert_colour(as_colormap_colour(AS_COLORMAP_MAGMA, false, 0), 0x000004);
    assert_colour(as_colormap_colour(AS_COLORMAP_MAGMA, false, 128 / 255.0f), 0xb73779);
    assert_colour(as_colormap_colour(AS_COLORMAP_MAGMA, false, 1), 0xfcfdbf);
    assert_colour(as_colormap_colour(AS_COLORMAP_GREY, false, 0), 0x000000);
    assert_colour(as_colormap_colour(AS_COLORMAP_GREY, true, 0.2f), 0x333333);
    assert_colour(as_colormap_colour(AS_COLORMAP_GREY, false, 1), 0xffffff);
}

static void luminance_never_turns(void **state)
{
    (void)state;
    for (int kind = 0; kind < AS_N_COLORMAPS; kind++) {
        for (int dark = 0; dark < 2; dark++) {
            double first = as_luminance(as_colormap_colour((as_colormap_kind)kind, dark, 0));
            double last = as_luminance(as_colormap_colour((as_colormap_kind)kind, dark, 1));
            double sign = last > first ? 1 : -1, before = first;
            assert_true(fabs(last - first) > 0.5);
            for (int k = 1; k <= 255; k++) {
                as_rgba c = as_colormap_colour((as_colormap_kind)kind, dark, (float)k / 255);
                double now = as_luminance(c);
                /* eight bits a channel leave steps of this size */
                assert_true(sign * (now - before) >= -0.002);
                before = now;
            }
        }
    }
}

/* Both sides leave the ground by steps of one direction, and are of much the same luminance. */
static void differences_leave_zero_on_both_sides(void **state)
{
    (void)state;
    for (int dark = 0; dark < 2; dark++) {
        double zero = as_luminance(as_colormap_difference(dark, 0));
        for (int side = -1; side <= 1; side += 2) {
            double before = zero, sign = dark ? 1 : -1;
            for (int k = 1; k <= 100; k++) {
                double now = as_luminance(as_colormap_difference(dark, (float)(side * k) / 100));
                assert_true(sign * (now - before) >= -0.002);
                before = now;
            }
            assert_true(fabs(before - zero) > 0.5);
        }
        for (int k = 0; k <= 10; k++) {
            as_rgba less = as_colormap_difference(dark, (float)-k / 10);
            as_rgba more = as_colormap_difference(dark, (float)k / 10);
            assert_true(fabs(as_luminance(less) - as_luminance(more)) < 0.08);
            assert_true(k < 5 || (less.r > less.b && more.b > more.r));
        }
        as_rgba most = as_colormap_difference(dark, 1), beyond = as_colormap_difference(dark, 7);
        assert_memory_equal(&most, &beyond, sizeof most);
    }
}

static void assert_same(as_rgba a, as_rgba b)
{
    assert_memory_equal(&a, &b, sizeof a);
}

static void what_is_outside_is_clamped(void **state)
{
    (void)state;
    for (int k = 0; k < AS_N_COLORMAPS; k++) {
        as_colormap_kind kind = (as_colormap_kind)k;
        as_rgba low = as_colormap_colour(kind, false, 0), high = as_colormap_colour(kind, false, 1);
        assert_same(as_colormap_colour(kind, false, -INFINITY), low);
        assert_same(as_colormap_colour(kind, false, NAN), low);
        assert_same(as_colormap_colour(kind, false, INFINITY), high);
    }
}

static void ranges(void **state)
{
    (void)state;
    assert_float_equal(as_range_apply(AS_RANGE_FIXED, 0.25f, 0.5f), 0.25, 0);
    assert_float_equal(as_range_apply(AS_RANGE_ROW_MAX, 0.25f, 0.5f), 0.5, 0);
    assert_float_equal(as_range_apply(AS_RANGE_ROW_MAX, 0, 0), 0, 0);
    assert_float_equal(as_range_apply(AS_RANGE_SQRT, 0.25f, 0.5f), 0.5, 0);
    assert_float_equal(as_range_apply(AS_RANGE_SQRT, -1, 0.5f), 0, 0);
}

static void names_are_found_again(void **state)
{
    (void)state;
    for (int k = 0; k < AS_N_COLORMAPS; k++) {
        as_colormap_kind found;
        assert_true(as_colormap_lookup(as_colormap_name((as_colormap_kind)k), &found));
        assert_int_equal(found, k);
    }
    for (int k = 0; k < AS_N_THEMES; k++) {
        as_theme_kind found;
        assert_true(as_theme_lookup(as_theme_name((as_theme_kind)k), &found));
        assert_int_equal(found, k);
    }
    for (int k = 0; k < AS_N_RANGES; k++) {
        as_range found;
        assert_true(as_range_lookup(as_range_name((as_range)k), &found));
        assert_int_equal(found, k);
    }
    as_colormap_kind map;
    as_range range;
    as_theme_kind theme;
    assert_false(as_range_lookup("fixe", &range));
    assert_false(as_colormap_lookup("jet", &map));
    assert_false(as_theme_lookup("", &theme));
}

/* WCAG 2.1's own examples: black on white 21, #777777 on white 4.48. */
static void contrast_is_the_standard_s(void **state)
{
    (void)state;
    as_rgba black = {0, 0, 0, 255}, white = {255, 255, 255, 255}, grey = {0x77, 0x77, 0x77, 255};
    assert_true(fabs(as_contrast(black, white) - 21) < 1e-9);
    assert_true(fabs(as_contrast(white, grey) - 4.48) < 0.005);
}

static void every_theme_is_readable(void **state)
{
    (void)state;
    for (int k = 0; k < AS_N_THEMES; k++) {
        as_theme t = as_theme_make((as_theme_kind)k, 1);
        const as_rgba grounds[] = {t.ground, t.surface, t.sunken};
        const as_rgba texts[] = {t.text, t.text_soft, t.text_faint, t.accent_text, t.mark, t.error};
        for (int g = 0; g < 3; g++) {
            for (int c = 0; c < 6; c++) {
                double contrast = as_contrast(texts[c], grounds[g]);
                if (contrast < 4.5)
                    print_error("%s: text %d on ground %d: %.2f\n", as_theme_name(t.kind), c, g,
                                contrast);
                assert_true(contrast >= 4.5);
            }
            assert_true(as_contrast(t.good, grounds[g]) >= 3);
            assert_true(as_contrast(t.fair, grounds[g]) >= 3);
            assert_true(as_contrast(t.poor, grounds[g]) >= 3);
            assert_true(as_contrast(t.accent, grounds[g]) >= 3);
        }
        assert_true(as_contrast(t.mark, t.mark_soft) >= 4.5);
        assert_true(as_contrast(t.text, t.mark_soft) >= 4.5);
        assert_true(as_contrast(t.text, t.selection) >= 4.5);
        assert_true(as_contrast(t.text, t.bar_ground) >= 4.5);
        assert_true(as_contrast(t.tooltip_text, t.tooltip) >= 4.5);
        assert_true(as_contrast(t.tooltip_soft, t.tooltip) >= 4.5);
    }
}

static void zoom_multiplies_sizes(void **state)
{
    (void)state;
    as_theme one = as_theme_make(AS_THEME_DARK, 1), two = as_theme_make(AS_THEME_DARK, 2);
    assert_true(one.dark);
    assert_float_equal(two.size_body, 2 * one.size_body, 1e-4);
    assert_float_equal(two.header_h, 2 * one.header_h, 1e-4);
    assert_memory_equal(&one.text, &two.text, sizeof one.text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(published_values),
        cmocka_unit_test(luminance_never_turns),
        cmocka_unit_test(differences_leave_zero_on_both_sides),
        cmocka_unit_test(what_is_outside_is_clamped),
        cmocka_unit_test(ranges),
        cmocka_unit_test(names_are_found_again),
        cmocka_unit_test(contrast_is_the_standard_s),
        cmocka_unit_test(every_theme_is_readable),
        cmocka_unit_test(zoom_multiplies_sizes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
