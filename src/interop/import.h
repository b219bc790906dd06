/* Models of other toolkits, read into models of this program. Marian (s2s, amun, nematus), Nematus
 * for Theano, JoeyNMT with recurrent networks, and the state dicts of two PyTorch tutorials.
 *
 * A model that asks for something which the decoder does not do is refused by the name of what it
 * asks for. */
#ifndef AS_INTEROP_IMPORT_H
#define AS_INTEROP_IMPORT_H

#include "core/model.h"

/* Files that belong to a model, where they do not lie beside it under their usual names; NULL where
 * they do, or where there is none. Sides are 0 source, 1 target. */
typedef struct as_import_files {
    const char *config;
    const char *vocabs[2];
    const char *codes[2]; /* of subword-nmt, so that plain text can be typed */
} as_import_files;

typedef struct as_imported {
    as_config config;
    float *block; /* of as_params_bind */
    as_model_card card;
    char *texts[6]; /* what the card borrows */
    size_t file_bytes;
} as_imported;

/* Whether the file begins like those that this reads, all of them ZIP archives. False for what
 * cannot be opened. */
bool as_import_knows(const char *path);

/* Reads a model; release with as_imported_finish. Messages name the files. Errors: FORMAT (also for
 * what is not implemented), LIMIT, SYSTEM; *out is zeroed then. */
bool as_import(const char *path, const as_import_files *files, as_imported *out, as_error *err);
/* Safe on a zeroed one, and twice. */
void as_imported_finish(as_imported *imported);

/* The model itself, the caller's; *imported is finished, on failure too. */
bool as_imported_model(as_imported *imported, as_model **out, as_error *err);
/* Writes it as a model file of this program, weights as they are: as_model_save. */
bool as_imported_save(const as_imported *imported, const char *path, as_error *err);

#endif
