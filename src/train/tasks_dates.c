#include "train/tasks_dates.h"

#include "train/tasks_dates_writer.h"

/* ---- the calendar ---- */

static bool is_leap(int year)
{
    return (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
}

static int days_in_month(int year, int month)
{
    static const int days[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
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
    as_date date = {AS_DATE_FIRST_YEAR, 1, 1};
    while (day >= (is_leap(date.year) ? 366 : 365))
        day -= is_leap(date.year++) ? 366 : 365;
    while (day >= days_in_month(date.year, date.month))
        day -= days_in_month(date.year, date.month++);
    date.day = day + 1;
    return date;
}

int as_date_weekday(as_date date)
{
    static const int shift[] = {0, 3, 2, 5, 0, 3, 5, 1, 4, 6, 2, 4};
    int y = date.month < 3 ? date.year - 1 : date.year;
    int from_sunday = (y + y / 4 - y / 100 + y / 400 + shift[date.month - 1] + date.day) % 7;
    return (from_sunday + 6) % 7;
}

/* ---- numbers alone ---- */

static const char *const roman[] = {"I",   "II",   "III", "IV", "V",  "VI",
                                    "VII", "VIII", "IX",  "X",  "XI", "XII"};

static void big_end_first(as_date_writer *w)
{
    const char *sep = ONE_OF(w, "-", "/", ".", " ", "");
    bool zeros = !*sep || as_date_choose(w, 3) > 0;
    as_date_put(w, zeros ? "%d%s%02d%s%02d" : "%d%s%d%s%d", w->date.year, sep, w->date.month, sep,
                w->date.day);
}

static void day_first(as_date_writer *w, const char *sep)
{
    as_date_put(w, as_date_choose(w, 2) ? "%d%s%d%s" : "%02d%s%02d%s", w->date.day, sep,
                w->date.month, sep);
    as_date_put_year(w);
}

static void month_first(as_date_writer *w, const char *sep)
{
    as_date_put(w, as_date_choose(w, 2) ? "%d%s%d%s" : "%02d%s%02d%s", w->date.month, sep,
                w->date.day, sep);
    as_date_put_year(w);
}

static void with_dots(as_date_writer *w)
{
    day_first(w, ONE_OF(w, ".", ".", ". "));
}

/* Either order, where it cannot be mistaken. */
static void with_slashes(as_date_writer *w)
{
    const char *sep = ONE_OF(w, "/", "-", " ", " / ");
    bool clear = w->date.day > 12 || w->date.day == w->date.month;
    if (!clear)
        big_end_first(w);
    else if (as_date_choose(w, 2))
        day_first(w, sep);
    else
        month_first(w, sep);
}

static void with_roman_month(as_date_writer *w)
{
    const char *sep = ONE_OF(w, ".", "/", " ", "-");
    as_date_put_day(w);
    as_date_put(w, "%s%s%s%d", sep, roman[w->date.month - 1], sep, w->date.year);
}

static void numbers_alone(as_date_writer *w)
{
    static void (*const forms[])(as_date_writer *) = {big_end_first, with_dots, with_slashes,
                                                      with_roman_month};
    forms[as_date_choose(w, (int)(sizeof forms / sizeof *forms))](w);
}

/* ---- letter case ---- */

/* Capitals for a to z and the accented letters of the forms, é û ä ö ü; ß and every other byte
 * stay. */
static void to_capitals(char *text)
{
    for (unsigned char *p = (unsigned char *)text; *p; p++) {
        if (*p >= 'a' && *p <= 'z') {
            *p = (unsigned char)(*p - 0x20);
        } else if (*p == 0xC3 && p[1] >= 0xA0) { /* U+00E0 … and its capital, U+00C0 … */
            p++;
            *p = (unsigned char)(*p - 0x20);
        }
    }
}

static void to_small(char *text)
{
    for (char *p = text; *p; p++)
        if (*p >= 'A' && *p <= 'Z')
            *p = (char)(*p + 0x20);
}

void as_date_write(as_date date, as_random *random, char *out)
{
    static void (*const languages[])(as_date_writer *) = {
        as_date_write_en, as_date_write_fr, as_date_write_de, as_date_write_zh, numbers_alone,
    };
    as_date_writer w = {.random = random, .date = date, .out = out};
    out[0] = '\0';
    languages[as_date_choose(&w, (int)(sizeof languages / sizeof *languages))](&w);
    int letters = as_date_choose(&w, 10);
    if (letters == 0)
        to_capitals(out);
    else if (letters <= 2)
        to_small(out);
}
