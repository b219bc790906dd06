#include "train/tasks_dates.h"

#include "train/tasks_numerals.h"

#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

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

/* ---- names ---- */

static const char *const en_months[] = {"January",   "February", "March",    "April",
                                        "May",       "June",     "July",     "August",
                                        "September", "October",  "November", "December"};
static const char *const en_months_short[] = {"Jan", "Feb", "Mar",  "Apr", "May", "Jun",
                                              "Jul", "Aug", "Sept", "Oct", "Nov", "Dec"};
static const char *const en_days[] = {"Monday", "Tuesday",  "Wednesday", "Thursday",
                                      "Friday", "Saturday", "Sunday"};
static const char *const en_days_short[] = {"Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"};
static const char *const fr_months[] = {"janvier",   "février", "mars",     "avril",
                                        "mai",       "juin",    "juillet",  "août",
                                        "septembre", "octobre", "novembre", "décembre"};
static const char *const fr_months_short[] = {"janv", "févr", "mars", "avr", "mai", "juin",
                                              "juil", "août", "sept", "oct", "nov", "déc"};
static const char *const fr_days[] = {"lundi",    "mardi",  "mercredi", "jeudi",
                                      "vendredi", "samedi", "dimanche"};
static const char *const fr_days_short[] = {"lun", "mar", "mer", "jeu", "ven", "sam", "dim"};
static const char *const roman[] = {"I",   "II",   "III", "IV", "V",  "VI",
                                    "VII", "VIII", "IX",  "X",  "XI", "XII"};

/* ---- writing ---- */

typedef struct writer {
    as_random *random;
    as_date date;
    char *out; /* [AS_DATE_TEXT_SIZE] */
    size_t used;
} writer;

static int choose(writer *w, int n)
{
    return (int)as_random_below(w->random, (uint32_t)n);
}

static const char *one_of(writer *w, const char *const *texts, int n)
{
    return texts[choose(w, n)];
}

#define ONE_OF(w, ...)                                                                             \
    one_of(w, (const char *const[]){__VA_ARGS__},                                                  \
           (int)(sizeof((const char *const[]){__VA_ARGS__}) / sizeof(char *)))

static void put(writer *w, const char *format, ...) __attribute__((format(printf, 2, 3)));

static void put(writer *w, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    int n = vsnprintf(w->out + w->used, AS_DATE_TEXT_SIZE - w->used, format, args);
    va_end(args);
    w->used += (size_t)n;
    if (w->used >= AS_DATE_TEXT_SIZE)
        w->used = AS_DATE_TEXT_SIZE - 1;
}

/* The day in digits, with or without a leading zero. */
static void put_day(writer *w)
{
    put(w, choose(w, 2) ? "%d" : "%02d", w->date.day);
}

static bool short_year_is_clear(const writer *w)
{
    return w->date.year >= 1970;
}

/* The year in digits: mostly four. */
static void put_year(writer *w)
{
    int two = w->date.year % 100;
    if (!short_year_is_clear(w) || choose(w, 4))
        put(w, "%d", w->date.year);
    else
        put(w, choose(w, 2) ? "'%02d" : "%02d", two);
}

/* ---- English ---- */

static void en_weekday(writer *w)
{
    int day = as_date_weekday(w->date);
    switch (choose(w, 5)) {
    case 0:
        put(w, "%s%s", en_days[day], ONE_OF(w, ", ", " ", ", the "));
        break;
    case 1:
        put(w, "%s%s", en_days_short[day], ONE_OF(w, ", ", " ", ". "));
        break;
    case 2:
        put(w, "%s", ONE_OF(w, "on ", "dated ", "by ", "since "));
        break;
    default:
        break;
    }
}

static void en_month(writer *w)
{
    int m = w->date.month - 1;
    switch (choose(w, 4)) {
    case 0:
        put(w, "%s", en_months_short[m]);
        break;
    case 1:
        put(w, "%s.", en_months_short[m]);
        break;
    default:
        put(w, "%s", en_months[m]);
    }
}

