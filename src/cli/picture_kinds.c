#include "cli/picture.h"

#include <stdio.h>
#include <string.h>

const char *as_path_ending(const char *path)
{
    const char *slash = strrchr(path, '/');
    const char *dot = strrchr(slash != NULL ? slash + 1 : path, '.');
    return dot != NULL ? dot : "";
}

bool as_picture_is_known(const char *path)
{
    static const char *const endings[] = {".png", ".svg", ".pdf", ".html"};
    for (size_t k = 0; k < sizeof endings / sizeof *endings; k++)
        if (strcmp(as_path_ending(path), endings[k]) == 0)
            return true;
    return false;
}

void as_path_stem(const char *path, char *out, size_t size)
{
    const char *slash = strrchr(path, '/');
    const char *name = slash != NULL ? slash + 1 : path;
    size_t len = strlen(name) - strlen(as_path_ending(path));
    snprintf(out, size, "%.*s", (int)(len < size ? len : size - 1), name);
}
