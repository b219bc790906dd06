#include "view/terms.h"

#include <math.h>
#include <stdlib.h>

#include "core/memory.h"

bool as_terms_init(as_terms *terms, const as_trace *trace, as_error *err)
{
    *terms = (as_terms){.n = trace ? trace->n_terms : 0, .t = -1, .i = -1};
    if (terms->n == 0)
        return true;
    size_t n = (size_t)terms->n;
    terms->value = as_alloc(n, sizeof *terms->value);
    terms->place = as_alloc(n, sizeof *terms->place);
    terms->scratch = as_alloc(n, sizeof *terms->scratch);
    if (terms->value && terms->place && terms->scratch)
        return true;
    as_terms_finish(terms);
    return as_fail_memory(err, "the terms of a score");
}

void as_terms_finish(as_terms *terms)
{
    free(terms->value);
    free(terms->place);
    free(terms->scratch);
    *terms = (as_terms){.t = -1, .i = -1};
}

/* A heap of places whose root is the smallest term; of equal ones the last. */
static bool below(const float *value, int a, int b)
{
    return value[a] < value[b] || (value[a] == value[b] && a > b);
}

static void sift(int *heap, int n, int at, const float *value)
{
    int moving = heap[at];
    for (int child = 2 * at + 1; child < n; child = 2 * at + 1) {
        if (child + 1 < n && below(value, heap[child + 1], heap[child]))
            child++;
        if (!below(value, heap[child], moving))
            break;
        heap[at] = heap[child];
        at = child;
    }
    heap[at] = moving;
}

/* Sorts places by value, largest first: qsort can neither be told the values nor promises not to
 * allocate. */
static void sort(int *place, int n, const float *value)
{
    for (int k = 0; k < n; k++)
        place[k] = k;
    for (int at = n / 2; at-- > 0;)
        sift(place, n, at, value);
    for (int left = n - 1; left > 0; left--) {
        int smallest = place[0];
        place[0] = place[left];
        place[left] = smallest;
        sift(place, left, 0, value);
    }
}

void as_terms_of_cell(as_terms *terms, const as_trace *trace, int t, int i)
{
    if (terms->n == 0 || (terms->t == t && terms->i == i))
        return;
    as_trace_terms(trace, t, i, terms->scratch);
    sort(terms->place, terms->n, terms->scratch);
    terms->up = terms->down = 0;
    for (int k = 0; k < terms->n; k++) {
        float x = terms->scratch[terms->place[k]];
        terms->value[k] = x;
        *(x > 0 ? &terms->up : &terms->down) += (double)x;
    }
    terms->t = t;
    terms->i = i;
}

/* The bars: as many as there are terms, or as there are whole pixels when those are fewer. */
static int n_bars(const as_terms *terms, as_box box)
{
    int pixels = box.w < 1 ? 1 : (int)box.w;
    return terms->n < pixels ? terms->n : pixels;
}

static float bar_value(const as_terms *terms, int bar, int bars)
{
    int first = (int)((long)bar * terms->n / bars), past = (int)((long)(bar + 1) * terms->n / bars);
    double sum = 0;
    for (int k = first; k < past; k++)
        sum += (double)terms->value[k];
    return (float)(sum / (past - first));
}

void as_terms_draw(const as_pen *pen, const as_terms *terms, as_box box, int current)
{
    const as_theme *theme = pen->theme;
    int bars = n_bars(terms, box);
    if (terms->t < 0 || bars < 1)
        return;
    /* Both signs share the scale and the height: the largest bar up and the largest down fill it.
     */
    float most = fmaxf(terms->value[0], 0), least = fminf(terms->value[terms->n - 1], 0);
    float scale = most - least > 0 ? box.h / (most - least) : 0, zero = box.y + most * scale;
    float w = box.w / (float)bars, gap = w >= 4 ? 1 : 0;
    int current_bar = current < 0 ? -1 : (int)(((long)current * bars + bars - 1) / terms->n);
    for (int bar = 0; bar < bars; bar++) {
        float x = bar_value(terms, bar, bars), h = fabsf(x) * scale;
        as_box b = {box.x + (float)bar * w, x > 0 ? zero - h : zero, w - gap, h};
        if (h > 0)
            as_draw_rect(pen->list, b, 0,
                         bar == current_bar ? theme->mark
                         : x > 0            ? theme->accent
                                            : theme->fair);
    }
    as_draw_line(pen->list, box.x, zero, box.x + box.w, zero, 1, theme->border_strong);
}

int as_terms_at(const as_terms *terms, as_box box, float x)
{
    if (terms->n == 0 || !(x >= box.x && x < box.x + box.w))
        return -1;
    int bars = n_bars(terms, box), bar = (int)((x - box.x) / box.w * (float)bars);
    bar = bar < bars ? bar : bars - 1;
    return (int)((long)bar * terms->n / bars);
}
