#include "app/app.h"

#include "app/examples.h"
#include "app/icon.h"
#include "app/model_list.h"
#include "app/save.h"
#include "app/settings.h"
#include "app/window.h"
#include "app/worker.h"
#include "core/buffer.h"
#include "core/file.h"
#include "view/view.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define SAMPLE "The European Parliament adopted the new rules in 1992."

enum { DEFAULT_WIDTH = 1280, DEFAULT_HEIGHT = 800, DEFAULT_BEAM = 5 };

typedef struct app {
    const as_app_options *options;
    char *settings_path; /* NULL: nothing is remembered */
    as_app_settings settings;
    as_model_list models;
    as_worker *worker;
    as_window *window;
    as_painter *painter;
    as_canvas *canvas;
    as_text_metrics metrics; /* the painter's; borrowed by the view */
    as_view *view;
    as_draw_list list;
    const char *dump;
    int model; /* that made the last request; -1: none yet */
    uint64_t start_ms, first_frame_ms, n_frames;
    bool quit;
} app;

static void say(app *a, const as_error *err)
{
    as_view_set_status(a->view, err->message, true);
}

/* ---- start ---- */

/* Files that the menu cannot offer, so that nobody looks for them in vain. */
static void say_left_out(app *a)
{
    as_error err = a->models.bad;
    if (a->models.n_bad > 1)
        as_fail_in(&err, "%d models are left out; the first", a->models.n_bad);
    else
        as_fail_in(&err, "a model is left out");
    say(a, &err);
}

/* A settings file that cannot be used is no reason not to start; *problem is said in the window.
 * One that stays where it is, unread, is not written over at the end. */
static void load_settings(app *a, as_error *problem)
{
    *problem = (as_error){AS_OK, ""};
    if (a->options->forget)
        return;
    if (!as_app_settings_path(&a->settings_path, problem) ||
        as_app_settings_load(a->settings_path, &a->settings, problem) ||
        access(a->settings_path, F_OK) != 0)
        return;
    free(a->settings_path);
    a->settings_path = NULL;
}

static const char *first_of(const char *a, const char *b, const char *c)
{
    return a != NULL ? a : b != NULL ? b : c;
}

static int side_of(int given, int remembered, int otherwise)
{
    return given > 0 ? given : remembered > 0 ? remembered : otherwise;
}

/* "zh" for a Chinese locale. */
static const char *language_of_locale(void)
{
    const char *all = getenv("LC_ALL"), *messages = getenv("LC_MESSAGES"), *lang = getenv("LANG");
    const char *locale = all != NULL && all[0] != '\0'             ? all
                         : messages != NULL && messages[0] != '\0' ? messages
                                                                   : lang;
    return locale != NULL && strncmp(locale, "zh", 2) == 0 ? "zh" : "en";
}

static void wake(void *context)
{
    as_window_wake(context);
}

static const char *first_model(const app *a)
{
    return a->models.selected >= 0 ? a->models.items[a->models.selected].path : NULL;
}

/* The worker loads the model while the fonts load here. */
static bool start_worker(app *a, as_error *err)
{
    if (!as_worker_new(wake, a->window, &a->worker, err))
        return false;
    as_worker_request preload = {.model_path = first_model(a)};
    return preload.model_path == NULL || as_worker_submit(a->worker, &preload, err);
}

static bool make_painter(app *a, as_error *err)
{
    as_painter *painter = NULL;
    as_canvas *canvas = NULL;
    if (!as_painter_new(as_window_scale(a->window), &painter, err) ||
        !as_canvas_new(painter, &canvas, err)) {
        as_painter_free(painter);
        return false;
    }
    as_canvas_free(a->canvas);
    as_painter_free(a->painter);
    a->painter = painter;
    a->canvas = canvas;
    a->metrics = as_painter_metrics(painter);
    return true;
}

static bool set_theme(app *a, as_error *err)
{
    const char *name = first_of(a->options->theme, a->settings.theme, "light");
    as_theme_kind kind;
    if (as_theme_lookup(name, &kind))
        as_view_set_theme(a->view, kind);
    else if (a->options->theme != NULL)
        return as_fail(err, AS_ERR_ARGUMENT, "theme '%s'; expected light, dark or paper", name);
    return true;
}

static void set_colormap(app *a)
{
    as_colormap_kind kind;
    if (a->settings.colormap != NULL && as_colormap_lookup(a->settings.colormap, &kind))
        as_view_set_colormap(a->view, kind);
}

static bool set_language(app *a, as_error *err)
{
    const char *name = first_of(a->options->language, a->settings.language, language_of_locale());
    if (strcmp(name, "zh") == 0)
        as_view_set_language(a->view, AS_LANGUAGE_ZH);
    else if (strcmp(name, "en") == 0)
        as_view_set_language(a->view, AS_LANGUAGE_EN);
    else if (a->options->language != NULL)
        return as_fail(err, AS_ERR_ARGUMENT, "language '%s'; expected en or zh", name);
    return true;
}

