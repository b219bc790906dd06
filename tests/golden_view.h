/* What a view shows against tests/golden (golden.h). */
#ifndef AS_TESTS_GOLDEN_VIEW_H
#define AS_TESTS_GOLDEN_VIEW_H

#include "golden.h"
#include "view_driver.h"

/* The next frame, and what would be saved as a picture. */
void golden_frame(const char *name, as_view *view);
void golden_figure(const char *name, as_view *view);

#endif
