#include "cli/reading.h"

#include <stdlib.h>
#include <string.h>

/* A position from 1 at *at, which moves past it; 0: there is none. */
static int position(const char **at)
{
    enum { MOST = 1000000 };
    int n = 0;
    for (; **at >= '0' && **at <= '9' && n < MOST; (*at)++)
        n = 10 * n + (**at - '0');
    return n < MOST ? n : 0;
}

/* "4" or "4-6" at *at: tokens [from, past), from 0. */
static bool span_at(const char **at, as_span *out)
{
    int from = position(at), to = from;
    if (**at == '-') {
        (*at)++;
        to = position(at);
    }
    *out = (as_span){from - 1, to};
    return from >= 1 && to >= from;
}

/* The spans of a list one after the other: as often as there is one, take is called. */
static bool for_spans(const char *option, const char *list, bool several,
                      bool (*take)(void *context, as_span span, as_error *err), void *context,
                      as_error *err)
{
    const char *at = list;
    bool more = list != NULL;
    while (more) {
        as_span span;
        if (!span_at(&at, &span) || (*at && !(several && *at == ',')))
            return as_fail(err, AS_ERR_ARGUMENT, "--%s %s: expected %s", option, list,
                           several ? "positions from 1, as in 2,4-6" : "A-B, positions from 1");
        if (!take(context, span, err))
            return as_fail_in(err, "--%s %s", option, list);
        more = *at == ',';
        at += more;
    }
    return true;
}

/* What a list is about. */
typedef struct target {
    const as_sentence *sentence; /* NULL: it is only checked */
    as_span *part;
    as_selection *selection;
    bool source;
} target;

static bool take(void *context, as_span span, as_error *err)
{
    const target *to = context;
    if (!to->sentence)
        return true;
    if (span.past > to->sentence->n)
        return as_fail(err, AS_ERR_ARGUMENT, "position %d of %d %s tokens", span.past,
                       to->sentence->n, to->source ? "source" : "target");
    if (to->part)
        *to->part = span;
    else
        as_selection_set(to->selection, to->source, span.from, span.past, true);
    return true;
}

bool as_reading_options_differ(const as_reading_options *o)
{
    return o->words || o->transposed || o->by_source || o->source || o->target ||
           o->select_source || o->select_target;
}

static bool take_all(const as_reading_options *o, const as_translation *tr, as_reading *reading,
                     as_selection *selection, as_error *err)
{
    const as_sentence *source = tr ? &tr->source : NULL, *other = tr ? &tr->target : NULL;
    target lists[] = {{source, &reading->source, NULL, true},
                      {other, &reading->target, NULL, false},
                      {source, NULL, selection, true},
                      {other, NULL, selection, false}};
    return for_spans("source-part", o->source, false, take, &lists[0], err) &&
           for_spans("target-part", o->target, false, take, &lists[1], err) &&
           for_spans("select-source", o->select_source, true, take, &lists[2], err) &&
           for_spans("select-target", o->select_target, true, take, &lists[3], err);
}

bool as_reading_options_check(const as_reading_options *o, as_error *err)
{
    as_reading reading;
    return take_all(o, NULL, &reading, NULL, err);
}

bool as_reading_options_apply(const as_reading_options *o, const as_translation *tr,
                              as_figure_options *figure, as_selection *selection, as_error *err)
{
    figure->reading =
        (as_reading){.words = o->words, .transposed = o->transposed, .by_source = o->by_source};
    figure->numbers =
        o->decimals < 0 ? AS_NUMBERS_NONE : (as_numbers)((int)AS_NUMBERS_0 + o->decimals);
    figure->lines = o->lines;
    figure->selection = selection;
    *selection = (as_selection){0};
    return as_selection_init(selection, tr->target.n, tr->source.n, err) &&
           take_all(o, tr, &figure->reading, selection, err);
}
