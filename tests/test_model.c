/* Saving and loading models: round trips, and what is refused with which sentence. */
#include "failing_alloc.h"
#include "named_param.h"

#include "core/dtype.h"
#include "core/file.h"
#include "core/memory.h"
#include "core/model.h"
#include "core/safetensors.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>
#include <jansson.h>

static const char vocab_text[] = "<pad>\n<s>\n</s>\n<unk>\na\nb\n▁a";
static const char bpe_text[] = "▁ a";
enum { N_PIECES = 7 };

static const char config_text[] =
    "{\"score\":\"additive\",\"query\":\"previous\",\"readout\":\"linear\",\"E\":3,\"H\":2,\"D\":5,"
    "\"A\":4,\"R\":0,\"source_vocab\":7,\"target_vocab\":7,\"source_unit\":\"bpe\","
    "\"target_unit\":\"char\"}";

static const as_config small = {
    AS_SCORE_ADDITIVE, AS_QUERY_PREVIOUS, AS_READOUT_LINEAR, .E = 3, .H = 2, .D = 5, .A = 4, .R = 0,
    .Vx = N_PIECES,    .Vy = N_PIECES};

static const as_model_card card = {
    .source_unit = AS_UNIT_BPE,
    .target_unit = AS_UNIT_CHAR,
    .source_vocab = vocab_text,
    .target_vocab = vocab_text,
    .source_bpe = bpe_text,
    .name = "Tiny ▁",
    .languages = "eng-fra",
    .licence = "CC BY 2.0 FR\nand a second line",
    .training = "{\"bleu\": 1.5}",
};

/* A block of F32 params with different numbers, all exact in BF16. The caller's. */
static float *numbered_params(const as_config *config, as_params *params)
{
    size_t n;
    assert_true(as_params_floats(config, &n, NULL));
    float *block = as_alloc(n, sizeof *block);
    assert_non_null(block);
    for (size_t k = 0; k < n; k++)
        block[k] = (float)(k % 251) - 125;
    as_params_bind(params, config, block);
    return block;
}

/* In memory where the system allows it: writing waits for the disk otherwise. */
static void temporary_path(char out[64])
{
    strcpy(out, "/dev/shm/model-XXXXXX");
    int fd = mkstemp(out);
    if (fd < 0) {
        strcpy(out, "model-XXXXXX");
        fd = mkstemp(out);
    }
    assert_true(fd >= 0);
    close(fd);
}

static void assert_message(const as_error *err, as_status status, const char *part)
{
    if (err->status != status || !strstr(err->message, part))
        fail_msg("got status %d \"%s\", expected %d \"%s\"", err->status, err->message, status,
                 part);
}

/* Round trips */

static void check_mat(const as_mat *got, const as_mat *want, as_dtype dtype, bool is_vector)
{
    assert_int_equal(got->rows, want->rows);
    assert_int_equal(got->cols, want->cols);
    assert_int_equal(got->stride, want->cols);
    assert_int_equal((uintptr_t)got->data % 64, 0);
    assert_int_equal(got->dtype, dtype == AS_BF16 && !is_vector ? AS_BF16 : AS_F32);
    size_t n = (size_t)want->rows * (size_t)want->cols;
    float *back = malloc(n * sizeof *back);
    as_f32_from_dtype(back, got->data, got->dtype, n);
    assert_memory_equal(back, want->data, n * sizeof *back);
    free(back);
}

static void round_trip(const as_config *config, as_dtype dtype)
{
    as_params params;
    float *block = numbered_params(config, &params);
    char path[64];
    as_error err = {0};
    as_model *model = NULL;
    temporary_path(path);
    if (!as_model_save(path, config, &params, &card, dtype, &err) ||
        !as_model_load(path, &model, &err))
        fail_msg("%s", err.message);
    assert_memory_equal(&model->config, config, sizeof *config);
    as_param_spec specs[AS_MAX_PARAMS];
    int n = as_param_specs(config, specs);
    for (int k = 0; k < n; k++)
        check_mat(as_param_of(&model->params, &specs[k]), as_param_of(&params, &specs[k]), dtype,
                  specs[k].is_vector);
    assert_string_equal(model->name, card.name);
    assert_string_equal(model->languages, card.languages);
    assert_string_equal(model->licence, card.licence);
    assert_string_equal(model->data, "");
    assert_string_equal(model->training, card.training);
    assert_int_equal(model->source.unit, AS_UNIT_BPE);
    assert_int_equal(model->target.unit, AS_UNIT_CHAR);
    assert_ptr_equal(model->source.vocab, model->source_vocab);
    assert_ptr_equal(model->source.bpe, model->source_bpe);
    assert_null(model->target.bpe);
    assert_int_equal(as_vocab_size(model->target_vocab), N_PIECES);
    struct stat status;
    assert_int_equal(stat(path, &status), 0);
    assert_int_equal(model->file_bytes, status.st_size);
    as_model_free(model);
    unlink(path);
    free(block);
}

