#include "core/params.h"

#include <string.h>

enum { SIZE_MAX_DIM = 65536, SIZE_MAX_VOCAB = 1000000, FLOATS_PER_LINE = 16 };

/* Sizes a parameter may have, as expressions over the config. */
typedef enum dim {
    DIM_1, DIM_E, DIM_H, DIM_2H, DIM_3H, DIM_D, DIM_3D, DIM_A, DIM_R, DIM_VX, DIM_VY,
    DIM_E_2H,      /* E + 2H: input of the cell, [y ; c] */
    DIM_D_2H_E,    /* D + 2H + E: input of the readout, [s ; c ; y] */
    DIM_OUTPUT_IN, /* what W_o multiplies */
} dim;

typedef enum when { ALWAYS, WITH_ADDITIVE, WITH_READOUT } when;

typedef struct table_row {
    const char *name;
    dim rows, cols;
    when when;
    size_t field;
} table_row;

#define FIELD(f) offsetof(as_params, f)

static const table_row table[] = {
    { "source.embedding", DIM_VX, DIM_E, ALWAYS, FIELD(source_embedding) },
    { "encoder.forward.W_ih", DIM_3H, DIM_E, ALWAYS, FIELD(forward.W_ih) },
    { "encoder.forward.W_hh", DIM_3H, DIM_H, ALWAYS, FIELD(forward.W_hh) },
    { "encoder.forward.b_ih", DIM_3H, DIM_1, ALWAYS, FIELD(forward.b_ih) },
    { "encoder.forward.b_hh", DIM_3H, DIM_1, ALWAYS, FIELD(forward.b_hh) },
    { "encoder.backward.W_ih", DIM_3H, DIM_E, ALWAYS, FIELD(backward.W_ih) },
    { "encoder.backward.W_hh", DIM_3H, DIM_H, ALWAYS, FIELD(backward.W_hh) },
    { "encoder.backward.b_ih", DIM_3H, DIM_1, ALWAYS, FIELD(backward.b_ih) },
    { "encoder.backward.b_hh", DIM_3H, DIM_1, ALWAYS, FIELD(backward.b_hh) },
    { "decoder.init.W", DIM_D, DIM_H, ALWAYS, FIELD(init_W) },
    { "decoder.init.b", DIM_D, DIM_1, ALWAYS, FIELD(init_b) },
    { "attention.W_a", DIM_A, DIM_D, WITH_ADDITIVE, FIELD(attention_W_a) },
    { "attention.U_a", DIM_A, DIM_2H, WITH_ADDITIVE, FIELD(attention_U_a) },
    { "attention.b_a", DIM_A, DIM_1, WITH_ADDITIVE, FIELD(attention_b_a) },
    { "attention.v_a", DIM_A, DIM_1, WITH_ADDITIVE, FIELD(attention_v_a) },
    { "target.embedding", DIM_VY, DIM_E, ALWAYS, FIELD(target_embedding) },
    { "decoder.cell.W_ih", DIM_3D, DIM_E_2H, ALWAYS, FIELD(cell.W_ih) },
    { "decoder.cell.W_hh", DIM_3D, DIM_D, ALWAYS, FIELD(cell.W_hh) },
    { "decoder.cell.b_ih", DIM_3D, DIM_1, ALWAYS, FIELD(cell.b_ih) },
    { "decoder.cell.b_hh", DIM_3D, DIM_1, ALWAYS, FIELD(cell.b_hh) },
    { "readout.W", DIM_R, DIM_D_2H_E, WITH_READOUT, FIELD(readout_W) },
    { "readout.b", DIM_R, DIM_1, WITH_READOUT, FIELD(readout_b) },
    { "output.W_o", DIM_VY, DIM_OUTPUT_IN, ALWAYS, FIELD(output_W) },
    { "output.b_o", DIM_VY, DIM_1, ALWAYS, FIELD(output_b) },
};

static const char *const score_names[] = { [AS_SCORE_ADDITIVE] = "additive" };
static const char *const query_names[] = { [AS_QUERY_PREVIOUS] = "previous" };
static const char *const readout_names[] = { [AS_READOUT_LINEAR] = "linear",
                                             [AS_READOUT_TANH] = "tanh" };

#define COUNT(a) ((int)(sizeof(a) / sizeof(a)[0]))

const char *as_score_name(as_score_kind score)
{
    return score_names[score];
}

const char *as_query_name(as_query query)
{
    return query_names[query];
}

const char *as_readout_name(as_readout readout)
{
    return readout_names[readout];
}

/* Index of name in names, or -1 with a sentence that lists what is known. */
static int name_lookup(const char *what, const char *const *names, int n_names, const char *name,
                       as_error *err)
{
    char known[160] = "";
    for (int k = 0; k < n_names; k++) {
        if (strcmp(names[k], name) == 0)
            return k;
        if (k > 0)
            strncat(known, ", ", sizeof known - strlen(known) - 1);
        strncat(known, names[k], sizeof known - strlen(known) - 1);
    }
    char shown[AS_PRINTABLE];
    as_fail(err, AS_ERR_ARGUMENT, "unknown %s \"%s\"; known: %s", what,
            as_printable(shown, sizeof shown, name), known);
    return -1;
}

