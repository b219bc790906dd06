/* Translations as data: JSON read back with jansson, tables, links, soft rows and arrays. */
#include "failing_alloc.h"

#include "core/export.h"

#include <float.h>
#include <locale.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>
#include <jansson.h>

/* A translation by hand: source "L'ac|cord </s>" as pieces, target with hostile labels. */
enum { S = 4, T = 4, N_CANDIDATES = 2 };

static char tab_piece[] = "▁a\tb", quote_piece[] = "\"", break_piece[] = "x\r\ny";
static char tab_surface[] = "a\tb", quote_surface[] = "\"q\"", eos[] = "</s>";
static char source_pieces[3][8] = {"▁l'", "ac", "cord"};
static char source_surfaces[3][8] = {"l'", "ac", "cord"};
static char target_text[] = "a\tb \"x\\ \x01\x7f";

static as_token source_tokens[S] = {
    {.id = 7, .piece = source_pieces[0], .surface = source_surfaces[0], .word = 0},
    {.id = 8, .piece = source_pieces[1], .surface = source_surfaces[1], .word = 1},
    {.id = 3, .piece = source_pieces[2], .surface = source_surfaces[2], .word = 1},
    {.id = 2, .piece = eos, .surface = eos, .word = -1, .special = true},
};
static as_token target_tokens[T] = {
    {.id = 5, .piece = tab_piece, .surface = tab_surface, .word = 0},
    {.id = 6, .piece = quote_piece, .surface = quote_surface, .word = 1},
    {.id = 4, .piece = break_piece, .surface = break_piece, .word = 1},
    {.id = 2, .piece = eos, .surface = eos, .word = -1, .special = true},
};
/* Links: 0-0; 0-1, but for words the second source word; none in the row that looks at </s>; none
 * in the row of </s>. */
static float alpha[T * S] = {
    0.75f, 0.125f, 0.125f, 0,    //
    0.3f,  0.25f,  0.25f,  0.2f, //
    0,     0,      1e-7f,  1,    //
    0,     1,      0,      0,    //
};
static float energy[T * S] = {-1.5f, 3.4e38f, 1e-45f, 0.1f, 16777216, -0.0f, 123456.789f, 1 / 3.f};
static float logp[T] = {-0.1f, -2.3025851f, -1e-8f, 0};
static as_candidate candidates[T * N_CANDIDATES] = {{5, -0.1f}, {3, -2.5f},  {6, -2.3025851f},
                                                    {2, -80},   {4, -1e-8f}, {0, -INFINITY},
                                                    {2, 0},     {1, -104}};

static bool forced[T] = {true, true};

static const as_translation example = {
    .source = {.tokens = source_tokens, .n = S},
    .target = {.text = target_text, .tokens = target_tokens, .n = T},
    .alpha = alpha,
    .energy = energy,
    .logp = logp,
    .forced = forced,
    .candidates = candidates,
    .n_candidates = N_CANDIDATES,
    .total_logp = -2.4025851,
    .score = -2.4025851234567891,
    .temperature = 1,
    .stopped = AS_STOP_LIMIT,
};

static as_vocab *vocab_of_example(void)
{
    static const char text[] = "<pad>\n<s>\n</s>\n<unk>\nx\n▁a\n\"";
    as_vocab *vocab;
    as_error err;
    if (!as_vocab_parse(text, strlen(text), &vocab, &err))
        fail_msg("%s", err.message);
    return vocab;
}

/* JSON */

static void check_floats(json_t *json, const float *want, size_t n)
{
    assert_int_equal(json_array_size(json), n);
    for (size_t k = 0; k < n; k++) {
        float got = (float)json_number_value(json_array_get(json, k));
        if (got != want[k])
            fail_msg("number %zu is %.9g, want %.9g", k, (double)got, (double)want[k]);
    }
}

static void check_matrix(json_t *json, const float *want)
{
    assert_int_equal(json_array_size(json), T);
    for (size_t t = 0; t < T; t++)
        check_floats(json_array_get(json, t), want + t * S, S);
}

