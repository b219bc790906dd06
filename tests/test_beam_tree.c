/* The tree of a search, against forced decoding along each of its paths. */
#include "core/beam_tree.h"
#include "core/measures.h"
#include "failing_alloc.h"
#include "letter_model.h"
#include "letter_session.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static const char source[] = "abcdef";
enum { MOST = 64 };

static as_model *model_of(unsigned long long seed)
{
    letter_model_spec spec = {.V = 12, .sharpness = 3, .end = 1, .seed = seed};
    return letter_model(&spec);
}

static as_beam_tree *tree_of(as_session *session, const as_decode_options *options,
                             as_translation **out)
{
    as_beam_tree *tree;
    as_error err = {0};
    if (!as_translate_tree(session, source, strlen(source), options, out, &tree, &err))
        fail_msg("%s", err.message);
    return tree;
}

/* Its numbers are those of the model along its path. */
static void check_node(as_session *session, const as_beam_tree *tree, int k)
{
    const as_beam_node *node = &tree->nodes[k];
    int ids[MOST];
    assert_in_range(node->length, 1, MOST);
    as_beam_tree_path(tree, k, ids);
    as_translation *along = along_prefix(session, source, ids, node->length, node->length, 0);
    assert_int_equal(along->target.n, node->length);
    assert_close(node->total, along->total_logp, 1e-4);
    assert_close((double)node->logp, (double)along->logp[node->length - 1], 1e-4);
    assert_close(node->score, node->total / as_length_penalty(node->length, 1.0), 1e-9);
    as_translation_free(along);
}

/* Of one length: as many as the beam are kept, and none that was not is better. */
static void check_lengths(const as_beam_tree *tree)
{
    for (int length = 1; length <= MOST; length++) {
        int kept = 0;
        double worst = INFINITY;
        for (int k = 0; k < tree->n; k++) {
            const as_beam_node *node = &tree->nodes[k];
            if (node->length == length && node->fate == AS_FATE_KEPT) {
                kept++;
                worst = fmin(worst, node->total);
            }
        }
        assert_true(kept <= tree->beam);
        for (int k = 0; k < tree->n && kept == tree->beam; k++) {
            const as_beam_node *node = &tree->nodes[k];
            bool gone = node->fate == AS_FATE_DISCARDED && node->id != AS_EOS; /* or too early */
            if (node->length == length && gone)
                assert_true(node->total <= worst + 1e-6);
        }
    }
}

static void check_order(const as_beam_tree *tree)
{
    for (int k = 0; k < tree->n; k++) {
        const as_beam_node *node = &tree->nodes[k];
        assert_true(node->parent < k);
        assert_int_equal(node->length, node->parent < 0 ? 1 : tree->nodes[node->parent].length + 1);
        if (node->parent >= 0)
            assert_int_equal(tree->nodes[node->parent].fate, AS_FATE_KEPT);
        for (int other = 0; other < k; other++) /* no token twice after the same tokens */
            assert_false(tree->nodes[other].parent == node->parent &&
                         tree->nodes[other].id == node->id);
    }
}

/* What a search for more than one translation gives ended in this one, too, as far as it came. */
static void check_ended(as_session *session, const as_beam_tree *tree, as_decode_options options)
{
    as_translation *best[MOST];
    int n_best, ids[MOST];
    options.n_best = tree->beam;
    assert_true(as_translate(session, source, strlen(source), &options, best, &n_best, NULL));
    for (int n = 0; n < n_best; n++) {
        const as_sentence *s = &best[n]->target;
        for (int t = 0; t < s->n; t++)
            ids[t] = s->tokens[t].id;
        int node = as_beam_tree_lookup(tree, ids, s->n);
        if (node >= 0 && ids[s->n - 1] == AS_EOS)
            assert_int_equal(tree->nodes[node].fate, AS_FATE_ENDED);
        as_translation_free(best[n]);
    }
    for (int k = 0; k < tree->n && tree->beam == 1; k++) /* nothing ends but the one path */
        assert_true(tree->nodes[k].chosen || tree->nodes[k].fate == AS_FATE_DISCARDED);
}