bool as_score_from_name(const char *name, as_score_kind *out, as_error *err)
{
    int k = name_lookup("score", score_names, COUNT(score_names), name, err);
    if (k >= 0)
        *out = (as_score_kind)k;
    return k >= 0;
}

bool as_query_from_name(const char *name, as_query *out, as_error *err)
{
    int k = name_lookup("query", query_names, COUNT(query_names), name, err);
    if (k >= 0)
        *out = (as_query)k;
    return k >= 0;
}

bool as_readout_from_name(const char *name, as_readout *out, as_error *err)
{
    int k = name_lookup("readout", readout_names, COUNT(readout_names), name, err);
    if (k >= 0)
        *out = (as_readout)k;
    return k >= 0;
}

bool as_config_check(const as_config *config, as_error *err)
{
    const struct {
        const char *name;
        int value, min, max;
    } sizes[] = {
        { "embedding E", config->E, 1, SIZE_MAX_DIM },
        { "encoder H", config->H, 1, SIZE_MAX_DIM / 3 },
        { "decoder D", config->D, 1, SIZE_MAX_DIM / 3 },
        { "attention A", config->A, 1, SIZE_MAX_DIM },
        { "readout R", config->R, config->readout == AS_READOUT_LINEAR ? 0 : 1,
          config->readout == AS_READOUT_LINEAR ? 0 : SIZE_MAX_DIM },
        { "source vocabulary", config->Vx, 5, SIZE_MAX_VOCAB },
        { "target vocabulary", config->Vy, 5, SIZE_MAX_VOCAB },
    };
    for (int k = 0; k < COUNT(sizes); k++)
        if (sizes[k].value < sizes[k].min || sizes[k].value > sizes[k].max)
            return as_fail(err, AS_ERR_LIMIT, "%s is %d, expected %d to %d", sizes[k].name,
                           sizes[k].value, sizes[k].min, sizes[k].max);
    return true;
}

static int dim_size(const as_config *c, dim d)
{
    switch (d) {
    case DIM_1:
        return 1;
    case DIM_E:
        return c->E;
    case DIM_H:
        return c->H;
    case DIM_2H:
        return 2 * c->H;
    case DIM_3H:
        return 3 * c->H;
    case DIM_D:
        return c->D;
    case DIM_3D:
        return 3 * c->D;
    case DIM_A:
        return c->A;
    case DIM_R:
        return c->R;
    case DIM_VX:
        return c->Vx;
    case DIM_VY:
        return c->Vy;
    case DIM_E_2H:
        return c->E + 2 * c->H;
    case DIM_D_2H_E:
        return c->D + 2 * c->H + c->E;
    case DIM_OUTPUT_IN:
        return c->readout == AS_READOUT_LINEAR ? c->D + 2 * c->H + c->E : c->R;
    }
    return 0;
}

static bool has_row(const as_config *c, when w)
{
    switch (w) {
    case ALWAYS:
        return true;
    case WITH_ADDITIVE:
        return c->score == AS_SCORE_ADDITIVE;
    case WITH_READOUT:
        return c->readout != AS_READOUT_LINEAR;
    }
    return false;
}

int as_param_specs(const as_config *config, as_param_spec *out)
{
    _Static_assert(sizeof table / sizeof table[0] <= AS_MAX_PARAMS, "AS_MAX_PARAMS is too small");
    int n = 0;
    for (int k = 0; k < COUNT(table); k++) {
        const table_row *row = &table[k];
        if (!has_row(config, row->when))
            continue;
        out[n++] = (as_param_spec){
            .name = row->name,
            .rows = dim_size(config, row->rows),
            .cols = dim_size(config, row->cols),
            .is_vector = row->cols == DIM_1,
            .field = row->field,
        };
    }
    return n;
}

as_mat *as_param_of(as_params *params, const as_param_spec *spec)
{
    return (as_mat *)((char *)params + spec->field);
}

const as_mat *as_param_of_const(const as_params *params, const as_param_spec *spec)
{
    return (const as_mat *)((const char *)params + spec->field);
}

/* Floats of one tensor, rounded up to whole cache lines. */
static size_t spec_floats(const as_param_spec *spec)
{
    size_t n = (size_t)spec->rows * (size_t)spec->cols; /* at most 1e6 * 65536 * 4: no wrap */
    return (n + FLOATS_PER_LINE - 1) / FLOATS_PER_LINE * FLOATS_PER_LINE;
}

bool as_params_floats(const as_config *config, size_t *out, as_error *err)
{
    if (!as_config_check(config, err))
        return false;
    as_param_spec specs[AS_MAX_PARAMS];
    int n = as_param_specs(config, specs);
    size_t total = 0;
    for (int k = 0; k < n; k++)
        total += spec_floats(&specs[k]);
    *out = total;
    return true;
}

void as_params_bind(as_params *params, const as_config *config, float *block)
{
    as_param_spec specs[AS_MAX_PARAMS];
    int n = as_param_specs(config, specs);
    memset(params, 0, sizeof *params);
    for (int k = 0; k < n; k++) {
        *as_param_of(params, &specs[k]) = (as_mat){
            .data = block,
            .dtype = AS_F32,
            .rows = specs[k].rows,
            .cols = specs[k].cols,
            .stride = (size_t)specs[k].cols,
        };
        block += spec_floats(&specs[k]);
    }
}
