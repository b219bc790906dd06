/* Pairs changed while they are drawn: which words are names, what names and numbers become, what
 * people type, and that a draw gives the same pair again. */
#include "core/text.h"
#include "train/augment.h"
#include "train/swap.h"
#include "train/typed.h"
#include "train/words.h"

#include "failing_alloc.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* ---- words ---- */

static void test_words(void **state)
{
    (void)state;
    static const char text[] = "Tom's B2B \xC3\x89t\xC3\xA9. He said: \"Go\" 2nd \xE6\xB1\xA4 end";
    static const struct {
        const char *word;
        bool opens;
    } want[] = {{"Tom", true}, {"s", false},    {"B2B", false}, {"\xC3\x89t\xC3\xA9", false},
                {"He", true},  {"said", false}, {"Go", true},   {"nd", true},
                {"end", false}};
    as_word_scan scan = as_words(text, strlen(text));
    as_word word;
    int n = 0;
    for (; as_word_next(&scan, &word); n++) {
        assert_true(n < 9);
        assert_int_equal(word.len, strlen(want[n].word));
        assert_memory_equal(text + word.start, want[n].word, word.len);
        assert_int_equal(word.opens, want[n].opens);
        assert_int_equal(word.first, n == 0);
    }
    assert_int_equal(n, 9);
}

static void test_title_case(void **state)
{
    (void)state;
    static const char *const yes[] = {"Tom", "Mary", "\xC3\x89va", "\xC3\x96zil"};
    static const char *const no[] = {"tom", "NATO", "McCoy", "Al", "B2B", ""};
    for (size_t k = 0; k < sizeof yes / sizeof *yes; k++)
        assert_true(as_is_title_case(yes[k], strlen(yes[k])));
    for (size_t k = 0; k < sizeof no / sizeof *no; k++)
        assert_false(as_is_title_case(no[k], strlen(no[k])));
}

/* ---- a small corpus ---- */

static const char corpus_text[] = "I saw Tom.\tJ'ai vu Tom.\n"
                                  "Tom ran.\tTom courut.\n"
                                  "Is Tom here?\tTom est-il l\xC3\xA0 ?\n"
                                  "Tom's dog barks.\tLe chien de Tom aboie.\n"
                                  "We know Tom.\tNous connaissons Tom.\n"
                                  "Did Anna call?\tAnna a-t-elle appel\xC3\xA9 ?\n"
                                  "He loves Anna.\tIl aime Anna.\n"
                                  "Anna left.\tAnna est partie.\n"
                                  "I like Anna.\tJ'aime Anna.\n"
                                  "It is Anna.\tC'est Anna.\n"
                                  "I saw the Union.\tJ'ai vu l'Union.\n"
                                  "We know the Union.\tNous connaissons l'Union.\n"
                                  "It is the Union.\tC'est l'Union.\n"
                                  "He left the Union.\tIl a quitt\xC3\xA9 l'Union.\n"
                                  "Why the Union?\tPourquoi l'Union ?\n"
                                  "Here is the dog.\tVoici le chien.\n"
                                  "Here the cat is.\tIci le chat est.\n"
                                  "It is his dog.\tC'est le chien, il aboie.\n"
                                  "So we ran.\tAlors nous avons couru.\n"
                                  "There are 250 dogs.\tIl y a 250 chiens.\n"
                                  "It cost 1,000 dollars.\tCela co\xC3\xBBtait 1 000 dollars.\n";

static void parse(as_tsv *tsv, const char *text)
{
    char *copy = strdup(text);
    as_error err = {0};
    assert_non_null(copy);
    if (!as_tsv_parse("pairs.tsv", copy, strlen(text), tsv, &err))
        fail_msg("%s", err.message);
}

typedef struct fixture {
    as_tsv tsv;
    as_word_forms forms;
    as_pieces pieces;
    as_tokenizer tokenizer;
    as_corpus corpus;
    const as_corpus *view;
} fixture;

