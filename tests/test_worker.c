/* The worker: right answers, the newest request wins, errors are values, models come and go. Also
 * run under the thread sanitizer. */
#include "app/worker.h"
#include "core/memory.h"

#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

enum { N_MODELS = 5, SLOW_A = 20000, N_PIECED = 3 };

static char folder[] = "/tmp/alphascope-worker-XXXXXX";
static char paths[N_MODELS][64], slow_path[64], pieced_paths[N_PIECED][64];

/* ---- small models of random weights over single characters ---- */

static const char vocabulary[] = "<pad>\n<s>\n</s>\n<unk>\n▁\na\nb\nc\nd\ne\nf\ng\nh";

static void fill_random(float *block, size_t n, unsigned seed)
{
    uint64_t state = seed;
    for (size_t i = 0; i < n; i++) {
        state = state * 6364136223846793005u + 1442695040888963407u;
        block[i] = ((float)(state >> 40) / (float)(1 << 24) - 0.5f) * 0.6f;
    }
}

/* Of models that have the same pieces; the third one has other merges. */
static const char pieces[] = "<pad>\n<s>\n</s>\n<unk>\n▁\na\nb\nc\nd\nab\n▁a\n▁ab\ne";
static const char merges[] = "a b\n▁a b\n";

static bool save_model_of(const char *path, unsigned seed, int A, float b_eos, const char *bpe)
{
    as_config config = {.score = AS_SCORE_ADDITIVE,
                        .query = AS_QUERY_PREVIOUS,
                        .readout = AS_READOUT_LINEAR,
                        .E = 16,
                        .H = 24,
                        .D = 32,
                        .A = A,
                        .Vx = 13,
                        .Vy = 13};
    as_model_card card = {.source_unit = AS_UNIT_CHAR,
                          .target_unit = bpe ? AS_UNIT_BPE : AS_UNIT_CHAR,
                          .source_vocab = vocabulary,
                          .target_vocab = bpe ? pieces : vocabulary,
                          .target_bpe = bpe,
                          .name = "random"};
    size_t n;
    as_params params;
    if (!as_params_floats(&config, &n, NULL))
        return false;
    float *block = as_alloc(n, sizeof *block);
    if (block == NULL)
        return false;
    fill_random(block, n, seed);
    as_params_bind(&params, &config, block);
    ((float *)params.output_b.data)[AS_EOS] += b_eos;
    as_error err;
    bool ok = as_model_save(path, &config, &params, &card, AS_F32, &err);
    if (!ok)
        fprintf(stderr, "%s\n", err.message);
    free(block);
    return ok;
}

static bool save_model(const char *path, unsigned seed, int A, float b_eos)
{
    return save_model_of(path, seed, A, b_eos, NULL);
}

static int make_models(void **state)
{
    (void)state;
    if (mkdtemp(folder) == NULL)
        return -1;
    for (unsigned i = 0; i < N_MODELS; i++) {
        snprintf(paths[i], sizeof paths[i], "%s/%u.safetensors", folder, i);
        if (!save_model(paths[i], i + 1, 20, 0))
            return -1;
    }
    for (unsigned i = 0; i < N_PIECED; i++) {
        snprintf(pieced_paths[i], sizeof pieced_paths[i], "%s/pieced%u.safetensors", folder, i);
        if (!save_model_of(pieced_paths[i], i + 1, 20, 0, i < 2 ? merges : "▁a b\na b\n"))
            return -1;
    }
    snprintf(slow_path, sizeof slow_path, "%s/slow.safetensors", folder);
    return save_model(slow_path, 1, SLOW_A, -1000) ? 0 : -1;
}

static int remove_models(void **state)
{
    (void)state;
    for (int i = 0; i < N_MODELS; i++)
        unlink(paths[i]);
    for (int i = 0; i < N_PIECED; i++)
        unlink(pieced_paths[i]);
    unlink(slow_path);
    return rmdir(folder);
}

/* ---- waiting as the window does ---- */

typedef struct bell {
    pthread_mutex_t mutex;
    pthread_cond_t rung;
    int n;
} bell;

