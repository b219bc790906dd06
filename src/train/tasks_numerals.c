#include "train/tasks_numerals.h"

#include <stdio.h>

enum { WORD_SIZE = 48 };

static const char *const en_small[] = {"",        "one",     "two",       "three",    "four",
                                       "five",    "six",     "seven",     "eight",    "nine",
                                       "ten",     "eleven",  "twelve",    "thirteen", "fourteen",
                                       "fifteen", "sixteen", "seventeen", "eighteen", "nineteen"};
static const char *const en_tens[] = {"",      "",      "twenty",  "thirty", "forty",
                                      "fifty", "sixty", "seventy", "eighty", "ninety"};
static const char *const en_ordinals[] = {
    "",           "first",     "second",    "third",       "fourth",     "fifth",      "sixth",
    "seventh",    "eighth",    "ninth",     "tenth",       "eleventh",   "twelfth",    "thirteenth",
    "fourteenth", "fifteenth", "sixteenth", "seventeenth", "eighteenth", "nineteenth", "twentieth"};
static const char *const fr_small[] = {"",       "un",    "deux",     "trois",    "quatre",
                                       "cinq",   "six",   "sept",     "huit",     "neuf",
                                       "dix",    "onze",  "douze",    "treize",   "quatorze",
                                       "quinze", "seize", "dix-sept", "dix-huit", "dix-neuf"};
static const char *const fr_tens[] = {
    "",          "",         "vingt",    "trente",       "quarante",
    "cinquante", "soixante", "soixante", "quatre-vingt", "quatre-vingt"};

/* 1 to 99 */
static void en_number(char *out, size_t size, int n)
{
    if (n < 20)
        snprintf(out, size, "%s", en_small[n]);
    else
        snprintf(out, size, n % 10 ? "%s-%s" : "%s%s", en_tens[n / 10], en_small[n % 10]);
}

void as_en_ordinal(char *out, size_t size, int day)
{
    if (day <= 20)
        snprintf(out, size, "%s", en_ordinals[day]);
    else if (day == 30)
        snprintf(out, size, "thirtieth");
    else
        snprintf(out, size, "%s-%s", en_tens[day / 10], en_ordinals[day % 10]);
}

void as_en_year(char *out, size_t size, int year, as_random *random)
{
    char rest[WORD_SIZE];
    int two = year % 100;
    en_number(rest, sizeof rest, two);
    const char *century = year < 2000 ? "nineteen" : "twenty";
    uint32_t choice = as_random_below(random, 3);
    if (year >= 2000 && (choice < 2 || two < 10)) /* nobody says "twenty five" for 2005 */
        snprintf(out, size, "two thousand%s%s", two == 0 ? "" : choice == 0 ? " and " : " ", rest);
    else if (two == 0)
        snprintf(out, size, "%s hundred", century);
    else if (two < 10)
        snprintf(out, size, "%s oh %s", century, rest);
    else
        snprintf(out, size, "%s %s", century, rest);
}

/* 1 to 99; seventy and ninety count on from sixty and eighty. */
static void fr_number(char *out, size_t size, int n)
{
    int tens = n / 10, ones = n % 10;
    if (n < 20) {
        snprintf(out, size, "%s", fr_small[n]);
        return;
    }
    if (tens == 7 || tens == 9)
        ones += 10;
    if (n == 80)
        snprintf(out, size, "quatre-vingts");
    else if (ones == 0)
        snprintf(out, size, "%s", fr_tens[tens]);
    else if ((ones == 1 || ones == 11) && tens < 8)
        snprintf(out, size, "%s et %s", fr_tens[tens], fr_small[ones]);
    else
        snprintf(out, size, "%s-%s", fr_tens[tens], fr_small[ones]);
}

void as_fr_day(char *out, size_t size, int day)
{
    if (day == 1)
        snprintf(out, size, "premier");
    else
        fr_number(out, size, day);
}

void as_fr_year(char *out, size_t size, int year, as_random *random)
{
    char rest[WORD_SIZE];
    int two = year % 100;
    fr_number(rest, sizeof rest, two);
    if (year >= 2000)
        snprintf(out, size, two ? "deux mille %s" : "deux mille", rest);
    else
        snprintf(out, size, two ? "%s cent %s" : "%s cents",
                 as_random_below(random, 3) ? "mille neuf" : "dix-neuf", rest);
}