static void resize_view(app *a)
{
    as_input resize = {.kind = AS_INPUT_RESIZE, .time_ms = as_window_now_ms()};
    as_window_logical_size(a->window, &resize.width, &resize.height);
    as_view_input(a->view, &resize);
}

/* The first text: the one given, else the last one if this model's, else an example. */
static bool set_first_text(app *a, as_error *err)
{
    const as_model_item *item =
        a->models.selected >= 0 ? &a->models.items[a->models.selected] : NULL;
    bool same_model =
        item == NULL || a->settings.model == NULL || strcmp(a->settings.model, item->id) == 0;
    char *example = item != NULL ? as_example_first(a->options->data, item->id) : NULL;
    const char *remembered = same_model || example == NULL ? a->settings.sentence : NULL;
    const char *text = first_of(a->options->text, remembered, example);
    if (text == NULL)
        text = SAMPLE;
    bool set = as_view_set_source(a->view, text, strlen(text), err);
    free(example);
    return set;
}

static bool make_view(app *a, as_error *err)
{
    if (!as_view_new(&a->metrics, &a->view, err) || !set_theme(a, err) || !set_language(a, err))
        return false;
    set_colormap(a);
    resize_view(a);
    return set_first_text(a, err) && as_model_list_show(&a->models, a->view, err);
}

/* The model of the last run may be a file given by hand; one that is bad or gone since is a
 * *problem to say, no reason not to start. */
static bool read_models(app *a, as_error *problem, as_error *err)
{
    const as_catalogue *catalogue = a->options->catalogue;
    const char *given = a->options->model, *last = a->settings.model;
    if (given != NULL || last == NULL || last[0] != '/')
        return as_model_list_read(catalogue, given, given != NULL ? NULL : last, &a->models, err);
    as_error why;
    if (as_model_list_read(catalogue, last, NULL, &a->models, &why))
        return true;
    if (problem->status == AS_OK)
        *problem = why;
    return as_model_list_read(catalogue, NULL, NULL, &a->models, err);
}

static bool start(app *a, as_error *err)
{
    as_error problem;
    load_settings(a, &problem);
    const as_app_settings *s = &a->settings;
    if (!read_models(a, &problem, err))
        return false;
    int width = side_of(a->options->width, s->width, DEFAULT_WIDTH);
    int height = side_of(a->options->height, s->height, DEFAULT_HEIGHT);
    if (!as_window_new("Alphascope", width, height, a->options->scale, &a->window, err) ||
        !start_worker(a, err) || !make_painter(a, err) || !make_view(a, err))
        return false;
    if (problem.status != AS_OK)
        say(a, &problem);
    else if (a->models.n_bad > 0)
        say_left_out(a);
    return true;
}

/* ---- what the view asks for ---- */

/* An example of the last model that nobody touched gives way to one of the model chosen now. True
 * when the view has a new text, and so a new request. */
static bool change_example(app *a, const as_request *r)
{
    int before = a->model;
    a->model = r->model;
    if (before < 0 || before == r->model)
        return false;
    const as_model_item *last = &a->models.items[before], *now = &a->models.items[r->model];
    char *old_text = as_example_first(a->options->data, last->id);
    char *new_text = as_example_first(a->options->data, now->id);
    as_error err;
    bool changed = old_text != NULL && new_text != NULL && strlen(old_text) == r->text_len &&
                   memcmp(old_text, r->text, r->text_len) == 0 &&
                   as_view_set_source(a->view, new_text, strlen(new_text), &err);
    free(old_text);
    free(new_text);
    return changed;
}

static void translate(app *a, const as_request *r)
{
    if (r->model >= 0 && r->model < a->models.n && change_example(a, r))
        return;
    as_app_settings_set(&a->settings.sentence, r->text, r->text_len);
    if (r->model < 0 || r->model >= a->models.n)
        return;
    const as_model_item *item = &a->models.items[r->model];
    as_app_settings_set(&a->settings.model, item->id, strlen(item->id));
    as_worker_request request = {.generation = r->generation,
                                 .model_path = item->path,
                                 .text = r->text,
                                 .text_len = r->text_len,
                                 .temperature = r->temperature,
                                 .beam = a->options->beam > 0 ? a->options->beam : DEFAULT_BEAM};
    as_error err;
    if (!as_worker_submit(a->worker, &request, &err))
        say(a, &err);
}

static void take_result(app *a)
{
    as_worker_result result;
    if (!as_worker_take(a->worker, &result))
        return;
    const as_model *model = result.model;
    as_view_result shown = {.generation = result.generation,
                            .translation = result.translation,
                            .trace = result.trace,
                            .target_vocab = model != NULL ? model->target_vocab : NULL,
                            .config = model != NULL ? &model->config : NULL,
                            .decode_ms = result.decode_ms,
                            .message = result.translation == NULL ? result.error.message : NULL};
    result.translation = NULL; /* the view's now */
    result.trace = NULL;
    as_view_set_translation(a->view, &shown);
    as_worker_result_finish(a->worker, &result);
}