static bell bell_new(void)
{
    return (bell){.mutex = PTHREAD_MUTEX_INITIALIZER, .rung = PTHREAD_COND_INITIALIZER};
}

static void ring(void *context)
{
    bell *b = context;
    pthread_mutex_lock(&b->mutex);
    b->n++;
    pthread_cond_signal(&b->rung);
    pthread_mutex_unlock(&b->mutex);
}

static void wait_for_ring(bell *b)
{
    struct timespec limit;
    clock_gettime(CLOCK_REALTIME, &limit);
    limit.tv_sec += 60;
    pthread_mutex_lock(&b->mutex);
    while (b->n == 0)
        assert_int_equal(pthread_cond_timedwait(&b->rung, &b->mutex, &limit), 0);
    b->n = 0;
    pthread_mutex_unlock(&b->mutex);
}

static as_worker *start(bell *b)
{
    as_worker *w;
    as_error err;
    *b = bell_new();
    if (!as_worker_new(ring, b, &w, &err))
        fail_msg("%s", err.message);
    return w;
}

static void submit(as_worker *w, uint64_t generation, const char *path, const char *text, int beam)
{
    as_worker_request request = {.generation = generation,
                                 .model_path = path,
                                 .text = text,
                                 .text_len = text != NULL ? strlen(text) : 0,
                                 .beam = beam,
                                 .temperature = 1};
    assert_true(as_worker_submit(w, &request, NULL));
}

/* The result of `generation`; older ones on the way must come in order. */
static as_worker_result wait_for(as_worker *w, bell *b, uint64_t generation)
{
    uint64_t last = 0;
    for (;;) {
        as_worker_result r;
        wait_for_ring(b);
        if (!as_worker_take(w, &r))
            continue;
        assert_true(r.generation > last);
        last = r.generation;
        if (r.generation == generation)
            return r;
        as_worker_result_finish(w, &r);
    }
}

/* ---- tests ---- */

static void assert_same_as_direct(const as_worker_result *r, const char *path, const char *text)
{
    as_model *model;
    as_session *session;
    as_translation *want;
    int n;
    as_decode_options options = as_decode_defaults();
    options.beam = 3;
    assert_true(as_model_load(path, &model, NULL));
    assert_true(as_session_new(model, &session, NULL));
    assert_true(as_translate(session, text, strlen(text), &options, &want, &n, NULL));
    assert_non_null(r->translation);
    assert_int_equal(r->translation->target.n, want->target.n);
    assert_string_equal(r->translation->target.text, want->target.text);
    size_t cells = (size_t)want->target.n * (size_t)want->source.n;
    assert_memory_equal(r->translation->alpha, want->alpha, cells * sizeof(float));
    as_translation_free(want);
    as_session_free(session);
    as_model_free(model);
}

static as_translation *asked(as_worker *w, bell *b, const as_worker_request *request)
{
    assert_true(as_worker_submit(w, request, NULL));
    as_worker_result r = wait_for(w, b, request->generation);
    if (r.translation == NULL)
        fail_msg("%s", r.error.message);
    as_translation *made = r.translation;
    r.translation = NULL;
    as_worker_result_finish(w, &r);
    return made;
}

static void a_request_is_answered(void **state)
{
    (void)state;
    bell b;
    as_worker *w = start(&b);
    submit(w, 1, paths[0], NULL, 0); /* load only: no result */
    submit(w, 7, paths[0], "abba cade", 3);
    as_worker_result r = wait_for(w, &b, 7);
    assert_same_as_direct(&r, paths[0], "abba cade");
    assert_non_null(r.model);
    assert_int_equal(r.model->config.H, 24);
    assert_true(r.decode_ms > 0);
    as_worker_result_finish(w, &r);
    assert_false(as_worker_take(w, &r));
    as_worker_free(w);
}

