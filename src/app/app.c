#include "app/app.h"

#include "app/app_private.h"
#include "app/bench_ui.h"
#include "app/examples.h"

#include <stdlib.h>
#include <string.h>

void as_app_say(app *a, const as_error *err)
{
    as_view_set_status(a->view, err->message, true);
}

/* ---- sentences ---- */

static void show_sentences(app *a, as_sentence_kind kind, const as_sentences *list)
{
    as_error err;
    if (!as_view_set_sentences(a->view, kind, (const char *const *)list->items, list->n, &err))
        as_app_say(a, &err);
}

void as_app_show_examples(app *a, int model)
{
    as_sentences examples = {0};
    as_error err;
    if (model >= 0 && model < a->models.n) {
        const as_model_item *item = &a->models.items[model];
        if (!as_examples_read(a->options->data, item->id, item->about.languages, &examples, &err))
            as_app_say(a, &err);
    }
    show_sentences(a, AS_SENTENCES_EXAMPLES, &examples);
    as_sentences_finish(&examples);
}

void as_app_show_recent(app *a)
{
    show_sentences(a, AS_SENTENCES_RECENT, &a->keeper.settings.recent);
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
    char *old_text = as_example_first(a->options->data, last->id, last->about.languages);
    char *new_text = as_example_first(a->options->data, now->id, now->about.languages);
    as_error err;
    bool changed = old_text != NULL && new_text != NULL && strcmp(old_text, new_text) != 0 &&
                   strlen(old_text) == r->text_len && memcmp(old_text, r->text, r->text_len) == 0 &&
                   as_view_set_source(a->view, new_text, strlen(new_text), &err);
    free(old_text);
    free(new_text);
    return changed;
}

static as_worker_request request_of(const app *a, const as_request *r)
{
    return (as_worker_request){.generation = r->generation,
                               .model_path = a->models.items[r->model].path,
                               .model_version = a->models.items[r->model].version,
                               .text = r->text,
                               .text_len = r->text_len,
                               .temperature = r->temperature,
                               .prefix = r->prefix,
                               .exactly = r->exactly,
                               .target = r->target,
                               .target_len = r->target_len,
                               .target_tokens = r->target_tokens,
                               .target_tokenizer = r->target_tokenizer,
                               .beam = r->beam};
}

static void translate(app *a, const as_request *r)
{
    if (r->model >= 0 && r->model < a->models.n && change_example(a, r))
        return;
    uint64_t now = as_window_now_ms();
    as_keeper_text(&a->keeper, &a->keeper.settings.sentence, r->text, r->text_len, now);
    if (r->model < 0 || r->model >= a->models.n)
        return;
    const as_model_item *item = &a->models.items[r->model];
    as_keeper_text(&a->keeper, &a->keeper.settings.model, item->id, strlen(item->id), now);
    as_worker_request request = request_of(a, r);
    as_error err;
    if (!as_worker_submit(a->worker, &request, &err))
        as_app_say(a, &err);
}

/* A second thread with models of its own: neither waits for the other. */
static void compare(app *a, const as_request *r)
{
    as_error err;
    if (r->model < 0 || r->model >= a->models.n)
        return;
    as_worker_request request = request_of(a, r);
    if ((a->second == NULL && !as_app_make_worker(a, &a->second, &err)) ||
        !as_worker_submit(a->second, &request, &err))
        as_app_say(a, &err);
}

/* What a worker has made goes to the view. */
static void take_from(app *a, as_worker *worker,
                      bool (*set)(as_view *view, const as_view_result *result))
{
    as_worker_result result;
    if (worker == NULL || !as_worker_take(worker, &result))
        return;
    const as_model *model = result.model;
    as_view_result shown = {.generation = result.generation,
                            .translation = result.translation,
                            .trace = result.trace,
                            .tree = result.tree,
                            .target_vocab = model != NULL ? model->target_vocab : NULL,
                            .target_tokenizer = result.target_tokenizer,
                            .config = model != NULL ? &model->config : NULL,
                            .decode_ms = result.decode_ms,
                            .message = result.translation == NULL ? result.error.message : NULL};
    result.translation = NULL; /* the view's now */
    result.trace = NULL;
    result.tree = NULL;
    set(a->view, &shown);
    as_worker_result_finish(worker, &result);
}

void as_app_take_result(app *a)
{
    take_from(a, a->worker, as_view_set_translation);
    take_from(a, a->second, as_view_set_second);
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

void as_app_carry_out(app *a, const as_request *r)
{
    as_error err;
    switch (r->kind) {
    case AS_REQUEST_TRANSLATE:
        translate(a, r);
        break;
    case AS_REQUEST_COMPARE:
        compare(a, r);
        break;
    case AS_REQUEST_COPY:
        if (!as_window_copy(a->window, r->text, &err))
            as_app_say(a, &err);
        break;
    case AS_REQUEST_PASTE:
        paste(a);
        break;
    case AS_REQUEST_PROPOSE:
        as_app_propose(a, r->text);
        break;
    case AS_REQUEST_SAVE:
        as_app_save(a, r->text, r->replace);
        break;
    case AS_REQUEST_OPEN_MODEL: /* the request to translate that follows loads it */
        as_app_show_examples(a, r->model);
        break;
    case AS_REQUEST_TITLE:
        as_window_set_title(a->window, r->text);
        break;
    case AS_REQUEST_COMPLETE:
        as_app_complete(a, r->text, r->saving);
        break;
    case AS_REQUEST_OPEN_PATH:
        as_app_open_path(a, r->text);
        break;
    case AS_REQUEST_FULL_SCREEN:
        if (!as_window_set_full_screen(a->window, as_view_is_presenting(a->view), &err))
            as_app_say(a, &err);
        break;
    case AS_REQUEST_QUIT:
        a->quit = true;
        break;
    }
}

static void finish(app *a)
{
    as_worker_free(a->worker);
    as_worker_free(a->second);
    as_view_free(a->view);
    as_draw_finish(&a->list);
    as_canvas_free(a->canvas);
    as_painter_free(a->painter);
    as_window_free(a->window);
    as_model_list_finish(&a->models);
    as_keeper_finish(&a->keeper);
}

bool as_app_run(const as_app_options *options, as_error *err)
{
    app a = {.options = options,
             .models = {.selected = -1},
             .model = -1,
             .start_ms = as_window_now_ms()};
    a.dump = options->dump != NULL ? options->dump : getenv("ALPHASCOPE_TEST_DUMP");
    bool ok = as_app_start(&a, err);
    if (ok) {
        ok = options->bench != NULL ? as_bench_ui(&a, options->bench, err) : as_app_loop(&a, err);
        as_app_note_settings(&a);         /* after a failure too: the sentence is the user's work */
        as_keeper_write(&a.keeper, NULL); /* nobody is left to tell */
    }
    finish(&a);
    return ok;
}
