#include "core/model_file.h"

#include "core/dtype.h"

#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { LENGTH_BYTES = 8, ALIGNMENT = 64 };

/* Exactly len bytes from `offset` on. */
static bool read_at(int fd, void *to, size_t len, size_t offset, as_error *err)
{
    unsigned char *at = to;
    while (len > 0) {
        ssize_t n = pread(fd, at, len, (off_t)offset);
        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0)
            return as_fail(err, AS_ERR_SYSTEM, "cannot read: %s", strerror(errno));
        if (n == 0)
            return as_fail(err, AS_ERR_FORMAT, "the file ends at byte %zu while it is read",
                           offset);
        at += n;
        offset += (size_t)n;
        len -= (size_t)n;
    }
    return true;
}

static bool file_size(int fd, size_t *out, as_error *err)
{
    struct stat status;
    if (fstat(fd, &status) != 0)
        return as_fail(err, AS_ERR_SYSTEM, "cannot read: %s", strerror(errno));
    if (S_ISDIR(status.st_mode))
        return as_fail(err, AS_ERR_FORMAT, "a folder, expected a model file");
    if (!S_ISREG(status.st_mode))
        return as_fail(err, AS_ERR_FORMAT, "not a regular file");
    if ((uintmax_t)status.st_size > SIZE_MAX)
        return as_fail(err, AS_ERR_LIMIT, "more bytes than memory can address");
    *out = (size_t)status.st_size;
    return true;
}

static bool read_header(int fd, size_t file_bytes, as_model_file *out, as_error *err)
{
    unsigned char digits[LENGTH_BYTES] = {0};
    size_t first = file_bytes < LENGTH_BYTES ? file_bytes : LENGTH_BYTES, len = 0;
    if (!read_at(fd, digits, first, 0, err) ||
        !as_safetensors_header_length(digits, file_bytes, &len, err))
        return false;
    unsigned char *header = malloc(len + 1);
    if (!header)
        return as_fail_memory(err, "the header");
    size_t data_start = LENGTH_BYTES + len;
    bool ok = read_at(fd, header, len, LENGTH_BYTES, err) &&
              as_safetensors_parse_header(header, len, file_bytes - data_start, &out->header, err);
    free(header);
    out->fd = fd;
    out->data_start = data_start;
    out->bytes = file_bytes;
    return ok;
}

bool as_model_file_open(const char *path, as_model_file *out, as_error *err)
{
    as_model_file file = {.fd = -1};
    size_t bytes = 0;
    /* O_NONBLOCK: opening a pipe that nobody writes to must not hang. */
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (fd < 0)
        return as_fail(err, AS_ERR_SYSTEM, "cannot open: %s", strerror(errno));
    if (!file_size(fd, &bytes, err) || !read_header(fd, bytes, &file, err)) {
        close(fd);
        return false;
    }
    *out = file;
    return true;
}

bool as_model_file_parse(const void *bytes, size_t len, as_model_file *out, as_error *err)
{
    as_model_file file = {.fd = -1, .bytes = len};
    if (!as_safetensors_parse(bytes, len, &file.header, err))
        return false;
    *out = file;
    return true;
}

bool as_model_file_fetch(const as_model_file *file, const as_st_tensor *tensor, void *to,
                         as_error *err)
{
    if (file->fd < 0)
        memcpy(to, tensor->data, tensor->bytes);
    else if (!read_at(file->fd, to, tensor->bytes, file->data_start + tensor->offset, err))
        return as_fail_in(err, "tensor %s", tensor->name);
    return true;
}

void as_model_file_close(as_model_file *file)
{
    as_safetensors_free(file->header);
    if (file->fd >= 0)
        close(file->fd);
    *file = (as_model_file){.fd = -1};
}

static const char *shape_text(char out[64], int rank, size_t rows, size_t cols)
{
    if (rank == 1)
        snprintf(out, 64, "[%zu]", rows);
    else
        snprintf(out, 64, "[%zu, %zu]", rows, cols);
    return out;
}

static bool check_tensor(const as_param_spec *spec, const as_st_tensor *t, as_error *err)
{
    if (!t)
        return as_fail(err, AS_ERR_FORMAT, "tensor %s is missing", spec->name);
    int rank = spec->is_vector ? 1 : 2;
    size_t rows = (size_t)spec->rows, cols = (size_t)spec->cols;
    char found[64], expected[64];
    if (t->rank != rank || t->shape[0] != rows || (rank == 2 && t->shape[1] != cols))
        return as_fail(err, AS_ERR_FORMAT, "tensor %s is %s, expected %s", spec->name,
                       shape_text(found, t->rank, t->shape[0], t->shape[1]),
                       shape_text(expected, rank, rows, cols));
    return true;
}

static bool check_no_extra(const as_safetensors *header, const as_placing *places, int n,
                           as_error *err)
{
    for (int k = 0; k < as_safetensors_count(header); k++) {
        const as_st_tensor *t = as_safetensors_at(header, k);
        bool known = false;
        for (int j = 0; j < n; j++)
            known = known || places[j].tensor == t;
        char name[AS_PRINTABLE];
        if (!known)
            return as_fail(err, AS_ERR_FORMAT, "tensor %s is not part of a model of this config",
                           as_printable(name, sizeof name, t->name));
    }
    return true;
}

bool as_model_file_place(const as_model_file *file, const as_config *config, as_placing *places,
                         int *n_places, size_t *bytes, as_error *err)
{
    as_param_spec specs[AS_MAX_PARAMS];
    int n = as_param_specs(config, specs);
    size_t end = 0;
    for (int k = 0; k < n; k++) {
        const as_st_tensor *t = as_safetensors_lookup(file->header, specs[k].name);
        if (!check_tensor(&specs[k], t, err))
            return false;
        as_dtype dtype = t->dtype == AS_BF16 && !specs[k].is_vector ? AS_BF16 : AS_F32;
        places[k] = (as_placing){specs[k], t, dtype, end};
        size_t size = t->bytes / as_dtype_bytes(t->dtype) * as_dtype_bytes(dtype);
        end += (size + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
    }
    *n_places = n;
    *bytes = end;
    return check_no_extra(file->header, places, n, err);
}
