/* The built-in tasks: the calendar, numerals, and parts that share nothing. */
#include "train/tasks.h"
#include "train/tasks_dates.h"
#include "train/tasks_numerals.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static void test_calendar(void **state)
{
    (void)state;
    assert_int_equal(as_date_count(), 62092); /* 170 years, 42 of them leap: 1900 is none */
    as_date first = as_date_from_day(0), last = as_date_from_day(as_date_count() - 1);
    assert_true(first.year == 1900 && first.month == 1 && first.day == 1);
    assert_true(last.year == 2069 && last.month == 12 && last.day == 31);
    as_date march = as_date_from_day(59); /* no 29 February 1900 */
    assert_true(march.year == 1900 && march.month == 3 && march.day == 1);
    int leap_days = 0;
    for (int day = 0; day < as_date_count(); day++) {
        as_date date = as_date_from_day(day);
        leap_days += date.month == 2 && date.day == 29;
        /* 1 January 1900 was a Monday. */
        assert_int_equal(as_date_weekday(date), day % 7);
    }
    assert_int_equal(leap_days, 42);
    assert_int_equal(as_date_weekday((as_date){ 1969, 7, 20 }), 6); /* a Sunday */
    assert_int_equal(as_date_weekday((as_date){ 2000, 2, 29 }), 1);
}

static void test_numerals(void **state)
{
    (void)state;
    char text[96];
    const struct {
        int day;
        const char *en, *fr;
    } days[] = {
        { 1, "first", "premier" },          { 2, "second", "deux" },
        { 12, "twelfth", "douze" },         { 17, "seventeenth", "dix-sept" },
        { 20, "twentieth", "vingt" },       { 21, "twenty-first", "vingt et un" },
        { 30, "thirtieth", "trente" },      { 31, "thirty-first", "trente et un" },
        { 22, "twenty-second", "vingt-deux" },
    };
    for (size_t k = 0; k < sizeof days / sizeof days[0]; k++) {
        as_en_ordinal(text, sizeof text, days[k].day);
        assert_string_equal(text, days[k].en);
        as_fr_day(text, sizeof text, days[k].day);
        assert_string_equal(text, days[k].fr);
    }
}

/* Draws the ways of saying a year until `want` comes. */
static bool is_said(void (*say)(char *, size_t, int, as_random *), int year, const char *want)
{
    as_random random = as_random_for(1, 2, (uint64_t)year);
    for (int k = 0; k < 100; k++) {
        char text[96];
        say(text, sizeof text, year, &random);
        if (strcmp(text, want) == 0)
            return true;
    }
    return false;
}

static void test_years(void **state)
{
    (void)state;
    assert_true(is_said(as_en_year, 1998, "nineteen ninety-eight"));
    assert_true(is_said(as_en_year, 1905, "nineteen oh five"));
    assert_true(is_said(as_en_year, 1900, "nineteen hundred"));
    assert_true(is_said(as_en_year, 2000, "two thousand"));
    assert_true(is_said(as_en_year, 2005, "two thousand and five"));
    assert_true(is_said(as_en_year, 2005, "two thousand five"));
    assert_false(is_said(as_en_year, 2005, "twenty five"));
    assert_true(is_said(as_en_year, 2010, "twenty ten"));
    assert_true(is_said(as_fr_year, 1900, "mille neuf cents"));
    assert_true(is_said(as_fr_year, 1971, "mille neuf cent soixante et onze"));
    assert_true(is_said(as_fr_year, 1980, "mille neuf cent quatre-vingts"));
    assert_true(is_said(as_fr_year, 1981, "mille neuf cent quatre-vingt-un"));
    assert_true(is_said(as_fr_year, 1991, "dix-neuf cent quatre-vingt-onze"));
    assert_true(is_said(as_fr_year, 2000, "deux mille"));
    assert_true(is_said(as_fr_year, 2069, "deux mille soixante-neuf"));
}

