#include "train/graph.h"

#include "train/guided.h"
#include "train/output.h"

#include <math.h>
#include <string.h>

static bool backward(const as_pass *pass, const as_encoder_pass *encoder,
                     const as_decoder_pass *decoder, const as_output_gradients *output,
                     as_error *err)
{
    size_t n_h = 2 * (size_t)pass->config->H, N_x = (size_t)encoder->packed.N;
    float *d_h = as_pass_floats(pass, N_x, (int)n_h);
    if (!d_h)
        return as_fail_memory(err, "the gradient of the annotations");
    memset(d_h, 0, N_x * n_h * sizeof *d_h);
    return as_decoder_backward(pass, encoder, decoder, output->d_params, d_h, output->d_s,
                               output->d_c, output->d_y, err) &&
           as_encoder_backward(pass, encoder, output->d_params, d_h, err);
}

/* Over all target tokens, from the weights that the decoder left; 0 for one that does not attend.
 */
static double guided_loss(const as_pass *pass, const as_decoder_pass *decoder)
{
    const as_packed *p = &decoder->packed;
    double sum = 0;
    for (int t = 0; t < p->T && as_config_attends(pass->config); t++)
        for (int j = 0; j < p->live[t]; j++) {
            size_t r = (size_t)(p->offset[t] + j);
            sum += as_guided_loss(&pass->pairs[p->order[j]].links, t,
                                  decoder->alpha + r * (size_t)decoder->S_max);
        }
    return sum;
}

bool as_graph_check(const as_config *config, as_error *err)
{
    if (!as_config_check(config, err))
        return false;
    const struct {
        const char *setting, *value;
        bool trained;
    } settings[] = {
        {"query", as_query_name(config->query), config->query != AS_QUERY_HALF},
        {"readout", as_readout_name(config->readout), config->readout <= AS_READOUT_MAXOUT},
        {"start", as_start_names[config->start], config->start == AS_START_BACKWARD},
        {"feed", as_feed_names[config->feed], config->feed == AS_FEED_CONTEXT},
        {"reads", as_reads_names[config->reads], config->reads == AS_READS_WORD},
        {"norm", as_norm_names[config->norm], config->norm == AS_NORM_NONE},
    };
    for (size_t k = 0; k < sizeof settings / sizeof settings[0]; k++)
        if (!settings[k].trained)
            return as_fail(err, AS_ERR_ARGUMENT,
                           "%s %s is for imported models and cannot be trained",
                           settings[k].setting, settings[k].value);
    return true;
}

bool as_graph_run(const as_graph *graph, const as_pair *pairs, int B,
                  const as_graph_options *options, as_params *d_params, as_loss *loss,
                  as_error *err)
{
    as_random random = options->random;
    as_pass pass = {
        .kernels = graph->kernels,
        .config = graph->config,
        .params = graph->params,
        .pairs = pairs,
        .B = B,
        .dropout = options->dropout,
        .dropout_readout = options->dropout_readout,
        .guide = options->guide * options->scale,
        .random = &random,
        .arena = graph->arena,
        .matmul.kernel = graph->matmul,
        .log = graph->log,
    };
    as_encoder_pass encoder;
    as_decoder_pass decoder;
    as_arena_reset(graph->arena);
    if (graph->matmul &&
        !(pass.matmul.space = as_arena_alloc(graph->arena, as_matmul_space(graph->matmul), 1)))
        return as_fail_memory(err, "matrix products");
    if (!as_encoder_forward(&pass, &encoder, err) ||
        !as_decoder_forward(&pass, &encoder, &decoder, err))
        return false;

    as_loss part = {.guided = guided_loss(&pass, &decoder)};
    as_output_gradients output = {.d_params = d_params, .scale = options->scale};
    if (d_params) {
        size_t N = (size_t)decoder.packed.N;
        output.d_s = as_pass_floats(&pass, N, graph->config->D);
        output.d_c = as_pass_floats(&pass, N, 2 * graph->config->H);
        output.d_y = as_pass_floats(&pass, N, graph->config->E);
        if (!output.d_s || !output.d_c || !output.d_y)
            return as_fail_memory(err, "the gradients of the states");
    }
    if (!as_output_run(&pass, &decoder, options->label_smoothing, d_params ? &output : NULL, &part,
                       err))
        return false;
    if (!isfinite(part.smoothed) || !isfinite(part.guided))
        return as_fail(err, AS_ERR_FORMAT, "the loss is not finite");
    as_loss_add(loss, &part);
    return !d_params || backward(&pass, &encoder, &decoder, &output, err);
}
