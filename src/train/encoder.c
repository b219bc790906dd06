#include "train/encoder.h"

#include "core/gru.h"

#include <string.h>

/* Which half of h_i a direction writes, and the order in which it reads. */
typedef enum reading { FORWARD, BACKWARD } reading;

static bool pack_source(const as_pass *pass, as_encoder_pass *encoder, as_error *err)
{
    size_t B = (size_t)pass->B;
    int *length = as_arena_alloc(pass->arena, B, sizeof *length);
    encoder->first = as_arena_alloc(pass->arena, B, sizeof *encoder->first);
    if (!length || !encoder->first)
        return as_fail_memory(err, "a batch's source");
    int row = 0;
    for (int b = 0; b < pass->B; b++) {
        length[b] = pass->pairs[b].S;
        encoder->first[b] = row;
        row += length[b];
    }
    as_packed *p = &encoder->packed;
    if (!as_packed_init(p, length, pass->B, pass->arena, err))
        return false;
    encoder->ids = as_arena_alloc(pass->arena, (size_t)p->N, sizeof *encoder->ids);
    encoder->row = as_arena_alloc(pass->arena, (size_t)p->N, sizeof *encoder->row);
    if (!encoder->ids || !encoder->row)
        return as_fail_memory(err, "a batch's source");
    for (int i = 0; i < p->T; i++)
        for (int j = 0; j < p->live[i]; j++) {
            int b = p->order[j];
            encoder->ids[p->offset[i] + j] = pass->pairs[b].x[i];
            encoder->row[p->offset[i] + j] = encoder->first[b] + i;
        }
    return true;
}

static bool direction_forward(const as_pass *pass, as_encoder_pass *encoder, reading side,
                              as_error *err)
{
    const as_packed *p = &encoder->packed;
    const as_gru_params *gru = side == FORWARD ? &pass->params->forward : &pass->params->backward;
    as_encoder_direction *d = side == FORWARD ? &encoder->forward : &encoder->backward;
    int E = pass->config->E, H = pass->config->H;
    size_t h_stride = 2 * (size_t)H, h_half = side == FORWARD ? 0 : (size_t)H;
    float *gx = as_pass_floats(pass, (size_t)p->N, 3 * H);
    float *state = as_pass_floats(pass, (size_t)p->B, H);
    d->h_in = as_pass_floats(pass, (size_t)p->N, H);
    d->gh = as_pass_floats(pass, (size_t)p->N, 3 * H);
    d->gates = as_pass_floats(pass, (size_t)p->N, 3 * H);
    if (!gx || !state || !d->h_in || !d->gh || !d->gates)
        return as_fail_memory(err, "the encoder's states");
    as_pass_weights W_hh;
    if (!as_pass_weights_init(pass, &W_hh, &gru->W_hh, false, err))
        return false;

    as_pass_linear(pass, gx, 3 * (size_t)H, p->N, &gru->W_ih, encoder->x, (size_t)E,
                   as_mat_f32(&gru->b_ih));
    /* Sentences start from 0: all of them at i = 0 forward, each at its own last token backward,
     * where its row of `state` has not been written yet. */
    memset(state, 0, (size_t)p->B * (size_t)H * sizeof *state);
    for (int k = 0; k < p->T; k++) {
        int i = side == FORWARD ? k : p->T - 1 - k, n = p->live[i];
        size_t o = (size_t)p->offset[i];
        float *h_in = d->h_in + o * (size_t)H, *gh = d->gh + o * 3 * (size_t)H;
        memcpy(h_in, state, (size_t)n * (size_t)H * sizeof *state);
        as_pass_weights_apply(pass, gh, 3 * (size_t)H, n, &W_hh, h_in, (size_t)H,
                              as_mat_f32(&gru->b_hh), false);
        as_gru_forward(pass->kernels, state, d->gates + o * 3 * (size_t)H, gx + o * 3 * (size_t)H,
                       gh, h_in, NULL, n, H);
        for (int j = 0; j < n; j++)
            memcpy(encoder->h + (size_t)encoder->row[o + (size_t)j] * h_stride + h_half,
                   state + (size_t)j * (size_t)H, (size_t)H * sizeof *state);
    }
    return true;
}

bool as_encoder_forward(const as_pass *pass, as_encoder_pass *encoder, as_error *err)
{
    if (!pack_source(pass, encoder, err))
        return false;
    int N = encoder->packed.N;
    encoder->x = as_pass_floats(pass, (size_t)N, pass->config->E);
    encoder->h = as_pass_floats(pass, (size_t)N, 2 * pass->config->H);
    if (!encoder->x || !encoder->h)
        return as_fail_memory(err, "the encoder's states");
    return as_pass_embed(pass, encoder->x, &encoder->mask, &pass->params->source_embedding,
                         encoder->ids, N, err) &&
           direction_forward(pass, encoder, FORWARD, err) &&
           direction_forward(pass, encoder, BACKWARD, err);
}

