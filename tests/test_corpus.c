/* Sentence pairs in text: what a bad line is told, and where it stands. */
#include "core/text.h"
#include "train/corpus.h"
#include "train/pieces.h"

#include "failing_alloc.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

static char *copy_of(const char *text, size_t len)
{
    char *copy = malloc(len + 1);
    assert_non_null(copy);
    memcpy(copy, text, len);
    copy[len] = '\0';
    return copy;
}

static void expect_tsv_error(const char *text, const char *want)
{
    as_tsv tsv;
    as_error err = { 0 };
    size_t len = strlen(text);
    assert_false(as_tsv_parse("pairs.tsv", copy_of(text, len), len, &tsv, &err));
    assert_int_equal(err.status, AS_ERR_FORMAT);
    assert_string_equal(err.message, want);
}

static void test_bad_lines(void **state)
{
    (void)state;
    expect_tsv_error("a\tb\nno tab here\n",
                     "pairs.tsv:2: no tab, expected source, tab, target");
    expect_tsv_error("a\tb\tc\n", "pairs.tsv:1: 3 columns, expected 2: source, tab, target");
    expect_tsv_error("a\tb\n\nc\td\n", "pairs.tsv:2: empty line, expected source, tab, target");
    expect_tsv_error("a\tb\n\r\n", "pairs.tsv:2: empty line, expected source, tab, target");
    expect_tsv_error("a\tb\nc\td\n\tx\n", "pairs.tsv:3: empty source");
    expect_tsv_error("a\t  \n", "pairs.tsv:1: empty target");
    expect_tsv_error("a\t\n", "pairs.tsv:1: empty target");
    /* What the normal form leaves nothing of: spaces of other kinds, controls, a mark of order. */
    expect_tsv_error("\xC2\xA0\xE3\x80\x80\tx\n", "pairs.tsv:1: empty source");
    expect_tsv_error("a\t\x01 \xE2\x80\x8B\xEF\xBB\xBF\r\n", "pairs.tsv:1: empty target");
    expect_tsv_error("\xE2\x80\x83\n", "pairs.tsv:1: empty line, expected source, tab, target");
    expect_tsv_error("a\tb\nc\td\xFF\n",
                     "pairs.tsv:2: invalid UTF-8 at byte 3 of the line (0xFF)");
    expect_tsv_error("\xE2\x80\ta\n",
                     "pairs.tsv:1: invalid UTF-8 at byte 0 of the line (0xE2)");
}

static void test_good_lines(void **state)
{
    (void)state;
    /* The last line feed may be missing. */
    const char *texts[] = { "one\tun\ntwo\tdeux\n", "one\tun\ntwo\tdeux" };
    for (int k = 0; k < 2; k++) {
        as_tsv tsv;
        as_error err;
        size_t len = strlen(texts[k]);
        assert_true(as_tsv_parse("t", copy_of(texts[k], len), len, &tsv, &err));
        assert_int_equal(tsv.n, 2);
        assert_int_equal(tsv.rows[1].source_len, 3);
        assert_memory_equal(tsv.rows[1].source, "two", 3);
        assert_int_equal(tsv.rows[1].target_len, 4);
        assert_memory_equal(tsv.rows[1].target, "deux", 4);
        as_tsv_finish(&tsv);
        as_tsv_finish(&tsv);
    }
    as_tsv tsv;
    assert_true(as_tsv_parse("t", copy_of("", 0), 0, &tsv, NULL));
    assert_int_equal(tsv.n, 0);
    as_tsv_finish(&tsv);
}