static int setup(void **state)
{
    fixture *f = calloc(1, sizeof *f);
    const double weight = 1;
    as_error err = {0};
    assert_non_null(f);
    parse(&f->tsv, corpus_text);
    if (!as_word_forms_learn(&f->tsv, 1, &f->forms, &err) ||
        !as_pieces_learn(&f->tsv, &weight, 1, AS_SOURCE, AS_UNIT_CHAR, 100, &f->pieces, &err))
        fail_msg("%s", err.message);
    f->tokenizer = as_pieces_tokenizer(&f->pieces);
    assert_true(as_corpus_init(
        &f->corpus, &(as_corpus_text){&f->tsv, NULL, &f->tokenizer, &f->tokenizer, 60}, NULL, &err));
    f->view = &f->corpus;
    *state = f;
    return 0;
}

static int teardown(void **state)
{
    fixture *f = *state;
    as_corpus_finish(&f->corpus);
    as_pieces_finish(&f->pieces);
    as_word_forms_finish(&f->forms);
    as_tsv_finish(&f->tsv);
    free(f);
    return 0;
}

static bool is_name(const fixture *f, const char *word)
{
    return as_word_is_name(&f->forms, word, strlen(word));
}

static void test_names_are_found(void **state)
{
    const fixture *f = *state;
    assert_int_equal(f->forms.names.table.n, 2);
    assert_true(is_name(f, "Tom"));
    assert_true(is_name(f, "Anna"));
    assert_false(is_name(f, "Union")); /* always after "the" */
}

static void test_what_begins_small(void **state)
{
    const fixture *f = *state;
    char small[32] = "untouched";
    assert_true(as_word_lowered(&f->forms, AS_SOURCE, "Is", 2, small, sizeof small));
    assert_string_equal(small, "is");
    assert_true(as_word_lowered(&f->forms, AS_TARGET, "Le", 2, small, sizeof small));
    assert_string_equal(small, "le");
    assert_false(as_word_lowered(&f->forms, AS_SOURCE, "Tom", 3, small, sizeof small));
    assert_false(as_word_lowered(&f->forms, AS_SOURCE, "I", 1, small, sizeof small));
    assert_false(as_word_lowered(&f->forms, AS_SOURCE, "is", 2, small, sizeof small));
    assert_false(as_word_lowered(&f->forms, AS_SOURCE, "Is", 2, small, 2));
    assert_string_equal(small, "le");
}

/* ---- made names ---- */

static void test_made_names(void **state)
{
    (void)state;
    enum { N = 20000 };
    int n_double = 0, n_accents = 0, n_distinct = 0;
    as_string_table seen = {0};
    char *all = calloc(N, AS_MADE_NAME_BYTES);
    assert_non_null(all);
    for (int k = 0; k < N; k++) {
        as_random random = as_random_for(3, 1, (uint64_t)k);
        char *name = all + (size_t)k * AS_MADE_NAME_BYTES;
        size_t len = as_make_name(&random, k % 2, name);
        bool added;
        int32_t first;
        assert_int_equal(len, strlen(name));
        assert_true(len > 0 && as_utf8_decode(name, len, 0, &first) > 0);
        assert_true(as_is_capital(first));
        assert_int_equal(as_begins_with_vowel(name, len), k % 2);
        n_double += strchr(name, ' ') || strchr(name, '-');
        for (size_t j = 0, bytes; j < len; j += bytes)
            assert_true((bytes = as_utf8_decode(name, len, j, &first)) > 0);
        n_accents += strlen(name) != strspn(name, "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                                  "abcdefghijklmnopqrstuvwxyz' -.");
        assert_true(as_string_table_add(&seen, name, len, &added) >= 0);
        n_distinct += added;
    }
    assert_true(n_double > N / 10 && n_double < N / 2);
    assert_true(n_accents > N / 10 && n_accents < N / 2);
    assert_true(n_distinct > N / 2);
    as_string_table_finish(&seen);
    free(all);
}

/* ---- numerals ---- */

static void test_numerals(void **state)
{
    (void)state;
    static const struct {
        const char *text, *digits;
        int n_groups;
        bool bound;
    } rows[] = {
        {"in 1998.", "1998", 1, false},
        {"1,000 men", "1000", 2, false},
        {"1\xC2\xA0"
         "000",
         "1000", 2, false},
        {"1 000 000", "1000000", 3, false},
        {"1998 250", "1998", 1, false},
        {"5 100", "5100", 2, false},
        {"12 45", "12", 1, false},
        {"3,14", "314", 2, false},
        {"1,234.56", "123456", 3, false},
        {"the 2nd", "2", 1, true},
        {"B2", "2", 1, true},
        {"at 2:30", "2", 1, true},
        {"3/4", "3", 1, true},
        {"in 1998: yes", "1998", 1, false},
        {"12345678901234", "", 0, true},
        {"1\xE2\x80\xAF"
         "000",
         "1000", 2, false},
        {"5\xE6\x9C\x88", "5", 1, false},
    };
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        size_t at = 0;
        as_numeral numeral;
        assert_true(as_numeral_next(rows[k].text, strlen(rows[k].text), &at, &numeral));
        print_message("# %s\n", rows[k].text);
        assert_string_equal(numeral.digits.digits, rows[k].digits);
        assert_int_equal(numeral.digits.n_groups, rows[k].n_groups);
        assert_int_equal(numeral.bound, rows[k].bound);
    }
    size_t at = 0;
    as_numeral numeral;
    assert_false(as_numeral_next("none", 4, &at, &numeral));
}

