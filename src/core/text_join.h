/* Putting texts side by side as their languages are written. */
#ifndef AS_CORE_TEXT_JOIN_H
#define AS_CORE_TEXT_JOIN_H

#include <stdbool.h>
#include <stddef.h>

/* Does a space belong between two texts? Not beside a character of Chinese or Japanese (Han, kana,
 * their punctuation, full-width forms), nor beside nothing. Any bytes are allowed. Cannot fail. */
bool as_text_space_between(const char *left, size_t left_len, const char *right, size_t right_len);

#endif
