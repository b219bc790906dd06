/* What the command line of `alphascope train` asks for. */
#ifndef AS_CLI_TRAIN_REQUEST_H
#define AS_CLI_TRAIN_REQUEST_H

#include "core/model.h"
#include "train/batch.h"
#include "train/comm.h"
#include "train/settings.h"

enum { AS_TRAIN_PATH_SIZE = 4096, AS_TRAIN_MAX_CHANGES = 64 };

typedef struct as_train_file {
    char path[AS_TRAIN_PATH_SIZE];
    double weight;
    const char *align; /* the file of links; NULL: none */
} as_train_file;

/* Texts are borrowed from the command line. */
typedef struct as_train_request {
    as_train_file files[AS_MAX_CORPORA];
    int n_files;
    const char *valid, *model, *checkpoint, *log, *vocab, *init; /* NULL: not given, but for model
                                                                    and checkpoint */
    int task;                                                    /* as_task, or -1 */
    int n_examples;
    bool resume, force, evaluate, new_vocab;
    bool weighs_links; /* --align-weight is given */
    as_settings settings;
    const char *changes[AS_TRAIN_MAX_CHANGES]; /* the --set texts */
    int n_changes;
    as_model_card card;
    const as_comm *comm; /* the ranks that train together; NULL: alone */
} as_train_request;

/* Reads the command line; the request lives as long as the process, and there is one. NULL: nothing
 * is left to do but to return *exit_status (as_options_parse). */
as_train_request *as_train_request_parse(const as_comm *comm, int argc, char **argv,
                                         int *exit_status);

/* Puts `base`, changed as the command line says, into rq->settings. Errors: ARGUMENT. */
bool as_train_request_settings(as_train_request *rq, const as_settings *base, as_error *err);

/* Files and terminal belong to rank 0. */
bool as_train_request_may_write(const as_train_request *rq);

/* "alphascope train", or what it is called on several ranks. */
const char *as_train_command_name(const as_comm *comm);

#endif
