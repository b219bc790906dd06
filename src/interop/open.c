#include "interop/open.h"

#include "interop/import.h"

static const as_import_files nothing_given;

bool as_open_model(const char *path, as_model **out, as_error *err)
{
    as_imported imported;
    if (!as_import_knows(path))
        return as_model_load(path, out, err);
    return as_import(path, &nothing_given, &imported, err) &&
           (as_imported_model(&imported, out, err) || as_fail_in(err, "%s", path));
}

static size_t count_parameters(const as_config *config)
{
    as_param_spec specs[AS_MAX_PARAMS];
    int n = as_param_specs(config, specs);
    size_t total = 0;
    for (int k = 0; k < n; k++)
        total += (size_t)specs[k].rows * (size_t)specs[k].cols;
    return total;
}

bool as_open_about(const char *path, as_model_about *out, as_error *err)
{
    as_imported imported;
    as_model_about about;
    if (!as_import_knows(path))
        return as_model_card_read(path, out, err);
    if (!as_import(path, &nothing_given, &imported, err))
        return false;
    bool ok = as_model_about_from_card(&about, &imported.config, &imported.card, err);
    if (ok) {
        about.dtype = AS_F32;
        about.n_parameters = count_parameters(&imported.config);
        about.file_bytes = imported.file_bytes;
        *out = about;
    }
    as_imported_finish(&imported);
    return ok || as_fail_in(err, "%s", path);
}
