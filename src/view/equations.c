#include "view/equations.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "view/format.h"

/* Subscripts used over and over: t, t - 1, i. */
typedef struct places {
    char t[AS_FORMAT_MAX], before[AS_FORMAT_MAX], i[AS_FORMAT_MAX];
} places;

__attribute__((format(printf, 4, 5))) static void set_value(as_equation *eq, double x, int decimals,
                                                            const char *format, ...)
{
    va_list args;
    va_start(args, format);
    char name[128];
    vsnprintf(name, sizeof name, format, args);
    va_end(args);
    as_format_fixed(eq->number, x, decimals);
    snprintf(eq->value, sizeof eq->value, "%s = %s", name, eq->number);
}

static void score(as_equation *eq, const as_result *r, const places *p)
{
    bool additive = r->has_config && r->config.score == AS_SCORE_ADDITIVE;
    if (additive)
        snprintf(eq->text, sizeof eq->text, "e%s,ᵢ = vₐᵀ tanh(Wₐ s%s + Uₐ hᵢ + bₐ)", p->t,
                 p->before);
    else /* the paper's general form: any alignment model */
        snprintf(eq->text, sizeof eq->text, "e%s,ᵢ = a(s%s, hᵢ)", p->t, p->before);
}

static void readout(as_equation *eq, int *n, const as_result *r, const places *p)
{
    if (r->has_config && r->config.readout == AS_READOUT_TANH) {
        snprintf(eq->text, sizeof eq->text, "r%s  = tanh(Wᵣ [s%s; c%s; y%s] + bᵣ)", p->t, p->t,
                 p->t, p->before);
        eq++;
        (*n)++;
        snprintf(eq->text, sizeof eq->text, "y%s  ~ softmax(Wₒ r%s + bₒ)", p->t, p->t);
    } else {
        snprintf(eq->text, sizeof eq->text, "y%s  ~ softmax(Wₒ [s%s; c%s; y%s] + bₒ)", p->t, p->t,
                 p->t, p->before);
    }
}

int as_equations(as_equation out[AS_EQUATIONS_MAX], const as_result *r, int t, int i)
{
    const as_translation *tr = r->translation;
    places p;
    as_format_subscript(p.t, t + 1);
    as_format_subscript(p.before, t);
    as_format_subscript(p.i, i + 1);
    memset(out, 0, AS_EQUATIONS_MAX * sizeof *out);
    size_t at = (size_t)t * (size_t)r->S + (size_t)i;

    score(&out[0], r, &p);
    if (tr->energy)
        set_value(&out[0], (double)tr->energy[at], 3, "e%s,%s", p.t, p.i);
    snprintf(out[1].text, sizeof out[1].text, "α%s  = softmax(e%s)", p.t, p.t);
    set_value(&out[1], (double)tr->alpha[at], 4, "α%s,%s", p.t, p.i);
    snprintf(out[2].text, sizeof out[2].text, "c%s  = Σᵢ α%s,ᵢ hᵢ", p.t, p.t);
    if (r->context_norm)
        set_value(&out[2], (double)r->context_norm[t], 2, "‖c%s‖", p.t);
    snprintf(out[3].text, sizeof out[3].text, "s%s  = GRU(s%s, [y%s; c%s])", p.t, p.before,
             p.before, p.t);
    int n = 5;
    readout(&out[4], &n, r, &p);
    set_value(&out[n - 1], exp((double)tr->logp[t]), 3, "P(y%s)", p.t);
    return n;
}
