#include "cli/commands.h"
#include "cli/models.h"
#include "cli/options.h"
#include "cli/program.h"

#include "core/bench.h"
#include "core/buffer.h"
#include "core/mat.h"
#include "train/bench_train.h"

#include <stdlib.h>
#include <string.h>

enum { SIZE_MAX_WANTED = 65536, LENGTH_MAX = 1000, THREADS_MAX = 64, TRAIN_STEPS = 12 };

/* What to measure. */
typedef struct as_bench_request {
    const char *model; /* NULL: random weights of these sizes */
    as_config config;
    as_dtype dtype;
    int source, target;
} as_bench_request;

/* "emb=256,enc=256": sizes not named keep their value. */
static bool parse_sizes(void *context, const char *text, as_error *err)
{
    as_config *c = context;
    const struct {
        const char *name;
        int *value, min;
    } sizes[] = {
        {"emb", &c->E, 1}, {"enc", &c->H, 1},     {"dec", &c->D, 1},
        {"att", &c->A, 1}, {"readout", &c->R, 0}, {"vocab", &c->Vx, 8},
    };
    const size_t n_sizes = sizeof sizes / sizeof *sizes;
    while (*text != '\0') {
        char number[16];
        size_t len = strcspn(text, ","), name_len = strcspn(text, "=,"), k = 0;
        while (k < n_sizes &&
               (strlen(sizes[k].name) != name_len || memcmp(sizes[k].name, text, name_len) != 0))
            k++;
        if (k == n_sizes || name_len == len || len - name_len > sizeof number)
            return as_fail(err, AS_ERR_ARGUMENT,
                           "'%.*s' is none of emb=, enc=, dec=, att=, "
                           "readout=, vocab= with a number",
                           (int)(len < 40 ? len : 40), text);
        snprintf(number, sizeof number, "%.*s", (int)(len - name_len - 1), text + name_len + 1);
        if (!as_int_from_text(number, sizes[k].min, SIZE_MAX_WANTED, sizes[k].value, err))
            return as_fail_in(err, "%s", sizes[k].name);
        text += len + (text[len] == ',');
    }
    c->Vy = c->Vx;
    return true;
}

/* The choices as the sizes want them: a size that the score or the readout does not have is 0, and
 * readout=0 is the linear one. */
static void settle_config(as_config *c, int score, int query, int readout)
{
    c->score = (as_score_kind)score;
    c->query = (as_query)query;
    c->readout = c->R > 0 ? (as_readout)readout : AS_READOUT_LINEAR;
    if (!as_score_has_A(c->score))
        c->A = 0;
    if (!as_readout_has_R(c->readout))
        c->R = 0;
}

static bool measure(const as_cli *cli, const as_bench_request *request, as_bench_result *out,
                    as_error *err)
{
    const unsigned long long seed = 1;
    if (request->model == NULL)
        return as_bench_decode(&request->config, request->dtype, request->source, request->target,
                               seed, out, err);
    as_model *model = NULL;
    bool ok = as_models_open(cli, request->model, &model, err) &&
              as_bench_model(model, request->source, request->target, seed, out, err);
    as_model_free(model);
    return ok;
}

static void print_text(const as_bench_request *request, const as_bench_result *r)
{
    const as_config *c = &request->config;
    printf("%-12s", "model");
    if (request->model != NULL)
        as_program_print(stdout, request->model);
    else
        printf("random, score %s, query %s, readout %s, emb %d, enc %d, dec %d, att %d, "
               "readout %d, vocab %d, %s",
               as_score_name(c->score), as_query_name(c->query), as_readout_name(c->readout), c->E,
               c->H, c->D, c->A, c->R, c->Vx, request->dtype == AS_BF16 ? "bf16" : "f32");
    printf("\n%-12s%.2f million\n", "parameters", (double)r->n_params / 1e6);
    printf("%-12s%d source tokens, %d target tokens, one thread, %s kernels\n", "sentence",
           request->source, request->target, r->kernels);
    printf("%-12s%.2f ms (best %.2f)\n", "greedy", r->greedy_ms_med, r->greedy_ms_best);
    printf("%-12s%.2f ms (best %.2f)\n", "beam 5", r->beam5_ms_med, r->beam5_ms_best);
    printf("%-12s%.2f ms: a step reads %.2f MB of weights, memory gives %.1f GB/s\n", "floor",
           r->floor_ms, (double)r->step_weight_bytes / 1e6, r->read_bandwidth_gb_s);
}