static void test_round_trips(void **state)
{
    (void)state;
    as_config tanh_readout = small;
    tanh_readout.readout = AS_READOUT_TANH;
    tanh_readout.R = 6;
    for (int dtype = AS_F32; dtype <= AS_BF16; dtype++) {
        round_trip(&small, (as_dtype)dtype);
        round_trip(&tanh_readout, (as_dtype)dtype);
    }
    as_config config = tanh_readout;
    config.D = 4;
    for (config.score = 0; as_score_names[config.score]; config.score++)
        for (config.query = 0; as_query_names[config.query]; config.query++) {
            config.A = as_score_has_A(config.score) ? 3 : 0;
            if (as_config_check(&config, NULL))
                round_trip(&config, AS_BF16);
            else
                assert_true(config.score == AS_SCORE_NONE && config.query != AS_QUERY_PREVIOUS);
        }
}

/* The settings of imported models: those that go together round trip, the others are named. */
static void test_imported_settings(void **state)
{
    (void)state;
    as_config half = small;
    half.query = AS_QUERY_HALF;
    half.readout = AS_READOUT_TANH;
    half.R = 6;
    half.start = AS_START_MEAN;
    round_trip(&half, AS_BF16);
    for (half.norm = 0; as_norm_names[half.norm]; half.norm++)
        round_trip(&half, AS_F32);
    as_config fed = small;
    fed.query = AS_QUERY_CURRENT;
    fed.readout = AS_READOUT_RELU;
    fed.R = 6;
    fed.H = fed.D;
    fed.reads = AS_READS_NO_WORD;
    for (fed.feed = 0; as_feed_names[fed.feed]; fed.feed++)
        for (fed.start = 0; as_start_names[fed.start]; fed.start++)
            round_trip(&fed, AS_F32);

    half.norm = AS_NORM_MARIAN;
    fed.feed = AS_FEED_READOUT;
    fed.start = AS_START_LAST;
    fed.rules = (as_search_rules){1, 1, 1, 1, 300, 7};
    round_trip(&fed, AS_F32);
    as_config bad[5] = {half, half, fed, fed, fed};
    bad[0].query = AS_QUERY_PREVIOUS;
    bad[1].start = AS_START_ZERO;
    bad[2].query = AS_QUERY_PREVIOUS;
    bad[3].readout = AS_READOUT_LINEAR;
    bad[3].R = 0;
    bad[4].H = 2;
    static const char *const want[5] = {
        "norm marian goes with the query half",
        "norm marian goes with the query half",
        "feed readout goes with the query current, not previous",
        "feed readout goes with a readout that has a size",
        "start last takes encoder H = 2 as decoder D = 5",
    };
    for (int k = 0; k < 5; k++) {
        as_error err = {0};
        assert_false(as_config_check(&bad[k], &err));
        assert_int_equal(err.status, AS_ERR_ARGUMENT);
        if (!strstr(err.message, want[k]))
            fail_msg("got \"%s\", expected \"%s\"", err.message, want[k]);
    }
}

/* A decoder that does not know the config's settings must not be surprised: absent is NULL. */
static void test_absent_parameters(void **state)
{
    (void)state;
    as_model *model;
    assert_true(as_model_random(&small, AS_BF16, 1, &model, NULL));
    assert_null(model->params.readout_W.data);
    assert_int_equal(model->params.output_W.dtype, AS_BF16);
    assert_int_equal(model->params.output_b.dtype, AS_F32);
    as_model_free(model);
    as_model_free(NULL);
}

