/* Built-in tasks: sentence pairs from a seed, no file needed. Characters are the tokens. */
#ifndef AS_TRAIN_TASKS_H
#define AS_TRAIN_TASKS_H

#include "train/tsv.h"

#include <stdint.h>

typedef enum as_task {
    AS_TASK_COPY,    /* a random string of letters to itself */
    AS_TASK_REVERSE, /* … to itself read backwards */
    AS_TASK_DATES,   /* a date as people write it, in English, French, German or Chinese,
                        to ISO 8601 */
} as_task;

/* Parts of a task that share no answer: what is tested was never seen in training. */
typedef enum as_task_part { AS_PART_TRAIN, AS_PART_VALID, AS_PART_TEST } as_task_part;

/* NULL-terminated, in the order of as_task. */
extern const char *const as_task_names[];

/* n examples of one part, the same for the same seed on every machine. *out is the caller's;
 * release with as_tsv_finish. Errors: SYSTEM. */
bool as_task_generate(as_task task, as_task_part part, uint64_t seed, int n, as_tsv *out,
                      as_error *err);

#endif
