/* Vocabularies in three forms, and BPE codes: what the toolkits write, and what is wrong. */
#include "core/bpe_codes.h"
#include "interop/word_list.h"

#include "failing_alloc.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

static char *exact(const char *text, size_t len)
{
    char *copy = malloc(len ? len : 1);
    assert_non_null(copy);
    memcpy(copy, text, len);
    return copy;
}

static as_word_list words_of(as_word_list_form form, const char *text)
{
    as_word_list words;
    as_error err;
    char *copy = exact(text, strlen(text));
    if (!as_word_list_parse(form, copy, strlen(text), &words, &err))
        fail_msg("%s", err.message);
    free(copy);
    return words;
}

static void assert_words(as_word_list_form form, const char *text, const char *const *want, int n)
{
    as_word_list words = words_of(form, text);
    assert_int_equal(words.n, n);
    for (int k = 0; k < n; k++)
        assert_string_equal(words.words[k], want[k]);
    as_word_list_finish(&words);
    as_word_list_finish(&words);
}

static void words_are_raw_in_every_form(void **state)
{
    (void)state;
    static const char *const want[] = {"</s>", "<unk>", "no", "yes", "1", "\"", "\\", "\xc3\xa9"};
    assert_words(AS_WORDS_YAML,
                 "</s>: 0\n<unk>: 1\nyes: 3\nno: 2\n1: 4\n\"\\\"\": 5\n\"\\\\\": 6\n\xc3\xa9: 7\n",
                 want, 8);
    assert_words(AS_WORDS_JSON,
                 "{\"<unk>\": 1, \"</s>\": 0, \"no\": 2, \"yes\": 3, \"1\": 4, \"\\\"\": 5, "
                 "\"\\\\\": 6, \"\\u00e9\": 7}",
                 want, 8);
    assert_words(AS_WORDS_TEXT, "</s>\n<unk>\nno\nyes\n1\n\"\n\\\n\xc3\xa9\n", want, 8);
    assert_words(AS_WORDS_TEXT, "</s>\r\n<unk>\r\nno\r\nyes\r\n1\r\n\"\r\n\\\r\n\xc3\xa9", want, 8);
    assert_words(AS_WORDS_TEXT, "", want, 0);
}

static void an_escape_that_grows_has_room(void **state)
{
    (void)state;
    /* \L is U+2028, three bytes. */
    static const char *const want[] = {
        "\xe2\x80\xa8\xe2\x80\xa8\xe2\x80\xa8\xe2\x80\xa8\xe2\x80\xa8"
        "\xe2\x80\xa8\xe2\x80\xa8\xe2\x80\xa8\xe2\x80\xa8"};
    assert_words(AS_WORDS_YAML, "{\"\\L\\L\\L\\L\\L\\L\\L\\L\\L\": 0}", want, 1);
}

static void the_name_tells_the_form(void **state)
{
    (void)state;
    assert_int_equal(as_word_list_form_of("a/vocab.en.yml"), AS_WORDS_YAML);
    assert_int_equal(as_word_list_form_of("vocab.yaml"), AS_WORDS_YAML);
    assert_int_equal(as_word_list_form_of("train.bpe.en.json"), AS_WORDS_JSON);
    assert_int_equal(as_word_list_form_of("src_vocab.txt"), AS_WORDS_TEXT);
    assert_int_equal(as_word_list_form_of("yml"), AS_WORDS_TEXT);
}

#define BAD(text) text, sizeof text - 1