static void test_random_repeats(void **state)
{
    (void)state;
    as_model *a, *b, *c;
    assert_true(as_model_random(&small, AS_F32, 7, &a, NULL));
    assert_true(as_model_random(&small, AS_F32, 7, &b, NULL));
    assert_true(as_model_random(&small, AS_F32, 8, &c, NULL));
    size_t bytes = (size_t)(N_PIECES * small.E) * sizeof(float);
    assert_memory_equal(a->params.source_embedding.data, b->params.source_embedding.data, bytes);
    assert_memory_not_equal(a->params.source_embedding.data, c->params.source_embedding.data,
                            bytes);
    assert_string_equal(as_vocab_piece(a->source_vocab, 4), "w4");
    assert_string_equal(as_vocab_piece(a->target_vocab, 6), "w6");
    as_model_free(a);
    as_model_free(b);
    as_model_free(c);
}

/* Bad files: a good one with one thing changed */

enum { MAX_TEXTS = 16, MAX_TENSORS = AS_MAX_PARAMS + 1 };

typedef struct draft {
    as_st_source tensors[MAX_TENSORS];
    as_st_metadata texts[MAX_TEXTS];
    int n_tensors, n_texts;
    as_params params;
    float *block;
} draft;

static void draft_begin(draft *d)
{
    memset(d, 0, sizeof *d);
    d->block = numbered_params(&small, &d->params);
    as_param_spec specs[AS_MAX_PARAMS];
    int n = as_param_specs(&small, specs);
    for (int k = 0; k < n; k++)
        d->tensors[d->n_tensors++] = (as_st_source){
            specs[k].name,
            specs[k].is_vector ? 1 : 2,
            {(size_t)specs[k].rows, (size_t)specs[k].cols},
            AS_F32,
            as_param_of(&d->params, &specs[k])->data,
        };
    const as_st_metadata texts[] = {
        {"format", "alphascope/1"},   {"config", config_text},  {"source.vocab", vocab_text},
        {"target.vocab", vocab_text}, {"source.bpe", bpe_text},
    };
    d->n_texts = sizeof texts / sizeof texts[0];
    memcpy(d->texts, texts, sizeof texts);
}

/* value NULL removes the key. */
static void draft_text(draft *d, const char *key, const char *value)
{
    int k = 0;
    while (k < d->n_texts && strcmp(d->texts[k].key, key) != 0)
        k++;
    if (value)
        d->texts[k] = (as_st_metadata){key, value};
    else if (k < d->n_texts)
        d->texts[k] = d->texts[--d->n_texts];
    if (value && k == d->n_texts)
        d->n_texts++;
}

static as_st_source *draft_tensor(draft *d, const char *name)
{
    for (int k = 0; k < d->n_tensors; k++)
        if (strcmp(d->tensors[k].name, name) == 0)
            return &d->tensors[k];
    fail_msg("no tensor %s", name);
    return NULL;
}

/* Writes the draft and ends it; the bytes are the caller's. */
static unsigned char *draft_end(draft *d, size_t *len)
{
    char path[64];
    as_error err = {0};
    unsigned char *bytes = NULL;
    temporary_path(path);
    if (!as_safetensors_write(path, d->tensors, d->n_tensors, d->texts, d->n_texts, &err) ||
        !as_file_read(path, 1 << 24, &bytes, len, &err))
        fail_msg("%s", err.message);
    unlink(path);
    free(d->block);
    return bytes;
}

static void assert_bytes_refused(const unsigned char *bytes, size_t len, as_status status,
                                 const char *part)
{
    as_error err = {0};
    as_model *model = NULL;
    if (as_model_parse("place", bytes, len, &model, &err))
        fail_msg("accepted, expected \"%s\"", part);
    assert_null(model);
    assert_message(&err, status, part);
    assert_int_equal(strncmp(err.message, "place: ", 7), 0);
}

static void assert_draft_refused(draft *d, as_status status, const char *part)
{
    size_t len;
    unsigned char *bytes = draft_end(d, &len);
    assert_bytes_refused(bytes, len, status, part);
    free(bytes);
}

static void test_draft_is_good(void **state)
{
    (void)state;
    draft d;
    size_t len;
    as_model *model;
    as_error err = {0};
    draft_begin(&d);
    unsigned char *bytes = draft_end(&d, &len);
    if (!as_model_parse("place", bytes, len, &model, &err))
        fail_msg("%s", err.message);
    as_model_free(model);
    free(bytes);
}

static char long_name[258], long_config[5000];

