/* Text that is broken into lines of a width: between words, and anywhere in scripts that are
 * written without spaces. */
#ifndef AS_VIEW_WRAP_H
#define AS_VIEW_WRAP_H

#include "view/draw_list.h"

/* How many bytes of text stand on its first line: as many words as fit into `width`, at least one
 * cluster; the spaces at the end count as on it. 0 only for an empty text. Cannot fail. */
size_t as_wrap_line(const as_text_metrics *tm, as_font font, float size, float width,
                    const char *text, size_t len);

#endif
