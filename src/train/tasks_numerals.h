/* Days and years in words. Each writes NUL-terminated UTF-8 into out [size], cut when too long. */
#ifndef AS_TRAIN_TASKS_NUMERALS_H
#define AS_TRAIN_TASKS_NUMERALS_H

#include "train/random.h"

#include <stddef.h>

/* first … thirty-first */
void as_en_ordinal(char *out, size_t size, int day);

/* A year of 1900 to 2099 in one of the ways people say it: nineteen oh five, two thousand and
 * five, twenty ten. */
void as_en_year(char *out, size_t size, int year, as_random *random);

/* premier, deux … trente et un */
void as_fr_day(char *out, size_t size, int day);

/* mille neuf cent quatre-vingt-dix-huit, dix-neuf cent …, deux mille cinq */
void as_fr_year(char *out, size_t size, int year, as_random *random);

/* erst, zweit, dritt … einunddreißigst: what endings follow (erster, ersten). */
void as_de_ordinal(char *out, size_t size, int day);

/* neunzehnhundertachtundneunzig, zweitausendfünf */
void as_de_year(char *out, size_t size, int year);

/* 五, 十, 二十一: 1 to 99 */
void as_zh_number(char *out, size_t size, int n);

/* The digits one by one, 一九九八, with `zero` for 0: 〇 or 零. */
void as_zh_digits(char *out, size_t size, const char *digits, const char *zero);

#endif