static as_numeral numeral_of(const char *text)
{
    size_t at = 0;
    as_numeral numeral;
    assert_true(as_numeral_next(text, strlen(text), &at, &numeral));
    return numeral;
}

/* New numbers keep the manner of the old: groups of thousands, decimals, padding, years. */
static void test_other_numbers(void **state)
{
    (void)state;
    int lens[8] = {0}, n_years = 0;
    as_random random = as_random_for(1, 2, 3);
    for (int k = 0; k < 2000; k++) {
        as_numeral grouped = numeral_of("1 000"), decimal = numeral_of("3.14");
        as_numeral lone = numeral_of("25"), padded = numeral_of("05"), year = numeral_of("1998");
        char out[AS_NUMERAL_BYTES + 1];
        as_digits made = as_numeral_other(&grouped.digits, &random);
        size_t len = as_numeral_write("1 000", &grouped, &made, out);
        assert_true(len >= 5 && len <= 7 && out[len - 4] == ' ' && out[0] != '0');
        made = as_numeral_other(&decimal.digits, &random);
        len = as_numeral_write("3.14", &decimal, &made, out);
        assert_true(len == 4 && out[1] == '.');
        made = as_numeral_other(&lone.digits, &random);
        assert_true(made.lens[0] >= 1 && made.lens[0] <= 7 && made.digits[0] != '0');
        assert_true(made.lens[0] > 1 || made.digits[0] > '1');
        assert_int_equal(strlen(made.digits), made.lens[0]);
        lens[made.lens[0]]++;
        assert_int_equal(as_numeral_other(&padded.digits, &random).n_groups, 1);
        made = as_numeral_other(&year.digits, &random);
        n_years += made.lens[0] == 4 && atoi(made.digits) >= 1000 && atoi(made.digits) < 2100;
    }
    for (int n = 1; n <= 7; n++)
        assert_true(lens[n] > 50);
    assert_true(lens[2] > 1000 && n_years > 1400);
}

/* ---- swapping ---- */

static bool accept_all(void *context, const char *name, size_t len)
{
    (void)context;
    return len > 0 && name[0] != '\0';
}

static bool refuse_all(void *context, const char *name, size_t len)
{
    (void)context;
    return len == 0 && name[0] == '\0';
}

static as_tsv_row row_of(const char *source, const char *target)
{
    return (as_tsv_row){source, target, strlen(source), strlen(target), strlen(target)};
}

