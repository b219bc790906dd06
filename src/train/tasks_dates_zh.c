/* Dates in Chinese, in simplified and in traditional characters. */
#include "train/tasks_dates_writer.h"
#include "train/tasks_numerals.h"

#include <stdio.h>

/* What the two scripts write differently: "day" of speech, the words for "week", "on". */
typedef struct script {
    const char *day, *weeks[3], *on;
} script;

static const script zh_simplified = {"号", {"星期", "周", "礼拜"}, "于"};
static const script zh_traditional = {"號", {"星期", "週", "禮拜"}, "於"};

/* Whether a text ends with the weekday, in brackets or not, or with nothing. */
static void zh_weekday(as_date_writer *w, const script *s)
{
    static const char *const days[] = {"一", "二", "三", "四", "五", "六", "日"};
    int day = as_date_weekday(w->date), week = as_date_choose(w, 3);
    const char *name = day == 6 && week != 1 && as_date_choose(w, 2) ? "天" : days[day];
    switch (as_date_choose(w, 6)) {
    case 0:
        as_date_put(w, "%s%s%s", ONE_OF(w, "", "", " ", "，"), s->weeks[week], name);
        break;
    case 1:
        as_date_put(w, "（%s%s）", s->weeks[week], name);
        break;
    case 2:
        as_date_put(w, "(%s%s)", s->weeks[week], name);
        break;
    default:
        break;
    }
}

/* What stands before a date in a sentence. */
static void zh_opening(as_date_writer *w, const script *s)
{
    if (as_date_choose(w, 4) == 0)
        as_date_put(w, "%s", ONE_OF(w, "在", s->on, "自", "至", "截至", "到"));
}

static const char *zh_day_mark(as_date_writer *w, const script *s)
{
    return as_date_choose(w, 4) ? "日" : s->day;
}

/* The year's digits: two of them only where they are clear, not "of the common era", and not in
 * traditional characters, where 98年 may count from 1912. */
static void zh_year(as_date_writer *w, const script *s, char *out, size_t size)
{
    bool two = s == &zh_simplified && as_date_short_year_is_clear(w) && as_date_choose(w, 5) == 0;
    if (!two && as_date_choose(w, 12) == 0)
        as_date_put(w, "公元");
    snprintf(out, size, two ? "%02d" : "%d", two ? w->date.year % 100 : w->date.year);
}

/* 1998年3月5日 */
static void zh_with_digits(as_date_writer *w, const script *s)
{
    char year[16];
    const char *space = ONE_OF(w, "", "", "", "", " ");
    zh_year(w, s, year, sizeof year);
    as_date_put(w, as_date_choose(w, 3) ? "%s%s年%s%d%s月%s%d%s%s" : "%s%s年%s%02d%s月%s%02d%s%s",
                year, space, space, w->date.month, space, space, w->date.day, space,
                zh_day_mark(w, s));
}

/* １９９８年３月５日: digits as wide as the characters around them */
static void zh_with_wide_digits(as_date_writer *w, const script *s)
{
    char narrow[48];
    snprintf(narrow, sizeof narrow, "%d/%d/%d", w->date.year, w->date.month, w->date.day);
    const char *marks[] = {"年", "月"};
    int mark = 0;
    for (const char *p = narrow; *p; p++) {
        if (*p == '/')
            as_date_put(w, "%s", marks[mark++]);
        else
            as_date_put(w, "\xEF\xBC%c", 0x90 + (*p - '0')); /* U+FF10 to U+FF19 */
    }
    as_date_put(w, "%s", zh_day_mark(w, s));
}

/* 一九九八年三月五日 */
static void zh_with_words(as_date_writer *w, const script *s)
{
    char digits[16], year[32], month[16], day[16];
    zh_year(w, s, digits, sizeof digits);
    as_zh_digits(year, sizeof year, digits, ONE_OF(w, "〇", "〇", "零"));
    as_zh_number(month, sizeof month, w->date.month);
    as_zh_number(day, sizeof day, w->date.day);
    as_date_put(w, "%s年%s月%s%s", year, month, day, zh_day_mark(w, s));
}

void as_date_write_zh(as_date_writer *w)
{
    static void (*const forms[])(as_date_writer *, const script *) = {
        zh_with_digits, zh_with_digits, zh_with_digits, zh_with_wide_digits,
        zh_with_words,  zh_with_words,  zh_with_words,
    };
    const script *s = as_date_choose(w, 4) ? &zh_simplified : &zh_traditional;
    zh_opening(w, s);
    forms[as_date_choose(w, (int)(sizeof forms / sizeof *forms))](w, s);
    zh_weekday(w, s);
}