static void test_german_and_chinese_numerals(void **state)
{
    (void)state;
    char text[96];
    static const struct {
        int day;
        const char *de, *zh;
    } days[] = {
        {1, "erst", "一"},           {2, "zweit", "二"},      {3, "dritt", "三"},
        {7, "siebt", "七"},          {8, "acht", "八"},       {10, "zehnt", "十"},
        {12, "zwölft", "十二"},      {16, "sechzehnt", "十六"}, {20, "zwanzigst", "二十"},
        {21, "einundzwanzigst", "二十一"}, {30, "dreißigst", "三十"},
        {31, "einunddreißigst", "三十一"},
    };
    for (size_t k = 0; k < sizeof days / sizeof days[0]; k++) {
        as_de_ordinal(text, sizeof text, days[k].day);
        assert_string_equal(text, days[k].de);
        as_zh_number(text, sizeof text, days[k].day);
        assert_string_equal(text, days[k].zh);
    }
    static const struct {
        int year;
        const char *de;
    } years[] = {
        {1900, "neunzehnhundert"},  {1901, "neunzehnhunderteins"},
        {1998, "neunzehnhundertachtundneunzig"}, {2000, "zweitausend"},
        {2005, "zweitausendfünf"},  {2021, "zweitausendeinundzwanzig"},
        {2069, "zweitausendneunundsechzig"},
    };
    for (size_t k = 0; k < sizeof years / sizeof years[0]; k++) {
        as_de_year(text, sizeof text, years[k].year);
        assert_string_equal(text, years[k].de);
    }
    as_zh_digits(text, sizeof text, "2004", "〇");
    assert_string_equal(text, "二〇〇四");
    as_zh_digits(text, sizeof text, "05", "零");
    assert_string_equal(text, "零五");
    as_zh_digits(text, 8, "1998", "〇"); /* what does not fit is left out, never half a character */
    assert_string_equal(text, "一九");
}

/* Draws the forms of a date until `want` comes. */
static bool is_written(as_date date, const char *want)
{
    char text[AS_DATE_TEXT_SIZE];
    as_random random = as_random_for(1, 3, 0);
    for (int k = 0; k < 300000; k++) {
        as_date_write(date, &random, text);
        if (strcmp(text, want) == 0)
            return true;
    }
    return false;
}

static void test_forms(void **state)
{
    (void)state;
    static const char *const march[] = {
        "Thursday, the 5th of March 1998",
        "march 5, 1998",
        "jeudi 5 mars 1998",
        "JEUDI, LE 5 MARS 1998",
        "Donnerstag, den 5. März 1998",
        "Donnerstag, 5. März 1998",
        "am Donnerstag, dem 5. März 1998",
        "Do., 5. März 1998",
        "Do, 05.03.1998",
        "am 5. Maerz 1998",
        "vom 5. März '98",
        "5. 3. 1998",
        "der fünfte März neunzehnhundertachtundneunzig",
        "am fünften März 1998",
        "fünfter März neunzehnhundertachtundneunzig",
        "DONNERSTAG, DEN 5. MÄRZ 1998",
        "1998年3月5日",
        "1998 年 3 月 5 日",
        "1998年03月05日",
        "1998年3月5号",
        "1998年3月5號",
        "98年3月5日",
        "九八年三月五日",
        "一九九八年三月五日",
        "一九九八年三月五日星期四",
        "1998年3月5日（周四）",
        "1998年3月5日 禮拜四",
        "截至1998年3月5日",
        "公元1998年3月5日",
        "１９９８年３月５日",
    };
    static const char *const new_year[] = {
        "二〇〇四年十二月三十一日星期五",
        "二零零四年十二月三十一日",
        "零四年十二月三十一号",
        "einunddreißigster Dezember zweitausendvier",
        "31.12.2004",
        "Freitag, der 31. Dezember 2004",
    };
    static const char *const others[] = {"Samstag, 1. Januar 2000", "Sonnabend, 1. Januar 2000",
                                         "am 1. Jänner 2000", "二〇〇〇年一月一日周六"};
    for (size_t k = 0; k < sizeof march / sizeof *march; k++)
        if (!is_written((as_date){1998, 3, 5}, march[k]))
            fail_msg("%s", march[k]);
    for (size_t k = 0; k < sizeof new_year / sizeof *new_year; k++)
        if (!is_written((as_date){2004, 12, 31}, new_year[k]))
            fail_msg("%s", new_year[k]);
    for (size_t k = 0; k < sizeof others / sizeof *others; k++)
        if (!is_written((as_date){2000, 1, 1}, others[k]))
            fail_msg("%s", others[k]);
    assert_true(is_written((as_date){2017, 5, 7}, "2017年5月7日星期天"));
    assert_true(is_written((as_date){2017, 5, 7}, "2017年5月7日周日"));
    assert_false(is_written((as_date){2017, 5, 7}, "2017年5月7日周天")); /* nobody says so */
    assert_false(is_written((as_date){1960, 3, 5}, "60年3月5日"));       /* or 2060 */
    assert_false(is_written((as_date){1998, 3, 5}, "公元98年3月5日"));
    assert_false(is_written((as_date){1998, 3, 5}, "98年3月5號")); /* may be 2009 in Taiwan */
}

