#include "interop/open.h"

#include "interop/import.h"

#include <string.h>

static const as_import_files nothing_given;

bool as_open_model(const char *path, as_model **out, as_error *err)
{
    as_imported imported;
    if (!as_import_knows(path))
        return as_model_load(path, out, err);
    return as_import(path, &nothing_given, &imported, err) &&
           (as_imported_model(&imported, out, err) || as_fail_in(err, "%s", path));
}

/* The caller's copy; "" where there is none. */
static char *kept(const char *text)
{
    return strdup(text ? text : "");
}

static bool fill_about(const as_imported *imported, as_model_about *about, as_error *err)
{
    const as_model_card *card = &imported->card;
    as_param_spec specs[AS_MAX_PARAMS];
    int n = as_param_specs(&imported->config, specs);
    about->config = imported->config;
    about->source_unit = card->source_unit;
    about->target_unit = card->target_unit;
    about->dtype = AS_F32;
    about->file_bytes = imported->file_bytes;
    for (int k = 0; k < n; k++)
        about->n_parameters += (size_t)specs[k].rows * (size_t)specs[k].cols;
    about->name = kept(card->name);
    about->languages = kept(card->languages);
    about->licence = kept(card->licence);
    about->data = kept(card->data);
    about->training = kept(card->training);
    return (about->name && about->languages && about->licence && about->data && about->training) ||
           as_fail_memory(err, "the model's card");
}

bool as_open_about(const char *path, as_model_about *out, as_error *err)
{
    as_imported imported;
    as_model_about about = {0};
    if (!as_import_knows(path))
        return as_model_card_read(path, out, err);
    if (!as_import(path, &nothing_given, &imported, err))
        return false;
    bool ok = fill_about(&imported, &about, err);
    as_imported_finish(&imported);
    if (!ok) {
        as_model_about_finish(&about);
        return as_fail_in(err, "%s", path);
    }
    *out = about;
    return true;
}