/* Further columns only where they are asked for; an empty one is none, the first must not be. */
static void test_references(void **state)
{
    (void)state;
    char path[] = "/tmp/test_corpus.XXXXXX";
    int fd = mkstemp(path);
    assert_true(fd >= 0);
    const char text[] = "a\tb\nc\td\te f\t\tg\n";
    assert_int_equal(write(fd, text, sizeof text - 1), sizeof text - 1);
    as_tsv tsv;
    as_error err = { 0 };
    if (!as_tsv_read_references(path, &tsv, &err))
        fail_msg("%s", err.message);
    assert_int_equal(tsv.n, 2);
    assert_int_equal(tsv.rows[0].target_len, 1);
    assert_int_equal(tsv.rows[0].references_len, 1);
    assert_int_equal(tsv.rows[1].target_len, 1);
    assert_int_equal(tsv.rows[1].references_len, 8);
    assert_memory_equal(tsv.rows[1].target, "d\te f\t\tg", 8);
    as_tsv_finish(&tsv);
    assert_false(as_tsv_read(path, &tsv, &err));
    assert_non_null(strstr(err.message, ":2: 5 columns, expected 2"));
    assert_int_equal(ftruncate(fd, 0), 0);
    assert_int_equal(pwrite(fd, "a\t\tb\n", 5, 0), 5);
    close(fd);
    assert_false(as_tsv_read_references(path, &tsv, &err));
    assert_non_null(strstr(err.message, ":1: empty target"));
    unlink(path);
}

static void test_missing_file(void **state)
{
    (void)state;
    as_tsv tsv;
    as_error err = { 0 };
    assert_false(as_tsv_read("no such file.tsv", &tsv, &err));
    assert_int_equal(err.status, AS_ERR_SYSTEM);
    assert_non_null(strstr(err.message, "no such file.tsv"));
}

/* A tokenizer of the letters a to e. */
static void letters(as_pieces *pieces)
{
    as_error err = { 0 };
    if (!as_pieces_parse(AS_UNIT_CHAR, "<pad>\n<s>\n</s>\n<unk>\n▁\na\nb\nc\nd\ne\n", NULL, pieces,
                         &err))
        fail_msg("%s", err.message);
}

static bool number(const char *text, size_t len, int max_tokens, as_corpus *corpus, as_error *err)
{
    as_tsv tsv;
    as_pieces pieces;
    letters(&pieces);
    as_tokenizer tokenizer = as_pieces_tokenizer(&pieces);
    assert_true(as_tsv_parse("pairs.tsv", copy_of(text, len), len, &tsv, err));
    bool done = as_corpus_init(
        corpus, &(as_corpus_text){&tsv, NULL, &tokenizer, &tokenizer, max_tokens}, NULL, err);
    as_tsv_finish(&tsv);
    as_pieces_finish(&pieces);
    return done;
}

static void test_ids(void **state)
{
    (void)state;
    as_corpus corpus;
    as_error err;
    const char text[] = "ab\tc\nx a\tee\n";
    assert_true(number(text, strlen(text), 10, &corpus, &err));
    assert_int_equal(corpus.n, 2);
    assert_int_equal(corpus.n_source_tokens, 3 + 4);
    assert_int_equal(corpus.n_target_tokens, 2 + 3);
    const int x_0[] = { 5, 6, AS_EOS }, x_1[] = { AS_UNK, 4, 5, AS_EOS }, y_1[] = { 9, 9, AS_EOS };
    assert_int_equal(corpus.pairs[0].S, 3);
    assert_memory_equal(corpus.pairs[0].x, x_0, sizeof x_0);
    assert_int_equal(corpus.pairs[1].S, 4);
    assert_memory_equal(corpus.pairs[1].x, x_1, sizeof x_1);
    assert_int_equal(corpus.pairs[1].T, 3);
    assert_memory_equal(corpus.pairs[1].y, y_1, sizeof y_1);
    as_corpus_finish(&corpus);
    as_corpus_finish(&corpus);
}

static void expect_side_over_the_limit(const char *before, const char *after, const char *name)
{
    enum { LONG = AS_TEXT_MAX_BYTES + 1 };
    size_t at = strlen(before), len = at + LONG + strlen(after);
    char *text = malloc(len + 1), want[100];
    assert_non_null(text);
    memcpy(text, before, at);
    memset(text + at, 'a', LONG);
    strcpy(text + at + LONG, after);
    snprintf(want, sizeof want, "pairs.tsv:2: %s of 1048577 bytes, expected at most 1048576", name);
    as_tsv tsv;
    as_error err = { 0 };
    assert_false(as_tsv_parse("pairs.tsv", text, len, &tsv, &err)); /* which frees the text */
    assert_int_equal(err.status, AS_ERR_LIMIT);
    assert_string_equal(err.message, want);
}

