/* Dates as people write them, in English and French, and their ISO 8601 form. */
#ifndef AS_TRAIN_TASKS_DATES_H
#define AS_TRAIN_TASKS_DATES_H

#include "train/random.h"

#include <stddef.h>

/* A day of the Gregorian calendar. */
typedef struct as_date {
    int year, month, day; /* month 1 to 12, day from 1 */
} as_date;

enum { AS_DATE_FIRST_YEAR = 1900, AS_DATE_LAST_YEAR = 2069, AS_DATE_TEXT_SIZE = 160 };

/* Days of the years above, counted from 0. */
int as_date_count(void);
as_date as_date_from_day(int day);

/* How a weekday follows from a date: 0 is Monday. Zeller's congruence. */
int as_date_weekday(as_date date);

/* One of the written forms at random, into out [AS_DATE_TEXT_SIZE]. Whoever reads it can tell the
 * date: a form whose day and month could be swapped is used only where they cannot. */
void as_date_write(as_date date, as_random *random, char *out);

#endif
