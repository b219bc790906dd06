/* The thread that loads models and translates, so that the window never waits.
 *
 * The newest request wins: handing one over cancels the one that runs and replaces the one that
 * waits. A request that was overtaken gives no result. Models stay loaded in a small cache. */
#ifndef AS_APP_WORKER_H
#define AS_APP_WORKER_H

#include "core/beam_tree.h"
#include "core/prefix.h"
#include "core/trace.h"

#include <stdint.h>

typedef struct as_worker as_worker;

/* `ready` is called on the worker's thread when a result can be taken, and must only notify.
 * The caller's; free with as_worker_free. Errors: SYSTEM. */
bool as_worker_new(void (*ready)(void *context), void *context, as_worker **out, as_error *err);

/* Cancels what runs, waits for the thread and releases everything. Results not yet finished
 * (as_worker_result_finish) must be finished before. */
void as_worker_free(as_worker *worker);

typedef struct as_worker_request {
    uint64_t generation;    /* returned with the result */
    const char *model_path; /* copied */
    unsigned model_version; /* a model that was loaded stays as it was until this changes */
    const char *text;       /* UTF-8, copied; NULL: only load the model, no result */
    size_t text_len;
    int beam;
    double temperature; /* see as_decode_options */
    as_prefix prefix;   /* how the translation begins, copied */
    bool exactly;       /* it ends with that, too */
    const char *target; /* UTF-8, copied: aligned instead of translated; NULL: translate */
    size_t target_len;
    /* The tokens of that target, copied; they are aligned in place of its text where the model's
     * tokenizer of targets has this fingerprint. NULL: not known. */
    const as_sentence *target_tokens;
    uint64_t target_tokenizer;
} as_worker_request;

/* Hands over a request and returns at once. Errors: SYSTEM (memory; then nothing changes). */
bool as_worker_submit(as_worker *worker, const as_worker_request *request, as_error *err);

typedef struct as_worker_result {
    uint64_t generation;
    as_translation *translation; /* the caller may take it and leave NULL; NULL: see error */
    as_trace *trace;             /* of the translation, NULL without one; likewise */
    as_beam_tree *tree;          /* of its search; NULL without one; likewise */
    uint64_t target_tokenizer;   /* the fingerprint of the model's; 0 without a model */
    const as_model *model;       /* stays loaded until as_worker_result_finish; NULL: not loaded */
    double decode_ms;            /* the decode alone, without loading the model */
    as_error error;
} as_worker_result;

/* The newest result that has not been taken; false when there is none. */
bool as_worker_take(as_worker *worker, as_worker_result *out);
void as_worker_result_finish(as_worker *worker, as_worker_result *result);

#endif
