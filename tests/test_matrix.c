/* The matrix as it is read: values worked out by hand from METRICS, places there and back. */
#include "failing_alloc.h"
#include "fake_translation.h"

#include "view/matrix.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

/* "ne mange </s>" from "do not eat </s>"; "do" and "not" are pieces of one word here, and so are
 * "ne" and "mange". */
static const float alpha[3][4] = {
    {0.5f, 0.25f, 0.125f, 0.125f},
    {0.0f, 0.25f, 0.75f, 0.0f},
    {0.0f, 0.0f, 0.125f, 0.875f},
};

static as_translation *translation(void)
{
    as_translation *tr = fake_translation("do not eat", "ne mange", false);
    memcpy(tr->alpha, alpha, sizeof alpha);
    tr->source.tokens[1].word = tr->source.tokens[0].word;
    tr->target.tokens[1].word = tr->target.tokens[0].word;
    tr->logp[0] = logf(0.5f);
    tr->logp[1] = logf(0.25f);
    return tr;
}

static void check_values(const as_matrix *m, const float *want)
{
    for (int r = 0; r < m->rows.n; r++)
        for (int c = 0; c < m->columns.n; c++)
            assert_float_equal(as_matrix_value(m, r, c), want[r * m->columns.n + c], 1e-6f);
}

static as_matrix read_as(const as_translation *tr, as_reading reading)
{
    as_matrix m;
    assert_true(as_matrix_init(&m, tr, &reading, NULL));
    return m;
}

static void as_the_model_made_it(void **state)
{
    (void)state;
    as_translation *tr = translation();
    as_matrix m = read_as(tr, (as_reading){0});
    assert_int_equal(m.rows.n, 3);
    assert_int_equal(m.columns.n, 4);
    check_values(&m, &alpha[0][0]);
    assert_string_equal(m.columns.units[1].label, "not");
    assert_true(m.rows.units[2].special);
    assert_float_equal(m.coverage[2], 1.0f, 1e-6f);
    assert_float_equal(as_matrix_most(&m, 1, 0), 0.75f, 0);
    as_matrix_finish(&m);
    as_translation_free(tr);
}

static void words_sum_the_source_and_average_the_target(void **state)
{
    (void)state;
    as_translation *tr = translation();
    as_matrix m = read_as(tr, (as_reading){.words = true});
    static const float want[] = {
        /* (0.75 + 0.25) / 2, (0.125 + 0.75) / 2, (0.125 + 0) / 2 */
        0.5f, 0.4375f, 0.0625f, /**/
        0.0f, 0.125f,  0.875f,
    };
    assert_int_equal(m.rows.n, 2);
    assert_int_equal(m.columns.n, 3);
    check_values(&m, want);
    assert_string_equal(m.columns.units[0].label, "donot");
    assert_string_equal(m.rows.units[0].label, "nemange");
    assert_string_equal(m.rows.units[1].label, "</s>");
    assert_float_equal(m.coverage[0], 1.0f, 1e-6f); /* every step's, not averaged */
    assert_float_equal(expf(m.logp[0]), 0.125f, 1e-6f);
    assert_float_equal(as_matrix_most(&m, 0, 2), 0.5f, 1e-6f);
    as_matrix_finish(&m);
    as_translation_free(tr);
}

static void by_source_every_column_sums_to_one(void **state)
{
    (void)state;
    as_translation *tr = translation();
    as_matrix m = read_as(tr, (as_reading){.by_source = true});
    static const float want[] = {
        1, 0.5f, 0.125f, 0.125f, /**/
        0, 0.5f, 0.75f,  0.0f,   /**/
        0, 0.0f, 0.125f, 0.875f,
    };
    check_values(&m, want);
    assert_float_equal(as_matrix_most(&m, 0, 2), 0.75f, 1e-6f); /* of the column */
    as_matrix_finish(&m);

    /* a source token that nothing looks at has no share to give */
    for (int t = 0; t < 3; t++)
        tr->alpha[4 * t + 1] = 0;
    m = read_as(tr, (as_reading){.by_source = true});
    for (int t = 0; t < 3; t++)
        assert_true(as_matrix_value(&m, t, 1) == 0);
    as_matrix_finish(&m);
    as_translation_free(tr);
}

static void transposed_the_source_is_down_the_side(void **state)
{
    (void)state;
    as_translation *tr = translation();
    as_matrix m = read_as(tr, (as_reading){.transposed = true});
    assert_int_equal(m.rows.n, 4);
    assert_int_equal(m.columns.n, 3);
    for (int t = 0; t < 3; t++)
        for (int i = 0; i < 4; i++)
            assert_true(as_matrix_value(&m, i, t) == alpha[t][i]);
    assert_true(as_matrix_most(&m, 0, 1) == 0.75f); /* of target token 1 */
    assert_string_equal(m.rows.units[2].label, "eat");
    assert_ptr_equal(as_matrix_source(&m), &m.rows);
    as_matrix_finish(&m);
    as_translation_free(tr);
}