static const struct bad_words {
    as_word_list_form form;
    const char *text;
    size_t len;
    as_status status;
    const char *message; /* a part of it */
} bad[] = {
    {AS_WORDS_YAML, BAD("a: 0\na: 1\n"), AS_ERR_FORMAT, "word a comes twice, as 0 and as 1"},
    {AS_WORDS_YAML, BAD("a: 0\nb: 0\n"), AS_ERR_FORMAT, "words a and b both have number 0"},
    {AS_WORDS_YAML, BAD("a: 0\nb: 2\n"), AS_ERR_FORMAT, "word b has number 2, but there are 2"},
    {AS_WORDS_YAML, BAD("a: -1\n"), AS_ERR_FORMAT, "line 1: the number of a is not a count"},
    {AS_WORDS_YAML, BAD("a: 0\nb: 1.0\n"), AS_ERR_FORMAT, "line 2: the number of b is not a count"},
    {AS_WORDS_YAML, BAD("a: 99999999999\n"), AS_ERR_FORMAT, "the number of a is not a count"},
    {AS_WORDS_YAML, BAD("a:\n"), AS_ERR_FORMAT, "the number of a is not a count"},
    {AS_WORDS_YAML, BAD("a: [0]\n"), AS_ERR_FORMAT, "the number of a is not a count"},
    {AS_WORDS_YAML, BAD("[a]: 0\n"), AS_ERR_FORMAT, "line 1: a word is not a text"},
    {AS_WORDS_YAML, BAD("- a\n- b\n"), AS_ERR_FORMAT, "no mapping from words to numbers"},
    {AS_WORDS_YAML, BAD(""), AS_ERR_FORMAT, "no mapping from words to numbers"},
    {AS_WORDS_YAML, BAD("\"\": 0\n"), AS_ERR_FORMAT, "line 1: word 0 is empty"},
    {AS_WORDS_YAML, BAD("a: &x 0\nb: *x\n"), AS_ERR_FORMAT, "line 1: an anchor"},
    {AS_WORDS_YAML, BAD("a: 0\n---\nb: 0\n"), AS_ERR_FORMAT, "a second document"},
    {AS_WORDS_YAML, BAD("a: 0\n...\nb\n"), AS_ERR_FORMAT, "line "},
    {AS_WORDS_JSON, BAD(""), AS_ERR_FORMAT, "not valid JSON"},
    {AS_WORDS_JSON, BAD("[\"a\"]"), AS_ERR_FORMAT, "no JSON object"},
    {AS_WORDS_JSON, BAD("{\"a\": 0, \"a\": 1}"), AS_ERR_FORMAT, "duplicate"},
    {AS_WORDS_JSON, BAD("{\"a\": 0.0}"), AS_ERR_FORMAT, "the number of a is not a count"},
    {AS_WORDS_JSON, BAD("{\"a\": \"0\"}"), AS_ERR_FORMAT, "the number of a is not a count"},
    {AS_WORDS_JSON, BAD("{\"a\": -1}"), AS_ERR_FORMAT, "the number of a is not a count"},
    {AS_WORDS_JSON, BAD("{\"a\": 1000000}"), AS_ERR_FORMAT, "the number of a is not a count"},
    {AS_WORDS_JSON, BAD("{\"\": 0}"), AS_ERR_FORMAT, "word 0 is empty"},
    {AS_WORDS_JSON, BAD("{\"a\": {\"b\": 0}}"), AS_ERR_FORMAT, "the number of a is not a count"},
    {AS_WORDS_TEXT, BAD("a\n\nb\n"), AS_ERR_FORMAT, "line 2: word 1 is empty"},
    {AS_WORDS_TEXT, BAD("a\nb\na\n"), AS_ERR_FORMAT, "word a comes twice, as 0 and as 2"},
    {AS_WORDS_TEXT, BAD("a\n\xff\n"), AS_ERR_FORMAT, "line 2: word 1 is not UTF-8 text"},
    {AS_WORDS_TEXT, BAD("a\nb\0c\n"), AS_ERR_FORMAT, "line 2: word 1 is not UTF-8 text"},
};

static void bad_vocabularies_are_refused(void **state)
{
    (void)state;
    for (size_t k = 0; k < sizeof bad / sizeof bad[0]; k++) {
        as_word_list words;
        as_error err = {0};
        char *copy = exact(bad[k].text, bad[k].len);
        if (as_word_list_parse(bad[k].form, copy, bad[k].len, &words, &err))
            fail_msg("accepted: %s", bad[k].text);
        assert_null(words.words);
        if (err.status != bad[k].status || !strstr(err.message, bad[k].message))
            fail_msg("%s: got \"%s\", expected \"%s\"", bad[k].text, err.message, bad[k].message);
        free(copy);
    }
}

static void deep_json_is_refused(void **state)
{
    (void)state;
    size_t len = 1 << 20;
    char *text = malloc(len);
    assert_non_null(text);
    memset(text, '[', len);
    as_word_list words;
    as_error err = {0};
    assert_false(as_word_list_parse(AS_WORDS_JSON, text, len, &words, &err));
    assert_int_equal(err.status, AS_ERR_FORMAT);
    free(text);
}

static const char yaml[] = "</s>: 0\n<unk>: 1\n\"no\": 2\nyes: 3\n";
static const char json[] = "{\"</s>\": 0, \"<unk>\": 1, \"\\u00e9t\\u00e9\": 2}";

static void every_truncation_is_survived(void **state)
{
    (void)state;
    static const struct {
        as_word_list_form form;
        const char *text;
    } files[] = {{AS_WORDS_YAML, yaml}, {AS_WORDS_JSON, json}, {AS_WORDS_TEXT, "a\nb\nc\n"}};
    for (size_t f = 0; f < 3; f++)
        for (size_t cut = 0; cut < strlen(files[f].text); cut++) {
            char *copy = exact(files[f].text, cut);
            as_word_list words;
            as_error err = {0};
            if (as_word_list_parse(files[f].form, copy, cut, &words, &err))
                as_word_list_finish(&words);
            else
                assert_true(err.message[0] != '\0');
            free(copy);
        }
}

/* ---- Codes --------------------------------------------------------------------------------- */