static const struct bad_text {
    const char *key, *value;
    as_status status;
    const char *message;
} bad_texts[] = {
    {"format", NULL, AS_ERR_FORMAT, "format is not given, expected alphascope/1"},
    {"format", "alphascope/2", AS_ERR_FORMAT, "format is alphascope/2, expected alphascope/1"},
    {"format", "pt", AS_ERR_FORMAT, "format is pt, expected alphascope/1"},
    {"config", NULL, AS_ERR_FORMAT, "no \"config\""},
    {"config", "", AS_ERR_FORMAT, "config is not valid JSON"},
    {"config", "{", AS_ERR_FORMAT, "config is not valid JSON"},
    {"config", "[1]", AS_ERR_FORMAT, "config is not a JSON object"},
    {"config", "{\"E\":1,\"E\":2}", AS_ERR_FORMAT, "duplicate"},
    {"config", "{}", AS_ERR_FORMAT, "config \"score\": missing"},
    {"config", long_config, AS_ERR_LIMIT, "config has 4999 bytes, expected at most 4096"},
    {"source.vocab", NULL, AS_ERR_FORMAT, "no \"source.vocab\""},
    {"target.vocab", NULL, AS_ERR_FORMAT, "no \"target.vocab\""},
    {"source.vocab", "", AS_ERR_FORMAT, "source.vocab: "},
    {"source.vocab", "<pad>\n<s>\n</s>\n<unk>\na\nb", AS_ERR_FORMAT,
     "source.vocab has 6 pieces, but the embedding has 7"},
    {"target.vocab", "<pad>\n<s>\n</s>\n<unk>\na\nb\nc\nd", AS_ERR_FORMAT,
     "target.vocab has 8 pieces, but the embedding has 7"},
    {"target.vocab", "<pad>\n<s>\n</s>\n<unk>\na\nb\nb", AS_ERR_FORMAT, "target.vocab: "},
    {"target.vocab", "<s>\n<pad>\n</s>\n<unk>\na\nb\nc", AS_ERR_FORMAT, "target.vocab: "},
    {"source.bpe", NULL, AS_ERR_FORMAT, "no \"source.bpe\", but its unit is bpe"},
    {"source.bpe", "one", AS_ERR_FORMAT, "source.bpe: "},
    {"target.bpe", "", AS_ERR_FORMAT, "a \"target.bpe\", but its unit is char"},
    {"name", "bell \a", AS_ERR_FORMAT, "name has the control character U+0007"},
    {"name", "two\nlines", AS_ERR_FORMAT, "name has the control character U+000A"},
    {"name", long_name, AS_ERR_LIMIT, "name has 257 bytes, expected at most 256"},
    {"languages", "a\tb", AS_ERR_FORMAT, "languages has the control character U+0009"},
    {"licence", "\x1b[31mred", AS_ERR_FORMAT, "licence has the control character U+001B"},
    {"data", "\xc2\x85", AS_ERR_FORMAT, "data has the control character U+0085"},
    {"data", "evil \xe2\x80\xae", AS_ERR_FORMAT, "data has the control character U+202E"},
    {"name", "\xe2\x81\xa6x", AS_ERR_FORMAT, "name has the control character U+2066"},
    {"training", "bleu 40", AS_ERR_FORMAT, "training is not valid JSON"},
    {"training", "[]", AS_ERR_FORMAT, "training is not a JSON object"},
};

static void test_bad_texts(void **state)
{
    (void)state;
    memset(long_name, 'n', 257);
    memset(long_config, ' ', 4999);
    for (size_t k = 0; k < sizeof bad_texts / sizeof bad_texts[0]; k++) {
        draft d;
        draft_begin(&d);
        draft_text(&d, bad_texts[k].key, bad_texts[k].value);
        assert_draft_refused(&d, bad_texts[k].status, bad_texts[k].message);
    }
}

/* What the config begins with, for a score that has no A. */
#define NO_A_OF(score, query)                                                                      \
    "\"score\":\"" score "\",\"query\":\"" query                                                   \
    "\",\"readout\":\"linear\",\"E\":3,\"H\":2,\"D\":5,\"A\":0"
#define NO_A                                                                                       \
    "\"score\":\"additive\",\"query\":\"previous\",\"readout\":\"linear\",\"E\":3,\"H\":2,"        \
    "\"D\":5,\"A\":4"