/* What the tokenizer would refuse, later and without the place. */
static void test_text_over_the_limit(void **state)
{
    (void)state;
    expect_side_over_the_limit("a\tb\n", "\tb\n", "source");
    expect_side_over_the_limit("a\tb\nc\t", "\n", "target");
}

/* Ten thousand words are no error: the pair is left out and counted. */
static void test_too_long(void **state)
{
    (void)state;
    enum { WORDS = 10000 };
    size_t len = 0;
    char *text = malloc(WORDS * 2 + 20);
    assert_non_null(text);
    for (int k = 0; k < WORDS; k++) {
        text[len++] = 'a';
        text[len++] = k + 1 < WORDS ? ' ' : '\t';
    }
    memcpy(text + len, "b\na\tb\n", 6);
    len += 6;
    as_corpus corpus;
    as_error err = { 0 };
    assert_true(number(text, len, 50, &corpus, &err));
    assert_int_equal(corpus.n, 1);
    assert_int_equal(corpus.n_too_long, 1);
    assert_int_equal(corpus.first_too_long, 1);
    assert_int_equal(corpus.first_tokens, 2 * WORDS); /* letters, the spaces between them, </s> */
    as_corpus_finish(&corpus);
    free(text);
}

static void test_fingerprint(void **state)
{
    (void)state;
    as_corpus a, b, c;
    assert_true(number("ab\tc\nd\te\n", 9, 10, &a, NULL));
    assert_true(number("ab\tc\nd\te\n", 9, 10, &b, NULL));
    assert_true(number("ab\tc\ne\te\n", 9, 10, &c, NULL));
    assert_true(as_corpus_fingerprint(&a) == as_corpus_fingerprint(&b));
    assert_true(as_corpus_fingerprint(&a) != as_corpus_fingerprint(&c));
    as_corpus_finish(&a);
    as_corpus_finish(&b);
    as_corpus_finish(&c);
}

static bool number_linked(const char *text, const char *links, as_corpus *corpus, as_error *err)
{
    as_tsv tsv;
    as_link_file file = {0};
    as_pieces pieces;
    letters(&pieces);
    as_tokenizer tokenizer = as_pieces_tokenizer(&pieces);
    size_t len = strlen(text), links_len = strlen(links);
    assert_true(as_tsv_parse("pairs.tsv", copy_of(text, len), len, &tsv, err));
    bool done =
        as_link_file_parse("pairs.links", copy_of(links, links_len), links_len, &tsv, &file, err) &&
        as_corpus_init(corpus, &(as_corpus_text){&tsv, &file, &tokenizer, &tokenizer, 8}, NULL, err);
    as_link_file_finish(&file);
    as_tsv_finish(&tsv);
    as_pieces_finish(&pieces);
    return done;
}

static void test_links(void **state)
{
    (void)state;
    as_corpus corpus, other, blank;
    as_error err = {0};
    const char text[] = "ab c\td e\na a a a a\tb\ne\te\n";
    /* The second pair is too long, its line is read all the same. */
    if (!number_linked(text, "0-1 1-0\n4-0\n\n", &corpus, &err))
        fail_msg("%s", err.message);
    assert_int_equal(corpus.n, 2);
    assert_int_equal(corpus.n_too_long, 1);
    /* Tokens a b ▁ c </s> and d ▁ e </s>; words ab, c and d, e. */
    const int from[] = {0, 2, 4, 6, 6}, i[] = {2, 3, 0, 1, 0, 1};
    assert_memory_equal(corpus.pairs[0].links.from, from, sizeof from);
    assert_memory_equal(corpus.pairs[0].links.i, i, sizeof i);
    assert_int_equal(corpus.pairs[1].links.from[2], 0);
    assert_true(number_linked(text, "0-1 1-1\n4-0\n\n", &other, &err));
    assert_true(number_linked(text, "\n\n\n", &blank, &err));
    assert_true(as_corpus_fingerprint(&corpus) != as_corpus_fingerprint(&other));
    assert_true(as_corpus_fingerprint(&corpus) != as_corpus_fingerprint(&blank));
    as_corpus_finish(&corpus);
    as_corpus_finish(&other);
    as_corpus_finish(&blank);

    assert_false(number_linked(text, "0-1\n5-0\n\n", &corpus, &err));
    assert_int_equal(err.status, AS_ERR_FORMAT);
    assert_string_equal(err.message,
                        "pairs.links:2: link 1: 5-0, expected at most 4-0 for 5 and 1 words");
    assert_false(number_linked(text, "0-1\n", &corpus, &err));
    assert_string_equal(err.message, "pairs.links: 1 lines, expected 3, as many as pairs.tsv has");
}

