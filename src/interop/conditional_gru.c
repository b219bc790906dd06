#include "interop/conditional_gru.h"

enum {
    PLAIN_BIAS = 1 << 0, /* biases are added after everything: not within Nematus' normalisation */
    MARIAN_NORM = 1 << 1,
    NEMATUS_NORM = 1 << 2,
    OWN_EMBEDDING = 1 << 3, /* of the target; else it is the source's */
    SHARED_EMBEDDING = 1 << 4,
    OUTPUT = 1 << 5,            /* a matrix of its own, a row a word */
    OUTPUT_TRANSPOSED = 1 << 6, /* the same, a column a word */
    OUTPUT_TIED = 1 << 7,       /* the target embedding */
    OUTPUT_BIAS = 1 << 8,
};

/* Marian's name and Nematus'. */
#define NAMES(marian, nematus) marian "|" nematus
#define MATRIX(names, when, rows, param, row, col, cols)                                           \
    {                                                                                              \
        names, when, rows, true,                                                                   \
        {                                                                                          \
            {                                                                                      \
                param, row, col, cols                                                              \
            }                                                                                      \
        }                                                                                          \
    }
#define VECTOR(names, when, rows, param, row)                                                      \
    {                                                                                              \
        names, when, rows, false,                                                                  \
        {                                                                                          \
            {                                                                                      \
                param, row, AS_X_0, AS_X_1                                                         \
            }                                                                                      \
        }                                                                                          \
    }
/* Its scale and its shift where Nematus normalises; both come in two arrays, r and z, and n. */
#define NEMATUS_PAIR(marian, nematus, W, rows, g, b, row)                                          \
    VECTOR(NAMES(marian W "_lns", nematus "_lns"), NEMATUS_NORM, rows, g, row),                    \
        VECTOR(NAMES(marian W "_lnb", nematus "_lnb"), NEMATUS_NORM, rows, b, row)

/*   r = sg(x W_r + h U_r + b_r)      z likewise      n = tanh(x Wx + r * (h Ux) + bx)
 *
 * W, U and b hold r and z, Wx, Ux and bx n. `plain_bx` is where bx goes: with the state's product,
 * within r * (…), in a cell that is not the first of its step. `inner` is what Nematus adds before
 * it normalises: to the input's product, or in such a cell to the state's. */
#define CELL(marian, norm, W, Wx, U, Ux, b, bx, to, in, n, n2, n3, plain_bx, inner)                \
    MATRIX(NAMES(marian "_W", W), 0, n2, to ".W_ih", AS_X_0, AS_X_0, in),                          \
        MATRIX(NAMES(marian "_Wx", Wx), 0, n, to ".W_ih", n2, AS_X_0, in),                         \
        MATRIX(NAMES(marian "_U", U), 0, n2, to ".W_hh", AS_X_0, AS_X_0, n),                       \
        MATRIX(NAMES(marian "_Ux", Ux), 0, n, to ".W_hh", n2, AS_X_0, n),                          \
        VECTOR(NAMES(marian "_b", b), PLAIN_BIAS, n2, to ".b_ih", AS_X_0),                         \
        VECTOR(NAMES(marian "_bx", bx), PLAIN_BIAS, n, to plain_bx, n2),                           \
        VECTOR(NAMES(marian "_b", b), NEMATUS_NORM, n2, to inner, AS_X_0),                         \
        VECTOR(NAMES(marian "_bx", bx), NEMATUS_NORM, n, to inner, n2),                            \
        VECTOR(NAMES(marian "_gamma1", norm "gamma1"), MARIAN_NORM, n3, to ".g_ih", AS_X_0),       \
        VECTOR(NAMES(marian "_gamma2", norm "gamma2"), MARIAN_NORM, n3, to ".g_hh", AS_X_0),       \
        NEMATUS_PAIR(marian, W, "_W", n2, to ".g_ih", to ".b_ih", AS_X_0),                         \
        NEMATUS_PAIR(marian, Wx, "_Wx", n, to ".g_ih", to ".b_ih", n2),                            \
        NEMATUS_PAIR(marian, U, "_U", n2, to ".g_hh", to ".b_hh", AS_X_0),                         \
        NEMATUS_PAIR(marian, Ux, "_Ux", n, to ".g_hh", to ".b_hh", n2)

