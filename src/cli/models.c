#include "cli/models.h"

#include "interop/open.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool as_models_list(const as_cli *cli, as_catalogue *out, as_error *err)
{
    char *data = NULL;
    if (!as_data_folder(cli->data, AS_DATA_DIR, &data, err))
        return false;
    size_t size = strlen(data) + sizeof "/models";
    char *folder = malloc(size);
    bool ok = false;
    if (folder != NULL) {
        snprintf(folder, size, "%s/models", data);
        ok = as_catalogue_read((const char *const[]){folder}, 1, out, err);
    } else {
        as_fail_memory(err, "a path");
    }
    free(folder);
    free(data);
    return ok;
}

bool as_models_path(const as_cli *cli, const char *model, char **out, as_error *err)
{
    as_catalogue catalogue;
    if (!as_models_list(cli, &catalogue, err))
        return false;
    bool ok = as_catalogue_resolve(&catalogue, model != NULL ? model : AS_DEFAULT_MODEL, out, err);
    as_catalogue_finish(&catalogue);
    return ok;
}

bool as_models_open(const as_cli *cli, const char *model, as_model **out, as_error *err)
{
    char *path = NULL;
    if (!as_models_path(cli, model, &path, err))
        return false;
    bool ok = as_open_model(path, out, err);
    free(path);
    return ok;
}
