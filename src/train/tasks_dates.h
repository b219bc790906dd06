/* Dates as people write them, in English, French, German and Chinese. */
#ifndef AS_TRAIN_TASKS_DATES_H
#define AS_TRAIN_TASKS_DATES_H

#include "train/random.h"

#include <stddef.h>

/* A day of the Gregorian calendar. */
typedef struct as_date {
    int year, month, day; /* month 1 to 12, day from 1 */
} as_date;

enum { AS_DATE_FIRST_YEAR = 1900, AS_DATE_LAST_YEAR = 2069, AS_DATE_TEXT_SIZE = 160 };

/* Days of the years above, and the one that stands `day` days after the first. */
int as_date_count(void);
as_date as_date_from_day(int day);

/* 0 is Monday. Sakamoto's method. */
int as_date_weekday(as_date date);

/* One of the written forms at random, UTF-8, into out [AS_DATE_TEXT_SIZE]. A reader can tell which
 * date is meant:
 *   numbers with slashes, dashes or spaces  only where day and month cannot be taken for each
 *                                           other; with dots the day always comes first
 *   two digits for a year                   only 1970 to 2069, 70 to 99 being 19xx */
void as_date_write(as_date date, as_random *random, char *out);

#endif