static void check_tokens(json_t *pieces, json_t *ids, const as_token *tokens, size_t n)
{
    assert_int_equal(json_array_size(pieces), n);
    assert_int_equal(json_array_size(ids), n);
    for (size_t k = 0; k < n; k++) {
        assert_string_equal(json_string_value(json_array_get(pieces, k)), tokens[k].piece);
        assert_int_equal(json_integer_value(json_array_get(ids, k)), tokens[k].id);
    }
}

static void check_candidates(json_t *json, const as_vocab *vocab)
{
    assert_int_equal(json_array_size(json), T);
    for (size_t t = 0; t < T; t++) {
        json_t *row = json_array_get(json, t);
        assert_int_equal(json_array_size(row), N_CANDIDATES);
        for (size_t k = 0; k < N_CANDIDATES; k++) {
            const as_candidate *want = &candidates[t * N_CANDIDATES + k];
            json_t *got = json_array_get(row, k);
            assert_int_equal(json_object_size(got), 2);
            assert_string_equal(json_string_value(json_object_get(got, "token")),
                                as_vocab_piece(vocab, want->id));
            assert_true((float)json_number_value(json_object_get(got, "p")) == expf(want->logp));
        }
    }
}

static json_t *parsed_export(const as_vocab *vocab)
{
    as_buffer out = {0};
    json_error_t why;
    as_export_json(&out, &example, vocab);
    assert_true(as_buffer_ok(&out, NULL));
    assert_null(strchr(out.text, '\n'));
    json_t *json = json_loads(out.text, JSON_REJECT_DUPLICATES, &why);
    if (!json)
        fail_msg("%s at %d of %s", why.text, why.position, out.text);
    as_buffer_finish(&out);
    return json;
}

static void test_json(void **state)
{
    (void)state;
    as_vocab *vocab = vocab_of_example();
    json_t *json = parsed_export(vocab);
    assert_int_equal(json_object_size(json), 12);
    check_tokens(json_object_get(json, "source"), json_object_get(json, "source_ids"),
                 source_tokens, S);
    check_tokens(json_object_get(json, "target"), json_object_get(json, "target_ids"),
                 target_tokens, T);
    check_matrix(json_object_get(json, "alpha"), alpha);
    check_matrix(json_object_get(json, "energy"), energy);
    check_floats(json_object_get(json, "logprob"), logp, T);
    check_candidates(json_object_get(json, "candidates"), vocab);
    assert_true(json_number_value(json_object_get(json, "score")) == example.score);
    assert_string_equal(json_string_value(json_object_get(json, "stopped")), "limit");
    assert_string_equal(json_string_value(json_object_get(json, "text")), target_text);
    assert_int_equal(json_integer_value(json_object_get(json, "forced")), 2);
    json_decref(json);
    as_vocab_free(vocab);
}

/* The keys in the documented order, for people who read the line. */
static void test_json_order(void **state)
{
    (void)state;
    static const char *const keys[] = {"source", "target",  "source_ids", "target_ids",
                                       "alpha",  "energy",  "logprob",    "candidates",
                                       "score",  "forced",  "stopped",    "text"};
    as_vocab *vocab = vocab_of_example();
    json_t *json = parsed_export(vocab), *value;
    const char *key;
    size_t k = 0;
    json_object_foreach (json, key, value)
        assert_string_equal(key, keys[k++]);
    json_decref(json);
    as_vocab_free(vocab);
}

static void assert_json_string(const char *text, const char *want)
{
    as_buffer out = {0};
    as_buffer_json_string(&out, text);
    assert_string_equal(out.text, want);
    as_buffer_finish(&out);
}

static void test_json_strings(void **state)
{
    (void)state;
    assert_json_string("", "\"\"");
    assert_json_string("\"\\/", "\"\\\"\\\\/\"");
    assert_json_string("\n\t\r\x01\x1f\x7f", "\"\\n\\t\\u000d\\u0001\\u001f\\u007f\"");
    assert_json_string("\xe4\xb8\xad\xf0\x9f\x99\x82", "\"\xe4\xb8\xad\xf0\x9f\x99\x82\"");
    assert_json_string("a\xff"
                       "b\xe4\xb8",
                       "\"a\xef\xbf\xbd"
                       "b\xef\xbf\xbd\xef\xbf\xbd\"");
    assert_json_string("\xed\xa0\x80",
                       "\"\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd\""); /* a surrogate */
}