/* ---- many threads ---- */

enum { N_ROWS = 3000, N_THREADS = 3 };

typedef struct many {
    as_tsv tsv;
    as_link_file links;
    as_pieces pieces;
    as_tokenizer tokenizer;
    as_pool *pool;
} many;

/* Rows of different lengths, every ninth too long, with a link each; those of the bad rows go to a
 * word that is not there. */
static void many_init(many *m, const int *bad, int n_bad)
{
    size_t len = 0, n_links = 0;
    char *text = malloc(40 * (size_t)N_ROWS), *links = malloc(8 * (size_t)N_ROWS);
    assert_non_null(text);
    assert_non_null(links);
    for (int k = 0; k < N_ROWS; k++) {
        bool is_bad = false;
        for (int j = 0; j < n_bad; j++)
            is_bad = is_bad || bad[j] == k;
        len += (size_t)sprintf(text + len, "%.*s\t%c\n", 1 + k % 9, "abcdeabcde", 'a' + k % 5);
        n_links += (size_t)sprintf(links + n_links, "%s\n", is_bad ? "9-0" : "0-0");
    }
    assert_true(as_tsv_parse("pairs.tsv", text, len, &m->tsv, NULL));
    assert_true(as_link_file_parse("pairs.links", links, n_links, &m->tsv, &m->links, NULL));
    letters(&m->pieces);
    m->tokenizer = as_pieces_tokenizer(&m->pieces);
    assert_true(as_pool_new(N_THREADS, &m->pool, NULL));
}

static void many_finish(many *m)
{
    as_pool_free(m->pool);
    as_pieces_finish(&m->pieces);
    as_link_file_finish(&m->links);
    as_tsv_finish(&m->tsv);
}

static bool many_corpus(const many *m, const as_corpus_work *work, as_corpus *out, as_error *err)
{
    const as_corpus_text text = {&m->tsv, &m->links, &m->tokenizer, &m->tokenizer, 9};
    return as_corpus_init(out, &text, work, err);
}

static void note_progress(void *context, int done, int total)
{
    int *last = context;
    assert_true(done > *last && done <= total);
    assert_int_equal(total, N_ROWS);
    *last = done;
}

static void test_threads_make_the_same(void **state)
{
    (void)state;
    many m;
    int last = 0, last_shared = 0;
    many_init(&m, NULL, 0);
    as_corpus one, shared;
    const as_corpus_work alone = {.report = note_progress, .context = &last};
    /* The caller's thread tells; when it is kept waiting, the others may have done it all. */
    const as_corpus_work work = {.pool = m.pool, .report = note_progress, .context = &last_shared};
    assert_true(many_corpus(&m, &alone, &one, NULL));
    assert_int_equal(last, N_ROWS);
    assert_true(many_corpus(&m, &work, &shared, NULL));
    assert_int_equal(one.n_too_long, N_ROWS / 9);
    assert_int_equal(one.first_too_long, 9);
    assert_int_equal(one.first_tokens, 10);
    assert_int_equal(shared.n, one.n);
    assert_int_equal(shared.n_too_long, one.n_too_long);
    assert_int_equal(shared.first_too_long, one.first_too_long);
    assert_int_equal(shared.n_source_tokens, one.n_source_tokens);
    assert_int_equal(shared.n_target_tokens, one.n_target_tokens);
    assert_memory_equal(shared.rows, one.rows, (size_t)one.n * sizeof *one.rows);
    assert_true(as_corpus_fingerprint(&shared) == as_corpus_fingerprint(&one));
    as_corpus_finish(&one);
    as_corpus_finish(&shared);
    many_finish(&m);
}

