#include "core/params.h"

#include "core/score.h"

#include <string.h>

enum { SIZE_MAX_DIM = 65536, SIZE_MAX_VOCAB = 1000000, LENGTH_MAX = 10000, FLOATS_PER_LINE = 16 };

typedef enum when {
    ALWAYS,
    WITH_START, /* an s_0 that is computed */
    WITH_READOUT,
    WITH_HALF,
    WITH_NORM,
    WITH_NEMATUS,
    OF_SCORE,
} when;

typedef struct table_row {
    const char *name;
    as_dim rows, cols;
    when when;
    size_t field;
} table_row;

#define FIELD(f) offsetof(as_params, f)

static const table_row table[] = {
    { "source.embedding", AS_DIM_VX, AS_DIM_E, ALWAYS, FIELD(source_embedding) },
    { "encoder.forward.W_ih", AS_DIM_3H, AS_DIM_E, ALWAYS, FIELD(forward.W_ih) },
    { "encoder.forward.W_hh", AS_DIM_3H, AS_DIM_H, ALWAYS, FIELD(forward.W_hh) },
    { "encoder.forward.b_ih", AS_DIM_3H, AS_DIM_1, ALWAYS, FIELD(forward.b_ih) },
    { "encoder.forward.b_hh", AS_DIM_3H, AS_DIM_1, ALWAYS, FIELD(forward.b_hh) },
    { "encoder.backward.W_ih", AS_DIM_3H, AS_DIM_E, ALWAYS, FIELD(backward.W_ih) },
    { "encoder.backward.W_hh", AS_DIM_3H, AS_DIM_H, ALWAYS, FIELD(backward.W_hh) },
    { "encoder.backward.b_ih", AS_DIM_3H, AS_DIM_1, ALWAYS, FIELD(backward.b_ih) },
    { "encoder.backward.b_hh", AS_DIM_3H, AS_DIM_1, ALWAYS, FIELD(backward.b_hh) },
    { "decoder.init.W", AS_DIM_D, AS_DIM_START_IN, WITH_START, FIELD(init_W) },
    { "decoder.init.b", AS_DIM_D, AS_DIM_1, WITH_START, FIELD(init_b) },
    { "attention", AS_DIM_0, AS_DIM_0, OF_SCORE, FIELD(attention) }, /* those that score.h names */
    { "target.embedding", AS_DIM_VY, AS_DIM_E, ALWAYS, FIELD(target_embedding) },
    { "decoder.cell.W_ih", AS_DIM_3D, AS_DIM_CELL_IN, ALWAYS, FIELD(cell.W_ih) },
    { "decoder.cell.W_hh", AS_DIM_3D, AS_DIM_D, ALWAYS, FIELD(cell.W_hh) },
    { "decoder.cell.b_ih", AS_DIM_3D, AS_DIM_1, ALWAYS, FIELD(cell.b_ih) },
    { "decoder.cell.b_hh", AS_DIM_3D, AS_DIM_1, ALWAYS, FIELD(cell.b_hh) },
    { "decoder.second.W_ih", AS_DIM_3D, AS_DIM_2H, WITH_HALF, FIELD(second.W_ih) },
    { "decoder.second.W_hh", AS_DIM_3D, AS_DIM_D, WITH_HALF, FIELD(second.W_hh) },
    { "decoder.second.b_ih", AS_DIM_3D, AS_DIM_1, WITH_HALF, FIELD(second.b_ih) },
    { "decoder.second.b_hh", AS_DIM_3D, AS_DIM_1, WITH_HALF, FIELD(second.b_hh) },
    { "readout.W", AS_DIM_READOUT, AS_DIM_READS, WITH_READOUT, FIELD(readout_W) },
    { "readout.b", AS_DIM_READOUT, AS_DIM_1, WITH_READOUT, FIELD(readout_b) },
    { "output.W_o", AS_DIM_VY, AS_DIM_OUTPUT_IN, ALWAYS, FIELD(output_W) },
    { "output.b_o", AS_DIM_VY, AS_DIM_1, ALWAYS, FIELD(output_b) },
    { "encoder.forward.g_ih", AS_DIM_3H, AS_DIM_1, WITH_NORM, FIELD(forward.norm_ih.g) },
    { "encoder.forward.g_hh", AS_DIM_3H, AS_DIM_1, WITH_NORM, FIELD(forward.norm_hh.g) },
    { "encoder.forward.a_ih", AS_DIM_3H, AS_DIM_1, WITH_NEMATUS, FIELD(forward.norm_ih.a) },
    { "encoder.backward.g_ih", AS_DIM_3H, AS_DIM_1, WITH_NORM, FIELD(backward.norm_ih.g) },
    { "encoder.backward.g_hh", AS_DIM_3H, AS_DIM_1, WITH_NORM, FIELD(backward.norm_hh.g) },
    { "encoder.backward.a_ih", AS_DIM_3H, AS_DIM_1, WITH_NEMATUS, FIELD(backward.norm_ih.a) },
    { "decoder.init.g", AS_DIM_D, AS_DIM_1, WITH_NORM, FIELD(init_norm.g) },
    { "decoder.init.a", AS_DIM_D, AS_DIM_1, WITH_NEMATUS, FIELD(init_norm.a) },
    { "attention.g_k", AS_DIM_A, AS_DIM_1, WITH_NORM, FIELD(key_norm.g) },
    { "attention.a_k", AS_DIM_A, AS_DIM_1, WITH_NEMATUS, FIELD(key_norm.a) },
    { "attention.g_q", AS_DIM_A, AS_DIM_1, WITH_NORM, FIELD(query_norm.g) },
    { "decoder.cell.g_ih", AS_DIM_3D, AS_DIM_1, WITH_NORM, FIELD(cell.norm_ih.g) },
    { "decoder.cell.g_hh", AS_DIM_3D, AS_DIM_1, WITH_NORM, FIELD(cell.norm_hh.g) },
    { "decoder.cell.a_ih", AS_DIM_3D, AS_DIM_1, WITH_NEMATUS, FIELD(cell.norm_ih.a) },
    { "decoder.second.g_ih", AS_DIM_3D, AS_DIM_1, WITH_NORM, FIELD(second.norm_ih.g) },
    { "decoder.second.g_hh", AS_DIM_3D, AS_DIM_1, WITH_NORM, FIELD(second.norm_hh.g) },
    { "decoder.second.a_hh", AS_DIM_3D, AS_DIM_1, WITH_NEMATUS, FIELD(second.norm_hh.a) },
    { "readout.g_s", AS_DIM_READOUT, AS_DIM_1, WITH_NORM, FIELD(readout_norm_s.g) },
    { "readout.a_s", AS_DIM_READOUT, AS_DIM_1, WITH_NEMATUS, FIELD(readout_norm_s.a) },
    { "readout.g_c", AS_DIM_READOUT, AS_DIM_1, WITH_NORM, FIELD(readout_norm_c.g) },
    { "readout.a_c", AS_DIM_READOUT, AS_DIM_1, WITH_NEMATUS, FIELD(readout_norm_c.a) },
    { "readout.g_y", AS_DIM_READOUT, AS_DIM_1, WITH_NORM, FIELD(readout_norm_y.g) },
    { "readout.a_y", AS_DIM_READOUT, AS_DIM_1, WITH_NEMATUS, FIELD(readout_norm_y.a) },
};

