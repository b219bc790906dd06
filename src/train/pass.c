#include "train/pass.h"

#include "train/dropout.h"

float *as_pass_floats(const as_pass *pass, size_t rows, int cols)
{
    size_t n;
    return as_mul_size(rows, (size_t)cols, &n) ? as_arena_alloc(pass->arena, n, sizeof(float))
                                               : NULL;
}

void as_pass_add_rows(const as_pass *pass, float *sum, const float *x, size_t ldx, int n, int cols)
{
    for (int r = 0; r < n; r++)
        pass->kernels->axpy(sum, 1.0f, x + (size_t)r * ldx, (size_t)cols);
}

bool as_pass_embed(const as_pass *pass, float *x, unsigned char **mask, const as_mat *embedding,
                   const int *ids, int n, as_error *err)
{
    size_t E = (size_t)embedding->cols;
    for (int r = 0; r < n; r++)
        as_mat_row(pass->kernels, x + (size_t)r * E, embedding, ids[r]);
    *mask = NULL;
    if (pass->dropout <= 0)
        return true;
    unsigned char *drawn = as_arena_alloc(pass->arena, (size_t)n * E, 1);
    if (!drawn)
        return as_fail_memory(err, "a dropout mask");
    as_dropout_mask(drawn, (size_t)n * E, pass->dropout, pass->random);
    as_dropout_apply(x, drawn, (size_t)n * E, pass->dropout);
    *mask = drawn;
    return true;
}

void as_pass_embed_backward(const as_pass *pass, as_mat *d_embedding, float *d_x,
                            const unsigned char *mask, const int *ids, int n)
{
    size_t E = (size_t)d_embedding->cols;
    if (mask)
        as_dropout_apply(d_x, mask, (size_t)n * E, pass->dropout);
    float *d_W = as_mat_f32(d_embedding);
    for (int r = 0; r < n; r++)
        pass->kernels->axpy(d_W + (size_t)ids[r] * E, 1.0f, d_x + (size_t)r * E, E);
}
