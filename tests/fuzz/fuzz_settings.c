/* The configuration of another toolkit's model, which comes from tests/reference/toolkits: the toolkit
 * in the first byte (M Marian, N Nematus, J JoeyNMT), and the text. */
#include "check.h"

#include "interop/import.h"

#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { MAX_PATH = 512 };

/* The folder of the tests; where the program of run.sh stands, the project's. */
static const char *model_path(char out[MAX_PATH], uint8_t toolkit)
{
    const char *tests = getenv("AS_TESTS_DIR");
    const char *file = toolkit == 'M'   ? "s2s/model.npz"
                       : toolkit == 'N' ? "theano/model.npz"
                                        : "joey/400.ckpt";
    snprintf(out, MAX_PATH, "%s/reference/toolkits/%s", tests ? tests : "tests", file);
    return out;
}

/* A file of exactly these bytes, which the next call replaces. */
static const char *written(const uint8_t *data, size_t size)
{
    static char path[64];
    static int fd = -1;
    if (fd < 0) {
        snprintf(path, sizeof path, "%s/alphascope-fuzz-%ld",
                 access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp", (long)getpid());
        fd = open(path, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, S_IRUSR | S_IWUSR);
        CHECK(fd >= 0);
        unlink(path);
        snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
    }
    CHECK(ftruncate(fd, 0) == 0 && pwrite(fd, data, size, 0) == (ssize_t)size);
    return path;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char path[MAX_PATH];
    as_imported imported;
    as_error err = {0};
    if (size == 0)
        return 0;
    as_import_files files = {.config = written(data + 1, size - 1)};
    if (as_import(model_path(path, data[0]), &files, &imported, &err)) {
        CHECK(as_config_check(&imported.config, &err));
        CHECK(imported.block && imported.card.source_vocab && imported.card.target_vocab);
        as_imported_finish(&imported);
    } else {
        CHECK(err.status != AS_OK && err.message[0] != '\0' && !strchr(err.message, '\n'));
        CHECK(!imported.block);
    }
    return 0;
}
