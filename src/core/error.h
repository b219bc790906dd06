/* Errors are values: a status and one sentence.
 *
 * Fallible functions return bool and take an as_error * (may be NULL) as their last parameter.
 * The sentence names the place, what was found and what was expected; no newline, no "Error:". */
#ifndef AS_CORE_ERROR_H
#define AS_CORE_ERROR_H

#include <stdbool.h>
#include <stddef.h>

typedef enum as_status {
    AS_OK = 0,
    AS_ERR_SYSTEM,    /* the machine refused: open, read, write, memory */
    AS_ERR_ARGUMENT,  /* the caller asked for something that does not exist */
    AS_ERR_FORMAT,    /* a file or text is not what it claims to be */
    AS_ERR_LIMIT,     /* larger than this program accepts */
    AS_ERR_CANCELLED, /* the cancel flag was raised */
} as_status;

typedef struct as_error {
    as_status status;
    char message[512]; /* UTF-8, cut at a character boundary when it does not fit */
} as_error;

/* Writes status and message into *err (when not NULL) and returns false, so that a failing
 * function can end in `return as_fail(err, …)`. Cannot fail. */
bool as_fail(as_error *err, as_status status, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* as_fail for a failed allocation of `what`. */
bool as_fail_memory(as_error *err, const char *what);

/* Puts "prefix: " before the message already in *err, to add the place (a file name, a line).
 * Returns false. */
bool as_fail_in(as_error *err, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Copies text that nobody vouches for into out[size] so that a message may hold it: control
 * characters and invalid UTF-8 become '?', and a long text is cut between characters and ends in
 * an ellipsis. size is at least 4. Returns out. Cannot fail. */
const char *as_printable(char *out, size_t size, const char *text);
enum { AS_PRINTABLE = 80 }; /* a good size for a name in a message */

#endif
