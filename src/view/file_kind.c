#include "view/file_kind.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

static const char *const endings[AS_N_FILE_KINDS] = {
    [AS_FILE_PNG] = ".png",   [AS_FILE_SVG] = ".svg", [AS_FILE_PDF] = ".pdf",
    [AS_FILE_HTML] = ".html", [AS_FILE_TSV] = ".tsv", [AS_FILE_JSON] = ".json",
    [AS_FILE_NPY] = ".npy",
};

/* `small` has no capitals. */
static bool equal_but_for_case(const char *text, const char *small)
{
    while (*text && tolower((unsigned char)*text) == *small) {
        text++;
        small++;
    }
    return !*text && !*small;
}

as_file_kind as_file_kind_of(const char *path)
{
    int kind = 0;
    while (kind < AS_N_FILE_KINDS && !equal_but_for_case(as_path_ending(path), endings[kind]))
        kind++;
    return (as_file_kind)kind;
}

const char *as_file_kind_ending(as_file_kind kind)
{
    return endings[kind];
}

bool as_file_kind_is_picture(as_file_kind kind)
{
    return kind <= AS_FILE_HTML;
}

bool as_picture_is_known(const char *path)
{
    return as_file_kind_is_picture(as_file_kind_of(path));
}

const char *as_path_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash != NULL ? slash + 1 : path;
}

const char *as_path_ending(const char *path)
{
    const char *dot = strrchr(as_path_name(path), '.');
    return dot != NULL ? dot : "";
}

void as_path_stem(const char *path, char *out, size_t size)
{
    const char *name = as_path_name(path);
    size_t len = strlen(name) - strlen(as_path_ending(path));
    snprintf(out, size, "%.*s", (int)(len < size ? len : size - 1), name);
}