#define NAME(KIND, name) [AS_SCORE_##KIND] = #name,

const char *const as_score_names[] = {AS_SCORE_TABLE(NAME) NULL};
const char *const as_query_names[] = {
    [AS_QUERY_PREVIOUS] = "previous",
    [AS_QUERY_CURRENT] = "current",
    [AS_QUERY_HALF] = "half",
    NULL,
};
const char *const as_readout_names[] = {
    [AS_READOUT_LINEAR] = "linear",
    [AS_READOUT_TANH] = "tanh",
    [AS_READOUT_MAXOUT] = "maxout",
    [AS_READOUT_RELU] = "relu",
    [AS_READOUT_AFFINE] = "affine",
    NULL,
};

const char *const as_start_names[] = {
    [AS_START_BACKWARD] = "backward",
    [AS_START_MEAN] = "mean",
    [AS_START_ENDS] = "ends",
    [AS_START_ENDS_RELU] = "ends_relu",
    [AS_START_LAST] = "last",
    [AS_START_ZERO] = "zero",
    NULL,
};
const char *const as_feed_names[] = {
    [AS_FEED_CONTEXT] = "context",
    [AS_FEED_READOUT] = "readout",
    [AS_FEED_NOTHING] = "nothing",
    NULL,
};
const char *const as_reads_names[] = {
    [AS_READS_WORD] = "word", [AS_READS_NO_WORD] = "no_word", NULL};