/* The config with `from` replaced by `to`. */
static const struct bad_config {
    const char *from, *to;
    as_status status;
    const char *message;
} bad_configs[] = {
    {"\"additive\"", "\"dot product\"", AS_ERR_FORMAT,
     "config \"score\": unknown score \"dot product\"; known: additive, general, dot, scaled_dot, "
     "none"},
    {"\"additive\"", "\"dot\"", AS_ERR_LIMIT, "config: attention A is 4, expected 0"},
    {NO_A, NO_A_OF("dot", "previous"), AS_ERR_FORMAT,
     "config: score dot multiplies s with h_i: decoder D is 5, expected 2 H = 4"},
    {NO_A, NO_A_OF("none", "current"), AS_ERR_FORMAT,
     "config: score none asks nothing: query is current, expected previous"},
    {"\"additive\"", "7", AS_ERR_FORMAT, "config \"score\": not a name"},
    {"\"query\"", "\"Query\"", AS_ERR_FORMAT, "config \"query\": missing"},
    {"\"previous\"", "\"next\"", AS_ERR_FORMAT, "unknown query \"next\""},
    {"\"linear\"", "\"line\\nbreak\"", AS_ERR_FORMAT, "unknown readout \"line?break\""},
    {"\"linear\"", "\"maximum\"", AS_ERR_FORMAT, "unknown readout \"maximum\""},
    {"\"linear\"", "\"tanh\"", AS_ERR_LIMIT, "readout R is 0, expected 1 to"},
    {"\"R\":0", "\"R\":8", AS_ERR_LIMIT, "readout R is 8, expected 0"},
    {"\"E\":3", "\"E\":0", AS_ERR_LIMIT, "config: embedding E is 0"},
    {"\"E\":3", "\"E\":-3", AS_ERR_FORMAT, "config \"E\": not a size"},
    {"\"E\":3", "\"E\":3.0", AS_ERR_FORMAT, "config \"E\": not a size"},
    {"\"E\":3", "\"E\":\"3\"", AS_ERR_FORMAT, "config \"E\": not a size"},
    {"\"E\":3", "\"E\":2147483648", AS_ERR_FORMAT, "config \"E\": not a size"},
    {"\"E\":3", "\"E\":4294967299", AS_ERR_FORMAT, "config \"E\": not a size"},
    {"\"E\":3,", "", AS_ERR_FORMAT, "config \"E\": missing"},
    {"\"A\":4", "\"A\":4,\"layers\":2", AS_ERR_FORMAT, "config \"layers\": a setting unknown here"},
    {"\"char\"", "\"verse\"", AS_ERR_FORMAT, "config \"target_unit\": unknown unit \"verse\""},
    {"\"E\":3", "\"E\":4", AS_ERR_FORMAT, "tensor source.embedding is [7, 3], expected [7, 4]"},
    {"\"H\":2", "\"H\":1", AS_ERR_FORMAT, "tensor encoder.forward.W_ih is [6, 3], expected [3, 3]"},
    {"\"D\":5", "\"D\":6", AS_ERR_FORMAT, "tensor decoder.init.W is [5, 2], expected [6, 2]"},
    {"\"source_vocab\":7", "\"source_vocab\":1000000", AS_ERR_FORMAT,
     "tensor source.embedding is [7, 3], expected [1000000, 3]"},
    {"\"source_vocab\":7", "\"source_vocab\":1000001", AS_ERR_LIMIT,
     "source vocabulary is 1000001"},
    {"\"A\":4", "\"A\":65536", AS_ERR_FORMAT,
     "tensor attention.W_a is [4, 5], expected [65536, 5]"},
};

static void test_bad_configs(void **state)
{
    (void)state;
    for (size_t k = 0; k < sizeof bad_configs / sizeof bad_configs[0]; k++) {
        const struct bad_config *bad = &bad_configs[k];
        const char *at = strstr(config_text, bad->from);
        char text[1024];
        assert_non_null(at);
        snprintf(text, sizeof text, "%.*s%s%s", (int)(at - config_text), config_text, bad->to,
                 at + strlen(bad->from));
        draft d;
        draft_begin(&d);
        draft_text(&d, "config", text);
        assert_draft_refused(&d, bad->status, bad->message);
    }
}

