/* Dates in English. */
#include "train/tasks_dates_writer.h"
#include "train/tasks_numerals.h"

static const char *const en_months[] = {"January",   "February", "March",    "April",
                                        "May",       "June",     "July",     "August",
                                        "September", "October",  "November", "December"};
static const char *const en_months_short[] = {"Jan", "Feb", "Mar",  "Apr", "May", "Jun",
                                              "Jul", "Aug", "Sept", "Oct", "Nov", "Dec"};
static const char *const en_days[] = {"Monday", "Tuesday",  "Wednesday", "Thursday",
                                      "Friday", "Saturday", "Sunday"};
static const char *const en_days_short[] = {"Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"};

static void en_weekday(as_date_writer *w)
{
    int day = as_date_weekday(w->date);
    switch (as_date_choose(w, 5)) {
    case 0:
        as_date_put(w, "%s%s", en_days[day], ONE_OF(w, ", ", " ", ", the "));
        break;
    case 1:
        as_date_put(w, "%s%s", en_days_short[day], ONE_OF(w, ", ", " ", ". "));
        break;
    case 2:
        as_date_put(w, "%s", ONE_OF(w, "on ", "dated ", "by ", "since "));
        break;
    default:
        break;
    }
}

static void en_month(as_date_writer *w)
{
    int m = w->date.month - 1;
    switch (as_date_choose(w, 4)) {
    case 0:
        as_date_put(w, "%s", en_months_short[m]);
        break;
    case 1:
        as_date_put(w, "%s.", en_months_short[m]);
        break;
    default:
        as_date_put(w, "%s", en_months[m]);
    }
}

static const char *en_suffix(int day)
{
    if (day >= 11 && day <= 13)
        return "th";
    return day % 10 == 1 ? "st" : day % 10 == 2 ? "nd" : day % 10 == 3 ? "rd" : "th";
}

static void en_day(as_date_writer *w)
{
    if (as_date_choose(w, 2))
        as_date_put(w, "%d%s", w->date.day, en_suffix(w->date.day));
    else
        as_date_put_day(w);
}

static void en_day_month_year(as_date_writer *w)
{
    en_weekday(w);
    en_day(w);
    as_date_put(w, "%s", ONE_OF(w, " ", " ", " of ", "-"));
    en_month(w);
    as_date_put(w, "%s", ONE_OF(w, " ", " ", ", ", "-"));
    as_date_put_year(w);
}

static void en_month_day_year(as_date_writer *w)
{
    en_weekday(w);
    en_month(w);
    as_date_put(w, "%s", ONE_OF(w, " ", " ", " the ", "-"));
    en_day(w);
    as_date_put(w, "%s", ONE_OF(w, ", ", ", ", " ", "-"));
    as_date_put_year(w);
}

static void en_year_month_day(as_date_writer *w)
{
    as_date_put(w, "%d%s", w->date.year, ONE_OF(w, " ", ", ", "-", "/"));
    en_month(w);
    as_date_put(w, "%s", ONE_OF(w, " ", "-", "/"));
    en_day(w);
}

static void en_words(as_date_writer *w)
{
    char day[64], year[96];
    as_en_ordinal(day, sizeof day, w->date.day);
    as_en_year(year, sizeof year, w->date.year, w->random);
    const char *month = en_months[w->date.month - 1];
    bool words = as_date_choose(w, 3) > 0;
    if (as_date_choose(w, 2))
        as_date_put(w, "%s %s%s%s", month, ONE_OF(w, "", "the "), day, ONE_OF(w, ", ", " "));
    else
        as_date_put(w, "%s%s of %s%s", ONE_OF(w, "the ", ""), day, month, ONE_OF(w, ", ", " "));
    if (words)
        as_date_put(w, "%s", year);
    else
        as_date_put(w, "%d", w->date.year);
}

static void en_compact(as_date_writer *w)
{
    const char *month = en_months_short[w->date.month - 1], *sep = ONE_OF(w, "", "-", "/", ".");
    char three[4] = {month[0], month[1], month[2], '\0'};
    as_date_put(w, "%02d%s%s%s", w->date.day, sep, three, sep);
    if (*sep)
        as_date_put_year(w);
    else
        as_date_put(w, "%d", w->date.year);
}

void as_date_write_en(as_date_writer *w)
{
    static void (*const forms[])(as_date_writer *) = {
        en_day_month_year, en_day_month_year, en_month_day_year, en_month_day_year,
        en_year_month_day, en_words,          en_compact,
    };
    forms[as_date_choose(w, (int)(sizeof forms / sizeof *forms))](w);
}
