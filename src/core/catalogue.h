/* Which models there are, what each is, and where the program's data lies. */
#ifndef AS_CORE_CATALOGUE_H
#define AS_CORE_CATALOGUE_H

#include "core/model.h"

/* The model that is meant when none is named. */
#define AS_DEFAULT_MODEL "eng-fra"

/* A model file by the name people call it. */
typedef struct as_catalogue_entry {
    char *name; /* "eng-fra", "compare/additive": the path in its folder, without .safetensors */
    char *path;
} as_catalogue_entry;

typedef struct as_catalogue {
    as_catalogue_entry
        *entries; /* folders in the order given; in each by name, its subfolders last */
    int n;
} as_catalogue;

/* Lists the *.safetensors files in each folder and one level of its subfolders. A folder that is
 * not there is empty; a name that an earlier folder has hides later ones. Files are not opened.
 * *out is filled only on success; release with as_catalogue_finish. Errors: SYSTEM. */
bool as_catalogue_read(const char *const *folders, int n_folders, as_catalogue *out, as_error *err);
void as_catalogue_finish(as_catalogue *catalogue);

/* The path that MODEL means: the entry of that name, or else a file of that path ("./dates" is
 * always a path). *out is the caller's (free). ARGUMENT with the known names when it is neither, or
 * when it is a folder, device or pipe; SYSTEM (memory, a path that the system will not look at). */
bool as_catalogue_resolve(const as_catalogue *catalogue, const char *model, char **out,
                          as_error *err);

/* What a model file says about itself, from its header alone. */
typedef struct as_model_about {
    as_config config;
    as_unit source_unit, target_unit;
    as_dtype dtype;      /* of the matrices */
    size_t n_parameters; /* numbers in all tensors */
    size_t file_bytes;
    char *name, *languages, *licence, *data, *training; /* as in as_model */
} as_model_about;

/* Reads and checks the header, the tensor list included, without reading weights, vocabularies and
 * merges: milliseconds at any size. *out is filled only on success; release with
 * as_model_about_finish. Errors as as_model_load. */
bool as_model_card_read(const char *path, as_model_about *out, as_error *err);
/* The same of a config and a card, without what is known of tensors and the file. Errors: SYSTEM;
 * *out is zeroed then. */
bool as_model_about_from_card(as_model_about *out, const as_config *config,
                              const as_model_card *card, as_error *err);
void as_model_about_finish(as_model_about *about);

/* The folder that holds models/ and assets/: `given` (--data) when not NULL, else the environment's
 * ALPHASCOPE_DATA, else up to five folders above the running executable (a build tree), or
 * share/alphascope beside one of them (an installed tree moved elsewhere), else `installed`, the
 * folder known when compiling. *out is the caller's (free). ARGUMENT when `given` or
 * ALPHASCOPE_DATA is not a folder; SYSTEM. */
bool as_data_folder(const char *given, const char *installed, char **out, as_error *err);

#endif
