/* A growing run of bytes that text is printed into.
 *
 * A failed append is remembered and makes every later one do nothing, so that a writer checks once,
 * at its end, with as_buffer_ok. Numbers never depend on the locale. Not thread-safe. */
#ifndef AS_CORE_BUFFER_H
#define AS_CORE_BUFFER_H

#include "core/error.h"

#include <stddef.h>

/* A zeroed buffer is empty and ready; text is NUL-terminated after the first append. */
typedef struct as_buffer {
    char *text;
    size_t len, capacity;
    bool failed; /* memory was short; the text is cut */
} as_buffer;

void as_buffer_bytes(as_buffer *buffer, const void *bytes, size_t len);
void as_buffer_text(as_buffer *buffer, const char *text);
/* At most a few hundred characters. %f, %e and %g would follow the locale: see below. */
void as_buffer_format(as_buffer *buffer, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* The shortest decimal that reads back as the same number, at most 9 digits for a float and 17 for
 * a double; "null" when it is not finite, which is what JSON can say. */
void as_buffer_float(as_buffer *buffer, float x);
void as_buffer_double(as_buffer *buffer, double x);
/* x to `digits` significant digits, trailing zeros dropped (%g). */
void as_buffer_rounded(as_buffer *buffer, double x, int digits);

/* A JSON string in quotes. Invalid UTF-8 becomes U+FFFD. */
void as_buffer_json_string(as_buffer *buffer, const char *text);

/* True when every append succeeded; else SYSTEM. */
bool as_buffer_ok(const as_buffer *buffer, as_error *err);
/* Writes the buffer as a file, whole or not at all. replace false: ARGUMENT when the name is taken.
 * Errors: SYSTEM too, also for a failed append. */
bool as_buffer_save(const as_buffer *buffer, const char *path, bool replace, as_error *err);
/* Forgets the text and keeps the memory. */
void as_buffer_reset(as_buffer *buffer);
void as_buffer_finish(as_buffer *buffer);

#endif
