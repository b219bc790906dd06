#include "train/output.h"

#include "core/maxout.h"
#include "train/dropout.h"

#include <string.h>

/* Rows per chunk: every chunk adds to the whole of d_W_o again, and holds rows x Vy logits. Within
 * it, packed weights pass over strips of rows whose logits stay in the second-level cache from the
 * product that makes them to the one that they make. */
enum { CHUNK_ROWS = 512, STRIP_ROWS = 64 };

typedef struct chunk {
    int from, n;         /* rows of the packed target */
    float *u;            /* [n x U] dropped out */
    unsigned char *mask; /* [n x U], NULL without dropout */
    float *p;            /* [n x rows of W_r]; NULL with the linear readout */
    float *r;            /* [n x R] what W_o multiplies: u, p after its tanh, or maxima of p */
    float *l;            /* [n x Vy] logits, then d_l */
    float *d_u;          /* [n x U] */
    float *d_p, *d_r;    /* as p and r, and the same buffer where those are one */
} chunk;

static int width_of_u(const as_config *config)
{
    return config->D + 2 * config->H + config->E;
}

/* p and r, or their gradients, for n_rows rows, beside u or d_u. */
static bool readout_init(const as_pass *pass, size_t n_rows, float *u, float **p, float **r)
{
    const as_config *config = pass->config;
    *p = NULL;
    *r = u;
    if (!as_readout_has_R(config->readout))
        return true;
    *p = as_pass_floats(pass, n_rows, as_dim_size(config, AS_DIM_READOUT));
    *r = config->readout == AS_READOUT_MAXOUT ? as_pass_floats(pass, n_rows, config->R) : *p;
    return *p && *r;
}

static bool chunk_init(const as_pass *pass, chunk *ch, int N, bool backward, as_error *err)
{
    size_t rows = (size_t)(N < CHUNK_ROWS ? N : CHUNK_ROWS);
    int U = width_of_u(pass->config);
    memset(ch, 0, sizeof *ch);
    ch->u = as_pass_floats(pass, rows, U);
    ch->l = as_pass_floats(pass, rows, pass->config->Vy);
    ch->d_u = backward ? as_pass_floats(pass, rows, U) : NULL;
    bool with_mask = pass->dropout_readout > 0;
    if (with_mask)
        ch->mask = as_arena_alloc(pass->arena, rows, (size_t)U);
    if (!ch->u || !ch->l || (backward && !ch->d_u) || (with_mask && !ch->mask) ||
        !readout_init(pass, rows, ch->u, &ch->p, &ch->r) ||
        (backward && !readout_init(pass, rows, ch->d_u, &ch->d_p, &ch->d_r)))
        return as_fail_memory(err, "the output layer");
    return true;
}

/* u = [ s ; c ; y ], dropped out. */
static void gather(const as_pass *pass, const as_decoder_pass *decoder, chunk *ch)
{
    size_t D = (size_t)pass->config->D, n_h = 2 * (size_t)pass->config->H;
    size_t E = (size_t)pass->config->E, U = D + n_h + E;
    if (ch->mask)
        as_dropout_mask(ch->mask, (size_t)ch->n * U, pass->dropout_readout, pass->random);
    for (int k = 0; k < ch->n; k++) {
        size_t r = (size_t)(ch->from + k);
        float *u = ch->u + (size_t)k * U;
        memcpy(u, decoder->s + r * D, D * sizeof *u);
        memcpy(u + D, decoder->c + r * n_h, n_h * sizeof *u);
        memcpy(u + D + n_h, decoder->y + r * E, E * sizeof *u);
        if (ch->mask)
            as_dropout_apply(u, ch->mask + (size_t)k * U, U, pass->dropout_readout);
    }
}

/* d_u, through the dropout, to d_s, d_c and d_y. */
static void scatter(const as_pass *pass, const chunk *ch, const as_output_gradients *g)
{
    size_t D = (size_t)pass->config->D, n_h = 2 * (size_t)pass->config->H;
    size_t E = (size_t)pass->config->E, U = D + n_h + E;
    for (int k = 0; k < ch->n; k++) {
        size_t r = (size_t)(ch->from + k);
        float *d_u = ch->d_u + (size_t)k * U;
        if (ch->mask)
            as_dropout_apply(d_u, ch->mask + (size_t)k * U, U, pass->dropout_readout);
        memcpy(g->d_s + r * D, d_u, D * sizeof *d_u);
        memcpy(g->d_c + r * n_h, d_u + D, n_h * sizeof *d_u);
        memcpy(g->d_y + r * E, d_u + D + n_h, E * sizeof *d_u);
    }
}

