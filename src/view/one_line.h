/* Any bytes as one line of text that can be edited. */
#ifndef AS_VIEW_ONE_LINE_H
#define AS_VIEW_ONE_LINE_H

#include "core/error.h"

#include <stddef.h>

enum { AS_ONE_LINE_MAX = 1 << 17 }; /* bytes */

/* Invalid UTF-8 becomes U+FFFD; line breaks (CR LF is one), tabs and other controls become spaces;
 * embeddings, overrides and isolates of bidirectional text, which would show the words in an order
 * that no model reads, are left out. text may be NULL if len is 0. *out, not terminated, is the
 * caller's. Errors: LIMIT, SYSTEM. */
bool as_one_line(const char *text, size_t len, char **out, size_t *out_len, as_error *err);

#endif