static void a_part_keeps_its_numbers(void **state)
{
    (void)state;
    as_translation *tr = translation();
    as_reading part = {.by_source = true, .source = {1, 3}, .target = {1, 2}};
    as_matrix m = read_as(tr, part);
    static const float want[] = {0.5f, 0.75f}; /* shares of the whole column */
    assert_int_equal(m.rows.n, 1);
    assert_int_equal(m.columns.n, 2);
    check_values(&m, want);
    as_matrix_finish(&m);

    part.words = true; /* a word that the part holds a piece of */
    m = read_as(tr, part);
    assert_int_equal(m.columns.n, 2);
    assert_int_equal(m.columns.units[0].first, 0);
    assert_int_equal(m.columns.units[1].past, 3);
    as_matrix_finish(&m);
    as_translation_free(tr);
}

static void check_places(const as_translation *tr, as_reading reading)
{
    as_matrix m = read_as(tr, reading);
    for (int r = -1; r < m.rows.n; r++) {
        for (int c = -1; c < m.columns.n; c++) {
            as_cell back = as_matrix_place(&m, as_matrix_tokens(&m, (as_cell){r, c}));
            assert_int_equal(back.t, r);
            assert_int_equal(back.i, c);
        }
    }
    for (int t = 0; t < tr->target.n; t++) {
        as_span shown = as_span_within(reading.target, tr->target.n);
        as_cell place = as_matrix_place(&m, (as_cell){t, -1});
        int row = reading.transposed ? place.i : place.t;
        if (!reading.words)
            assert_int_equal(row >= 0, t >= shown.from && t < shown.past);
    }
    as_matrix_finish(&m);
}

static void places_and_tokens_are_inverse(void **state)
{
    (void)state;
    as_translation *tr = translation();
    for (int bits = 0; bits < 8; bits++) {
        as_reading reading = {
            .words = bits & 1, .transposed = bits & 2, .target = {bits & 4 ? 1 : 0, 2}};
        check_places(tr, reading);
    }
    as_translation_free(tr);
}

static void spans_outside_are_the_whole(void **state)
{
    (void)state;
    assert_true(as_span_is_all((as_span){0, 0}, 5));
    assert_true(as_span_is_all((as_span){5, 9}, 5));
    assert_true(as_span_is_all((as_span){-3, 9}, 5));
    assert_false(as_span_is_all((as_span){1, 9}, 5));
    as_span within = as_span_within((as_span){1, 9}, 5);
    assert_int_equal(within.from, 1);
    assert_int_equal(within.past, 5);
}

static void settings_come_back(void **state)
{
    (void)state;
    char text[AS_READING_TEXT];
    for (int bits = 0; bits < 8; bits++) {
        for (int n = 0; n < AS_N_NUMBERS; n++) {
            as_reading in = {.words = bits & 1, .transposed = bits & 2, .by_source = bits & 4}, out;
            as_numbers numbers;
            as_reading_parse(as_reading_print(text, &in, (as_numbers)n), &out, &numbers);
            assert_memory_equal(&in, &out, sizeof in);
            assert_int_equal((int)numbers, n);
        }
    }
    as_reading r;
    as_numbers numbers;
    as_reading_parse("decimals-9  wordsy decimals- by-source", &r, &numbers);
    assert_true(r.by_source && !r.words && numbers == AS_NUMBERS_NONE);
}

static void check_linked(const as_axis *from, int unit, const as_axis *to, int first, int past)
{
    as_units linked = as_axis_linked(from, unit, to);
    assert_int_equal(linked.first, first);
    assert_int_equal(linked.past, past);
}

/* Both cut "european area" another way; of the target the second has a space alone. */
static void all_that_share_a_character_are_linked(void **state)
{
    (void)state;
    as_translation *one = fake_translation("euro|pean ar|ea", "zone |euro", false);
    as_translation *two = fake_translation("e|urop|ean area", "zo|ne euro", false);
    as_matrix a = read_as(one, (as_reading){0}), b = read_as(two, (as_reading){0});
    check_linked(&a.columns, 0, &b.columns, 0, 2); /* euro: e, urop */
    check_linked(&a.columns, 1, &b.columns, 1, 3); /* pean: urop, ean */
    check_linked(&a.columns, 2, &b.columns, 3, 4);
    check_linked(&a.columns, 4, &b.columns, 4, 5); /* </s> */
    check_linked(&b.columns, 0, &a.columns, 0, 1);
    check_linked(&b.columns, 1, &a.columns, 0, 2); /* urop: euro, pean */
    check_linked(&b.columns, 3, &a.columns, 2, 4);
    check_linked(&a.columns, -1, &b.columns, 0, 0);
    check_linked(&a.rows, 0, &b.rows, 0, 2);
    check_linked(&a.rows, 1, &b.rows, 2, 3); /* the space is "euro"'s there */
    check_linked(&a.rows, 2, &b.rows, 2, 3);
    check_linked(&b.rows, 2, &a.rows, 1, 3);
    for (int x = 0; x < a.columns.n; x++) { /* it goes both ways */
        for (int y = 0; y < b.columns.n; y++) {
            as_units there = as_axis_linked(&a.columns, x, &b.columns);
            as_units back = as_axis_linked(&b.columns, y, &a.columns);
            assert_int_equal(y >= there.first && y < there.past, x >= back.first && x < back.past);
        }
    }
    as_matrix_finish(&a);
    as_matrix_finish(&b);
    as_translation_free(one);
    as_translation_free(two);
}

