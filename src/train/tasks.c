#include "train/tasks.h"

#include "core/memory.h"
#include "train/random.h"
#include "train/tasks_dates.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { STREAM_TASK = 0x500, STRING_MIN = 1, STRING_MAX = 16, LINE_SIZE = 256 };

const char *const as_task_names[] = {"copy", "reverse", "dates", NULL};

/* ---- strings ---- */

/* Which part a string belongs to, so that none is in two: nine in ten are for training. */
static as_task_part part_of_string(const char *text, size_t len)
{
    uint64_t hash = 0xCBF29CE484222325u;
    for (size_t k = 0; k < len; k++)
        hash = (hash ^ (unsigned char)text[k]) * 0x100000001B3u;
    uint64_t tenth = (hash >> 32) % 20;
    return tenth == 0 ? AS_PART_VALID : tenth == 1 ? AS_PART_TEST : AS_PART_TRAIN;
}

static void write_string(as_task task, as_task_part part, as_random *random, char *line)
{
    char text[STRING_MAX + 1], answer[STRING_MAX + 1];
    size_t len;
    do {
        len = STRING_MIN + as_random_below(random, STRING_MAX - STRING_MIN + 1);
        for (size_t k = 0; k < len; k++)
            text[k] = (char)('a' + as_random_below(random, 26));
    } while (part_of_string(text, len) != part);
    text[len] = answer[len] = '\0';
    for (size_t k = 0; k < len; k++)
        answer[k] = task == AS_TASK_REVERSE ? text[len - 1 - k] : text[k];
    snprintf(line, LINE_SIZE, "%s\t%s\n", text, answer);
}

/* ---- dates ---- */

/* Days are dealt to the parts one by one, by a fixed shuffle that the seed does not change: a model
 * trained with any seed has not seen the days of the test. */
static as_task_part part_of_day(int day)
{
    as_random random = as_random_for(0, STREAM_TASK, (uint64_t)day);
    uint32_t tenth = as_random_below(&random, 20);
    return tenth == 0 ? AS_PART_VALID : tenth == 1 ? AS_PART_TEST : AS_PART_TRAIN;
}

static void write_date(as_task_part part, as_random *random, char *line)
{
    int day;
    do
        day = (int)as_random_below(random, (uint32_t)as_date_count());
    while (part_of_day(day) != part);
    as_date date = as_date_from_day(day);
    char text[AS_DATE_TEXT_SIZE];
    as_date_write(date, random, text);
    snprintf(line, LINE_SIZE, "%s\t%04d-%02d-%02d\n", text, date.year, date.month, date.day);
}

/* ---- public ---- */

bool as_task_generate(as_task task, as_task_part part, uint64_t seed, int n, as_tsv *out,
                      as_error *err)
{
    size_t size, used = 0;
    char *text = as_mul_size((size_t)n, LINE_SIZE, &size) ? malloc(size + 1) : NULL;
    if (!text)
        return as_fail_memory(err, "the examples of a task");
    as_random random = as_random_for(seed, STREAM_TASK + 1 + (uint64_t)task, (uint64_t)part);
    for (int k = 0; k < n; k++) {
        char line[LINE_SIZE];
        if (task == AS_TASK_DATES)
            write_date(part, &random, line);
        else
            write_string(task, part, &random, line);
        size_t len = strlen(line);
        memcpy(text + used, line, len);
        used += len;
    }
    text[used] = '\0';
    return as_tsv_parse(as_task_names[task], text, used, out, err);
}