static as_tsv generate(as_task task, as_task_part part, uint64_t seed, int n)
{
    as_tsv rows;
    as_error err;
    if (!as_task_generate(task, part, seed, n, &rows, &err))
        fail_msg("%s", err.message);
    assert_int_equal(rows.n, n);
    return rows;
}

static void test_copy_and_reverse(void **state)
{
    (void)state;
    as_tsv copy = generate(AS_TASK_COPY, AS_PART_TRAIN, 1, 300);
    as_tsv reverse = generate(AS_TASK_REVERSE, AS_PART_TEST, 1, 300);
    for (int k = 0; k < 300; k++) {
        const as_tsv_row *c = &copy.rows[k], *r = &reverse.rows[k];
        assert_int_equal(c->source_len, c->target_len);
        assert_memory_equal(c->source, c->target, c->source_len);
        assert_int_equal(r->source_len, r->target_len);
        for (size_t j = 0; j < r->source_len; j++)
            assert_int_equal(r->source[j], r->target[r->target_len - 1 - j]);
    }
    as_tsv_finish(&copy);
    as_tsv_finish(&reverse);
}

static int compare_texts(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* How many of b's targets stand among a's. */
static int shared_targets(const as_tsv *a, const as_tsv *b)
{
    char **texts = malloc((size_t)a->n * sizeof *texts);
    assert_non_null(texts);
    for (int k = 0; k < a->n; k++)
        texts[k] = strndup(a->rows[k].target, a->rows[k].target_len);
    qsort(texts, (size_t)a->n, sizeof *texts, compare_texts);
    int n = 0;
    for (int k = 0; k < b->n; k++) {
        char *text = strndup(b->rows[k].target, b->rows[k].target_len);
        n += bsearch(&text, texts, (size_t)a->n, sizeof *texts, compare_texts) != NULL;
        free(text);
    }
    for (int k = 0; k < a->n; k++)
        free(texts[k]);
    free(texts);
    return n;
}

static void test_parts_share_no_answer(void **state)
{
    (void)state;
    for (as_task task = AS_TASK_COPY; task <= AS_TASK_DATES; task++) {
        as_tsv train = generate(task, AS_PART_TRAIN, 1, 20000);
        as_tsv valid = generate(task, AS_PART_VALID, 1, 500);
        as_tsv test = generate(task, AS_PART_TEST, 2, 500); /* another seed, still apart */
        assert_int_equal(shared_targets(&train, &valid), 0);
        assert_int_equal(shared_targets(&train, &test), 0);
        assert_int_equal(shared_targets(&valid, &test), 0);
        as_tsv_finish(&train);
        as_tsv_finish(&valid);
        as_tsv_finish(&test);
    }
}

static void test_same_seed_same_text(void **state)
{
    (void)state;
    as_tsv a = generate(AS_TASK_DATES, AS_PART_TRAIN, 5, 200);
    as_tsv b = generate(AS_TASK_DATES, AS_PART_TRAIN, 5, 200);
    as_tsv c = generate(AS_TASK_DATES, AS_PART_TRAIN, 6, 200);
    assert_string_equal(a.text, b.text);
    assert_string_not_equal(a.text, c.text);
    as_tsv_finish(&a);
    as_tsv_finish(&b);
    as_tsv_finish(&c);
}

static int compare_rows(const void *a, const void *b)
{
    const as_tsv_row *p = a, *q = b;
    size_t n = p->source_len < q->source_len ? p->source_len : q->source_len;
    int order = memcmp(p->source, q->source, n);
    return order ? order : (p->source_len > q->source_len) - (p->source_len < q->source_len);
}

/* No written form is used for two dates. */
static void test_dates_are_clear(void **state)
{
    (void)state;
    as_tsv rows = generate(AS_TASK_DATES, AS_PART_TRAIN, 3, 100000);
    qsort(rows.rows, (size_t)rows.n, sizeof *rows.rows, compare_rows);
    int repeated = 0;
    for (int k = 1; k < rows.n; k++) {
        const as_tsv_row *p = &rows.rows[k - 1], *q = &rows.rows[k];
        if (compare_rows(p, q) != 0)
            continue;
        repeated++;
        if (p->target_len != q->target_len || memcmp(p->target, q->target, p->target_len) != 0)
            fail_msg("%.*s is %.*s and %.*s", (int)p->source_len, p->source, (int)p->target_len,
                     p->target, (int)q->target_len, q->target);
    }
    assert_true(repeated > 100); /* enough of them to have seen a clash */
    as_tsv_finish(&rows);
}

/* A form is what is left when the date's own words and numbers are taken out. */
static void form_of(const as_tsv_row *row, char *out, size_t size)
{
    size_t n = 0;
    for (size_t k = 0; k < row->source_len && n + 1 < size; k++) {
        char c = row->source[k];
        bool digit = c >= '0' && c <= '9';
        bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (unsigned char)c >= 0x80;
        char kind = digit ? '9' : letter ? 'a' : c;
        if (!letter || n == 0 || out[n - 1] != 'a')
            out[n++] = kind;
    }
    out[n] = '\0';
}

static void test_hundreds_of_forms(void **state)
{
    (void)state;
    enum { ROWS = 20000 };
    as_tsv rows = generate(AS_TASK_DATES, AS_PART_TRAIN, 3, ROWS);
    char **forms = malloc(ROWS * sizeof *forms);
    assert_non_null(forms);
    for (int k = 0; k < ROWS; k++) {
        char form[200];
        form_of(&rows.rows[k], form, sizeof form);
        forms[k] = strdup(form);
    }
    qsort(forms, ROWS, sizeof *forms, compare_texts);
    int n = 1;
    for (int k = 1; k < ROWS; k++)
        n += strcmp(forms[k - 1], forms[k]) != 0;
    print_message("# %d written forms, words of one kind counted once\n", n);
    assert_true(n >= 300);
    for (int k = 0; k < ROWS; k++)
        free(forms[k]);
    free(forms);
    as_tsv_finish(&rows);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_calendar),
        cmocka_unit_test(test_numerals),
        cmocka_unit_test(test_years),
        cmocka_unit_test(test_german_and_chinese_numerals),
        cmocka_unit_test(test_forms),
        cmocka_unit_test(test_copy_and_reverse),
        cmocka_unit_test(test_parts_share_no_answer),
        cmocka_unit_test(test_same_seed_same_text),
        cmocka_unit_test(test_dates_are_clear),
        cmocka_unit_test(test_hundreds_of_forms),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