typedef struct as_bench_number {
    const char *name;
    double value;
} as_bench_number;

/* Ends the object in `out` with these members, prints it on a line and finishes the buffer. */
static bool print_numbers(as_buffer *out, const as_bench_number *numbers, size_t n, as_error *err)
{
    for (size_t k = 0; k < n; k++) {
        as_buffer_format(out, ",\"%s\":", numbers[k].name);
        as_buffer_rounded(out, numbers[k].value, 6);
    }
    as_buffer_text(out, "}");
    bool ok = as_buffer_ok(out, err);
    if (ok)
        puts(out->text);
    as_buffer_finish(out);
    return ok;
}

static bool print_json(const as_bench_request *request, const as_bench_result *r, as_error *err)
{
    const as_bench_number numbers[] = {
        {"greedy_ms_med", r->greedy_ms_med},
        {"greedy_ms_best", r->greedy_ms_best},
        {"beam5_ms_med", r->beam5_ms_med},
        {"beam5_ms_best", r->beam5_ms_best},
        {"read_bandwidth_gb_s", r->read_bandwidth_gb_s},
        {"floor_ms", r->floor_ms},
    };
    as_buffer out = {0};
    as_buffer_text(&out, "{\"kernels\":");
    as_buffer_json_string(&out, r->kernels);
    as_buffer_format(&out, ",\"parameters\":%zu,\"source\":%d,\"target\":%d,\"threads\":1",
                     r->n_params, request->source, request->target);
    as_buffer_format(&out, ",\"step_weight_bytes\":%zu", r->step_weight_bytes);
    return print_numbers(&out, numbers, sizeof numbers / sizeof *numbers, err);
}

static bool bench_decode(const as_cli *cli, const as_bench_request *request, bool json,
                         as_error *err)
{
    as_bench_result result = {0};
    if (!measure(cli, request, &result, err))
        return false;
    if (json)
        return print_json(request, &result, err);
    print_text(request, &result);
    return true;
}

/* --train: steps of training at these sizes. */
static bool bench_train(const as_bench_request *request, int batch, int threads, bool json,
                        as_error *err)
{
    const as_bench_train_request wanted = {
        .config = request->config,
        .B = batch,
        .S = request->source,
        .T = request->target,
        .threads = threads,
        .precision = request->dtype == AS_BF16 ? AS_PRECISION_BF16 : AS_PRECISION_F32,
        .steps = TRAIN_STEPS,
    };
    as_bench_train_result r;
    as_blas_threads(1); /* the workers are the threads */
    if (!as_bench_train(&wanted, &r, err))
        return false;
    const char *precision = request->dtype == AS_BF16 ? "bf16" : "f32";
    double tokens = 1e3 * batch * request->target; /* a second, at 1 ms a step */
    double giga = r.operations * 1e-6;             /* the same, 10^9 operations */
    if (json) {
        const as_bench_number numbers[] = {
            {"step_ms_med", r.step.med},
            {"step_ms_best", r.step.best},
            {"step_cpu_ms_best", r.step.cpu_best},
            {"train_tok_s_med", tokens / r.step.med},
            {"train_tok_s_best", tokens / r.step.best},
            {"step_gflop", r.operations * 1e-9},
            {"gflop_s_best", giga / r.step.best},
            {"products_ms_med", r.products.med},
            {"products_ms_best", r.products.best},
            {"products_cpu_ms_best", r.products.cpu_best},
            {"products_gflop_s_best", giga / r.products.best},
        };
        as_buffer out = {0};
        as_buffer_format(&out,
                         "{\"parameters\":%zu,\"batch\":%d,\"source\":%d,\"target\":%d,"
                         "\"threads\":%d,\"precision\":\"%s\",\"products_by\":\"%s\"",
                         r.n_params, batch, request->source, request->target, threads, precision,
                         r.products_by);
        return print_numbers(&out, numbers, sizeof numbers / sizeof *numbers, err);
    }
    printf("%-12s%d pairs of %d and %d tokens, %d threads, %s products by %s\n"
           "%-12s%.1f ms (best %.1f; %.1f of processor time)\n"
           "%-12s%.0f target tokens a second (best %.0f)\n"
           "%-12s%.1f GFLOP a step in matrix products, %.0f GFLOP/s\n"
           "%-12s%.1f ms: those products alone, %.0f GFLOP/s, %.0f %% of a step\n",
           "batch", batch, request->source, request->target, threads, precision, r.products_by,
           "step", r.step.med, r.step.best, r.step.cpu_best, "training", tokens / r.step.med,
           tokens / r.step.best, "operations", r.operations * 1e-9, giga / r.step.best, "floor",
           r.products.best, giga / r.products.best, 100 * r.products.best / r.step.best);
    return true;
}