/* Whoever meets a bad row first, the message is that of the first one in the file. */
static void test_threads_tell_the_first_bad_row(void **state)
{
    (void)state;
    static const int bad[][3] = {{0, 1, 2}, {2999, 1500, 700}, {255, 256, 1024}, {600, 600, 601}};
    static const char *const places[] = {"pairs.links:1: ", "pairs.links:701: ",
                                         "pairs.links:256: ", "pairs.links:601: "};
    for (int k = 0; k < 4; k++) {
        many m;
        many_init(&m, bad[k], 3);
        const as_corpus_work work = {.pool = m.pool};
        for (int again = 0; again < 10; again++) {
            as_corpus corpus;
            as_error err = {0};
            assert_false(many_corpus(&m, again > 0 ? &work : NULL, &corpus, &err));
            assert_int_equal(err.status, AS_ERR_FORMAT);
            assert_memory_equal(err.message, places[k], strlen(places[k]));
        }
        many_finish(&m);
    }
}

static void cancel_now(void *context, int done, int total)
{
    (void)done;
    (void)total;
    atomic_store((atomic_bool *)context, true);
}

static void test_cancelling(void **state)
{
    (void)state;
    many m;
    many_init(&m, NULL, 0);
    atomic_bool cancel = true;
    as_corpus corpus;
    as_error err = {0};
    as_corpus_work work = {.pool = m.pool, .cancel = &cancel};
    assert_false(many_corpus(&m, &work, &corpus, &err));
    assert_int_equal(err.status, AS_ERR_CANCELLED);
    cancel = false;
    work = (as_corpus_work){.cancel = &cancel, .report = cancel_now, .context = &cancel};
    assert_false(many_corpus(&m, &work, &corpus, &err));
    assert_int_equal(err.status, AS_ERR_CANCELLED);
    assert_string_equal(err.message, "reading pairs.tsv was cancelled");
    many_finish(&m);
}

static bool learn_and_number(void *data)
{
    (void)data;
    static const char text[] = "ab ab\tcd cd\nab\tcd\nab e\tcd e\n";
    char *copy = malloc(sizeof text);
    as_tsv tsv;
    as_pieces source = { 0 }, target = { 0 };
    as_corpus corpus = { 0 };
    const double weight = 1;
    if (!copy)
        return false;
    memcpy(copy, text, sizeof text);
    if (!as_tsv_parse("t", copy, sizeof text - 1, &tsv, NULL))
        return false;
    bool done = as_pieces_learn(&tsv, &weight, 1, AS_SOURCE, AS_UNIT_BPE, 20, &source, NULL) &&
                as_pieces_learn(&tsv, &weight, 1, AS_TARGET, AS_UNIT_CHAR, 20, &target, NULL);
    if (done) {
        as_tokenizer x = as_pieces_tokenizer(&source), y = as_pieces_tokenizer(&target);
        done = as_corpus_init(&corpus, &(as_corpus_text){&tsv, NULL, &x, &y, 10}, NULL, NULL);
    }
    as_corpus_finish(&corpus);
    as_pieces_finish(&source);
    as_pieces_finish(&target);
    as_tsv_finish(&tsv);
    return done;
}

static void test_memory_runs_out(void **state)
{
    (void)state;
    assert_true(failing_alloc_try_all(learn_and_number, NULL) > 10);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_bad_lines),     cmocka_unit_test(test_good_lines),
        cmocka_unit_test(test_references),    cmocka_unit_test(test_missing_file),
        cmocka_unit_test(test_ids),
        cmocka_unit_test(test_text_over_the_limit), cmocka_unit_test(test_too_long),
        cmocka_unit_test(test_fingerprint),   cmocka_unit_test(test_links),
        cmocka_unit_test(test_threads_make_the_same),
        cmocka_unit_test(test_threads_tell_the_first_bad_row),
        cmocka_unit_test(test_cancelling),
        cmocka_unit_test(test_memory_runs_out),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