/* One of the three products of the readout, in whose input it stands at column `col`. */
#define READ(k, nematus, col, cols, letter)                                                        \
    MATRIX(NAMES("decoder_ff_logit_l1_W" k, nematus "_W"), 0, AS_X_R, "readout.W", AS_X_0, col,    \
           cols),                                                                                  \
        VECTOR(NAMES("decoder_ff_logit_l1_b" k, nematus "_b"), PLAIN_BIAS, AS_X_R, "readout.b",    \
               AS_X_0),                                                                            \
        VECTOR(NAMES("decoder_ff_logit_l1_b" k, nematus "_b"), NEMATUS_NORM, AS_X_R,               \
               "readout.a_" letter, AS_X_0),                                                       \
        VECTOR(NAMES("decoder_ff_logit_l1_gamma" k, "ff_logit_l1_gamma" k), MARIAN_NORM, AS_X_R,   \
               "readout.g_" letter, AS_X_0),                                                       \
        VECTOR(NAMES("decoder_ff_logit_l1_ln_s" k, nematus "_ln_s"), NEMATUS_NORM, AS_X_R,         \
               "readout.g_" letter, AS_X_0),                                                       \
        VECTOR(NAMES("decoder_ff_logit_l1_ln_b" k, nematus "_ln_b"), NEMATUS_NORM, AS_X_R,         \
               "readout.b", AS_X_0)

#define SOURCE_EMBEDDING NAMES("encoder_Wemb", "Wemb")
#define TARGET_EMBEDDING NAMES("decoder_Wemb", "Wemb_dec")
#define STATE_WEIGHTS NAMES("decoder_cell1_U", "decoder_U")
#define READOUT_WEIGHTS NAMES("decoder_ff_logit_l1_W0", "ff_logit_prev_W")
#define OUTPUT_ROWS "decoder_ff_logit_l2_Wt"
#define OUTPUT_COLUMNS NAMES("decoder_ff_logit_l2_W", "ff_logit_W")

static const as_layout_row rows[] = {
    AS_LAYOUT_MATRIX(SOURCE_EMBEDDING, 0, AS_X_VX, "source.embedding", AS_X_SOURCE_E),
    AS_LAYOUT_MATRIX(TARGET_EMBEDDING, OWN_EMBEDDING, AS_X_VY, "target.embedding", AS_X_TARGET_E),
    AS_LAYOUT_MATRIX(SOURCE_EMBEDDING, SHARED_EMBEDDING, AS_X_VY, "target.embedding",
                     AS_X_TARGET_E),
    CELL("encoder_bi", "encoder_", "encoder_W", "encoder_Wx", "encoder_U", "encoder_Ux",
         "encoder_b", "encoder_bx", "encoder.forward", AS_X_SOURCE_E, AS_X_H, AS_X_2H, AS_X_3H,
         ".b_ih", ".a_ih"),
    CELL("encoder_bi_r", "encoder_r_", "encoder_r_W", "encoder_r_Wx", "encoder_r_U", "encoder_r_Ux",
         "encoder_r_b", "encoder_r_bx", "encoder.backward", AS_X_SOURCE_E, AS_X_H, AS_X_2H, AS_X_3H,
         ".b_ih", ".a_ih"),
    CELL("decoder_cell1", "decoder_cell1_", "decoder_W", "decoder_Wx", "decoder_U", "decoder_Ux",
         "decoder_b", "decoder_bx", "decoder.cell", AS_X_TARGET_E, AS_X_D, AS_X_2D, AS_X_3D,
         ".b_ih", ".a_ih"),
    CELL("decoder_cell2", "decoder_cell2_", "decoder_Wc", "decoder_Wcx", "decoder_U_nl",
         "decoder_Ux_nl", "decoder_b_nl", "decoder_bx_nl", "decoder.second", AS_X_2H, AS_X_D,
         AS_X_2D, AS_X_3D, ".b_hh", ".a_hh"),
    /* s_0 = tanh(W mean(h) + b) */
    MATRIX(NAMES("decoder_ff_state_W", "ff_state_W"), 0, AS_X_D, "decoder.init.W", AS_X_0, AS_X_0,
           AS_X_2H),
    VECTOR(NAMES("decoder_ff_state_b", "ff_state_b"), PLAIN_BIAS, AS_X_D, "decoder.init.b", AS_X_0),
    VECTOR(NAMES("decoder_ff_state_b", "ff_state_b"), NEMATUS_NORM, AS_X_D, "decoder.init.a",
           AS_X_0),
    VECTOR(NAMES("decoder_ff_state_gamma", "ff_state_gamma"), MARIAN_NORM, AS_X_D, "decoder.init.g",
           AS_X_0),
    VECTOR(NAMES("decoder_ff_state_ln_s", "ff_state_ln_s"), NEMATUS_NORM, AS_X_D, "decoder.init.g",
           AS_X_0),
    VECTOR(NAMES("decoder_ff_state_ln_b", "ff_state_ln_b"), NEMATUS_NORM, AS_X_D, "decoder.init.b",
           AS_X_0),
    /* e_i = U_att^T tanh(Wc_att h_i + b_att + W_comb_att s'), whose names are the same everywhere;
     * Nematus shifts keys and queries apart, which is one shift inside the tanh. */
    MATRIX("decoder_W_comb_att", 0, AS_X_A, "attention.W_a", AS_X_0, AS_X_0, AS_X_D),
    MATRIX("decoder_Wc_att", 0, AS_X_A, "attention.U_a", AS_X_0, AS_X_0, AS_X_2H),
    VECTOR("decoder_U_att", 0, AS_X_A, "attention.v_a", AS_X_0),
    VECTOR("decoder_b_att", PLAIN_BIAS, AS_X_A, "attention.b_a", AS_X_0),
    VECTOR("decoder_b_att", NEMATUS_NORM, AS_X_A, "attention.a_k", AS_X_0),
    VECTOR("decoder_att_gamma1", MARIAN_NORM, AS_X_A, "attention.g_k", AS_X_0),
    VECTOR("decoder_att_gamma2", MARIAN_NORM, AS_X_A, "attention.g_q", AS_X_0),
    VECTOR("decoder_Wc_att_lns", NEMATUS_NORM, AS_X_A, "attention.g_k", AS_X_0),
    VECTOR("decoder_Wc_att_lnb", NEMATUS_NORM, AS_X_A, "attention.b_a", AS_X_0),
    VECTOR("decoder_W_comb_att_lns", NEMATUS_NORM, AS_X_A, "attention.g_q", AS_X_0),
    VECTOR("decoder_W_comb_att_lnb", NEMATUS_NORM, AS_X_A, "attention.b_a", AS_X_0),
    READ("0", "ff_logit_prev", AS_X_READ_Y, AS_X_TARGET_E, "y"),
    READ("1", "ff_logit_lstm", AS_X_0, AS_X_D, "s"),
    READ("2", "ff_logit_ctx", AS_X_READ_C, AS_X_2H, "c"),
    AS_LAYOUT_MATRIX(OUTPUT_ROWS, OUTPUT, AS_X_VY, "output.W_o", AS_X_R),
    MATRIX(OUTPUT_COLUMNS, OUTPUT_TRANSPOSED, AS_X_VY, "output.W_o", AS_X_0, AS_X_0, AS_X_R),
    AS_LAYOUT_MATRIX(TARGET_EMBEDDING, OUTPUT_TIED | OWN_EMBEDDING, AS_X_VY, "output.W_o", AS_X_R),
    AS_LAYOUT_MATRIX(SOURCE_EMBEDDING, OUTPUT_TIED | SHARED_EMBEDDING, AS_X_VY, "output.W_o",
                     AS_X_R),
    VECTOR(NAMES("decoder_ff_logit_l2_b", "ff_logit_b"), OUTPUT_BIAS, AS_X_VY, "output.b_o",
           AS_X_0),
};

