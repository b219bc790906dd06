#include "train/tasks_dates.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

static bool is_leap(int year)
{
    return (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
}

static int days_in_month(int year, int month)
{
    static const int days[] = { 31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31 };
    return days[month - 1] + (month == 2 && is_leap(year));
}

int as_date_count(void)
{
    int n = 0;
    for (int year = AS_DATE_FIRST_YEAR; year <= AS_DATE_LAST_YEAR; year++)
        n += is_leap(year) ? 366 : 365;
    return n;
}

as_date as_date_from_day(int day)
{
    as_date date = { AS_DATE_FIRST_YEAR, 1, 1 };
    while (day >= (is_leap(date.year) ? 366 : 365))
        day -= is_leap(date.year++) ? 366 : 365;
    while (day >= days_in_month(date.year, date.month))
        day -= days_in_month(date.year, date.month++);
    date.day = day + 1;
    return date;
}

void as_date_write(as_date date, as_random *random, char *out)
{
    (void)random;
    snprintf(out, AS_DATE_TEXT_SIZE, "%d/%d/%d", date.day, date.month, date.year);
}
