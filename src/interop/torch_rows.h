/* Rows of layouts for state dicts of PyTorch, whose matrices are [out, in] and whose GRU is ours.
 */
#ifndef AS_INTEROP_TORCH_ROWS_H
#define AS_INTEROP_TORCH_ROWS_H

#include "interop/layout.h"

/* What every model has. */
#define AS_TORCH_MATRIX(array, rows, param, cols) AS_LAYOUT_MATRIX(array, 0, rows, param, cols)
#define AS_TORCH_VECTOR(array, rows, param) AS_LAYOUT_VECTOR(array, 0, rows, param)

/* One direction of the encoder: `way` is "" or "_reverse". */
#define AS_TORCH_ENCODER(way, to)                                                                  \
    AS_TORCH_MATRIX("encoder.rnn.weight_ih_l0" way, AS_X_3H, to ".W_ih", AS_X_SOURCE_E),           \
        AS_TORCH_MATRIX("encoder.rnn.weight_hh_l0" way, AS_X_3H, to ".W_hh", AS_X_H),              \
        AS_TORCH_VECTOR("encoder.rnn.bias_ih_l0" way, AS_X_3H, to ".b_ih"),                        \
        AS_TORCH_VECTOR("encoder.rnn.bias_hh_l0" way, AS_X_3H, to ".b_hh")

/* The decoder's cell but for W_ih, whose input differs. */
#define AS_TORCH_DECODER_STATE                                                                     \
    AS_TORCH_MATRIX("decoder.rnn.weight_hh_l0", AS_X_3D, "decoder.cell.W_hh", AS_X_D),             \
        AS_TORCH_VECTOR("decoder.rnn.bias_ih_l0", AS_X_3D, "decoder.cell.b_ih"),                   \
        AS_TORCH_VECTOR("decoder.rnn.bias_hh_l0", AS_X_3D, "decoder.cell.b_hh")

/* W_ih over [ y ; c ]. */
#define AS_TORCH_DECODER_INPUT                                                                     \
    {                                                                                              \
        "decoder.rnn.weight_ih_l0", 0, AS_X_3D, false,                                             \
        {                                                                                          \
            {"decoder.cell.W_ih", AS_X_0, AS_X_0, AS_X_TARGET_E},                                  \
            {                                                                                      \
                "decoder.cell.W_ih", AS_X_0, AS_X_BESIDE_Y, AS_X_2H                                \
            }                                                                                      \
        }                                                                                          \
    }

#endif
