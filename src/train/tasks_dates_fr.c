/* Dates in French. */
#include "train/tasks_dates_writer.h"
#include "train/tasks_numerals.h"

static const char *const fr_months[] = {"janvier",   "février", "mars",     "avril",
                                        "mai",       "juin",    "juillet",  "août",
                                        "septembre", "octobre", "novembre", "décembre"};
static const char *const fr_months_short[] = {"janv", "févr", "mars", "avr", "mai", "juin",
                                              "juil", "août", "sept", "oct", "nov", "déc"};
static const char *const fr_days[] = {"lundi",    "mardi",  "mercredi", "jeudi",
                                      "vendredi", "samedi", "dimanche"};
static const char *const fr_days_short[] = {"lun", "mar", "mer", "jeu", "ven", "sam", "dim"};

static void fr_weekday(as_date_writer *w)
{
    int day = as_date_weekday(w->date);
    switch (as_date_choose(w, 6)) {
    case 0:
        as_date_put(w, "%s%s ", ONE_OF(w, "", "le ", "ce "), fr_days[day]);
        break;
    case 1:
        as_date_put(w, "%s%s ", fr_days_short[day], ONE_OF(w, "", ".", ","));
        break;
    case 2:
        as_date_put(w, "%s, le ", fr_days[day]);
        break;
    case 3:
        as_date_put(w, "%s", ONE_OF(w, "le ", "du ", "au ", "en date du ", "depuis le "));
        break;
    default:
        break;
    }
}

static void fr_day(as_date_writer *w)
{
    if (w->date.day == 1 && as_date_choose(w, 4))
        as_date_put(w, "1%s", ONE_OF(w, "er", "er", "ᵉʳ"));
    else
        as_date_put_day(w);
}

/* Accents are often left out in writing: é and û become e and u. */
static void put_plain(as_date_writer *w, const char *text)
{
    for (; *text; text++) {
        if ((unsigned char)*text != 0xC3)
            as_date_put(w, "%c", *text);
        else
            as_date_put(w, "%c", (unsigned char)*++text == 0xA9 ? 'e' : 'u');
    }
}

static void fr_month(as_date_writer *w)
{
    int m = w->date.month - 1;
    switch (as_date_choose(w, 5)) {
    case 0:
        as_date_put(w, "%s", fr_months_short[m]);
        break;
    case 1:
        as_date_put(w, "%s.", fr_months_short[m]);
        break;
    case 2:
        put_plain(w, fr_months[m]);
        break;
    default:
        as_date_put(w, "%s", fr_months[m]);
    }
}

static void fr_day_month_year(as_date_writer *w)
{
    fr_weekday(w);
    fr_day(w);
    const char *sep = ONE_OF(w, " ", " ", " ", "-", "/");
    as_date_put(w, "%s", sep);
    fr_month(w);
    as_date_put(w, "%s", *sep == ' ' ? ONE_OF(w, " ", " ", ", ", " de l'an ") : sep);
    as_date_put_year(w);
}

static void fr_words(as_date_writer *w)
{
    char day[64], year[96];
    as_fr_day(day, sizeof day, w->date.day);
    as_fr_year(year, sizeof year, w->date.year, w->random);
    as_date_put(w, "%s%s %s ", ONE_OF(w, "le ", "", "du "), day, fr_months[w->date.month - 1]);
    if (as_date_choose(w, 3))
        as_date_put(w, "%s", year);
    else
        as_date_put(w, "%d", w->date.year);
}

static void fr_year_month_day(as_date_writer *w)
{
    as_date_put(w, "%d%s", w->date.year, ONE_OF(w, ", ", " ", "-"));
    as_date_put(w, "%s", ONE_OF(w, "", "le "));
    fr_day(w);
    as_date_put(w, " %s", fr_months[w->date.month - 1]);
}

void as_date_write_fr(as_date_writer *w)
{
    static void (*const forms[])(as_date_writer *) = {
        fr_day_month_year, fr_day_month_year, fr_day_month_year, fr_words, fr_year_month_day,
    };
    forms[as_date_choose(w, (int)(sizeof forms / sizeof *forms))](w);
}
