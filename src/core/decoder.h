/* One time step of the decoder, for any number of rows at once.
 *
 * A row is one hypothesis of one sentence: greedy decoding has a row per sentence, a beam several.
 * Every weight is read once for all rows. There is one decoder, and the model's settings say what
 * it does:
 *
 *   attend(s):   q = Q s      e_i = score(q, k_i)      alpha = softmax(e / tau)
 *                c = sum_i alpha_i h_i
 *   score none:  c = [ ->h_S ; <-h_1 ]; e and alpha are 0, for there is no attention
 *
 *   query previous   c_t = attend(s_{t-1})   s_t = GRU(s_{t-1}, [ y_{t-1} ; c_t ])
 *   query current    s_t = GRU(s_{t-1}, [ y_{t-1} ; c_{t-1} ]), c_0 = 0      c_t = attend(s_t)
 *                    feed readout feeds r_{t-1}, r_0 = 0, in the place of c_{t-1}; feed nothing
 *                    feeds y_{t-1} alone
 *   query half       s'_t = GRU(s_{t-1}, y_{t-1})   c_t = attend(s'_t)   s_t = GRU_2(s'_t, c_t)
 *
 *   readout linear   logits = W_o [ s_t ; c_t ; y_{t-1} ] + b_o
 *   readout tanh     logits = W_o tanh(W_r [ s_t ; c_t ; y_{t-1} ] + b_r) + b_o
 *   readout maxout   p = W_r [ s_t ; c_t ; y_{t-1} ] + b_r      r_k = max(p_{2k}, p_{2k+1})
 *                    logits = W_o r + b_o
 *   readout relu, affine       as tanh, with relu or nothing in its place
 *   reads no_word              the readout sees [ s_t ; c_t ]
 *
 * Bahdanau, Cho, Bengio 2015 (arXiv:1409.0473), section 3.1, is query previous with the additive
 * score; Luong, Pham, Manning 2015 (arXiv:1508.04025) let s_t ask, and the tanh is their
 * equation 5. Query half is the conditional GRU of Nematus (Sennrich et al. 2017,
 * arXiv:1703.04357). That one, the other feeds, relu, affine, no_word and normalisation
 * (layer_norm.h) are for imported models and not trained here.
 *
 * The products with c are not made anew in each step: W c = sum_i alpha_i (W h_i), and W h_i is
 * made once per sentence, like the keys. A step then reads S rows instead of W, whatever the beam.
 */
#ifndef AS_CORE_DECODER_H
#define AS_CORE_DECODER_H

#include "core/encoder.h"
#include "core/score.h"

/* The batch being decoded and the scratch of a step. All of it lives in the arena. */
typedef struct as_decoder {
    const as_model *model;
    const as_kernels *kernels;
    const as_score *score;
    const as_encoded *source;
    int max_rows;
    float temperature;   /* tau: alpha = softmax(e / tau); 1 after init, the model as trained */
    const float *values; /* [B x n_values x 2H] what c is a sum of: h, or without attention the c */
    int n_values;        /* S, or 1 */
    float *cell_h;       /* [B x n_values x 3D] what a value adds to the cell's input product */
    float *readout_h;    /* [B x n_values x rows of W_r] and to the readout's; NULL with linear */
    /* Scratch; after a step what it computed. */
    float *y;            /* [rows x E] embeddings of y_{t-1} */
    float *q;            /* [rows x W]; NULL where the score takes s as it is */
    float *half;         /* [rows x D] s'_t of query half */
    float *gx, *gh;      /* [rows x 3D] */
    float *readout;      /* [rows x rows of W_r], or [rows x (D + 2H + E)] with linear */
    float *part;         /* the same: one of its products, where they are normalised */
} as_decoder;

/* The rows of one step. S is source->S, the stride of e and alpha. */
typedef struct as_decoder_rows {
    int n;                 /* rows, 1 to max_rows */
    const int *sentence;   /* [n] which sentence of the batch a row reads */
    const int *y;          /* [n] y_{t-1}, in the target vocabulary (asserted) */
    const float *s_in;     /* [n x D] s_{t-1} */
    const float *alpha_in; /* [n x S] alpha_{t-1}, 0 at t = 1; read with query current only */
    const float *r_in;     /* [n x R] r_{t-1}, 0 at t = 1; read with feed readout only */
    float *r;              /* [n x R] out: r_t; or NULL */
    float *s;              /* [n x D] out: s_t; not s_in */
    float *e, *alpha;      /* [n x S] out; at padding -INFINITY and 0; both 0 with score none */
    float *c;              /* [n x 2H] out */
    float *gates;          /* [n x 3D] out: r, z, n (gru.h) of the cell that makes s_t; or NULL */
    float *logits;         /* [n x Vy] out, or NULL */
} as_decoder_rows;

/* Errors: SYSTEM (memory). */
bool as_decoder_init(as_decoder *decoder, const as_model *model, const as_kernels *kernels,
                     const as_encoded *source, int max_rows, as_arena *arena, as_error *err);

/* Allocates nothing. FORMAT when a score is not finite; the message names i and, in a batch, the
 * sentence; the caller adds t. Logits are not looked at. */
bool as_decoder_step(const as_decoder *decoder, const as_decoder_rows *step, as_error *err);

#endif