static const char *en_suffix(int day)
{
    if (day >= 11 && day <= 13)
        return "th";
    return day % 10 == 1 ? "st" : day % 10 == 2 ? "nd" : day % 10 == 3 ? "rd" : "th";
}

static void en_day(writer *w)
{
    if (choose(w, 2))
        put(w, "%d%s", w->date.day, en_suffix(w->date.day));
    else
        put_day(w);
}

static void en_day_month_year(writer *w)
{
    en_weekday(w);
    en_day(w);
    put(w, "%s", ONE_OF(w, " ", " ", " of ", "-"));
    en_month(w);
    put(w, "%s", ONE_OF(w, " ", " ", ", ", "-"));
    put_year(w);
}

static void en_month_day_year(writer *w)
{
    en_weekday(w);
    en_month(w);
    put(w, "%s", ONE_OF(w, " ", " ", " the ", "-"));
    en_day(w);
    put(w, "%s", ONE_OF(w, ", ", ", ", " ", "-"));
    put_year(w);
}

static void en_year_month_day(writer *w)
{
    put(w, "%d%s", w->date.year, ONE_OF(w, " ", ", ", "-", "/"));
    en_month(w);
    put(w, "%s", ONE_OF(w, " ", "-", "/"));
    en_day(w);
}

static void en_words(writer *w)
{
    char day[64], year[96];
    as_en_ordinal(day, sizeof day, w->date.day);
    as_en_year(year, sizeof year, w->date.year, w->random);
    const char *month = en_months[w->date.month - 1];
    bool words = choose(w, 3) > 0;
    if (choose(w, 2))
        put(w, "%s %s%s%s", month, ONE_OF(w, "", "the "), day, ONE_OF(w, ", ", " "));
    else
        put(w, "%s%s of %s%s", ONE_OF(w, "the ", ""), day, month, ONE_OF(w, ", ", " "));
    if (words)
        put(w, "%s", year);
    else
        put(w, "%d", w->date.year);
}

static void en_compact(writer *w)
{
    const char *month = en_months_short[w->date.month - 1], *sep = ONE_OF(w, "", "-", "/", ".");
    char three[4] = {month[0], month[1], month[2], '\0'};
    put(w, "%02d%s%s%s", w->date.day, sep, three, sep);
    if (*sep)
        put_year(w);
    else
        put(w, "%d", w->date.year);
}

/* ---- French ---- */

static void fr_weekday(writer *w)
{
    int day = as_date_weekday(w->date);
    switch (choose(w, 6)) {
    case 0:
        put(w, "%s%s ", ONE_OF(w, "", "le ", "ce "), fr_days[day]);
        break;
    case 1:
        put(w, "%s%s ", fr_days_short[day], ONE_OF(w, "", ".", ","));
        break;
    case 2:
        put(w, "%s, le ", fr_days[day]);
        break;
    case 3:
        put(w, "%s", ONE_OF(w, "le ", "du ", "au ", "en date du ", "depuis le "));
        break;
    default:
        break;
    }
}

static void fr_day(writer *w)
{
    if (w->date.day == 1 && choose(w, 4))
        put(w, "1%s", ONE_OF(w, "er", "er", "ᵉʳ"));
    else
        put_day(w);
}

/* Accents are often left out in writing: é and û become e and u. */
static void put_plain(writer *w, const char *text)
{
    for (; *text; text++) {
        if ((unsigned char)*text != 0xC3)
            put(w, "%c", *text);
        else
            put(w, "%c", (unsigned char)*++text == 0xA9 ? 'e' : 'u');
    }
}

static void fr_month(writer *w)
{
    int m = w->date.month - 1;
    switch (choose(w, 5)) {
    case 0:
        put(w, "%s", fr_months_short[m]);
        break;
    case 1:
        put(w, "%s.", fr_months_short[m]);
        break;
    case 2:
        put_plain(w, fr_months[m]);
        break;
    default:
        put(w, "%s", fr_months[m]);
    }
}