/* Numbers */

static void assert_float_text(float x, const char *want)
{
    as_buffer out = {0};
    as_buffer_float(&out, x);
    assert_string_equal(out.text, want);
    as_buffer_finish(&out);
}

static void test_number_texts(void **state)
{
    (void)state;
    assert_float_text(0, "0");
    assert_float_text(-0.0f, "-0");
    assert_float_text(1, "1");
    assert_float_text(0.1f, "0.1");
    assert_float_text(1 / 3.f, "0.33333334");
    assert_float_text(16777216, "16777216");
    assert_float_text(1e-7f, "1e-07");
    assert_float_text(FLT_MAX, "3.4028235e+38");
    assert_float_text(1e-45f, "1.4013e-45");
    assert_float_text(NAN, "null");
    assert_float_text(-INFINITY, "null");
    as_buffer out = {0};
    as_buffer_double(&out, 0.1);
    as_buffer_text(&out, " ");
    as_buffer_double(&out, 1.0 / 3);
    as_buffer_text(&out, " ");
    as_buffer_double(&out, (double)INFINITY);
    as_buffer_text(&out, " ");
    as_buffer_rounded(&out, 0.123456789, 6);
    assert_string_equal(out.text, "0.1 0.3333333333333333 null 0.123457");
    as_buffer_finish(&out);
}

/* Every exponent, and many fractions: the text reads back as the same float. */
static void test_floats_read_back(void **state)
{
    (void)state;
    uint32_t bits = 1;
    as_buffer out = {0};
    for (int k = 0; k < 50000; k++) {
        float x;
        bits = bits * 1664525 + 1013904223;
        memcpy(&x, &bits, sizeof x);
        if (!isfinite(x))
            continue;
        as_buffer_reset(&out);
        as_buffer_float(&out, x);
        if (strtof(out.text, NULL) != x)
            fail_msg("%s is not %.9g", out.text, (double)x);
        assert_true(out.len <= 15);
    }
    as_buffer_finish(&out);
}

/* Locales with a comma, of those that the system has. */
static void test_locale(void **state)
{
    (void)state;
    static const char *const names[] = {"fr_FR.UTF-8", "de_DE.UTF-8", "ps_AF.UTF-8"};
    for (size_t k = 0; k < sizeof names / sizeof names[0]; k++)
        if (setlocale(LC_NUMERIC, names[k])) {
            assert_float_text(0.1f, "0.1");
            assert_float_text(1.5e-7f, "1.5e-07");
        }
    setlocale(LC_NUMERIC, "C");
}

/* Tables */

static void test_tsv(void **state)
{
    (void)state;
    as_buffer out = {0};
    as_export_tsv(&out, &example);
    assert_string_equal(out.text, "\tl'\tac\tcord\t</s>\n"
                                  "a b\t0.75\t0.125\t0.125\t0\n"
                                  "\"\"\"q\"\"\"\t0.3\t0.25\t0.25\t0.2\n"
                                  "x  y\t0\t0\t1e-07\t1\n"
                                  "</s>\t0\t1\t0\t0\n");
    as_buffer_finish(&out);
}

static void test_links(void **state)
{
    (void)state;
    as_link links[T];
    assert_int_equal(as_links(links, &example), 2);
    assert_true(links[0].source == 0 && links[0].target == 0);
    assert_true(links[1].source == 0 && links[1].target == 1);
    as_buffer out = {0};
    as_export_pharaoh(&out, &example);
    assert_string_equal(out.text, "0-0 0-1");
    as_buffer_finish(&out);
}

/* Target word 1 averages two rows, of which one looks at </s>: (0.15, 0.25, 0.6). Without the
 * second row its sum over the pieces of source word 1, 0.5, beats 0.3. */
