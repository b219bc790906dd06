/* Every text of the window against the ground that it really lies on, in every theme and map: at
 * least 4.5 : 1 (WCAG 2.1, 1.4.3). The ground is the last opaque thing drawn under the text. */
#include "view_driver.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

static const double least = 4.5;

static as_rgba over(as_rgba top, as_rgba ground)
{
    float share = (float)top.a / 255;
    return (as_rgba){(uint8_t)(top.r * share + ground.r * (1 - share) + 0.5f),
                     (uint8_t)(top.g * share + ground.g * (1 - share) + 0.5f),
                     (uint8_t)(top.b * share + ground.b * (1 - share) + 0.5f), 255};
}

static bool holds(as_box box, float x, float y)
{
    return x >= box.x && x < box.x + box.w && y >= box.y && y < box.y + box.h;
}

/* A place on the text: its middle, a third of a line above the baseline. */
static void place_of(const as_draw_list *list, const as_draw *d, float *x, float *y)
{
    float w = fixed_metrics.width(NULL, d->font, d->size, list->text + d->text, d->text_len);
    if (d->max_width > 0)
        w = fminf(w, d->max_width);
    float shift = d->align == AS_ALIGN_CENTRE ? 0 : d->align == AS_ALIGN_RIGHT ? -w / 2 : w / 2;
    float angle = d->angle * 0.017453293f, up = d->size / 3;
    *x = d->box.x + shift * cosf(angle) - up * sinf(angle);
    *y = d->box.y - shift * sinf(angle) - up * cosf(angle);
}

/* What lies under item `text` at (x, y). */
static as_rgba ground_under(const as_draw_list *list, size_t text, float x, float y)
{
    as_rgba ground = {255, 255, 255, 255};
    for (size_t k = 0; k < text; k++) {
        const as_draw *d = &list->items[k];
        if (d->tag == AS_DRAW_RECT && holds(d->box, x, y))
            ground = over(d->colour, ground);
        if (d->tag == AS_DRAW_CELLS && holds(d->box, x, y)) {
            int column = (int)((x - d->box.x) / (d->box.w / (float)d->n_cols));
            int row = (int)((y - d->box.y) / (d->box.h / (float)d->n_rows));
            ground = list->colours[d->cells + (size_t)row * (size_t)d->n_cols + (size_t)column];
        }
    }
    return ground;
}

/* A veil over the window makes what lies under it faint on purpose: only what follows it counts. */
static size_t after_veil(const as_draw_list *list)
{
    size_t first = 0;
    for (size_t k = 0; k < list->n; k++) {
        const as_draw *d = &list->items[k];
        if (d->tag == AS_DRAW_RECT && d->colour.a < 255 && d->box.w > 1000)
            first = k + 1;
    }
    return first;
}

static int n_checked;

static void check(as_view *view, const char *what)
{
    as_draw_list list = {0};
    drive_frame(view, &list);
    for (size_t k = after_veil(&list); k < list.n; k++) {
        const as_draw *d = &list.items[k];
        if (d->tag != AS_DRAW_TEXT || d->text_len == 0)
            continue;
        float x, y;
        place_of(&list, d, &x, &y);
        as_rgba ground = ground_under(&list, k, x, y), colour = over(d->colour, ground);
        double contrast = as_contrast(colour, ground);
        n_checked++;
        if (contrast < least)
            fail_msg("%s, %s: \"%.*s\" #%02x%02x%02x on #%02x%02x%02x is %.2f : 1", what,
                     as_theme_name(as_view_theme(view)), (int)d->text_len, list.text + d->text,
                     colour.r, colour.g, colour.b, ground.r, ground.g, ground.b, contrast);
    }
    as_draw_finish(&list);
}

static void press(as_view *view, const char *control)
{
    char path[64];
    snprintf(path, sizeof path, "controls.%s.x", control);
    float x = (float)drive_number(view, path);
    snprintf(path, sizeof path, "controls.%s.y", control);
    drive_click(view, x + 4, (float)drive_number(view, path) + 4, 0);
}

/* The states in which a person sees the window. */
static void check_all(as_view *view)
{
    float x, y;
    check(view, "empty");
    drive_show(view, "?Qwx the area was ?signed", "?Qwx la zone a été signée");
    check(view, "matrix");
    drive_cell_middle(view, 1, 2, &x, &y);
    drive_move(view, x, y);
    check(view, "hovered");
    drive_click(view, x, y, 0);
    drive_letter(view, 'N', AS_MOD_ALT);
    check(view, "pinned, with numbers");
    drive_letter(view, 'N', AS_MOD_ALT);
    drive_key(view, AS_KEY_DOWN, AS_MOD_ALT);
    drive_answer_traced(view, fake_translation("one two", "un deux", true), &fake_config);
    check(view, "another sharpness");
    static const char *const menus[] = {"model", "colours", "export", "reading", "sentences"};
    for (size_t k = 0; k < sizeof menus / sizeof menus[0]; k++) {
        press(view, menus[k]);
        drive_key(view, AS_KEY_DOWN, 0);
        check(view, menus[k]);
        drive_key(view, AS_KEY_ESCAPE, 0);
    }
    drive_key(view, (as_key)(AS_KEY_0 + 2), AS_MOD_CTRL);
    check(view, "the model's card");
    drive_key(view, AS_KEY_F1, 0);
    check(view, "keys");
    drive_key(view, AS_KEY_F1, 0);
    as_view_set_status(view, "something is wrong", true);
    check(view, "an error");
}

static void every_text_can_be_read(void **state)
{
    (void)state;
    for (int theme = 0; theme < AS_N_THEMES; theme++) {
        for (int map = 0; map < AS_N_COLORMAPS; map++) {
            as_view *view = drive_new();
            as_view_set_theme(view, (as_theme_kind)theme);
            as_view_set_colormap(view, (as_colormap_kind)map);
            check_all(view);
            as_view_free(view);
        }
    }
    assert_true(n_checked > 10000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_text_can_be_read),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
