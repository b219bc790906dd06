#include "core/file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static bool fail_errno(as_error *err, const char *path, int code)
{
    return as_fail(err, AS_ERR_SYSTEM, "%s: %s", path, strerror(code));
}

/* Reading */

/* Bytes to make room for at first: the size of a regular file and one more, to meet its end. */
static size_t first_room(int fd, size_t limit)
{
    struct stat st;
    size_t room = 1 << 16;
    if (fstat(fd, &st) == 0 && S_ISREG(st.st_mode) && st.st_size > 0)
        room = (uintmax_t)st.st_size < limit ? (size_t)st.st_size : limit;
    return room + 2;
}

/* Reads until the end, or one byte past `limit`. */
static bool read_all(int fd, const char *path, size_t limit, unsigned char **out, size_t *len,
                     as_error *err)
{
    size_t room = first_room(fd, limit), used = 0;
    unsigned char *bytes = malloc(room);
    for (;;) {
        if (!bytes)
            return as_fail(err, AS_ERR_SYSTEM, "%s: out of memory", path);
        ssize_t n = read(fd, bytes + used, room - 1 - used);
        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0) {
            fail_errno(err, path, errno);
            free(bytes);
            return false;
        }
        used += (size_t)n;
        if (used > limit) {
            free(bytes);
            return as_fail(err, AS_ERR_LIMIT, "%s: larger than %zu bytes", path, limit);
        }
        if (n == 0)
            break;
        if (used == room - 1) {
            room = room > SIZE_MAX / 2 ? SIZE_MAX : 2 * room;
            unsigned char *more = realloc(bytes, room);
            if (!more)
                free(bytes);
            bytes = more;
        }
    }
    bytes[used] = '\0';
    *out = bytes;
    *len = used;
    return true;
}

bool as_file_read(const char *path, size_t limit, unsigned char **out, size_t *len, as_error *err)
{
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return fail_errno(err, path, errno);
    bool ok = read_all(fd, path, limit, out, len, err);
    close(fd);
    return ok;
}

/* Writing */

static const char *base_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

/* The folder of a path, ending in '/', or "./". The caller's. */
static char *folder_of(const char *path)
{
    size_t len = (size_t)(base_name(path) - path);
    return len ? strndup(path, len) : strdup("./");
}

/* Creates a new file in the folder of w->path; w->temporary becomes its name. */
static bool create_temporary(as_file_writer *w, mode_t mode, as_error *err)
{
    enum { ATTEMPTS = 1000, NAME_ROOM = 64 };
    char *folder = folder_of(w->path);
    size_t room = folder ? strlen(folder) + NAME_ROOM : 0;
    char *name = folder ? malloc(room) : NULL;
    if (!name) {
        free(folder);
        return as_fail_memory(err, "a file name");
    }
    int fd = -1;
    for (int k = 0; k < ATTEMPTS && fd < 0; k++) {
        snprintf(name, room, "%s.alphascope-%ld-%d.tmp", folder, (long)getpid(), k);
        fd = open(name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode);
        if (fd < 0 && errno != EEXIST)
            break;
    }
    int code = errno;
    free(folder);
    if (fd >= 0 && (w->stream = fdopen(fd, "wb")) == NULL) {
        code = errno;
        close(fd);
        unlink(name);
        fd = -1;
    }
    if (fd < 0) {
        free(name);
        return fail_errno(err, w->path, code);
    }
    w->temporary = name;
    return true;
}

static bool fail_taken(as_error *err, const char *path)
{
    return as_fail(err, AS_ERR_ARGUMENT, "%s exists already", path);
}

/* Opens the stream for w->path, or for a temporary file beside it. */
static bool open_stream(as_file_writer *w, as_error *err)
{
    struct stat st;
    bool exists = stat(w->path, &st) == 0;
    if (!exists)
        return create_temporary(w, 0666, err);
    if (S_ISDIR(st.st_mode))
        return fail_errno(err, w->path, EISDIR);
    if (!S_ISREG(st.st_mode)) {
        w->stream = fopen(w->path, "wb");
        return w->stream || fail_errno(err, w->path, errno);
    }
    if (!w->replace)
        return fail_taken(err, w->path);
    if (!create_temporary(w, 0600, err))
        return false;
    if (fchmod(fileno(w->stream), st.st_mode & 07777) != 0)
        return fail_errno(err, w->path, errno);
    return true;
}

