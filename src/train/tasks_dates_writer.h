/* What the date forms of all languages share: a text that grows, and choices. For tasks_dates*.c
 * only. */
#ifndef AS_TRAIN_TASKS_DATES_WRITER_H
#define AS_TRAIN_TASKS_DATES_WRITER_H

#include "train/tasks_dates.h"

#include <stdbool.h>

typedef struct as_date_writer {
    as_random *random;
    as_date date;
    char *out; /* [AS_DATE_TEXT_SIZE] */
    size_t used;
} as_date_writer;

/* One form of a language at random. */
void as_date_write_en(as_date_writer *w);
void as_date_write_fr(as_date_writer *w);
void as_date_write_de(as_date_writer *w);
void as_date_write_zh(as_date_writer *w);

/* Uniform in [0, n). */
int as_date_choose(as_date_writer *w, int n);
const char *as_date_one_of(as_date_writer *w, const char *const *texts, int n);

#define ONE_OF(w, ...)                                                                             \
    as_date_one_of(w, (const char *const[]){__VA_ARGS__},                                          \
                   (int)(sizeof((const char *const[]){__VA_ARGS__}) / sizeof(char *)))

/* Appends; what does not fit is cut. */
void as_date_put(as_date_writer *w, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* The day in digits, with or without a leading zero. */
void as_date_put_day(as_date_writer *w);

/* The last two digits of a year alone are clear from 1970 to 2069. */
bool as_date_short_year_is_clear(const as_date_writer *w);

/* The year in digits: mostly four; two, some with an apostrophe before them, where they are
 * clear. */
void as_date_put_year(as_date_writer *w);

#endif
