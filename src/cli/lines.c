#include "cli/lines.h"

#include "cli/program.h"

#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

void as_line_reader_init(as_line_reader *reader, int fd)
{
    *reader = (as_line_reader){.fd = fd};
}

void as_line_reader_finish(as_line_reader *reader)
{
    free(reader->buffer);
    *reader = (as_line_reader){.fd = -1};
}

/* Room for at least one more byte: moves what is unread to the front, or doubles the buffer. */
static bool make_room(as_line_reader *reader, as_error *err)
{
    if (reader->end < reader->capacity)
        return true;
    if (reader->start > 0) {
        memmove(reader->buffer, reader->buffer + reader->start, reader->end - reader->start);
        reader->end -= reader->start;
        reader->start = 0;
        return true;
    }
    size_t capacity = reader->capacity > 0 ? 2 * reader->capacity : 1 << 16;
    if (reader->capacity > AS_LINE_MAX)
        return as_fail(err, AS_ERR_LIMIT, "a line of more than %d bytes", AS_LINE_MAX);
    char *buffer = realloc(reader->buffer, capacity);
    if (buffer == NULL)
        return as_fail_memory(err, "a line");
    reader->buffer = buffer;
    reader->capacity = capacity;
    return true;
}

static as_line_status take(as_line_reader *reader, size_t len, size_t skip, char **line,
                           size_t *len_out, as_error *err)
{
    char *copy = malloc(len + 1);
    if (copy == NULL) {
        as_fail_memory(err, "a line");
        return AS_LINE_FAILED;
    }
    memcpy(copy, reader->buffer + reader->start, len);
    copy[len] = '\0';
    reader->start += len + skip;
    reader->scanned = 0;
    reader->n_lines++;
    *line = copy;
    *len_out = len;
    return AS_LINE_READ;
}

static bool can_read(int fd)
{
    struct pollfd poller = {.fd = fd, .events = POLLIN};
    return poll(&poller, 1, 0) > 0;
}

as_line_status as_line_next(as_line_reader *reader, bool wait, char **line, size_t *len,
                            as_error *err)
{
    for (;;) {
        size_t unread = reader->end - reader->start;
        if (unread > reader->scanned) {
            const char *from = reader->buffer + reader->start;
            const char *newline = memchr(from + reader->scanned, '\n', unread - reader->scanned);
            if (newline != NULL)
                return take(reader, (size_t)(newline - from), 1, line, len, err);
            reader->scanned = unread;
        }
        if (reader->at_end)
            return unread > 0 ? take(reader, unread, 0, line, len, err) : AS_LINE_END;
        if (!wait && !can_read(reader->fd))
            return AS_LINE_PENDING;
        if (!make_room(reader, err))
            return AS_LINE_FAILED;
        ssize_t got =
            read(reader->fd, reader->buffer + reader->end, reader->capacity - reader->end);
        if (as_program_interrupted()) {
            as_fail(err, AS_ERR_CANCELLED, "interrupted");
            return AS_LINE_FAILED;
        }
        if (got < 0 && errno != EINTR) {
            as_fail(err, AS_ERR_SYSTEM, "cannot read: %s", strerror(errno));
            return AS_LINE_FAILED;
        }
        reader->end += got > 0 ? (size_t)got : 0;
        reader->at_end = got == 0;
    }
}
