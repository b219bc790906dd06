/* Texts against tests/golden. A golden is what somebody looked at and found right; AS_GOLDEN=write
 * makes them anew, to be looked at again before they are kept. */
#ifndef AS_TESTS_GOLDEN_H
#define AS_TESTS_GOLDEN_H

#include "view/draw_list.h"

/* Fails the running cmocka test where `text` is not what golden/NAME.txt holds, at the first line
 * that differs. */
void golden_text(const char *name, const char *text);
/* The same for a list as as_draw_print has it. */
void golden_list(const char *name, const as_draw_list *list);

#endif