static void fr_day_month_year(writer *w)
{
    fr_weekday(w);
    fr_day(w);
    const char *sep = ONE_OF(w, " ", " ", " ", "-", "/");
    put(w, "%s", sep);
    fr_month(w);
    put(w, "%s", *sep == ' ' ? ONE_OF(w, " ", " ", ", ", " de l'an ") : sep);
    put_year(w);
}

static void fr_words(writer *w)
{
    char day[64], year[96];
    as_fr_day(day, sizeof day, w->date.day);
    as_fr_year(year, sizeof year, w->date.year, w->random);
    put(w, "%s%s %s ", ONE_OF(w, "le ", "", "du "), day, fr_months[w->date.month - 1]);
    if (choose(w, 3))
        put(w, "%s", year);
    else
        put(w, "%d", w->date.year);
}

static void fr_year_month_day(writer *w)
{
    put(w, "%d%s", w->date.year, ONE_OF(w, ", ", " ", "-"));
    put(w, "%s", ONE_OF(w, "", "le "));
    fr_day(w);
    put(w, " %s", fr_months[w->date.month - 1]);
}

/* ---- numbers alone ---- */

static void big_end_first(writer *w)
{
    const char *sep = ONE_OF(w, "-", "/", ".", " ", "");
    bool zeros = !*sep || choose(w, 3) > 0;
    put(w, zeros ? "%d%s%02d%s%02d" : "%d%s%d%s%d", w->date.year, sep, w->date.month, sep,
        w->date.day);
}

static void day_first(writer *w, const char *sep)
{
    put(w, choose(w, 2) ? "%d%s%d%s" : "%02d%s%02d%s", w->date.day, sep, w->date.month, sep);
    put_year(w);
}

static void month_first(writer *w, const char *sep)
{
    put(w, choose(w, 2) ? "%d%s%d%s" : "%02d%s%02d%s", w->date.month, sep, w->date.day, sep);
    put_year(w);
}

static void with_dots(writer *w)
{
    day_first(w, ONE_OF(w, ".", ".", ". "));
}

/* Either order, where it cannot be mistaken. */
static void with_slashes(writer *w)
{
    const char *sep = ONE_OF(w, "/", "-", " ", " / ");
    bool clear = w->date.day > 12 || w->date.day == w->date.month;
    if (!clear)
        big_end_first(w);
    else if (choose(w, 2))
        day_first(w, sep);
    else
        month_first(w, sep);
}

static void with_roman_month(writer *w)
{
    const char *sep = ONE_OF(w, ".", "/", " ", "-");
    put_day(w);
    put(w, "%s%s%s%d", sep, roman[w->date.month - 1], sep, w->date.year);
}

/* ---- letter case ---- */

/* Capitals for a to z, é and û; every other byte stays. */
static void to_capitals(char *text)
{
    for (unsigned char *p = (unsigned char *)text; *p; p++) {
        if (*p >= 'a' && *p <= 'z') {
            *p = (unsigned char)(*p - 0x20);
        } else if (*p == 0xC3 && (p[1] == 0xA9 || p[1] == 0xBB)) {
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
    static void (*const forms[])(writer *) = {
        en_day_month_year, en_day_month_year, en_month_day_year, en_month_day_year,
        en_year_month_day, en_words,          en_compact,        fr_day_month_year,
        fr_day_month_year, fr_day_month_year, fr_words,          fr_year_month_day,
        big_end_first,     with_dots,         with_slashes,      with_roman_month,
    };
    writer w = {.random = random, .date = date, .out = out};
    out[0] = '\0';
    forms[choose(&w, (int)(sizeof forms / sizeof forms[0]))](&w);
    int letters = choose(&w, 10);
    if (letters == 0)
        to_capitals(out);
    else if (letters <= 2)
        to_small(out);
}