/* u to r */
static void readout_forward(const as_pass *pass, chunk *ch)
{
    const as_config *config = pass->config;
    const as_params *params = pass->params;
    size_t U = (size_t)width_of_u(config), R = (size_t)params->output_W.cols;
    if (ch->p)
        as_pass_linear(pass, ch->p, (size_t)params->readout_W.rows, ch->n, &params->readout_W,
                       ch->u, U, as_mat_f32(&params->readout_b));
    if (config->readout == AS_READOUT_TANH)
        pass->kernels->tanh(ch->r, ch->p, (size_t)ch->n * R);
    else if (config->readout == AS_READOUT_MAXOUT)
        as_maxout_forward(ch->r, ch->p, ch->n, config->R);
}

/* W_o for l = W_o r + b_o and, packed the other way, for d_r = W_o^T d_l. */
typedef struct output_weights {
    as_pass_weights forward, back;
} output_weights;

/* Rows [row, row + n) of the chunk: logits, their loss, d_l in their place, and d_r. */
static void strip_run(const as_pass *pass, const chunk *ch, const output_weights *w, const int *y,
                      int row, int n, double label_smoothing, const as_output_gradients *gradients,
                      as_loss *loss)
{
    size_t V = (size_t)pass->config->Vy, R = (size_t)pass->params->output_W.cols;
    float *l = ch->l + (size_t)row * V;
    float *d_b = gradients ? as_mat_f32(&gradients->d_params->output_b) : NULL;
    as_pass_weights_apply(pass, l, V, n, &w->forward, ch->r + (size_t)row * R, R,
                          as_mat_f32(&pass->params->output_b), false);
    for (int k = 0; k < n; k++)
        as_cross_entropy(pass->kernels, loss, l + (size_t)k * V, d_b, (int)V, y[k], label_smoothing,
                         gradients ? gradients->scale : 0);
    if (gradients)
        as_pass_weights_apply(pass, ch->d_r + (size_t)row * R, R, n, &w->back, l, V, NULL, false);
}

static void chunk_backward(const as_pass *pass, chunk *ch, as_params *d_params)
{
    const as_params *params = pass->params;
    int Vy = pass->config->Vy, U = width_of_u(pass->config), R = params->output_W.cols;

    /* l = W_o r + b_o */
    as_pass_gemm_tn(pass, as_mat_f32(&d_params->output_W), (size_t)R, Vy, R, ch->n, ch->l,
                    (size_t)Vy, ch->r, (size_t)R, true);
    if (!ch->p)
        return;

    /* r = tanh(p), or its maxima */
    if (pass->config->readout == AS_READOUT_MAXOUT)
        as_maxout_backward(ch->d_p, ch->d_r, ch->p, ch->n, R);
    else
        for (size_t k = 0; k < (size_t)ch->n * (size_t)R; k++)
            ch->d_p[k] *= 1 - ch->r[k] * ch->r[k];
    /* p = W_r u + b_r */
    int P = params->readout_W.rows;
    as_pass_gemm_tn(pass, as_mat_f32(&d_params->readout_W), (size_t)U, P, U, ch->n, ch->d_p,
                    (size_t)P, ch->u, (size_t)U, true);
    as_pass_add_rows(pass, as_mat_f32(&d_params->readout_b), ch->d_p, (size_t)P, ch->n, P);
    as_pass_gemm_nn(pass, ch->d_u, (size_t)U, ch->n, U, P, ch->d_p, (size_t)P,
                    as_mat_f32(&params->readout_W), params->readout_W.stride, false);
}

bool as_output_run(const as_pass *pass, const as_decoder_pass *decoder, double label_smoothing,
                   const as_output_gradients *gradients, as_loss *loss, as_error *err)
{
    int N = decoder->packed.N;
    int strip = pass->matmul.kernel ? STRIP_ROWS : CHUNK_ROWS; /* BLAS packs W_o in every product */
    const as_mat *W_o = &pass->params->output_W;
    chunk ch;
    output_weights w;
    if (!chunk_init(pass, &ch, N, gradients != NULL, err) ||
        !as_pass_weights_init(pass, &w.forward, W_o, false, err) ||
        (gradients && !as_pass_weights_init(pass, &w.back, W_o, true, err)))
        return false;
    for (ch.from = 0; ch.from < N; ch.from += CHUNK_ROWS) {
        ch.n = N - ch.from < CHUNK_ROWS ? N - ch.from : CHUNK_ROWS;
        gather(pass, decoder, &ch);
        readout_forward(pass, &ch);
        for (int row = 0; row < ch.n; row += strip)
            strip_run(pass, &ch, &w, decoder->y_out + ch.from + row, row,
                      ch.n - row < strip ? ch.n - row : strip, label_smoothing, gradients, loss);
        if (gradients) {
            chunk_backward(pass, &ch, gradients->d_params);
            scatter(pass, &ch, gradients);
        }
    }
    return true;
}
