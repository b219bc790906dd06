/* Texts that hold nothing to translate. */
#ifndef AS_VIEW_BLANK_H
#define AS_VIEW_BLANK_H

#include <stdbool.h>
#include <stddef.h>

/* Is there nothing but spaces, of whatever kind, or nothing at all? Cannot fail. */
bool as_text_is_blank(const char *text, size_t len);

#endif
