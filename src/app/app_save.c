/* Saving what is shown: where to is asked in the window. */
#include "app/app_private.h"

#include "app/complete.h"
#include "app/save.h"
#include "paint/picture.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

void as_app_propose(app *a, const char *name)
{
    char *folder = NULL, *path = NULL;
    as_error err;
    if (!as_save_folder(a->keeper.settings.save_folder, &folder, &err) ||
        !as_save_propose(folder, name, &path, &err) || !as_view_propose_path(a->view, path, &err))
        as_app_say(a, &err);
    free(path);
    free(folder);
}

/* The next path is proposed beside this one, in other runs, too. */
static void note_folder(app *a, const char *path)
{
    char *folder = as_save_folder_of(path);
    if (folder != NULL)
        as_keeper_text(&a->keeper, &a->keeper.settings.save_folder, folder, strlen(folder),
                       as_window_now_ms());
    free(folder);
}

static bool save(app *a, const char *path, bool replace, as_error *err)
{
    as_saving saving;
    return as_view_saving(a->view, &saving, err) &&
           as_saving_write(&saving, path, AS_SAVE_SCALE, replace, err);
}

void as_app_save(app *a, const char *typed, bool replace)
{
    as_error err;
    char *path = as_path_expanded(typed);
    if (path == NULL)
        as_fail_memory(&err, "path");
    if (path != NULL && !replace && access(path, F_OK) == 0) {
        as_view_ask_replace(a->view, path);
    } else if (path != NULL && save(a, path, replace, &err)) {
        note_folder(a, path);
        as_view_saved(a->view, path);
    } else {
        as_app_say(a, &err);
    }
    free(path);
}