static unsigned bits_of(const as_arrays *arrays, const as_gru_traits *traits)
{
    unsigned bits = traits->norm == AS_NORM_NEMATUS  ? NEMATUS_NORM
                    : traits->norm == AS_NORM_MARIAN ? PLAIN_BIAS | MARIAN_NORM
                                                     : PLAIN_BIAS;
    bits |= traits->shared_embedding ? SHARED_EMBEDDING : OWN_EMBEDDING;
    bits |= traits->no_output_bias ? 0 : OUTPUT_BIAS;
    if (traits->output == AS_GRU_OUTPUT_TIED)
        return bits | OUTPUT_TIED;
    return bits | (as_layout_lookup(arrays, OUTPUT_COLUMNS) ? OUTPUT_TRANSPOSED : OUTPUT);
}

static bool find_sizes(const as_arrays *arrays, const as_gru_traits *traits, as_layout_sizes *out,
                       as_error *err)
{
    const char *target = traits->shared_embedding ? SOURCE_EMBEDDING : TARGET_EMBEDDING;
    if (!as_layout_size(arrays, SOURCE_EMBEDDING, &out->Vx, &out->source_E, err) ||
        !as_layout_size(arrays, target, &out->Vy, &out->target_E, err) ||
        !as_layout_size(arrays, STATE_WEIGHTS, &out->D, NULL, err) ||
        !as_layout_size(arrays, READOUT_WEIGHTS, NULL, &out->R, err))
        return false;
    out->H = out->D;
    out->A = 2 * out->H;
    return true;
}

bool as_conditional_gru(const as_arrays *arrays, const as_gru_traits *traits,
                        const char *const *ignored, as_layout *layout, as_config *config,
                        as_error *err)
{
    as_layout_sizes sizes;
    if (!find_sizes(arrays, traits, &sizes, err))
        return false;
    *layout = (as_layout){
        .rows = rows,
        .n_rows = (int)(sizeof rows / sizeof rows[0]),
        .traits = bits_of(arrays, traits),
        .ignored = ignored,
        .sizes = sizes,
    };
    config->score = AS_SCORE_ADDITIVE;
    config->query = AS_QUERY_HALF;
    config->readout = AS_READOUT_TANH;
    config->start = AS_START_MEAN;
    config->norm = traits->norm;
    return true;
}