static void codes_of_both_versions_are_read(void **state)
{
    (void)state;
    static const struct {
        const char *text, *merges;
        bool end_apart;
    } cases[] = {
        {"#version: 0.2\nt h\nth e</w>\n", "t h\nth e</w>\n", false},
        {"#version: 0.2\r\nt h\r\nth e</w>\r\n", "t h\nth e</w>\n", false},
        {"#version: 0.1\ne </w>\n", "e </w>\n", true},
        {"e </w>\nt h\n", "e </w>\nt h\n", true},
        {"#version: 0.2", "", false},
        {"", "", true},
    };
    for (size_t k = 0; k < sizeof cases / sizeof cases[0]; k++) {
        size_t len = strlen(cases[k].text);
        char *copy = exact(cases[k].text, len);
        as_bpe_codes codes;
        as_error err;
        if (!as_bpe_codes_parse(copy, len, &codes, &err))
            fail_msg("%s: %s", cases[k].text, err.message);
        assert_string_equal(codes.merges, cases[k].merges);
        assert_int_equal(codes.len, strlen(cases[k].merges));
        assert_int_equal(codes.end_apart, cases[k].end_apart);
        as_bpe_codes_finish(&codes);
        as_bpe_codes_finish(&codes);
        free(copy);
    }
}

static void bad_codes_are_refused(void **state)
{
    (void)state;
    static const struct {
        const char *text, *message;
    } cases[] = {
        {"#version: 0.3\na b\n", "codes of version 0.3, expected 0.1 or 0.2"},
        {"#version: 0.20000000000000000000000000\na b\n", "codes of version 0.2000"},
        {"#version: 0.2\nab\n", "merges line 1: no space between two pieces"},
        {"#version: 0.2\na b\na b\n", "merges line 2: the pair of line 1 again"},
        {"#version: 0.2\na b c\n", "merges line 1: the right piece has a space"},
        {"#version: 0.2\na b\n\nc d\n", "merges line 2: no space"},
        {"#version: 0.2\na \xff\n", "merges line 1: the right piece is not UTF-8"},
        {"a\rb c\n", "merges line 1: the left piece has a control character"},
    };
    for (size_t k = 0; k < sizeof cases / sizeof cases[0]; k++) {
        as_bpe_codes codes;
        as_error err = {0};
        size_t len = strlen(cases[k].text);
        char *copy = exact(cases[k].text, len);
        if (as_bpe_codes_parse(copy, len, &codes, &err))
            fail_msg("accepted: %s", cases[k].text);
        assert_null(codes.merges);
        if (err.status == AS_OK || !strstr(err.message, cases[k].message))
            fail_msg("%s: got \"%s\", expected \"%s\"", cases[k].text, err.message,
                     cases[k].message);
        free(copy);
    }
}

/* ---- Files --------------------------------------------------------------------------------- */

static void files_are_named_in_messages(void **state)
{
    (void)state;
    as_word_list words;
    as_bpe_codes codes;
    as_error err;
    assert_false(as_word_list_read("/nowhere/vocab.yml", &words, &err));
    assert_int_equal(err.status, AS_ERR_SYSTEM);
    assert_non_null(strstr(err.message, "/nowhere/vocab.yml"));
    assert_false(as_bpe_codes_read("/nowhere/codes", &codes, &err));
    assert_non_null(strstr(err.message, "/nowhere/codes"));

    char path[] = "/tmp/alphascope-words-XXXXXX";
    int fd = mkstemp(path);
    assert_true(fd >= 0);
    assert_int_equal(write(fd, "a\na\n", 4), 4);
    close(fd);
    assert_false(as_word_list_read(path, &words, &err));
    assert_memory_equal(err.message, path, strlen(path));
    assert_non_null(strstr(err.message, "word a comes twice"));
    assert_false(as_bpe_codes_read(path, &codes, &err));
    assert_memory_equal(err.message, path, strlen(path));
    unlink(path);
}

typedef struct words_job {
    as_word_list_form form;
    const char *text;
} words_job;

static bool parse_words(void *data)
{
    const words_job *job = data;
    as_word_list words;
    bool ok = as_word_list_parse(job->form, job->text, strlen(job->text), &words, NULL);
    as_word_list_finish(&words);
    return ok;
}

static bool parse_codes(void *text)
{
    as_bpe_codes codes;
    bool ok = as_bpe_codes_parse(text, strlen(text), &codes, NULL);
    as_bpe_codes_finish(&codes);
    return ok;
}

static void failing_allocations_leave_nothing(void **state)
{
    (void)state;
    char codes[] = "#version: 0.2\nt h\nth e</w>\n";
    assert_true(failing_alloc_try_all(parse_words, &(words_job){AS_WORDS_YAML, yaml}) > 4);
    assert_true(failing_alloc_try_all(parse_words, &(words_job){AS_WORDS_JSON, json}) > 4);
    assert_true(failing_alloc_try_all(parse_words, &(words_job){AS_WORDS_TEXT, "a\nb"}) > 4);
    assert_true(failing_alloc_try_all(parse_codes, codes) > 4);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(words_are_raw_in_every_form),
        cmocka_unit_test(an_escape_that_grows_has_room),
        cmocka_unit_test(the_name_tells_the_form),
        cmocka_unit_test(bad_vocabularies_are_refused),
        cmocka_unit_test(deep_json_is_refused),
        cmocka_unit_test(every_truncation_is_survived),
        cmocka_unit_test(codes_of_both_versions_are_read),
        cmocka_unit_test(bad_codes_are_refused),
        cmocka_unit_test(files_are_named_in_messages),
        cmocka_unit_test(failing_allocations_leave_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
