/* The program's inside, shared by app.c, app_start.c, app_loop.c and bench_ui.c alone. */
#ifndef AS_APP_APP_PRIVATE_H
#define AS_APP_APP_PRIVATE_H

#include "app/app.h"
#include "app/keeper.h"
#include "app/model_list.h"
#include "app/window.h"
#include "app/worker.h"
#include "view/view.h"

typedef struct app {
    const as_app_options *options;
    as_keeper keeper;
    as_model_list models;
    as_worker *worker;
    as_worker *second; /* for what is compared; NULL until something is */
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

/* app_start.c */
/* Reads settings and models, opens the window. What it has made stays in *a, on failure too. */
bool as_app_start(app *a, as_error *err);
/* A worker that wakes the window. */
bool as_app_make_worker(const app *a, as_worker **out, as_error *err);
/* A painter and a canvas for the scale of the window, in place of those there are. */
bool as_app_make_painter(app *a, as_error *err);

/* app.c */
void as_app_say(app *a, const as_error *err); /* in the window */
/* Hands what there is to the view's menu of sentences. */
void as_app_show_examples(app *a, int model);
void as_app_show_recent(app *a);
void as_app_carry_out(app *a, const as_request *request);
void as_app_take_result(app *a); /* of the worker, if there is one */

/* app_open.c */
void as_app_complete(app *a, const char *path, bool saving); /* of a file that is saved */
void as_app_open_path(app *a, const char *path);

/* app_save.c */
void as_app_propose(app *a, const char *name);
void as_app_save(app *a, const char *typed, bool replace);

/* app_loop.c */
/* Takes the events that wait, does what the view asks for, draws a frame if one is due. *drew tells
 * whether it did; it may be NULL. */
bool as_app_pass(app *a, bool *drew, as_error *err);
/* Passes until the window is closed. */
bool as_app_loop(app *a, as_error *err);
/* Notes what the window is like now, for the settings file. */
void as_app_note_settings(app *a);

#endif
