/* Writes a tiny model with random weights that translates characters:
 * make_model FILE [SEED [SCORE [QUERY]]]. */
#include "core/model.h"

#include <stdio.h>
#include <stdlib.h>

static const char vocabulary[] =
    "<pad>\n<s>\n</s>\n<unk>\n▁\na\nb\nc\nd\ne\nf\ng\nh\ni\nj\nk\nl\nm\nn\no\n"
    "p\nq\nr\ns\nt\nu\nv\nw\nx\ny\nz\né\n.\n'\n";
enum { VOCABULARY = 34 };

/* Small random weights say the same whatever they read, and end at once: louder ones do not. */
static void liven(as_params *params)
{
    as_mat *W = &params->output_W;
    for (int k = 0; k < W->rows * W->cols; k++)
        as_mat_f32(W)[k] *= 40.0f;
    float *b = as_mat_f32(&params->output_b);
    b[AS_EOS] -= 1.0f;
    b[AS_UNK] = b[AS_N_SPECIAL] = -20.0f; /* words without spaces, all of it known */
}

/* Another score or query; D = 2H, so that each score goes with it. */
static bool choose(as_config *config, int argc, char **argv, as_error *err)
{
    if (argc <= 3)
        return true;
    config->D = 2 * config->H;
    int score = as_name_lookup("score", as_score_names, argv[3], err);
    int query = argc > 4 ? as_name_lookup("query", as_query_names, argv[4], err) : 0;
    if (score < 0 || query < 0)
        return false;
    config->score = (as_score_kind)score;
    config->query = (as_query)query;
    config->A = as_score_has_A(config->score) ? config->A : 0;
    return true;
}

int main(int argc, char **argv)
{
    as_config config = {.score = AS_SCORE_ADDITIVE,
                        .query = AS_QUERY_PREVIOUS,
                        .readout = AS_READOUT_LINEAR,
                        .E = 8,
                        .H = 6,
                        .D = 10,
                        .A = 7,
                        .Vx = VOCABULARY,
                        .Vy = VOCABULARY};
    as_model_card card = {
        .source_unit = AS_UNIT_CHAR,
        .target_unit = AS_UNIT_CHAR,
        .source_vocab = vocabulary,
        .target_vocab = vocabulary,
        .name = "tiny",
        .languages = "aaa-bbb",
        .licence = "none needed",
        .data = "no data",
        .training = "{\"steps\": 0, \"note\": \"ran\\u001b[31mdom\"}",
    };
    unsigned long long seed = argc > 2 ? strtoull(argv[2], NULL, 10) : 7;
    as_error err = {0};
    as_model *model = NULL;
    bool ok = argc > 1 && choose(&config, argc, argv, &err) &&
              as_model_random(&config, AS_F32, seed, &model, &err);
    if (ok)
        liven(&model->params);
    ok = ok && as_model_save(argv[1], &config, &model->params, &card, AS_F32, &err);
    if (!ok)
        fprintf(stderr, "make_model: %s\n", argc > 1 ? err.message : "no file");
    as_model_free(model);
    return !ok;
}
