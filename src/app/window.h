/* The window: SDL's events as the view's input, and a canvas on the screen.
 *
 * The picture goes to SDL's window surface, of which only the changed rectangles are sent. There is
 * no renderer to start, so the window is up sooner, it looks the same on every machine, and a frame
 * that follows the pointer touches a few thousand pixels instead of all of them.
 *
 * Three kinds of pixels: logical ones (the view's), SDL's window coordinates, and device pixels. */
#ifndef AS_APP_WINDOW_H
#define AS_APP_WINDOW_H

#include "paint/canvas.h"
#include "view/input.h"

typedef struct as_window as_window;

typedef enum as_window_event_kind {
    AS_WINDOW_INPUT, /* input */
    AS_WINDOW_DROP,  /* path: a file was dropped on the window */
    AS_WINDOW_WOKEN, /* as_window_wake was called */
    AS_WINDOW_QUIT,  /* closed, or the session ends */
} as_window_event_kind;

typedef struct as_window_event {
    as_window_event_kind kind;
    as_input input;   /* its text is borrowed until the next call */
    const char *path; /* likewise */
} as_window_event;

/* Opens a window of width x height logical pixels, limited to the screen. `scale` multiplies the
 * display's own: 0 asks the environment (GDK_SCALE), else 1. Only one window at a time. The
 * caller's; free with as_window_free. Errors: SYSTEM (no display; SDL's sentence). */
bool as_window_new(const char *title, int width, int height, float scale, as_window **out,
                   as_error *err);
void as_window_free(as_window *window);

/* Device pixels per logical pixel; changes when the window moves to another display. */
float as_window_scale(const as_window *window);
void as_window_logical_size(const as_window *window, float *width, float *height);

/* Sleeps until there is an event or timeout_ms have passed (UINT64_MAX: for ever). */
void as_window_wait(as_window *window, uint64_t timeout_ms);
/* The next event that has happened; false when there is none. */
bool as_window_next_event(as_window *window, as_window_event *out);
/* Makes as_window_wait return and an AS_WINDOW_WOKEN appear. From any thread. */
void as_window_wake(as_window *window);
uint64_t as_window_now_ms(void); /* the clock of as_input.time_ms */

/* Size of the surface in device pixels. */
bool as_window_surface_size(as_window *window, int *width, int *height, as_error *err);
/* The screen lost the picture: present again. True until the first as_window_present. */
bool as_window_is_damaged(const as_window *window);
/* Shows what the canvas last drew: what that changed, or all of it after damage. Errors: SYSTEM. */
bool as_window_present(as_window *window, const as_canvas *canvas, as_error *err);

void as_window_set_title(as_window *window, const char *title);
/* Covers the whole screen, or no longer. Errors: SYSTEM. */
bool as_window_set_full_screen(as_window *window, bool on, as_error *err);
/* An ARGB32 surface, copied. What cannot be set is left as it was. */
void as_window_set_icon(as_window *window, cairo_surface_t *icon);
/* Typing makes text events, and the input method's own window sits at `caret`, logical pixels. */
void as_window_set_text_input(as_window *window, bool on, as_box caret);

/* Errors: SYSTEM. */
bool as_window_copy(as_window *window, const char *text, as_error *err);
/* The clipboard's text, "" when it has none; free with as_window_paste_free. */
char *as_window_paste(as_window *window);
void as_window_paste_free(char *text);

#endif