static void test_word_links(void **state)
{
    (void)state;
    as_buffer out = {0};
    assert_true(as_export_pharaoh_words(&out, &example, NULL));
    assert_string_equal(out.text, "0-0");
    as_buffer_reset(&out);
    as_translation changed = example;
    as_token tokens[T];
    memcpy(tokens, target_tokens, sizeof tokens);
    tokens[2].word = 2; /* now word 1 is the second row alone */
    changed.target.tokens = tokens;
    assert_true(as_export_pharaoh_words(&out, &changed, NULL));
    assert_string_equal(out.text, "0-0 1-1");
    as_buffer_finish(&out);
}

static void test_soft(void **state)
{
    (void)state;
    as_buffer out = {0};
    as_export_soft(&out, &example);
    assert_string_equal(out.text, "a\tb \"x\\ \x01\x7f ||| 0.75,0.125,0.125,0 0.3,0.25,0.25,0.2 "
                                  "0,0,1e-07,1 0,1,0,0");
    as_buffer_finish(&out);
}

/* The links of the rows 0.75 0.125 …, 0.3 …, … 1 and 0 1 …, by source; the third is of </s>. */
static void test_hard(void **state)
{
    (void)state;
    as_buffer out = {0};
    as_export_hard(&out, &example);
    assert_string_equal(out.text, "a\tb \"x\\ \x01\x7f ||| 0-0 0-1 1-3 3-2");
    as_buffer_finish(&out);
}

static void test_nematus(void **state)
{
    (void)state;
    as_buffer out = {0};
    as_translation scored = example;
    scored.score = -2.5;
    as_export_nematus(&out, &scored, 7);
    assert_string_equal(out.text, "7 ||| a?b \"q\" x??y ||| 2.5 ||| l' ac cord ||| 4 4\n"
                                  "0.75 0.125 0.125 0\n0.3 0.25 0.25 0.2\n0 0 1e-07 1\n0 1 0 0\n");
    as_buffer_finish(&out);
}

static void test_npy(void **state)
{
    (void)state;
    static const char dictionary[] = "{'descr': '<f4', 'fortran_order': False, 'shape': (4, 4), }";
    as_buffer out = {0};
    as_export_npy(&out, &example);
    assert_memory_equal(out.text, "\x93NUMPY\1\0", 8);
    size_t header = (unsigned char)out.text[8] + ((size_t)(unsigned char)out.text[9] << 8);
    assert_int_equal((10 + header) % 64, 0);
    assert_memory_equal(out.text + 10, dictionary, strlen(dictionary));
    assert_int_equal(out.text[10 + header - 1], '\n');
    assert_int_equal(out.len, 10 + header + sizeof alpha);
    assert_memory_equal(out.text + 10 + header, alpha, sizeof alpha);
    as_buffer_finish(&out);
}

/* Only </s> on both sides: what an empty sentence gives. */
static void test_empty_sentence(void **state)
{
    (void)state;
    as_vocab *vocab = vocab_of_example();
    as_translation empty = example;
    as_buffer out = {0};
    char nothing[] = "";
    empty.source = (as_sentence){.text = nothing, .tokens = source_tokens + 3, .n = 1};
    empty.target = (as_sentence){.text = nothing, .tokens = target_tokens + 3, .n = 1};
    empty.alpha = &alpha[3 * S + 1];
    empty.n_candidates = 0;
    as_export_pharaoh(&out, &empty);
    assert_int_equal(out.len, 0);
    assert_true(as_export_pharaoh_words(&out, &empty, NULL));
    assert_int_equal(out.len, 0);
    as_export_soft(&out, &empty);
    assert_string_equal(out.text, " ||| 1");
    as_buffer_reset(&out);
    as_export_json(&out, &empty, vocab);
    assert_non_null(strstr(out.text, "\"alpha\":[[1]]"));
    assert_non_null(strstr(out.text, "\"candidates\":[[]]"));
    as_buffer_finish(&out);
    as_vocab_free(vocab);
}

/* The buffer itself */

