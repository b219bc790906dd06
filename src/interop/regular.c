#include "interop/regular.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

FILE *as_regular_open(const char *path, uint64_t *bytes, as_error *err)
{
    struct stat status;
    /* O_NONBLOCK: opening a pipe that nobody writes to must not hang. */
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    FILE *stream = NULL;
    if (fd < 0 || fstat(fd, &status) != 0)
        as_fail(err, AS_ERR_SYSTEM, "cannot open: %s", strerror(errno));
    else if (S_ISDIR(status.st_mode))
        as_fail(err, AS_ERR_FORMAT, "a folder, expected a file");
    else if (!S_ISREG(status.st_mode))
        as_fail(err, AS_ERR_FORMAT, "not a regular file");
    else if ((stream = fdopen(fd, "rb")) == NULL)
        as_fail(err, AS_ERR_SYSTEM, "cannot open: %s", strerror(errno));
    else
        *bytes = (uint64_t)status.st_size;
    if (!stream && fd >= 0)
        close(fd);
    return stream;
}

bool as_regular_head(const char *path, unsigned char *out, size_t size, size_t *len, as_error *err)
{
    uint64_t bytes;
    FILE *stream = as_regular_open(path, &bytes, err);
    if (!stream)
        return false;
    *len = fread(out, 1, size, stream);
    bool ok = !ferror(stream) || as_fail(err, AS_ERR_SYSTEM, "cannot read: %s", strerror(errno));
    fclose(stream);
    return ok;
}
