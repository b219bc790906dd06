/* Drives a view as a program does: events in, requests taken and answered, state read back from its
 * dump. */
#ifndef AS_TESTS_VIEW_DRIVER_H
#define AS_TESTS_VIEW_DRIVER_H

#include "fake_translation.h"

#include <jansson.h>

/* A view with two models found, the first in use; 1280 x 800, the fixed font. */
as_view *drive_new(void);

/* Set up and tear down of cmocka tests whose state is such a view. */
int drive_set_up(void **state);
int drive_tear_down(void **state);

void drive_key(as_view *view, as_key key, unsigned mods);
void drive_letter(as_view *view, char letter, unsigned mods); /* 'A' to 'Z' */
void drive_type(as_view *view, const char *text);
void drive_paste(as_view *view, const char *text);
void drive_compose(as_view *view, const char *text, size_t caret);
void drive_move(as_view *view, float x, float y);
void drive_press(as_view *view, float x, float y, unsigned mods);
void drive_release(as_view *view, float x, float y);
void drive_click(as_view *view, float x, float y, uint64_t at_ms);
void drive_wheel(as_view *view, float x, float y, unsigned mods);
void drive_resize(as_view *view, float width, float height);

/* Takes requests until one of this kind is found; false when there is none. The others are lost. */
bool drive_take(as_view *view, as_request_kind kind, as_request *out);
/* Sets the source text and answers its request with a fake translation and its trace. */
void drive_show(as_view *view, const char *source, const char *target);
/* Answers the pending request (the newest) with this translation. */
void drive_answer(as_view *view, as_translation *translation);
/* The same with a trace of it, under this configuration. */
void drive_answer_traced(as_view *view, as_translation *translation, const as_config *config);

/* Draws what would be saved as a picture. */
void drive_figure(as_view *view, as_draw_list *list);
/* Draws a frame that must succeed into a list of the caller's; at time 0, at another. */
void drive_frame(as_view *view, as_draw_list *list);
void drive_frame_at(as_view *view, uint64_t now_ms, as_draw_list *list);

/* The dump after a frame, parsed; json_decref. */
json_t *drive_dump(as_view *view);
/* One value of it: a number, a string (into out, which is returned), a cell. */
double drive_number(as_view *view, const char *path);
char *drive_string(as_view *view, const char *key, char *out, size_t size);
as_cell drive_cell(as_view *view, const char *key);
/* The middle of a cell on the screen, from the dump's geometry. */
void drive_cell_middle(as_view *view, int t, int i, float *x, float *y);

/* Is there a text with exactly these bytes in a list, in the next frame? */
bool drive_list_says(const as_draw_list *list, const char *text);
bool drive_says(as_view *view, const char *text);
bool drive_has_tooltip(as_view *view);
void drive_assert_cell(as_view *view, const char *key, int t, int i);
void drive_assert_source(as_view *view, const char *text);
/* Walks with Tab to whatever has this name in the dump. */
void drive_focus(as_view *view, const char *name);
void drive_assert_focus(as_view *view, const char *name);

#endif