int as_cmd_bench(const as_cli *cli, int argc, char **argv)
{
    static const char *const dtypes[] = {"f32", "bf16", NULL};
    as_bench_request request = {
        .config = {.E = 256, .H = 256, .D = 512, .A = 256, .R = 256, .Vx = 8000, .Vy = 8000},
        .source = 20,
        .target = 20,
    };
    int dtype = 1, threads = 1, batch = 64;
    int score = AS_SCORE_ADDITIVE, query = AS_QUERY_PREVIOUS, readout = AS_READOUT_TANH;
    bool json = false, train = false;
    const as_option options[] = {
        AS_TEXT('m', "model", &request.model, "MODEL",
                "measure this one instead of random weights"),
        AS_CALL(0, "sizes", &request.config, "LIST", parse_sizes,
                "emb=256,enc=256,dec=512,att=256,readout=256,vocab=8000"),
        AS_CHOICE(0, "score", &score, "NAME", as_score_names,
                  "additive, general, dot, scaled_dot or none (additive)"),
        AS_CHOICE(0, "query", &query, "NAME", as_query_names, "previous or current (previous)"),
        AS_CHOICE(0, "readout", &readout, "NAME", as_readout_names,
                  "linear, tanh or maxout (tanh)"),
        AS_CHOICE(0, "dtype", &dtype, "TYPE", dtypes, "of random weights: f32 or bf16 (bf16)"),
        AS_INT(0, "source", &request.source, "S", 1, LENGTH_MAX, "source tokens (20)"),
        AS_INT(0, "target", &request.target, "T", 1, LENGTH_MAX, "target tokens (20)"),
        AS_INT(0, "threads", &threads, "N", 1, THREADS_MAX,
               "for --train; a sentence is decoded by one"),
        AS_FLAG(0, "train", &train, "measure training steps instead; --dtype: inputs of products"),
        AS_INT(0, "batch", &batch, "B", 1, 10000, "sentence pairs of a training step (64)"),
        AS_FLAG('j', "json", &json, "one JSON object on one line"),
    };
    const as_option_table table = {
        .command = "alphascope bench",
        .usage = "[-m MODEL] [OPTION …]",
        .summary = "Measures how long one sentence takes to decode here, beside the time that "
                   "reading the\nweights alone takes. readout=0 is the linear readout.",
        .options = options,
        .n_options = sizeof options / sizeof *options,
    };
    int n_operands = 0, status = AS_EXIT_DONE;
    if (!as_options_parse(&table, argc, argv, &n_operands, &status))
        return status;
    if (n_operands > 0)
        return as_options_wrong(&table, "'%s' is not expected", argv[1]);
    request.dtype = dtype == 1 ? AS_BF16 : AS_F32;
    settle_config(&request.config, score, query, readout);

    if (train && request.model != NULL)
        return as_options_wrong(&table, "--train takes --sizes, not a model");
    if (!train && threads != 1)
        return as_options_wrong(&table, "--threads: a sentence is decoded by one thread");

    as_error err = {0};
    bool ok = train ? bench_train(&request, batch, threads, json, &err)
                    : bench_decode(cli, &request, json, &err);
    ok = ok && as_program_flush(&err);
    return ok ? AS_EXIT_DONE : as_program_fail("bench", &err);
}
