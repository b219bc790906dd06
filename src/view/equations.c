#include "view/equations.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "core/score.h"
#include "view/format.h"

/* Subscripts used over and over: t, t - 1, i. */
typedef struct places {
    char t[AS_FORMAT_MAX], before[AS_FORMAT_MAX], i[AS_FORMAT_MAX];
} places;

/* The lines so far. */
typedef struct page {
    as_equation *lines;
    int n;
    const as_result *result;
    const places *at;
} page;

__attribute__((format(printf, 3, 4))) static as_equation *add(page *p, as_stage stage,
                                                              const char *format, ...)
{
    as_equation *eq = &p->lines[p->n++];
    eq->stage = stage;
    va_list args;
    va_start(args, format);
    vsnprintf(eq->text, sizeof eq->text, format, args);
    va_end(args);
    return eq;
}

/* "name = number", or "name < 0.001"; eq->number is there. */
__attribute__((format(printf, 2, 3))) static void name_number(as_equation *eq, const char *format,
                                                              ...)
{
    va_list args;
    va_start(args, format);
    char name[128];
    vsnprintf(name, sizeof name, format, args);
    va_end(args);
    snprintf(eq->value, sizeof eq->value, "%s %s%s", name, as_format_equals(eq->number),
             eq->number);
}

/* `equation` with "{s}" as s of place `asks`. */
static void put_state(char *out, size_t size, const char *equation, const char *asks)
{
    const char *state = strstr(equation, "{s}");
    int len = state ? (int)(state - equation) : (int)strlen(equation);
    snprintf(out, size, "%.*s%s%s%s", len, equation, state ? "s" : "", state ? asks : "",
             state ? state + strlen("{s}") : "");
}

/* e, alpha and c, from the state of place `asks`. */
static void attend(page *p, const char *asks, int t, int i)
{
    const as_result *r = p->result;
    const as_translation *tr = r->translation;
    const places *at = p->at;
    size_t cell = (size_t)t * (size_t)r->S + (size_t)i;
    char right[160];
    if (r->has_config)
        put_state(right, sizeof right, as_score_lookup(r->config.score)->equation, asks);
    else /* the paper's general form: any alignment model */
        snprintf(right, sizeof right, "a(s%s, hᵢ)", asks);
    as_equation *e = add(p, AS_STAGE_SCORES, "e%s,ᵢ = %s", at->t, right);
    if (tr->energy) {
        as_format_fixed(e->number, (double)tr->energy[cell], 3);
        name_number(e, "e%s,%s", at->t, at->i);
    }
    char tau[32] = "";
    if (tr->temperature != 1)
        snprintf(tau, sizeof tau, "/%g", tr->temperature);
    as_equation *alpha = add(p, AS_STAGE_WEIGHTS, "α%s  = softmax(e%s%s)", at->t, at->t, tau);
    as_format_share(alpha->number, (double)tr->alpha[cell], 4);
    name_number(alpha, "α%s,%s", at->t, at->i);
    alpha->marked = true;
    add(p, AS_STAGE_CONTEXT, "c%s  = Σᵢ α%s,ᵢ hᵢ", at->t, at->t);
}

/* c, and what it is made of; s of place `asks` asks. */
static void context(page *p, const char *asks, int t, int i)
{
    const as_result *r = p->result;
    char last[AS_FORMAT_MAX];
    if (r->translation->no_attention || (r->has_config && !as_config_attends(&r->config)))
        add(p, AS_STAGE_CONTEXT, "c%s  = [→h%s; ←h₁]", p->at->t, as_format_subscript(last, r->S));
    else
        attend(p, asks, t, i);
    if (!r->context_norm)
        return;
    as_equation *eq = &p->lines[p->n - 1];
    as_format_fixed(eq->number, (double)r->context_norm[t], 2);
    name_number(eq, "‖c%s‖", p->at->t);
}