/* Swaps and checks: each %s of the patterns must be the same text on both sides. */
static void expect_swap(const fixture *f, const char *source, const char *target,
                        const char *source_start, const char *source_end, const char *target_start,
                        const char *target_end)
{
    as_swap swap;
    as_tsv_row row = row_of(source, target);
    assert_true(as_swap_find(&f->forms, &row, &swap));
    for (uint64_t k = 0; k < 50; k++) {
        as_random random = as_random_for(1, 1, k);
        as_buffer out[2] = {{0}, {0}};
        assert_true(as_swap_write(&swap, &random, accept_all, NULL, &out[0], &out[1]));
        size_t a = strlen(source_start), b = strlen(target_start);
        size_t a_end = strlen(source_end), b_end = strlen(target_end);
        size_t middle = out[0].len - a - a_end;
        assert_memory_equal(out[0].text, source_start, a);
        assert_memory_equal(out[1].text, target_start, b);
        assert_string_equal(out[0].text + a + middle, source_end);
        assert_int_equal(middle, out[1].len - b - b_end);
        assert_memory_equal(out[0].text + a, out[1].text + b, middle);
        assert_string_equal(out[1].text + b + middle, target_end);
        as_buffer_finish(&out[0]);
        as_buffer_finish(&out[1]);
    }
}

static void test_swap(void **state)
{
    const fixture *f = *state;
    expect_swap(f, "Tom's dog barks.", "Le chien de Tom aboie.", "", "'s dog barks.",
                "Le chien de ", " aboie.");
    expect_swap(f, "He ran 40 miles.", "Il courut 40 milles.", "He ran ", " miles.", "Il courut ",
                " milles.");
    expect_swap(f, "Tom's dog barks.", "Toms Hund bellt.", "", "'s dog barks.", "",
                "s Hund bellt.");
}

/* Each side keeps its own separators. */
static void test_swap_groups(void **state)
{
    const fixture *f = *state;
    as_swap swap;
    as_tsv_row row = row_of("It cost 1,000 dollars.", "Cela co\xC3\xBBtait 1 000 dollars.");
    as_random random = as_random_for(1, 1, 1);
    as_buffer out[2] = {{0}, {0}};
    assert_true(as_swap_find(&f->forms, &row, &swap));
    assert_true(as_swap_write(&swap, &random, accept_all, NULL, &out[0], &out[1]));
    char *comma = strchr(out[0].text, ','), *space = strstr(out[1].text, " dollars") - 4;
    assert_non_null(comma);
    assert_int_equal(*space, ' ');
    assert_memory_equal(comma + 1, space + 1, 3);
    as_buffer_finish(&out[0]);
    as_buffer_finish(&out[1]);
}

static void test_what_is_not_swapped(void **state)
{
    const fixture *f = *state;
    static const char *const pairs[][2] = {
        {"Tom told Tom.", "Tom parla."},     /* not equally often */
        {"Tim ran.", "Tim courut."},         /* no name that the corpus knows */
        {"It is 1 mile.", "C'est 1 mille."}, /* one and many */
        {"The 2nd dog", "Le chien 2"},       /* bound to letters */
        {".05 percent", "0,5 pour mille"},   /* the same digits, another number */
        {"3 dogs", "trois chiens"},          {"At 2:30.", "\xC3\x80 2 h 30."},
    };
    for (size_t k = 0; k < sizeof pairs / sizeof *pairs; k++) {
        as_swap swap;
        as_tsv_row row = row_of(pairs[k][0], pairs[k][1]);
        print_message("# %s\n", pairs[k][0]);
        assert_false(as_swap_find(&f->forms, &row, &swap));
    }
}

/* French elides before vowels: "d'Anna" must not become "d'Brelda". */
static void test_vowels_stay_vowels(void **state)
{
    const fixture *f = *state;
    as_tsv_row row = row_of("Anna saw Tom.", "Anna a vu Tom.");
    as_swap swap;
    assert_true(as_swap_find(&f->forms, &row, &swap));
    for (uint64_t k = 0; k < 200; k++) {
        as_random random = as_random_for(1, 1, k);
        as_buffer out[2] = {{0}, {0}};
        assert_true(as_swap_write(&swap, &random, accept_all, NULL, &out[0], &out[1]));
        assert_true(as_begins_with_vowel(out[0].text, out[0].len));
        const char *tom = strstr(out[0].text, " saw ") + 5;
        assert_false(as_begins_with_vowel(tom, strlen(tom)));
        as_buffer_finish(&out[0]);
        as_buffer_finish(&out[1]);
    }
    as_random random = as_random_for(1, 1, 1);
    as_buffer out[2] = {{0}, {0}};
    assert_false(as_swap_write(&swap, &random, refuse_all, NULL, &out[0], &out[1]));
}