static void test_missing_tensors(void **state)
{
    (void)state;
    as_param_spec specs[AS_MAX_PARAMS];
    int n = as_param_specs(&small, specs);
    for (int k = 0; k < n; k++) {
        draft d;
        char message[128];
        draft_begin(&d);
        memmove(&d.tensors[k], &d.tensors[k + 1],
                (size_t)(d.n_tensors - k - 1) * sizeof d.tensors[0]);
        d.n_tensors--;
        snprintf(message, sizeof message, "tensor %s is missing", specs[k].name);
        assert_draft_refused(&d, AS_ERR_FORMAT, message);
    }
}

static void test_wrong_shapes(void **state)
{
    (void)state;
    draft d;
    draft_begin(&d);
    draft_tensor(&d, "attention.W_a")->shape[0] = 3;
    assert_draft_refused(&d, AS_ERR_FORMAT, "tensor attention.W_a is [3, 5], expected [4, 5]");
    draft_begin(&d);
    as_st_source *t = draft_tensor(&d, "attention.W_a"); /* transposed: the same bytes */
    t->shape[0] = 5;
    t->shape[1] = 4;
    assert_draft_refused(&d, AS_ERR_FORMAT, "tensor attention.W_a is [5, 4], expected [4, 5]");
    draft_begin(&d);
    t = draft_tensor(&d, "attention.v_a");
    t->rank = 2;
    t->shape[1] = 1;
    assert_draft_refused(&d, AS_ERR_FORMAT, "tensor attention.v_a is [4, 1], expected [4]");
    draft_begin(&d);
    draft_tensor(&d, "output.W_o")->rank = 1;
    assert_draft_refused(&d, AS_ERR_FORMAT, "tensor output.W_o is [7], expected [7, 12]");
}

static void test_extra_tensor(void **state)
{
    (void)state;
    draft d;
    draft_begin(&d);
    d.tensors[d.n_tensors++] = (as_st_source){"readout\x01.W", 1, {2}, AS_F32, d.block};
    assert_draft_refused(&d, AS_ERR_FORMAT,
                         "tensor readout?.W is not part of a model of this config");
}

/* Infinities and NaN in each format, in the middle of a matrix and of a vector. */
static void test_values_not_finite(void **state)
{
    (void)state;
    static const uint32_t bad[] = {0x7fc00000, 0x7c00, 0xff80};
    const char *names[] = {"output.W_o", "attention.b_a"};
    for (int dtype = AS_F32; dtype <= AS_BF16; dtype++)
        for (int k = 0; k < 2; k++) {
            draft d;
            size_t len, size = as_dtype_bytes((as_dtype)dtype);
            as_safetensors *file;
            char message[128];
            draft_begin(&d);
            draft_tensor(&d, names[k])->dtype = (as_dtype)dtype;
            unsigned char *bytes = draft_end(&d, &len);
            assert_true(as_safetensors_parse(bytes, len, &file, NULL));
            size_t at = (size_t)(as_safetensors_lookup(file, names[k])->data - bytes);
            memcpy(bytes + at + 2 * size, &bad[dtype], size);
            as_safetensors_free(file);
            snprintf(message, sizeof message, "tensor %s: number 2 of ", names[k]);
            assert_bytes_refused(bytes, len, AS_ERR_FORMAT, message);
            free(bytes);
        }
}

static void test_every_truncation(void **state)
{
    (void)state;
    draft d;
    size_t len;
    draft_begin(&d);
    unsigned char *bytes = draft_end(&d, &len);
    for (size_t cut = 0; cut < len; cut++) {
        unsigned char *copy = malloc(cut ? cut : 1);
        memcpy(copy, bytes, cut);
        assert_bytes_refused(copy, cut, AS_ERR_FORMAT, "");
        free(copy);
    }
    free(bytes);
}

/* The same from a file, which is read another way. */
static void test_truncated_files(void **state)
{
    (void)state;
    draft d;
    size_t len;
    char path[64];
    as_error err = {0};
    as_model *model = NULL;
    draft_begin(&d);
    unsigned char *bytes = draft_end(&d, &len);
    temporary_path(path);
    for (size_t cut = 0; cut < len; cut += cut < 16 ? 1 : 97) {
        FILE *file = fopen(path, "wb");
        assert_non_null(file);
        assert_int_equal(fwrite(bytes, 1, cut, file), cut);
        assert_int_equal(fclose(file), 0);
        assert_false(as_model_load(path, &model, &err));
        assert_message(&err, AS_ERR_FORMAT, path);
    }
    unlink(path);
    free(bytes);
}

