/* What the parts of one pass over a few sentence pairs share: the encoder, the decoder and the
 * readout each have a forward that keeps what its backward needs, in the pass's arena. */
#ifndef AS_TRAIN_PASS_H
#define AS_TRAIN_PASS_H

#include "core/memory.h"
#include "core/params.h"
#include "train/matmul.h"
#include "train/product_log.h"
#include "train/random.h"

/* The source positions that the tokens of a target are linked to: of token t they are
 * i[from[t] … from[t + 1] - 1], rising. from [T + 1] is NULL where nothing is known. */
typedef struct as_token_links {
    const int *from, *i;
} as_token_links;

/* One example as ids; both sides end in </s>, so S, T >= 1. The ids are somebody else's. */
typedef struct as_pair {
    const int *x, *y;
    int S, T;
    as_token_links links;
    int n_joined; /* how many pairs of the text were made into this one; 0: it is one of them */
} as_pair;

typedef struct as_pass {
    const as_kernels *kernels;
    const as_config *config;
    const as_params *params;
    const as_pair *pairs; /* [B] */
    int B;
    double dropout;         /* of both embeddings; 0 when the model is only measured */
    double dropout_readout; /* of [s ; c ; y] */
    double guide;           /* of the guided loss in gradients (guided.h); 0: none */
    as_random *random;      /* the masks are drawn from it, in a fixed order */
    as_arena *arena;
    as_matmul matmul;    /* kernel NULL: products are by BLAS, in F32 */
    as_product_log *log; /* receives the products; NULL: nobody asks */
} as_pass;

/* The products of core/mat.h, in the precision of the pass. */
void as_pass_linear(const as_pass *pass, float *y, size_t ldy, int n, const as_mat *W,
                    const float *x, size_t ldx, const float *b);
void as_pass_gemm_nn(const as_pass *pass, float *C, size_t ldc, int m, int n, int k, const float *A,
                     size_t lda, const float *B, size_t ldb, bool accumulate);
void as_pass_gemm_tn(const as_pass *pass, float *C, size_t ldc, int m, int n, int k, const float *A,
                     size_t lda, const float *B, size_t ldb, bool accumulate);

/* Weights that a loop over time multiplies with again and again. */
typedef struct as_pass_weights {
    as_mat W;
    bool across;  /* x W instead of W x: the way back */
    void *packed; /* BF16, NULL in the other precision */
} as_pass_weights;

/* W's own floats must stay. Errors: SYSTEM. */
bool as_pass_weights_init(const as_pass *pass, as_pass_weights *weights, const as_mat *W,
                          bool across, as_error *err);

/* y_r = W x_r + b (b may be NULL), or with `across` y_r = W^T x_r; b NULL with `across` and with
 * accumulate, which adds to the old y. */
void as_pass_weights_apply(const as_pass *pass, float *y, size_t ldy, int n,
                           const as_pass_weights *weights, const float *x, size_t ldx,
                           const float *b, bool accumulate);

/* A float array in the pass's arena, not zeroed; NULL when memory is short. */
float *as_pass_floats(const as_pass *pass, size_t rows, int cols);

/* sum [cols] += every row of x [n x cols], rows ldx apart: the gradient of a bias. */
void as_pass_add_rows(const as_pass *pass, float *sum, const float *x, size_t ldx, int n, int cols);

/* x [n x E] from the rows of an embedding, dropped out with pass->dropout; *mask receives the
 * mask [n x E], NULL without dropout. Errors: SYSTEM. */
bool as_pass_embed(const as_pass *pass, float *x, unsigned char **mask, const as_mat *embedding,
                   const int *ids, int n, as_error *err);

/* Adds d_x [n x E], which is changed, to the rows of d_embedding, in the order of ids. */
void as_pass_embed_backward(const as_pass *pass, as_mat *d_embedding, float *d_x,
                            const unsigned char *mask, const int *ids, int n);

#endif
