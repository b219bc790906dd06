#include "train/tasks_dates_writer.h"

#include <stdarg.h>
#include <stdio.h>

int as_date_choose(as_date_writer *w, int n)
{
    return (int)as_random_below(w->random, (uint32_t)n);
}

const char *as_date_one_of(as_date_writer *w, const char *const *texts, int n)
{
    return texts[as_date_choose(w, n)];
}

void as_date_put(as_date_writer *w, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    int n = vsnprintf(w->out + w->used, AS_DATE_TEXT_SIZE - w->used, format, args);
    va_end(args);
    w->used += (size_t)n;
    if (w->used >= AS_DATE_TEXT_SIZE)
        w->used = AS_DATE_TEXT_SIZE - 1;
}

void as_date_put_day(as_date_writer *w)
{
    as_date_put(w, as_date_choose(w, 2) ? "%d" : "%02d", w->date.day);
}

bool as_date_short_year_is_clear(const as_date_writer *w)
{
    return w->date.year >= 1970; /* and at most AS_DATE_LAST_YEAR */
}

void as_date_put_year(as_date_writer *w)
{
    int two = w->date.year % 100;
    if (!as_date_short_year_is_clear(w) || as_date_choose(w, 4))
        as_date_put(w, "%d", w->date.year);
    else
        as_date_put(w, as_date_choose(w, 2) ? "'%02d" : "%02d", two);
}