static void the_newest_request_wins(void **state)
{
    (void)state;
    bell b;
    as_worker *w = start(&b);
    char text[] = "abcdefghabcdefghabcdefghabcdefghabcdefgh";
    for (uint64_t g = 1; g <= 300; g++) {
        text[g % 40] = (char)('a' + g % 8);
        submit(w, g, paths[g / 100 % 2], text, 8);
        if (g % 50 == 0) {
            as_worker_result r = wait_for(w, &b, g);
            assert_non_null(r.translation);
            assert_int_equal(r.translation->source.n, 41);
            as_worker_result_finish(w, &r);
        }
    }
    as_worker_free(w);
}

static void errors_are_values(void **state)
{
    (void)state;
    bell b;
    as_worker *w = start(&b);
    submit(w, 1, "/nowhere/model.safetensors", "abc", 1);
    as_worker_result r = wait_for(w, &b, 1);
    assert_null(r.translation);
    assert_null(r.model);
    assert_int_equal(r.error.status, AS_ERR_SYSTEM);
    assert_non_null(strstr(r.error.message, "/nowhere/model.safetensors"));
    as_worker_result_finish(w, &r);

    submit(w, 2, paths[1], "abc", 65); /* a beam out of range */
    r = wait_for(w, &b, 2);
    assert_null(r.translation);
    assert_int_equal(r.error.status, AS_ERR_ARGUMENT);
    as_worker_result_finish(w, &r);

    submit(w, 3, paths[1], "abc", 1); /* it goes on */
    r = wait_for(w, &b, 3);
    assert_non_null(r.translation);
    as_worker_result_finish(w, &r);
    as_worker_free(w);
}

static void models_stay_while_a_result_holds_them(void **state)
{
    (void)state;
    bell b;
    as_worker *w = start(&b);
    uint64_t g = 0;
    for (int round = 0; round < 3; round++) {
        submit(w, ++g, paths[0], "abc", 1);
        as_worker_result held = wait_for(w, &b, g);
        for (int i = 0; i < 2 * N_MODELS; i++) { /* more than the cache holds, taken and not */
            submit(w, ++g, paths[i % N_MODELS], "bad", 1);
            if (i % 2 == 0) {
                as_worker_result r = wait_for(w, &b, g);
                assert_non_null(r.translation);
                as_worker_result_finish(w, &r);
            } else {
                wait_for_ring(&b);
            }
        }
        assert_string_equal(as_vocab_piece(held.model->target_vocab, 5), "a");
        as_worker_result_finish(w, &held);
    }
    as_worker_free(w);
}

/* A file that was written anew since is read again for a request that says so, and only for it. */
static void a_replaced_file_waits_for_a_new_version(void **state)
{
    (void)state;
    char path[96];
    snprintf(path, sizeof path, "%s/replaced.safetensors", folder);
    assert_true(save_model(path, 1, 20, 0));
    bell b;
    as_worker *w = start(&b);
    const char text[] = "abba cade";
    as_worker_request request = {.generation = 1,
                                 .model_path = path,
                                 .text = text,
                                 .text_len = strlen(text),
                                 .beam = 3,
                                 .temperature = 1};
    as_translation *before = asked(w, &b, &request);
    assert_true(save_model(path, 2, 20, 0));
    request.generation = 2;
    as_translation *same = asked(w, &b, &request);
    size_t row = (size_t)before->source.n * sizeof(float);
    assert_memory_equal(same->alpha, before->alpha, row);
    request.generation = 3;
    request.model_version = 1;
    assert_true(as_worker_submit(w, &request, NULL));
    as_worker_result r = wait_for(w, &b, 3);
    assert_same_as_direct(&r, path, text);
    assert_memory_not_equal(r.translation->alpha, before->alpha, row);
    as_worker_result_finish(w, &r);
    as_translation_free(before);
    as_translation_free(same);
    as_worker_free(w);
    unlink(path);
}

/* No hypothesis ends, so that 64 x 620 x 301 scores of SLOW_A tanh each are to be computed: without
 * the cancelling the test would not end in its time. */
static void closing_cancels_what_runs(void **state)
{
    (void)state;
    char text[301];
    memset(text, 'a', sizeof text - 1);
    text[sizeof text - 1] = '\0';
    bell b;
    as_worker *w = start(&b);
    submit(w, 1, slow_path, text, 64);
    nanosleep(&(struct timespec){0, 300000000}, NULL);
    as_worker_result r;
    assert_false(as_worker_take(w, &r)); /* it runs */
    as_worker_free(w);
}

