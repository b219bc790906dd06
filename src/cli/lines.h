/* Lines from a file descriptor, without waiting where the caller has work to do: several lines go
 * into one batch only if they are there already, so a program that writes one line and waits for
 * the answer gets it. */
#ifndef AS_CLI_LINES_H
#define AS_CLI_LINES_H

#include "core/error.h"

#include <stddef.h>

typedef enum as_line_status {
    AS_LINE_READ,    /* a line */
    AS_LINE_END,     /* the input ended */
    AS_LINE_PENDING, /* none complete yet; only without `wait` */
    AS_LINE_FAILED,
} as_line_status;

typedef struct as_line_reader {
    int fd;
    char *buffer;
    size_t start, end, capacity; /* unread bytes: [start, end) */
    size_t scanned;              /* bytes from start known to hold no line break */
    bool at_end;
    long long n_lines; /* handed out so far */
} as_line_reader;

enum { AS_LINE_MAX = 16 << 20 };

/* Starts on an open descriptor, which stays the caller's. */
void as_line_reader_init(as_line_reader *reader, int fd);
void as_line_reader_finish(as_line_reader *reader);

/* The next line without its line break, the caller's (free), with a NUL after its *len bytes (which
 * may hold NULs of their own). A last line without a break counts; nothing after the last break
 * does not. Errors: SYSTEM (read, memory), LIMIT past AS_LINE_MAX, CANCELLED when a signal came. */
as_line_status as_line_next(as_line_reader *reader, bool wait, char **line, size_t *len,
                            as_error *err);

#endif