bool as_file_writer_open(as_file_writer *w, const char *path, bool replace, as_error *err)
{
    *w = (as_file_writer){.replace = replace};
    if (path[0] == '\0')
        return as_fail(err, AS_ERR_ARGUMENT, "the name of the file to write is empty");
    struct stat st;
    bool link = lstat(path, &st) == 0 && S_ISLNK(st.st_mode);
    w->path = link ? realpath(path, NULL) : strdup(path);
    if (!w->path)
        return fail_errno(err, path, errno);
    if (!open_stream(w, err)) {
        as_file_writer_abort(w);
        return false;
    }
    return true;
}

/* Why an earlier write failed. The stream only remembers that it did; what was in its way is still
 * there for one byte more. */
static int reason_of_failure(FILE *stream)
{
    clearerr(stream);
    errno = 0;
    bool failed = fputc(0, stream) == EOF || fflush(stream) != 0;
    return failed && errno != 0 ? errno : EIO;
}

/* Everything written lies on the disk. Closes the stream. */
static bool close_stream(as_file_writer *w, as_error *err)
{
    FILE *stream = w->stream;
    bool ok = !ferror(stream);
    int code = ok ? 0 : reason_of_failure(stream);
    if (ok && (fflush(stream) != 0 || (w->temporary && fsync(fileno(stream)) != 0))) {
        ok = false;
        code = errno;
    }
    w->stream = NULL;
    if (fclose(stream) != 0 && ok) {
        ok = false;
        code = errno;
    }
    return ok || fail_errno(err, w->path, code);
}

/* Gives the temporary file its name without ever replacing another. */
static bool claim_name(as_file_writer *w, as_error *err)
{
    if (link(w->temporary, w->path) == 0) {
        unlink(w->temporary);
        return true;
    }
    /* Taken, or a file system without hard links: take the name with an empty file, then rename
     * over it. */
    int fd = open(w->path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (fd < 0)
        return errno == EEXIST ? fail_taken(err, w->path) : fail_errno(err, w->path, errno);
    close(fd);
    if (rename(w->temporary, w->path) == 0)
        return true;
    int code = errno;
    unlink(w->path);
    return fail_errno(err, w->path, code);
}

/* The new name survives a power cut. Not every file system can; the file is whole all the same. */
static void sync_folder(const char *path)
{
    char *folder = folder_of(path);
    int fd = folder ? open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC) : -1;
    if (fd >= 0) {
        fsync(fd);
        close(fd);
    }
    free(folder);
}

bool as_file_writer_commit(as_file_writer *w, as_error *err)
{
    bool ok = close_stream(w, err);
    if (ok && w->temporary) {
        ok = w->replace ? rename(w->temporary, w->path) == 0 || fail_errno(err, w->path, errno)
                        : claim_name(w, err);
        if (ok) {
            sync_folder(w->path);
            free(w->temporary);
            w->temporary = NULL;
        }
    }
    as_file_writer_abort(w);
    return ok;
}

void as_file_writer_abort(as_file_writer *w)
{
    if (w->stream)
        fclose(w->stream);
    if (w->temporary)
        unlink(w->temporary);
    free(w->temporary);
    free(w->path);
    *w = (as_file_writer){0};
}

bool as_file_same(const char *a, const char *b)
{
    struct stat st_a, st_b;
    bool has_a = stat(a, &st_a) == 0, has_b = stat(b, &st_b) == 0;
    if (has_a && has_b)
        return S_ISREG(st_a.st_mode) && st_a.st_dev == st_b.st_dev && st_a.st_ino == st_b.st_ino;
    return !has_a && !has_b && strcmp(a, b) == 0;
}
