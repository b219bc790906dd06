/* The learning rate over the steps of a run: a linear rise, then a fall. Its clock is the step, not
 * the time, so that a run can be repeated and continued exactly. */
#ifndef AS_TRAIN_SCHEDULE_H
#define AS_TRAIN_SCHEDULE_H

typedef enum as_schedule_kind {
    AS_SCHEDULE_CONSTANT,
    AS_SCHEDULE_LINEAR, /* straight from `rate` to `rate_end` */
    AS_SCHEDULE_COSINE, /* half a cosine from `rate` to `rate_end` */
} as_schedule_kind;

typedef struct as_schedule {
    as_schedule_kind kind;
    double rate, rate_end;
    long warmup, n_steps; /* the fall ends at step n_steps and stays at rate_end */
} as_schedule;

/* The rate of step 1, 2, … Cannot fail. */
double as_schedule_rate(const as_schedule *schedule, long step);

#endif