const char *const as_norm_names[] = {
    [AS_NORM_NONE] = "none",
    [AS_NORM_MARIAN] = "marian",
    [AS_NORM_NEMATUS] = "nematus",
    NULL,
};

#define COUNT(a) ((int)(sizeof(a) / sizeof(a)[0]))

const char *as_score_name(as_score_kind score)
{
    return as_score_names[score];
}

const char *as_query_name(as_query query)
{
    return as_query_names[query];
}

const char *as_readout_name(as_readout readout)
{
    return as_readout_names[readout];
}

int as_name_lookup(const char *what, const char *const *names, const char *name, as_error *err)
{
    char known[160] = "";
    for (int k = 0; names[k]; k++) {
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

bool as_config_attends(const as_config *config)
{
    return as_score_lookup(config->score)->forward != NULL;
}

bool as_score_has_A(as_score_kind kind)
{
    const as_score *score = as_score_lookup(kind);
    for (int k = 0; k < score->n_params; k++)
        if (score->params[k].rows == AS_DIM_A || score->params[k].cols == AS_DIM_A)
            return true;
    return false;
}

bool as_readout_has_R(as_readout readout)
{
    return readout != AS_READOUT_LINEAR;
}

static bool has_row(const as_config *c, when w)
{
    switch (w) {
    case ALWAYS:
        return true;
    case WITH_START:
        return c->start != AS_START_LAST && c->start != AS_START_ZERO;
    case WITH_READOUT:
        return as_readout_has_R(c->readout);
    case WITH_HALF:
        return c->query == AS_QUERY_HALF;
    case WITH_NORM:
        return c->norm != AS_NORM_NONE;
    case WITH_NEMATUS:
        return c->norm == AS_NORM_NEMATUS;
    case OF_SCORE:
        break; /* a row for several */
    }
    return false;
}

/* Settings of imported models, which go together only as their toolkits put them together. */
static bool check_combination(const as_config *c, as_error *err)
{
    if (c->feed != AS_FEED_CONTEXT && c->query != AS_QUERY_CURRENT)
        return as_fail(err, AS_ERR_ARGUMENT, "feed %s goes with the query current, not %s",
                       as_feed_names[c->feed], as_query_name(c->query));
    if (c->feed == AS_FEED_READOUT && !as_readout_has_R(c->readout))
        return as_fail(err, AS_ERR_ARGUMENT, "feed readout goes with a readout that has a size");
    if (c->start == AS_START_LAST && c->H != c->D)
        return as_fail(err, AS_ERR_ARGUMENT,
                       "start last takes encoder H = %d as decoder D = %d, expected them the same",
                       c->H, c->D);
    if (c->norm != AS_NORM_NONE &&
        (c->query != AS_QUERY_HALF || c->score != AS_SCORE_ADDITIVE ||
         c->readout != AS_READOUT_TANH || c->reads != AS_READS_WORD || !has_row(c, WITH_START)))
        return as_fail(err, AS_ERR_ARGUMENT,
                       "norm %s goes with the query half, the score additive, the readout tanh and "
                       "an s_0 that is computed",
                       as_norm_names[c->norm]);
    return true;
}

bool as_config_check(const as_config *config, as_error *err)
{
    bool has_A = as_score_has_A(config->score), has_R = as_readout_has_R(config->readout);
    const struct {
        const char *name;
        int value, min, max;
    } sizes[] = {
        { "embedding E", config->E, 1, SIZE_MAX_DIM },
        { "encoder H", config->H, 1, SIZE_MAX_DIM / 3 },
        { "decoder D", config->D, 1, SIZE_MAX_DIM / 3 },
        { "attention A", config->A, has_A ? 1 : 0, has_A ? SIZE_MAX_DIM : 0 },
        { "readout R", config->R, has_R ? 1 : 0, has_R ? SIZE_MAX_DIM : 0 },
        { "length_percent", config->rules.length_percent, 0, LENGTH_MAX },
        { "length_extra", config->rules.length_extra, 0, LENGTH_MAX },
        { "source vocabulary", config->Vx, 5, SIZE_MAX_VOCAB },
        { "target vocabulary", config->Vy, 5, SIZE_MAX_VOCAB },
    };
    for (int k = 0; k < COUNT(sizes); k++) {
        if (sizes[k].max == 0 && sizes[k].value != 0)
            return as_fail(err, AS_ERR_LIMIT, "%s is %d, expected 0", sizes[k].name,
                           sizes[k].value);
        if (sizes[k].value < sizes[k].min || sizes[k].value > sizes[k].max)
            return as_fail(err, AS_ERR_LIMIT, "%s is %d, expected %d to %d", sizes[k].name,
                           sizes[k].value, sizes[k].min, sizes[k].max);
    }
    if (!check_combination(config, err))
        return false;
    const as_score *score = as_score_lookup(config->score);
    return !score->check || score->check(config, err);
}

int as_dim_size(const as_config *c, as_dim d)
{
    switch (d) {
    case AS_DIM_0:
        return 0;
    case AS_DIM_1:
        return 1;
    case AS_DIM_E:
        return c->E;
    case AS_DIM_H:
        return c->H;
    case AS_DIM_2H:
        return 2 * c->H;
    case AS_DIM_3H:
        return 3 * c->H;
    case AS_DIM_D:
        return c->D;
    case AS_DIM_3D:
        return 3 * c->D;
    case AS_DIM_A:
        return c->A;
    case AS_DIM_R:
        return c->R;
    case AS_DIM_VX:
        return c->Vx;
    case AS_DIM_VY:
        return c->Vy;
    case AS_DIM_START_IN:
        return c->start == AS_START_BACKWARD ? c->H : 2 * c->H;
    case AS_DIM_CELL_IN:
        return c->E + (c->query == AS_QUERY_HALF || c->feed == AS_FEED_NOTHING ? 0
                       : c->feed == AS_FEED_READOUT                            ? c->R
                                                                               : 2 * c->H);
    case AS_DIM_READS:
        return c->D + 2 * c->H + (c->reads == AS_READS_WORD ? c->E : 0);
    case AS_DIM_READOUT:
        return c->readout == AS_READOUT_MAXOUT ? 2 * c->R : c->R;
    case AS_DIM_OUTPUT_IN:
        return as_readout_has_R(c->readout) ? c->R : as_dim_size(c, AS_DIM_READS);
    }
    return 0;
}

static as_param_spec spec_of(const as_config *config, const char *name, as_dim rows, as_dim cols,
                             size_t field)
{
    return (as_param_spec){
        .name = name,
        .rows = as_dim_size(config, rows),
        .cols = as_dim_size(config, cols),
        .is_vector = cols == AS_DIM_1,
        .field = field,
    };
}

int as_param_specs(const as_config *config, as_param_spec *out)
{
    _Static_assert(sizeof table / sizeof table[0] + AS_SCORE_SLOTS <= AS_MAX_PARAMS,
                   "AS_MAX_PARAMS is too small");
    const as_score *score = as_score_lookup(config->score);
    int n = 0;
    for (int k = 0; k < COUNT(table); k++) {
        const table_row *row = &table[k];
        if (has_row(config, row->when))
            out[n++] = spec_of(config, row->name, row->rows, row->cols, row->field);
        for (int j = 0; row->when == OF_SCORE && j < score->n_params; j++)
            out[n++] = spec_of(config, score->params[j].name, score->params[j].rows,
                               score->params[j].cols, row->field + (size_t)j * sizeof(as_mat));
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
