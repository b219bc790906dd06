/* Opening a model while the program runs: by its path, or dropped on the window. */
#include "app/app_private.h"

#include "app/complete.h"

#include <stdlib.h>

void as_app_complete(app *a, const char *path)
{
    as_sentences found = {0};
    as_error err;
    if (!as_path_completions(path, &found, &err) ||
        !as_view_set_completions(a->view, (const char *const *)found.items, found.n, &err))
        as_app_say(a, &err);
    as_sentences_finish(&found);
}

static bool open_model(app *a, const char *path, as_error *err)
{
    int n = a->models.n, place;
    if (!as_model_list_add(&a->models, path, &place, err))
        return false;
    if (place == n) {
        as_view_model model = as_model_list_view(&a->models, place);
        return as_view_add_model(a->view, &model, err);
    }
    as_view_choose_model(a->view, place);
    a->models.selected = place;
    as_app_show_examples(a, place); /* its languages may be others now */
    return as_model_list_show(&a->models, a->view, err);
}

void as_app_open_path(app *a, const char *path)
{
    as_error err;
    char *expanded = as_path_expanded(path);
    if (expanded == NULL)
        as_fail_memory(&err, "path");
    if (expanded == NULL || !open_model(a, expanded, &err))
        as_app_say(a, &err);
    free(expanded);
}
