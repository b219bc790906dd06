#include "interop/beside.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* The first len bytes of a and all of b. */
static char *joined(const char *a, size_t len, const char *b)
{
    size_t tail = strlen(b);
    char *out = malloc(len + tail + 1);
    if (out) {
        memcpy(out, a, len);
        memcpy(out + len, b, tail + 1);
    }
    return out;
}

static size_t folder_len(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? (size_t)(slash + 1 - path) : 0;
}

char *as_beside_suffixed(const char *path, const char *suffix)
{
    return joined(path, strlen(path), suffix);
}

char *as_beside(const char *path, const char *name)
{
    return joined(path, name[0] == '/' ? 0 : folder_len(path), name);
}

bool as_is_file(const char *path)
{
    struct stat status;
    return stat(path, &status) == 0 && S_ISREG(status.st_mode);
}

bool as_beside_find(const char *config, const char *name, char **out, as_error *err)
{
    char *places[] = {as_beside(config, name), strdup(name),
                      as_beside(config, name + folder_len(name))};
    enum { N_PLACES = sizeof places / sizeof *places };
    bool memory = true;
    char *found = NULL;
    for (int k = 0; k < N_PLACES; k++) {
        memory = memory && places[k];
        if (memory && !found && as_is_file(places[k])) {
            found = places[k];
            places[k] = NULL;
        }
    }
    for (int k = 0; k < N_PLACES; k++)
        free(places[k]);
    char shown[AS_PRINTABLE];
    if (!memory) {
        free(found);
        return as_fail_memory(err, "a path");
    }
    if (!found)
        return as_fail(err, AS_ERR_FORMAT, "%s names the file %s, which is not there", config,
                       as_printable(shown, sizeof shown, name));
    *out = found;
    return true;
}