/* The chosen nodes are the translation, token by token. */
static void check_chosen(const as_beam_tree *tree, const as_translation *made)
{
    int n = 0;
    for (int k = 0; k < tree->n; k++) {
        const as_beam_node *node = &tree->nodes[k];
        if (!node->chosen)
            continue;
        n++;
        assert_int_equal(node->id, made->target.tokens[node->length - 1].id);
        assert_true(node->logp == made->logp[node->length - 1]);
        if (node->length == made->target.n)
            assert_close(node->score, made->score, 1e-9);
    }
    assert_int_equal(n, made->target.n);
}

static void every_node_is_what_forced_decoding_says(void **state)
{
    (void)state;
    for (unsigned long long seed = 1; seed <= 4; seed++) {
        as_model *model = model_of(seed);
        as_session *session = new_session(model);
        for (int beam = 1; beam <= 5; beam += 2) {
            as_decode_options options = as_decode_defaults();
            options.beam = beam;
            options.n_candidates = 4;
            options.max_length = 12;
            as_translation *made;
            as_beam_tree *tree = tree_of(session, &options, &made);
            assert_int_equal(tree->beam, beam);
            check_order(tree);
            check_lengths(tree);
            check_chosen(tree, made);
            check_ended(session, tree, options);
            as_translation *same = translate_one(session, source, &options);
            assert_string_equal(same->target.text, made->target.text);
            as_translation_free(same);
            for (int k = 0; k < tree->n; k++)
                check_node(session, tree, k);
            as_beam_tree_free(tree);
            as_translation_free(made);
        }
        as_session_free(session);
        as_model_free(model);
    }
}

/* What is given is one path, with what the model would have liked beside it. */
static void a_prefix_is_one_path(void **state)
{
    (void)state;
    as_model *model = model_of(7);
    as_session *session = new_session(model);
    as_decode_options options = as_decode_defaults();
    options.beam = 3;
    options.prefix = (const int[]){9, 8};
    options.n_prefix = 2;
    options.max_length = 2; /* and no more */
    as_translation *made;
    as_beam_tree *tree = tree_of(session, &options, &made);
    check_order(tree);
    check_chosen(tree, made);
    int kept = 0, ends = 0;
    for (int k = 0; k < tree->n; k++) {
        kept += tree->nodes[k].fate == AS_FATE_KEPT;
        ends += tree->nodes[k].id == AS_EOS;
        assert_int_not_equal(tree->nodes[k].fate, AS_FATE_ENDED);
    }
    assert_int_equal(kept, 2);
    assert_true(ends > 0); /* it would have liked to end */
    as_beam_tree_free(tree);
    as_translation_free(made);
    as_session_free(session);
    as_model_free(model);
}

static void every_allocation_may_fail(void **state)
{
    (void)state;
    as_model *model = model_of(1);
    as_decode_options options = as_decode_defaults();
    options.beam = 2;
    bool failed = true;
    for (long k = 1; failed; k++) {
        long before = failing_alloc_live();
        as_session *session = NULL;
        as_translation *made = NULL;
        as_beam_tree *tree = NULL;
        failing_alloc_arm(k, false);
        bool ok = as_session_new(model, &session, NULL) &&
                  as_translate_tree(session, source, strlen(source), &options, &made, &tree, NULL);
        failed = failing_alloc_disarm();
        assert_int_equal(ok, !failed);
        as_beam_tree_free(tree);
        as_translation_free(made);
        as_session_free(session);
        assert_int_equal(failing_alloc_live(), before);
    }
    as_model_free(model);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_node_is_what_forced_decoding_says),
        cmocka_unit_test(a_prefix_is_one_path),
        cmocka_unit_test(every_allocation_may_fail),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
