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

static const char *const de_small[] = {"",         "ein",      "zwei",     "drei",     "vier",
                                       "fünf",     "sechs",    "sieben",   "acht",     "neun",
                                       "zehn",     "elf",      "zwölf",    "dreizehn", "vierzehn",
                                       "fünfzehn", "sechzehn", "siebzehn", "achtzehn", "neunzehn"};
static const char *const de_tens[] = {"",        "",        "zwanzig", "dreißig", "vierzig",
                                      "fünfzig", "sechzig", "siebzig", "achtzig", "neunzig"};

/* 2 to 99, and "ein" for 1 */
static void de_number(char *out, size_t size, int n)
{
    if (n < 20)
        snprintf(out, size, "%s", de_small[n]);
    else if (n % 10 == 0)
        snprintf(out, size, "%s", de_tens[n / 10]);
    else
        snprintf(out, size, "%sund%s", de_small[n % 10], de_tens[n / 10]);
}

void as_de_ordinal(char *out, size_t size, int day)
{
    static const char *const irregular[] = {
        [1] = "erst", [3] = "dritt", [7] = "siebt", [8] = "acht"};
    char number[WORD_SIZE];
    de_number(number, sizeof number, day);
    if (day < 9 && irregular[day])
        snprintf(out, size, "%s", irregular[day]);
    else
        snprintf(out, size, "%s%s", number, day < 20 ? "t" : "st");
}

void as_de_year(char *out, size_t size, int year)
{
    char rest[WORD_SIZE];
    int two = year % 100;
    de_number(rest, sizeof rest, two);
    snprintf(out, size, "%s%s%s", year < 2000 ? "neunzehnhundert" : "zweitausend", rest,
             two == 1 ? "s" : ""); /* einhunderteins */
}

static const char *const zh_digits[] = {"", "一", "二", "三", "四", "五", "六", "七", "八", "九"};

void as_zh_number(char *out, size_t size, int n)
{
    snprintf(out, size, "%s%s%s", n >= 20 ? zh_digits[n / 10] : "", n >= 10 ? "十" : "",
             zh_digits[n % 10]);
}

void as_zh_digits(char *out, size_t size, const char *digits, const char *zero)
{
    size_t used = 0;
    out[0] = '\0';
    for (; *digits && used + 4 < size; digits++)
        used += (size_t)snprintf(out + used, size - used, "%s",
                                 *digits == '0' ? zero : zh_digits[*digits - '0']);
}