/* "a" and "bc" as ids of the vocabulary above: 5, then 6 7. */
static void a_prefix_and_a_target_are_kept(void **state)
{
    (void)state;
    bell b;
    as_worker *w = start(&b);
    as_worker_request request = {.generation = 1,
                                 .model_path = paths[0],
                                 .text = "abba",
                                 .text_len = 4,
                                 .beam = 3,
                                 .temperature = 1,
                                 .prefix = {.ids = (const int[]){5},
                                            .n_ids = 1,
                                            .text = "bc",
                                            .text_len = 2,
                                            .joint = AS_JOINT_NONE}};
    as_translation *made = asked(w, &b, &request);
    static const int want[] = {5, 6, 7};
    for (int t = 0; t < 3; t++) {
        assert_int_equal(made->target.tokens[t].id, want[t]);
        assert_true(made->forced[t]);
    }
    assert_true(made->target.n > 3);
    assert_false(made->forced[3]);
    as_translation_free(made);
    request.generation = 2;
    request.target = "cab";
    request.target_len = 3; /* comes before the prefix */
    made = asked(w, &b, &request);
    assert_string_equal(made->target.text, "cab");
    assert_int_equal(made->target.n, 4);
    assert_true(made->forced[3]);
    as_translation_free(made);
    as_worker_free(w);
}

/* A text that every model would split into other pieces than those that are given. */
static void tokens_are_aligned_where_they_are_the_model_s(void **state)
{
    (void)state;
    bell b;
    as_worker *w = start(&b);
    char space_a[] = "▁a", letter_b[] = "b", letter_c[] = "c", unknown[] = "x", eos[] = "</s>";
    as_token tokens[] = {{.id = 10, .piece = space_a},     {.id = 6, .piece = letter_b},
                         {.id = 7, .piece = letter_c},     {.id = 7, .piece = letter_c},
                         {.id = AS_UNK, .piece = unknown}, {.id = AS_EOS, .piece = eos}};
    const as_sentence target = {.tokens = tokens, .n = 6};
    as_model *model;
    assert_true(as_model_load(pieced_paths[0], &model, NULL));
    as_worker_request request = {.text = "abba",
                                 .text_len = 4,
                                 .beam = 3,
                                 .temperature = 1,
                                 .target = "abccx",
                                 .target_len = 5,
                                 .target_tokens = &target,
                                 .target_tokenizer = as_tokenizer_fingerprint(&model->target)};
    as_model_free(model);
    /* The pieces where the merges are the same, but of the text where they are not. */
    static const int of_text[] = {11, 7, 7, AS_UNK, AS_EOS};
    for (int k = 0; k < 4; k++) {
        request.generation = (uint64_t)k + 1;
        request.model_path = pieced_paths[k % N_PIECED];
        if (k == N_PIECED)
            request.target_tokens = NULL;
        as_translation *made = asked(w, &b, &request);
        assert_string_equal(made->target.text, "abccx");
        assert_int_equal(made->stopped, AS_STOP_EOS);
        assert_int_equal(made->target.n, k < 2 ? 6 : 5);
        for (int t = 0; t < made->target.n; t++) {
            assert_int_equal(made->target.tokens[t].id, k < 2 ? tokens[t].id : of_text[t]);
            assert_true(made->forced[t]);
        }
        as_translation_free(made);
    }
    as_worker_free(w);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_request_is_answered),
        cmocka_unit_test(a_prefix_and_a_target_are_kept),
        cmocka_unit_test(tokens_are_aligned_where_they_are_the_model_s),
        cmocka_unit_test(the_newest_request_wins),
        cmocka_unit_test(errors_are_values),
        cmocka_unit_test(models_stay_while_a_result_holds_them),
        cmocka_unit_test(a_replaced_file_waits_for_a_new_version),
        cmocka_unit_test(closing_cancels_what_runs),
    };
    return cmocka_run_group_tests(tests, make_models, remove_models);
}