static void paste(app *a)
{
    char *text = as_window_paste(a->window);
    if (text == NULL)
        return;
    as_input in = {.kind = AS_INPUT_PASTE,
                   .time_ms = as_window_now_ms(),
                   .text = text,
                   .text_len = strlen(text)};
    as_view_input(a->view, &in);
    as_window_paste_free(text);
}

static void say_saved(app *a, const char *path)
{
    as_buffer message = {0};
    as_buffer_text(&message, as_str(as_view_language(a->view), AS_STR_SAVED));
    as_buffer_text(&message, " ");
    as_buffer_text(&message, path);
    if (as_buffer_ok(&message, NULL))
        as_view_set_status(a->view, message.text, false);
    as_buffer_finish(&message);
}

static void save_picture(app *a, const char *name)
{
    as_draw_list figure = {0};
    float width, height;
    char *folder = NULL, *path = NULL;
    as_error err;
    if (as_view_figure(a->view, &figure, &width, &height, &err) && as_save_folder(&folder, &err) &&
        as_save_figure(folder, name, &figure, width, height, &path, &err))
        say_saved(a, path);
    else
        say(a, &err);
    free(path);
    free(folder);
    as_draw_finish(&figure);
}

static void carry_out(app *a, const as_request *r)
{
    as_error err;
    switch (r->kind) {
    case AS_REQUEST_TRANSLATE:
        translate(a, r);
        break;
    case AS_REQUEST_COPY:
        if (!as_window_copy(a->window, r->text, &err))
            say(a, &err);
        break;
    case AS_REQUEST_PASTE:
        paste(a);
        break;
    case AS_REQUEST_SAVE_PICTURE:
        save_picture(a, r->text);
        break;
    case AS_REQUEST_OPEN_MODEL:
        break; /* the request to translate that follows loads it */
    case AS_REQUEST_TITLE:
        as_window_set_title(a->window, r->text);
        break;
    case AS_REQUEST_QUIT:
        a->quit = true;
        break;
    }
}

/* ---- the loop ---- */

static bool take_event(app *a, const as_window_event *event, as_error *err)
{
    switch (event->kind) {
    case AS_WINDOW_INPUT:
        if (event->input.kind == AS_INPUT_RESIZE &&
            as_window_scale(a->window) != as_painter_scale(a->painter) && !make_painter(a, err))
            return false;
        as_view_input(a->view, &event->input);
        break;
    case AS_WINDOW_WOKEN:
        take_result(a);
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

/* Sleeps until something happens or the next frame is due. */
static void wait_for_work(app *a)
{
    uint64_t now = as_window_now_ms(), due = as_view_next_frame_ms(a->view);
    as_window_wait(a->window, due == UINT64_MAX ? UINT64_MAX : due > now ? due - now : 0);
}

static bool loop(app *a, as_error *err)
{
    while (!a->quit) {
        as_window_event event;
        while (as_window_next_event(a->window, &event)) {
            if (!take_event(a, &event, err))
                return false;
        }
        as_request request;
        while (as_view_take_request(a->view, &request))
            carry_out(a, &request);
        if (a->quit)
            break;
        bool due = as_view_needs_frame(a->view, as_window_now_ms());
        if ((due || as_window_is_damaged(a->window)) && !draw(a, err))
            return false;
        wait_for_work(a);
    }
    return true;
}

static void save_settings(app *a)
{
    if (a->settings_path == NULL)
        return;
    const char *theme = as_theme_name(as_view_theme(a->view));
    const char *colormap = as_colormap_name(as_view_colormap(a->view));
    const char *language = as_view_language(a->view) == AS_LANGUAGE_ZH ? "zh" : "en";
    as_app_settings_set(&a->settings.theme, theme, strlen(theme));
    as_app_settings_set(&a->settings.colormap, colormap, strlen(colormap));
    as_app_settings_set(&a->settings.language, language, strlen(language));
    float width, height;
    as_window_logical_size(a->window, &width, &height);
    a->settings.width = (int)width;
    a->settings.height = (int)height;
    as_app_settings_save(a->settings_path, &a->settings, NULL); /* nobody is left to tell */
}

static void finish(app *a)
{
    as_worker_free(a->worker);
    as_view_free(a->view);
    as_draw_finish(&a->list);
    as_canvas_free(a->canvas);
    as_painter_free(a->painter);
    as_window_free(a->window);
    as_model_list_finish(&a->models);
    as_app_settings_finish(&a->settings);
    free(a->settings_path);
}

bool as_app_run(const as_app_options *options, as_error *err)
{
    app a = {.options = options,
             .models = {.selected = -1},
             .model = -1,
             .start_ms = as_window_now_ms()};
    a.dump = options->dump != NULL ? options->dump : getenv("ALPHASCOPE_TEST_DUMP");
    bool ok = start(&a, err);
    if (ok) {
        ok = loop(&a, err);
        save_settings(&a); /* after a failure too: the sentence is the user's work */
    }
    finish(&a);
    return ok;
}
