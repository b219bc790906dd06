/* The loop: events in, requests carried out, a frame when one is due, and sleep. */
#include "app/app_private.h"

#include "app/icon.h"
#include "app/recent.h"
#include "core/file.h"

#include <string.h>

static bool take_event(app *a, const as_window_event *event, as_error *err)
{
    switch (event->kind) {
    case AS_WINDOW_INPUT:
        if (event->input.kind == AS_INPUT_RESIZE &&
            as_window_scale(a->window) != as_painter_scale(a->painter) &&
            !as_app_make_painter(a, err))
            return false;
        as_view_input(a->view, &event->input);
        break;
    case AS_WINDOW_WOKEN:
        as_app_take_result(a);
        break;
    case AS_WINDOW_DROP:
        as_app_open_path(a, event->path);
        break;
    case AS_WINDOW_QUIT:
        a->quit = true;
        break;
    }
    return true;
}

static bool write_dump(app *a, as_error *err)
{
    as_file_writer writer = {0};
    if (!as_file_writer_open(&writer, a->dump, true, err))
        return false;
    fprintf(writer.stream,
            "{\"frame\":%llu,\"scale\":%g,\"first_frame_ms\":%llu,\"unknown_glyphs\":%d,\"view\":",
            (unsigned long long)a->n_frames, (double)as_painter_scale(a->painter),
            (unsigned long long)a->first_frame_ms, as_painter_unknown_glyphs(a->painter));
    as_view_dump(a->view, writer.stream);
    fputs("}\n", writer.stream);
    bool ok = as_file_writer_commit(&writer, err);
    as_file_writer_abort(&writer);
    return ok;
}

/* After the first frame, so as not to delay it. Without memory there is no icon. */
static void set_icon(app *a)
{
    enum { SIZE = 64 };
    as_draw_list list = {0};
    as_icon_draw(&list, SIZE / as_painter_scale(a->painter));
    cairo_surface_t *icon = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, SIZE, SIZE);
    cairo_t *cr = cairo_create(icon);
    if (as_painter_draw(a->painter, cr, &list, 0, list.n, NULL))
        as_window_set_icon(a->window, icon);
    cairo_destroy(cr);
    cairo_surface_destroy(icon);
    as_draw_finish(&list);
}

static bool draw(app *a, as_error *err)
{
    int width, height;
    as_draw_reset(&a->list);
    if (!as_view_frame(a->view, as_window_now_ms(), &a->list, err) ||
        !as_window_surface_size(a->window, &width, &height, err) ||
        !as_canvas_update(a->canvas, &a->list, width, height, err) ||
        !as_window_present(a->window, a->canvas, err))
        return false;
    as_window_set_text_input(a->window, as_view_wants_text(a->view), as_view_caret_box(a->view));
    if (a->n_frames++ == 0) {
        a->first_frame_ms = as_window_now_ms() - a->start_ms;
        set_icon(a);
    }
    return a->dump == NULL || write_dump(a, err);
}

/* ---- settings ---- */

static void note_text(app *a, char **field, const char *text)
{
    as_keeper_text(&a->keeper, field, text, strlen(text), as_window_now_ms());
}

static const char *target_of(const app *a, as_second_kind kind)
{
    return as_view_shares_target(a->view, kind) ? AS_TARGET_SAME : AS_TARGET_OWN;
}

/* What is compared with; a model under the name that its own setting would give it. */
static void note_second(app *a)
{
    as_app_settings *s = &a->keeper.settings;
    as_second second = as_view_second(a->view);
    bool is_model = second.model >= 0 && second.model < a->models.n;
    note_text(a, &s->compare_model, is_model ? a->models.items[second.model].id : "");
    note_text(a, &s->compare_sentence, second.text != NULL ? second.text : "");
    note_text(a, &s->model_target, target_of(a, AS_SECOND_MODEL));
    note_text(a, &s->sentence_target, target_of(a, AS_SECOND_SENTENCE));
}

void as_app_note_settings(app *a)
{
    as_app_settings *s = &a->keeper.settings;
    uint64_t now = as_window_now_ms();
    float width, height;
    char text[AS_READING_TEXT];
    as_numbers numbers;
    as_reading reading = as_view_reading(a->view, &numbers);
    as_window_logical_size(a->window, &width, &height);
    note_text(a, &s->reading, as_reading_print(text, &reading, numbers));
    note_text(a, &s->show, as_view_shows_lines(a->view) ? "lines" : "matrix");
    note_second(a);
    note_text(a, &s->theme, as_theme_name(as_view_theme(a->view)));
    note_text(a, &s->colormap, as_colormap_name(as_view_colormap(a->view)));
    note_text(a, &s->range, as_range_name(as_view_range(a->view)));
    note_text(a, &s->language, as_view_language(a->view) == AS_LANGUAGE_ZH ? "zh" : "en");
    as_keeper_number(&a->keeper, &s->beam, as_view_beam_width(a->view), now);
    as_keeper_number(&a->keeper, &s->text_size, as_view_text_size(a->view), now);
    if (as_view_is_presenting(a->view))
        return; /* the size is the screen's */
    as_keeper_number(&a->keeper, &s->width, (int)width, now);
    as_keeper_number(&a->keeper, &s->height, (int)height, now);
}

static void write_settings(app *a)
{
    as_error err;
    as_app_settings *s = &a->keeper.settings;
    as_app_note_settings(a);
    if (as_window_now_ms() < as_keeper_due_ms(&a->keeper))
        return;
    if (s->sentence != NULL && as_recent_add(&s->recent, s->sentence))
        as_app_show_recent(a);
    if (!as_keeper_write(&a->keeper, &err))
        as_app_say(a, &err);
}

/* ---- the loop ---- */

static uint64_t earlier(uint64_t a, uint64_t b)
{
    return a < b ? a : b;
}

/* Sleeps until something happens, the next frame is due or settings are to be written. */
static void wait_for_work(app *a)
{
    uint64_t now = as_window_now_ms();
    uint64_t due = earlier(as_view_next_frame_ms(a->view), as_keeper_due_ms(&a->keeper));
    as_window_wait(a->window, due == UINT64_MAX ? UINT64_MAX : due > now ? due - now : 0);
}

static void carry_out_requests(app *a)
{
    as_request request;
    while (as_view_take_request(a->view, &request))
        as_app_carry_out(a, &request);
}

bool as_app_pass(app *a, bool *drew, as_error *err)
{
    as_window_event event;
    carry_out_requests(a);
    while (as_window_next_event(a->window, &event)) {
        if (!take_event(a, &event, err))
            return false;
        carry_out_requests(a); /* what an event asks for, a paste say, comes before the next one */
    }
    bool due = !a->quit && (as_view_needs_frame(a->view, as_window_now_ms()) ||
                            as_window_is_damaged(a->window));
    if (drew != NULL)
        *drew = due;
    return !due || draw(a, err);
}

bool as_app_loop(app *a, as_error *err)
{
    while (as_app_pass(a, NULL, err)) {
        if (a->quit)
            return true;
        write_settings(a);
        wait_for_work(a);
    }
    return false;
}