/* ---- as people type ---- */

typedef struct typed_counts {
    int first, all, open_ended, marks, other;
} typed_counts;

static bool ends_in(const as_buffer *buffer, const char *end)
{
    size_t n = strlen(end);
    return buffer->len >= n && memcmp(buffer->text + buffer->len - n, end, n) == 0;
}

/* Whatever was changed, source and target agree: small with small, open end with open end. */
static void test_typed(void **state)
{
    const fixture *f = *state;
    static const char source[] = "Is Tom's \"dog\" here?",
                      target[] = "Le chien de Tom est l\xC3\xA0 ?";
    typed_counts n = {0};
    for (uint64_t k = 0; k < 500; k++) {
        as_random random = as_random_for(1, 1, k);
        as_buffer x = {0}, y = {0};
        as_typed_write(&f->forms, source, strlen(source), target, strlen(target), &random, &x, &y);
        assert_non_null(strstr(y.text, " chien de Tom est l\xC3\xA0"));
        assert_int_equal(x.text[0] == 'i', y.text[0] == 'l');
        assert_int_equal(ends_in(&x, "?"), ends_in(&y, " ?"));
        assert_false(ends_in(&y, " "));
        n.all += strstr(x.text, "tom") != NULL;
        n.first += x.text[0] == 'i' && strstr(x.text, "Tom") != NULL;
        n.open_ended += !ends_in(&x, "?");
        n.marks += strstr(x.text, "Tom\xE2\x80\x99s \xE2\x80\x9C"
                                  "dog\xE2\x80\x9D") != NULL;
        n.other += strcmp(x.text, source) == 0;
        as_buffer_finish(&x);
        as_buffer_finish(&y);
    }
    assert_true(n.first > 50 && n.all > 50 && n.open_ended > 100 && n.marks > 50);
    assert_int_equal(n.other, 0);
}

/* Names and I keep their capital unless everything is small; abbreviations keep their point. */
static void test_typed_keeps(void **state)
{
    const fixture *f = *state;
    static const char *const pairs[][2] = {
        {"Tom ran at 5 p.m.", "Le chien courut \xC3\xA0 5 p.m."},
        {"I saw\xE2\x80\xA6...", "Le chien..."},
    };
    for (int p = 0; p < 2; p++)
        for (uint64_t k = 0; k < 300; k++) {
            as_random random = as_random_for(1, 1, k);
            const char *source = pairs[p][0], *target = pairs[p][1];
            as_buffer x = {0}, y = {0};
            as_typed_write(&f->forms, source, strlen(source), target, strlen(target), &random, &x,
                           &y);
            bool all = x.text[0] == 't' || x.text[0] == 'i';
            assert_int_equal(y.text[0], all ? 'l' : 'L');
            assert_true(ends_in(&x, ".") && ends_in(&y, "."));
            if (!all)
                assert_string_equal(x.text, source);
            as_buffer_finish(&x);
            as_buffer_finish(&y);
        }
}

/* ---- drawing ---- */

static as_augment *augment(const fixture *f, double swap, double fragment)
{
    as_augment *out;
    as_error err = {0};
    const as_augment_options options = {swap, fragment, 7, 60};
    if (!as_augment_new(&f->tsv, &f->view, 1, &f->tokenizer, &f->tokenizer, &options, &out, &err))
        fail_msg("%s", err.message);
    return out;
}

static void test_counts(void **state)
{
    const fixture *f = *state;
    as_augment *a = augment(f, 1, 0);
    int n_names, n_numbers;
    as_augment_count(a, 0, &n_names, &n_numbers);
    assert_int_equal(n_names, 10);
    assert_int_equal(n_numbers, 2);
    as_augment_free(a);
}

/* The share that is asked for is changed; the same draw gives the same ids; every letter is in the
 * vocabulary. */