/* What a block says is what the matrix of words says of the same tokens. */
static void a_block_has_the_value_of_its_word(void **state)
{
    (void)state;
    as_translation *tr = translation();
    for (int transposed = 0; transposed < 2; transposed++) {
        as_matrix pieces = read_as(tr, (as_reading){.transposed = transposed});
        as_matrix words = read_as(tr, (as_reading){.transposed = transposed, .words = true});
        assert_float_equal(as_matrix_block_value(&pieces, (as_block){{0, 2}, {0, 2}}),
                           as_matrix_value(&words, 0, 0), 1e-6f);
        as_cell place = as_matrix_place(&pieces, (as_cell){1, 2});
        assert_float_equal(as_matrix_block_value(&pieces, as_block_of(place)), 0.75f, 0);
        as_matrix_finish(&pieces);
        as_matrix_finish(&words);
    }
    as_matrix by_source = read_as(tr, (as_reading){.by_source = true});
    /* all of the target that looks at either of two source words: 1 of each */
    assert_float_equal(as_matrix_block_value(&by_source, (as_block){{0, 3}, {0, 2}}), 1, 1e-6f);
    as_matrix_finish(&by_source);
    as_translation_free(tr);
}

static void a_difference_is_cell_by_cell(void **state)
{
    (void)state;
    as_translation *tr = translation(), *other = translation();
    other->alpha[0] = 0.25f;
    other->alpha[1] = 0.5f;
    as_matrix a = read_as(tr, (as_reading){0}), b = read_as(other, (as_reading){0}), d;
    assert_true(as_matrix_same_labels(&a, &b));
    assert_true(as_matrix_difference(&d, tr, &a, &b, NULL));
    assert_true(d.difference);
    assert_true(as_matrix_value(&d, 0, 0) == 0.25f && as_matrix_value(&d, 0, 1) == -0.25f);
    assert_true(as_matrix_value(&d, 1, 2) == 0);
    assert_true(as_matrix_most(&d, 2, 3) == 0.25f); /* one scale for all rows */
    as_matrix_finish(&b);
    b = read_as(other, (as_reading){.words = true});
    assert_false(as_matrix_same_labels(&a, &b));
    /* "not" is part of the word that begins at 0, and the last word is "</s>" */
    check_linked(&a.columns, 1, &b.columns, 0, 1);
    check_linked(&a.columns, 3, &b.columns, 2, 3);
    check_linked(&b.columns, 0, &a.columns, 0, 2);
    as_matrix_finish(&d);
    as_matrix_finish(&a);
    as_matrix_finish(&b);
    as_translation_free(tr);
    as_translation_free(other);
}

static bool make_one(void *data)
{
    as_matrix m;
    as_error err;
    if (!as_matrix_init(&m, data, &(as_reading){.words = true, .by_source = true}, &err)) {
        assert_int_equal(err.status, AS_ERR_SYSTEM);
        return false;
    }
    as_matrix_finish(&m);
    return true;
}

static void every_allocation_may_fail(void **state)
{
    (void)state;
    as_translation *tr = translation();
    assert_true(failing_alloc_try_all(make_one, tr) >= 9);
    as_translation_free(tr);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(as_the_model_made_it),
        cmocka_unit_test(words_sum_the_source_and_average_the_target),
        cmocka_unit_test(by_source_every_column_sums_to_one),
        cmocka_unit_test(transposed_the_source_is_down_the_side),
        cmocka_unit_test(a_part_keeps_its_numbers),
        cmocka_unit_test(places_and_tokens_are_inverse),
        cmocka_unit_test(spans_outside_are_the_whole),
        cmocka_unit_test(settings_come_back),
        cmocka_unit_test(a_difference_is_cell_by_cell),
        cmocka_unit_test(all_that_share_a_character_are_linked),
        cmocka_unit_test(a_block_has_the_value_of_its_word),
        cmocka_unit_test(every_allocation_may_fail),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