static void test_paths(void **state)
{
    (void)state;
    as_error err = {0};
    as_model *model = NULL;
    assert_false(as_model_load("no/such/file", &model, &err));
    assert_message(&err, AS_ERR_SYSTEM, "no/such/file: cannot open: ");
    assert_false(as_model_load(".", &model, &err));
    assert_message(&err, AS_ERR_FORMAT, ".: a folder, expected a model file");
    assert_false(as_model_load("/dev/null", &model, &err));
    assert_message(&err, AS_ERR_FORMAT, "/dev/null: not a regular file");
    char path[64];
    temporary_path(path);
    unlink(path);
    assert_int_equal(mkfifo(path, 0600), 0);
    assert_false(as_model_load(path, &model, &err)); /* and does not wait for a writer */
    assert_message(&err, AS_ERR_FORMAT, "not a regular file");
    unlink(path);
    assert_null(model);
}

/* Saving refuses what would not load */

static void assert_not_saved(const as_config *config, const as_params *params,
                             const as_model_card *texts, as_status status, const char *part)
{
    as_error err = {0};
    assert_false(as_model_save("never-saved.safetensors", config, params, texts, AS_BF16, &err));
    assert_message(&err, status, part);
    assert_int_not_equal(access("never-saved.safetensors", F_OK), 0);
}

static void test_save_refuses(void **state)
{
    (void)state;
    as_params params;
    float *block = numbered_params(&small, &params);
    as_config config = small;
    config.E = 0;
    assert_not_saved(&config, &params, &card, AS_ERR_LIMIT, "embedding E is 0");
    config = small;
    config.Vx = 8;
    assert_not_saved(&config, &params, &card, AS_ERR_ARGUMENT,
                     "source.vocab has 7 pieces, but the model has 8");
    config = small;
    config.A = 9;
    assert_not_saved(&config, &params, &card, AS_ERR_ARGUMENT, "attention.W_a is not the F32");
    as_model_card texts = card;
    texts.source_bpe = NULL;
    assert_not_saved(&small, &params, &texts, AS_ERR_ARGUMENT, "no \"source.bpe\"");
    texts = card;
    texts.target_vocab = NULL;
    assert_not_saved(&small, &params, &texts, AS_ERR_ARGUMENT, "no \"target.vocab\"");
    texts = card;
    texts.training = "{";
    assert_not_saved(&small, &params, &texts, AS_ERR_ARGUMENT, "training is not valid JSON");
    as_mat_f32(named_param(&params, &small, "attention.v_a"))[1] = NAN;
    assert_not_saved(&small, &params, &card, AS_ERR_ARGUMENT, "tensor attention.v_a: number 1");
    free(block);
}

/* Memory that runs out, in our own code and in jansson's */

static char saved_path[64];

static bool save_and_load(void *data)
{
    as_model *model = NULL;
    as_error err = {0};
    bool ok = as_model_save(saved_path, &small, data, &card, AS_BF16, &err) &&
              as_model_load(saved_path, &model, &err);
    as_model_free(model);
    return ok;
}

static bool random_model(void *data)
{
    as_model *model = NULL;
    bool ok = as_model_random(data, AS_BF16, 1, &model, NULL);
    as_model_free(model);
    return ok;
}

static void test_failing_allocations(void **state)
{
    (void)state;
    as_params params;
    as_config config = small;
    float *block = numbered_params(&small, &params);
    temporary_path(saved_path);
    json_set_alloc_funcs(malloc, free); /* the ones that fail on demand */
    assert_true(failing_alloc_try_all(save_and_load, &params) > 500);
    assert_true(failing_alloc_try_all(random_model, &config) > 10);
    unlink(saved_path);
    free(block);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_round_trips),
        cmocka_unit_test(test_imported_settings),
        cmocka_unit_test(test_absent_parameters),
        cmocka_unit_test(test_random_repeats),
        cmocka_unit_test(test_draft_is_good),
        cmocka_unit_test(test_bad_texts),
        cmocka_unit_test(test_bad_configs),
        cmocka_unit_test(test_missing_tensors),
        cmocka_unit_test(test_wrong_shapes),
        cmocka_unit_test(test_extra_tensor),
        cmocka_unit_test(test_values_not_finite),
        cmocka_unit_test(test_every_truncation),
        cmocka_unit_test(test_truncated_files),
        cmocka_unit_test(test_paths),
        cmocka_unit_test(test_save_refuses),
        cmocka_unit_test(test_failing_allocations),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
