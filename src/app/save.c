#include "app/save.h"

#include "view/file_kind.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <glib.h>

static bool is_usable(const char *folder)
{
    return folder != NULL && folder[0] == '/' && access(folder, W_OK | X_OK) == 0;
}

bool as_save_folder(const char *remembered, char **out, as_error *err)
{
    const char *const wanted[] = {remembered, g_get_user_special_dir(G_USER_DIRECTORY_PICTURES),
                                  getenv("HOME")};
    const char *found = NULL;
    for (size_t k = 0; k < sizeof wanted / sizeof *wanted && found == NULL; k++)
        found = is_usable(wanted[k]) ? wanted[k] : NULL;
    char *folder = found != NULL ? strdup(found) : getcwd(NULL, 0);
    if (folder == NULL)
        return as_fail(err, AS_ERR_SYSTEM, "no folder to save in: %s", strerror(errno));
    *out = folder;
    return true;
}

/* folder/name for n == 1, folder/stem-n.ending after that; NULL without memory. */
static char *numbered(const char *folder, const char *name, int n)
{
    int stem = (int)(strlen(name) - strlen(as_path_ending(name)));
    const char *slash = as_path_name(folder)[0] == '\0' ? "" : "/";
    size_t size = strlen(folder) + strlen(name) + 16;
    char *path = malloc(size);
    if (path != NULL && n == 1)
        snprintf(path, size, "%s%s%s", folder, slash, name);
    else if (path != NULL)
        snprintf(path, size, "%s%s%.*s-%d%s", folder, slash, stem, name, n, name + stem);
    return path;
}

bool as_save_propose(const char *folder, const char *name, char **out, as_error *err)
{
    for (int n = 1; n <= AS_SAVE_MOST; n++) {
        char *path = numbered(folder, name, n);
        if (path == NULL)
            return as_fail_memory(err, "file name");
        if (access(path, F_OK) != 0) {
            *out = path;
            return true;
        }
        free(path);
    }
    return as_fail(err, AS_ERR_ARGUMENT, "%s: %d files of that name in %s", name, AS_SAVE_MOST,
                   folder);
}

char *as_save_folder_of(const char *path)
{
    size_t len = (size_t)(as_path_name(path) - path);
    return strndup(path, len > 1 ? len - 1 : len);
}
