#include "app/save.h"

#include "paint/png.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <glib.h>

enum { MAX_SAME_NAME = 9999 };

bool as_save_folder(char **out, as_error *err)
{
    const char *pictures = g_get_user_special_dir(G_USER_DIRECTORY_PICTURES);
    bool usable = pictures != NULL && access(pictures, W_OK | X_OK) == 0;
    char *folder = usable ? strdup(pictures) : getcwd(NULL, 0);
    if (folder == NULL)
        return as_fail(err, AS_ERR_SYSTEM, "no folder to save in: %s", strerror(errno));
    *out = folder;
    return true;
}

/* folder/name for n == 1, folder/stem-n.extension after that; NULL without memory. */
static char *numbered(const char *folder, const char *name, int n)
{
    const char *dot = strrchr(name, '.');
    int stem = dot != NULL ? (int)(dot - name) : (int)strlen(name);
    size_t size = strlen(folder) + strlen(name) + 16;
    char *path = malloc(size);
    if (path != NULL && n == 1)
        snprintf(path, size, "%s/%s", folder, name);
    else if (path != NULL)
        snprintf(path, size, "%s/%.*s-%d%s", folder, stem, name, n, name + stem);
    return path;
}

static bool write_beside(as_painter *painter, const char *folder, const char *name,
                         const as_draw_list *list, float width, float height, char **out,
                         as_error *err)
{
    for (int n = 1; n <= MAX_SAME_NAME; n++) {
        char *path = numbered(folder, name, n);
        if (path == NULL)
            return as_fail_memory(err, "file name");
        bool taken = access(path, F_OK) == 0;
        if (!taken && as_png_write_draw_list(painter, path, list, width, height, false, err)) {
            *out = path;
            return true;
        }
        /* Somebody may have made that file in between: then the next name is tried. */
        bool taken_since = !taken && access(path, F_OK) == 0;
        free(path);
        if (!taken && !taken_since)
            return false;
    }
    return as_fail(err, AS_ERR_ARGUMENT, "%s: %d pictures of that name in %s", name, MAX_SAME_NAME,
                   folder);
}

bool as_save_figure(const char *folder, const char *name, const as_draw_list *list, float width,
                    float height, char **out, as_error *err)
{
    as_painter *painter = NULL;
    bool ok = as_painter_new(AS_SAVE_SCALE, &painter, err) &&
              write_beside(painter, folder, name, list, width, height, out, err);
    as_painter_free(painter);
    return ok;
}