/* Adds to d_gru and to d_x [N x E]. */
static bool direction_backward(const as_pass *pass, const as_encoder_pass *encoder, reading side,
                               as_gru_params *d_gru, float *d_x, const float *d_h, as_error *err)
{
    const as_packed *p = &encoder->packed;
    const as_gru_params *gru = side == FORWARD ? &pass->params->forward : &pass->params->backward;
    const as_encoder_direction *d = side == FORWARD ? &encoder->forward : &encoder->backward;
    int E = pass->config->E, H = pass->config->H;
    size_t h_stride = 2 * (size_t)H, h_half = side == FORWARD ? 0 : (size_t)H;
    size_t ld3 = 3 * (size_t)H;
    float *d_gx = as_pass_floats(pass, (size_t)p->N, 3 * H);
    float *d_gh = as_pass_floats(pass, (size_t)p->N, 3 * H);
    float *d_state = as_pass_floats(pass, (size_t)p->B, H);
    float *d_before = as_pass_floats(pass, (size_t)p->B, H);
    if (!d_gx || !d_gh || !d_state || !d_before)
        return as_fail_memory(err, "the encoder's gradients");
    as_pass_weights W_hh;
    if (!as_pass_weights_init(pass, &W_hh, &gru->W_hh, true, err))
        return false;

    /* Against the direction of reading. A sentence's row is 0 until the walk reaches the token it
     * read last. */
    memset(d_state, 0, (size_t)p->B * (size_t)H * sizeof *d_state);
    memset(d_before, 0, (size_t)p->B * (size_t)H * sizeof *d_before);
    for (int k = 0; k < p->T; k++) {
        int i = side == FORWARD ? p->T - 1 - k : k, n = p->live[i];
        size_t o = (size_t)p->offset[i];
        for (int j = 0; j < n; j++)
            pass->kernels->axpy(d_state + (size_t)j * (size_t)H, 1.0f,
                                d_h + (size_t)encoder->row[o + (size_t)j] * h_stride + h_half,
                                (size_t)H);
        as_gru_backward(pass->kernels, d_gx + o * ld3, d_gh + o * ld3, d_before, d_state,
                        d->gates + o * ld3, d->gh + o * ld3, d->h_in + o * (size_t)H, NULL, n, H);
        as_pass_weights_apply(pass, d_before, (size_t)H, n, &W_hh, d_gh + o * ld3, ld3, NULL, true);
        float *swap = d_state;
        d_state = d_before;
        d_before = swap;
    }

    as_pass_gemm_tn(pass, as_mat_f32(&d_gru->W_hh), (size_t)H, 3 * H, H, p->N, d_gh, ld3, d->h_in,
                    (size_t)H, true);
    as_pass_gemm_tn(pass, as_mat_f32(&d_gru->W_ih), (size_t)E, 3 * H, E, p->N, d_gx, ld3,
                    encoder->x, (size_t)E, true);
    as_pass_add_rows(pass, as_mat_f32(&d_gru->b_hh), d_gh, ld3, p->N, 3 * H);
    as_pass_add_rows(pass, as_mat_f32(&d_gru->b_ih), d_gx, ld3, p->N, 3 * H);
    as_pass_gemm_nn(pass, d_x, (size_t)E, p->N, E, 3 * H, d_gx, ld3, as_mat_f32(&gru->W_ih),
                    gru->W_ih.stride, true);
    return true;
}

bool as_encoder_backward(const as_pass *pass, const as_encoder_pass *encoder, as_params *d_params,
                         const float *d_h, as_error *err)
{
    int N = encoder->packed.N, E = pass->config->E;
    float *d_x = as_pass_floats(pass, (size_t)N, E);
    if (!d_x)
        return as_fail_memory(err, "the encoder's gradients");
    memset(d_x, 0, (size_t)N * (size_t)E * sizeof *d_x);
    if (!direction_backward(pass, encoder, FORWARD, &d_params->forward, d_x, d_h, err) ||
        !direction_backward(pass, encoder, BACKWARD, &d_params->backward, d_x, d_h, err))
        return false;
    as_pass_embed_backward(pass, &d_params->source_embedding, d_x, encoder->mask, encoder->ids, N);
    return true;
}
