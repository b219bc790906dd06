/* Dates in German. */
#include "train/tasks_dates_writer.h"
#include "train/tasks_numerals.h"

static const char *const de_months[] = {"Januar",    "Februar", "März",     "April",
                                        "Mai",       "Juni",    "Juli",     "August",
                                        "September", "Oktober", "November", "Dezember"};
static const char *const de_months_short[] = {"Jan.", "Feb.", "Mrz.",  "Apr.", "Mai",  "Jun.",
                                              "Jul.", "Aug.", "Sept.", "Okt.", "Nov.", "Dez."};
static const char *const de_days[] = {"Montag",  "Dienstag", "Mittwoch", "Donnerstag",
                                      "Freitag", "Samstag",  "Sonntag"};
static const char *const de_days_short[] = {"Mo", "Di", "Mi", "Do", "Fr", "Sa", "So"};

static const char *de_day_name(as_date_writer *w)
{
    int day = as_date_weekday(w->date);
    return day == 5 && as_date_choose(w, 3) == 0 ? "Sonnabend" : de_days[day];
}

/* Umlauts are often written with an e, and ß as ss: Maerz, dreissigster. */
static void de_put_plain(as_date_writer *w, const char *text)
{
    for (; *text; text++) {
        if ((unsigned char)*text != 0xC3) {
            as_date_put(w, "%c", *text);
            continue;
        }
        switch ((unsigned char)*++text) {
        case 0xA4:
            as_date_put(w, "ae");
            break;
        case 0xB6:
            as_date_put(w, "oe");
            break;
        case 0xBC:
            as_date_put(w, "ue");
            break;
        default: /* 0x9F */
            as_date_put(w, "ss");
        }
    }
}

static void de_put_spelled(as_date_writer *w, const char *text)
{
    if (as_date_choose(w, 5) == 0)
        de_put_plain(w, text);
    else
        as_date_put(w, "%s", text);
}

/* What stands before a day in digits. */
static void de_weekday(as_date_writer *w)
{
    switch (as_date_choose(w, 6)) {
    case 0:
        as_date_put(w, "%s%s", de_day_name(w), ONE_OF(w, ", den ", ", den ", ", ", ", der ", " "));
        break;
    case 1:
        as_date_put(w, "%s%s", de_days_short[as_date_weekday(w->date)],
                    ONE_OF(w, ", ", "., ", ". ", " ", ", den "));
        break;
    case 2:
        as_date_put(w, "am %s, %s", de_day_name(w), ONE_OF(w, "dem ", "den ", ""));
        break;
    case 3:
        as_date_put(w, "%s",
                    ONE_OF(w, "am ", "den ", "vom ", "der ", "seit dem ", "bis zum ", "ab dem "));
        break;
    default:
        break;
    }
}

static void de_month(as_date_writer *w)
{
    int m = w->date.month - 1;
    switch (as_date_choose(w, 6)) {
    case 0:
        as_date_put(w, "%s", de_months_short[m]);
        break;
    case 1:
        as_date_put(w, "%s", m == 0 ? "Jänner" : de_months[m]); /* Austria */
        break;
    default:
        de_put_spelled(w, de_months[m]);
    }
}

static void de_day_month_year(as_date_writer *w)
{
    de_weekday(w);
    as_date_put_day(w);
    as_date_put(w, "%s", ONE_OF(w, ". ", ". ", ". ", "."));
    de_month(w);
    as_date_put(w, " ");
    as_date_put_year(w);
}

static void de_numbers(as_date_writer *w)
{
    de_weekday(w);
    const char *sep = ONE_OF(w, ".", ".", ". ");
    as_date_put(w, as_date_choose(w, 2) ? "%d%s%d%s" : "%02d%s%02d%s", w->date.day, sep,
                w->date.month, sep);
    as_date_put_year(w);
}

static void de_words(as_date_writer *w)
{
    char day[64], year[96];
    as_de_ordinal(day, sizeof day, w->date.day);
    as_de_year(year, sizeof year, w->date.year);
    switch (as_date_choose(w, 4)) {
    case 0:
        as_date_put(w, "%s, ", de_day_name(w));
        /* fall through */
    case 1:
        as_date_put(w, "der ");
        de_put_spelled(w, day);
        as_date_put(w, "e ");
        break;
    case 2:
        as_date_put(w, "%s", ONE_OF(w, "am ", "den ", "vom ", "seit dem ", "bis zum "));
        de_put_spelled(w, day);
        as_date_put(w, "en ");
        break;
    default:
        de_put_spelled(w, day);
        as_date_put(w, "er ");
    }
    de_put_spelled(w, de_months[w->date.month - 1]);
    as_date_put(w, " ");
    if (as_date_choose(w, 3))
        de_put_spelled(w, year);
    else
        as_date_put(w, "%d", w->date.year);
}

void as_date_write_de(as_date_writer *w)
{
    static void (*const forms[])(as_date_writer *) = {
        de_day_month_year, de_day_month_year, de_day_month_year, de_numbers, de_words,
    };
    forms[as_date_choose(w, (int)(sizeof forms / sizeof *forms))](w);
}