static void test_draws(void **state)
{
    const fixture *f = *state;
    enum { N = 2000 };
    as_augment *a = augment(f, 0.3, 0.2), *b = augment(f, 0.3, 0.2);
    as_arena arena = {0}, again = {0};
    int n_changed = 0;
    for (uint64_t k = 0; k < N; k++) {
        int index = (int)(k % (uint64_t)f->corpus.n);
        as_pair p = f->corpus.pairs[index], q = p;
        as_arena_reset(&again);
        assert_true(as_augment_pair(a, 0, index, k, &arena, &p, NULL));
        assert_true(as_augment_pair(b, 0, index, k, &again, &q, NULL));
        assert_int_equal(p.S, q.S);
        assert_int_equal(p.T, q.T);
        assert_memory_equal(p.x, q.x, (size_t)p.S * sizeof *p.x);
        assert_memory_equal(p.y, q.y, (size_t)p.T * sizeof *p.y);
        assert_int_equal(p.x[p.S - 1], AS_EOS);
        assert_true(p.S <= 60 && p.T <= 60);
        n_changed += p.x != f->corpus.pairs[index].x;
    }
    /* 1 - 0.7 * 0.8 = 0.44, and less because few names have only letters of this corpus. */
    assert_in_range(n_changed, 0.3 * N, 0.46 * N);
    as_arena_finish(&arena);
    as_arena_finish(&again);
    as_augment_free(a);
    as_augment_free(b);
}

static void test_nothing_to_swap(void **state)
{
    (void)state;
    static const char text[] = "a dog\tun chien\n";
    as_tsv tsv;
    as_pieces pieces;
    as_corpus corpus;
    as_augment *a;
    as_arena arena = {0};
    const double weight = 1;
    const as_augment_options options = {1, 0, 7, 60};
    parse(&tsv, text);
    assert_true(as_pieces_learn(&tsv, &weight, 1, AS_SOURCE, AS_UNIT_CHAR, 50, &pieces, NULL));
    as_tokenizer tokenizer = as_pieces_tokenizer(&pieces);
    assert_true(as_corpus_init(
        &corpus, &(as_corpus_text){&tsv, NULL, &tokenizer, &tokenizer, 60}, NULL, NULL));
    const as_corpus *view = &corpus;
    assert_true(as_augment_new(&tsv, &view, 1, &tokenizer, &tokenizer, &options, &a, NULL));
    as_pair pair = corpus.pairs[0];
    assert_true(as_augment_pair(a, 0, 0, 0, &arena, &pair, NULL));
    assert_ptr_equal(pair.x, corpus.pairs[0].x);
    as_augment_free(a);
    as_arena_finish(&arena);
    as_corpus_finish(&corpus);
    as_pieces_finish(&pieces);
    as_tsv_finish(&tsv);
}

static bool make_and_draw(void *data)
{
    const fixture *f = data;
    const as_augment_options options = {0.9, 0.9, 7, 60};
    as_augment *a = NULL;
    as_arena arena = {0};
    bool done =
        as_augment_new(&f->tsv, &f->view, 1, &f->tokenizer, &f->tokenizer, &options, &a, NULL);
    for (uint64_t k = 0; done && k < 3; k++) {
        as_pair pair = f->corpus.pairs[k];
        done = as_augment_pair(a, 0, (int)k, k, &arena, &pair, NULL);
    }
    as_arena_finish(&arena);
    as_augment_free(a);
    return done;
}

static void test_memory_runs_out(void **state)
{
    assert_true(failing_alloc_try_all(make_and_draw, *state) > 10);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_words),
        cmocka_unit_test(test_title_case),
        cmocka_unit_test(test_names_are_found),
        cmocka_unit_test(test_what_begins_small),
        cmocka_unit_test(test_made_names),
        cmocka_unit_test(test_numerals),
        cmocka_unit_test(test_other_numbers),
        cmocka_unit_test(test_swap),
        cmocka_unit_test(test_swap_groups),
        cmocka_unit_test(test_what_is_not_swapped),
        cmocka_unit_test(test_vowels_stay_vowels),
        cmocka_unit_test(test_typed),
        cmocka_unit_test(test_typed_keeps),
        cmocka_unit_test(test_counts),
        cmocka_unit_test(test_draws),
        cmocka_unit_test(test_nothing_to_swap),
        cmocka_unit_test(test_memory_runs_out),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