/* The means of the gates of the line that makes s_t, the last one so far. */
static void gates(page *p, int t)
{
    const as_trace *trace = p->result->trace;
    char r[AS_FORMAT_MAX], z[AS_FORMAT_MAX];
    if (!trace)
        return;
    as_format_fixed(r, (double)trace->r[t], 2);
    as_format_fixed(z, (double)trace->z[t], 2);
    as_equation *eq = &p->lines[p->n - 1];
    snprintf(eq->value, sizeof eq->value, "r̄ %s  z̄ %s", r, z);
    snprintf(eq->number, sizeof eq->number, "%.12s  %.12s", r, z);
}

/* s from y and what is fed beside it: c of place `context_place` where nothing else is said. */
static void state(page *p, as_stage stage, const char *context_place, int t)
{
    const places *at = p->at;
    switch (p->result->has_config ? p->result->config.feed : AS_FEED_CONTEXT) {
    case AS_FEED_CONTEXT:
        add(p, stage, "s%s  = GRU(s%s, [y%s; c%s])", at->t, at->before, at->before, context_place);
        break;
    case AS_FEED_READOUT:
        add(p, stage, "s%s  = GRU(s%s, [y%s; r%s])", at->t, at->before, at->before, at->before);
        break;
    case AS_FEED_NOTHING:
        add(p, stage, "s%s  = GRU(s%s, y%s)", at->t, at->before, at->before);
        break;
    }
    gates(p, t);
}

/* The two cells of query half and, between them, what the first one's state asks for. */
static void halves(page *p, int t, int i)
{
    const places *at = p->at;
    char half[3 * AS_FORMAT_MAX + sizeof "′"];
    snprintf(half, sizeof half, "′%s", at->t);
    add(p, AS_STAGE_QUERY, "s%s  = GRU₁(s%s, y%s)", half, at->before, at->before);
    context(p, half, t, i);
    add(p, AS_STAGE_WORD, "s%s  = GRU₂(s%s, c%s)", at->t, half, at->t);
    gates(p, t);
}

static void readout(page *p, int t)
{
    const places *at = p->at;
    const as_result *r = p->result;
    char input[192];
    if (r->has_config && r->config.reads == AS_READS_NO_WORD)
        snprintf(input, sizeof input, "[s%s; c%s]", at->t, at->t);
    else
        snprintf(input, sizeof input, "[s%s; c%s; y%s]", at->t, at->t, at->before);
    as_readout kind = r->has_config ? r->config.readout : AS_READOUT_LINEAR;
    if (kind == AS_READOUT_AFFINE)
        add(p, AS_STAGE_WORD, "r%s  = Wᵣ %s + bᵣ", at->t, input);
    else if (kind != AS_READOUT_LINEAR)
        add(p, AS_STAGE_WORD, "r%s  = %s(Wᵣ %s + bᵣ)", at->t, as_readout_name(kind), input);
    as_equation *eq;
    if (kind != AS_READOUT_LINEAR)
        eq = add(p, AS_STAGE_WORD, "y%s  ~ softmax(Wₒ r%s + bₒ)", at->t, at->t);
    else
        eq = add(p, AS_STAGE_WORD, "y%s  ~ softmax(Wₒ %s + bₒ)", at->t, input);
    as_format_share(eq->number, exp((double)r->translation->logp[t]), 3);
    name_number(eq, "P(y%s)", at->t);
}

int as_equations(as_equation out[AS_EQUATIONS_MAX], const as_result *r, int t, int i)
{
    places at;
    as_format_subscript(at.t, t + 1);
    as_format_subscript(at.before, t);
    as_format_subscript(at.i, i + 1);
    memset(out, 0, AS_EQUATIONS_MAX * sizeof *out);
    page p = {.lines = out, .result = r, .at = &at};
    switch (r->has_config ? r->config.query : AS_QUERY_PREVIOUS) {
    case AS_QUERY_PREVIOUS:
        context(&p, at.before, t, i);
        state(&p, AS_STAGE_WORD, at.t, t);
        break;
    case AS_QUERY_CURRENT:
        state(&p, AS_STAGE_QUERY, at.before, t);
        context(&p, at.t, t, i);
        break;
    case AS_QUERY_HALF:
        halves(&p, t, i);
        break;
    }
    readout(&p, t);
    if (r->has_config && r->config.norm != AS_NORM_NONE)
        add(&p, AS_STAGE_QUERY, "W x  ↦ g ∘ (W x − μ)/σ");
    return p.n;
}