static void test_buffer(void **state)
{
    (void)state;
    as_buffer out = {0};
    for (int k = 0; k < 1000; k++)
        as_buffer_format(&out, "%03d,", k);
    assert_int_equal(out.len, 4000);
    assert_memory_equal(out.text + 3996, "999,", 5);
    as_buffer_bytes(&out, "\0x", 2);
    assert_int_equal(out.len, 4002);
    as_buffer_bytes(&out, NULL, 0);
    as_buffer_format(&out, "%600d", 1); /* more than a format may print */
    assert_true(out.failed);
    as_error err = {0};
    assert_false(as_buffer_ok(&out, &err));
    assert_int_equal(err.status, AS_ERR_SYSTEM);
    as_buffer_text(&out, "ignored");
    assert_int_equal(out.len, 4002);
    as_buffer_reset(&out);
    assert_true(as_buffer_ok(&out, NULL));
    as_buffer_finish(&out);
}

static void test_save(void **state)
{
    (void)state;
    static const char path[] = "export-test.json";
    as_buffer out = {0};
    as_error err = {0};
    char text[16] = "";
    unlink(path);
    as_buffer_text(&out, "{}\n");
    assert_true(as_buffer_save(&out, path, false, NULL));
    assert_false(as_buffer_save(&out, path, false, &err));
    assert_int_equal(err.status, AS_ERR_ARGUMENT);
    as_buffer_text(&out, "x");
    assert_true(as_buffer_save(&out, path, true, NULL));
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    assert_int_equal(fread(text, 1, sizeof text, file), 4);
    assert_memory_equal(text, "{}\nx", 4);
    fclose(file);
    unlink(path);
    out.failed = true;
    assert_false(as_buffer_save(&out, path, true, &err));
    assert_int_equal(err.status, AS_ERR_SYSTEM);
    assert_int_not_equal(access(path, F_OK), 0);
    as_buffer_finish(&out);
}

static bool export_all(void *data)
{
    as_buffer out = {0};
    as_export_json(&out, &example, data);
    as_export_tsv(&out, &example);
    as_export_pharaoh(&out, &example);
    as_export_npy(&out, &example);
    as_export_hard(&out, &example);
    as_export_nematus(&out, &example, 0);
    bool ok = as_export_pharaoh_words(&out, &example, NULL) && as_buffer_ok(&out, NULL);
    as_buffer_finish(&out);
    return ok;
}

static void test_no_attention(void **state)
{
    (void)state;
    static float nothing[T * S];
    as_translation none = example;
    none.alpha = none.energy = nothing;
    none.no_attention = true;
    as_vocab *vocab = vocab_of_example();
    as_buffer out = {0};
    as_export_json(&out, &none, vocab);
    assert_non_null(strstr(out.text, ",\"alpha\":null,\"energy\":null,\"logprob\":["));
    as_buffer_finish(&out);
    as_vocab_free(vocab);

    as_link links[T], *words;
    int n_words;
    assert_int_equal(as_links(links, &none), 0);
    assert_true(as_word_links(&none, &words, &n_words, NULL));
    assert_int_equal(n_words, 0);
    free(words);
    out = (as_buffer){0};
    as_export_soft(&out, &none);
    assert_string_equal(out.text + strlen(target_text), " |||");
    as_buffer_reset(&out);
    as_export_hard(&out, &none);
    assert_string_equal(out.text + strlen(target_text), " |||");
    as_buffer_finish(&out);
}

static void test_failing_allocations(void **state)
{
    (void)state;
    as_vocab *vocab = vocab_of_example();
    assert_true(failing_alloc_try_all(export_all, vocab) > 6);
    as_vocab_free(vocab);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_json),
        cmocka_unit_test(test_json_order),
        cmocka_unit_test(test_json_strings),
        cmocka_unit_test(test_number_texts),
        cmocka_unit_test(test_floats_read_back),
        cmocka_unit_test(test_locale),
        cmocka_unit_test(test_tsv),
        cmocka_unit_test(test_links),
        cmocka_unit_test(test_word_links),
        cmocka_unit_test(test_soft),
        cmocka_unit_test(test_hard),
        cmocka_unit_test(test_nematus),
        cmocka_unit_test(test_npy),
        cmocka_unit_test(test_empty_sentence),
        cmocka_unit_test(test_buffer),
        cmocka_unit_test(test_save),
        cmocka_unit_test(test_no_attention),
        cmocka_unit_test(test_failing_allocations),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
