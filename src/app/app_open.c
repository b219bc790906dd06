/* Opening a model while the program runs: by its path, or dropped on the window. */
#include "app/app_private.h"

#include "app/complete.h"

#include <stdlib.h>
#include <string.h>

/* Of files that open as they lie: ours, those of Marian and Nematus, and of JoeyNMT. */
static bool is_model(const char *path)
{
    static const char *const endings[] = {".safetensors", ".npz", ".ckpt"};
    for (size_t k = 0; k < sizeof endings / sizeof *endings; k++)
        if (strcmp(as_path_ending(path), endings[k]) == 0)
            return true;
    return false;
}

static bool is_saved(const char *path)
{
    return as_file_kind_of(path) < AS_N_FILE_KINDS;
}

void as_app_complete(app *a, const char *path, bool saving)
{
    as_sentences found = {0};
    as_error err;
    if (!as_path_completions(path, saving ? is_saved : is_model, &found, &err) ||
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
