/* Names of the files that belong to a model file. Every result is the caller's (free). */
#ifndef AS_INTEROP_BESIDE_H
#define AS_INTEROP_BESIDE_H

#include "core/error.h"

/* "model.npz" and ".json" give "model.npz.json"; NULL when memory is short. */
char *as_beside_suffixed(const char *path, const char *suffix);
/* "a/model.ckpt" and "config.yaml" give "a/config.yaml"; a name that begins with '/' stays. NULL
 * when memory is short. */
char *as_beside(const char *path, const char *name);
bool as_is_file(const char *path);

/* The file that a configuration means by `name`: as it stands there, from the configuration's own
 * folder or from the folder we are in, or else a file called so beside the configuration, because
 * models are moved. FORMAT when there is none of them; SYSTEM. */
bool as_beside_find(const char *config, const char *name, char **out, as_error *err);

#endif
