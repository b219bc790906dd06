/* The diagram of a step: how the models' steps hang together, where everything lies, and each stage
 * as a golden draw list. */
#include "fake_translation.h"
#include "golden.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "view/diagram_draw.h"

static const char source[] = "The agreement on the European Economic Area was signed .";
static const char target[] = "L' accord sur la zone a été signé .";
static const as_box area = {40, 200, 820, 540};

typedef struct fixture {
    as_translation *translation;
    as_trace *trace;
    as_config config;
    as_result result;
    as_diagram diagram;
    as_theme theme;
    as_draw_list list;
} fixture;

static void open(fixture *f, as_query query)
{
    *f = (fixture){.translation = fake_translation(source, target, true), .config = fake_config};
    f->config.query = query;
    f->trace = fake_trace(f->translation);
    f->theme = as_theme_make(AS_THEME_LIGHT, 1);
    assert_true(as_result_init(&f->result, f->translation, NULL, &f->config, NULL));
    f->result.trace = f->trace;
    as_diagram_layout(&f->diagram, &f->result, area, &f->theme, &fixed_metrics);
}

static void close(fixture *f)
{
    as_result_finish(&f->result);
    as_translation_free(f->translation);
    as_trace_free(f->trace);
    as_draw_finish(&f->list);
}

static void draw(fixture *f, as_stage stage, float progress)
{
    as_pen pen = {&f->list, &f->theme, &fixed_metrics, AS_LANGUAGE_EN};
    as_scene scene = {.result = &f->result, .t = 4, .i = 5, .stage = stage, .progress = progress};
    as_draw_reset(&f->list);
    as_diagram_draw(&pen, &f->diagram, &scene);
    as_diagram_draw_caption(&pen, &f->diagram, &scene, (as_box){200, 170, 660, 26});
}

static void check(fixture *f, const char *name, as_stage stage, float progress)
{
    draw(f, stage, progress);
    golden_list(name, &f->list);
}

static void every_stage_of_the_paper_s_model(void **state)
{
    (void)state;
    fixture f;
    open(&f, AS_QUERY_PREVIOUS);
    check(&f, "diagram_query", AS_STAGE_QUERY, 0.5f);
    check(&f, "diagram_scores", AS_STAGE_SCORES, 1);
    check(&f, "diagram_weights", AS_STAGE_WEIGHTS, 0.5f);
    check(&f, "diagram_context", AS_STAGE_CONTEXT, 0.75f);
    check(&f, "diagram_word", AS_STAGE_WORD, 1);
    close(&f);
}

/* How many bars stand in column i above the ground. */
static int n_bars(const fixture *f, int i)
{
    float x = as_diagram_column_x(&f->diagram, i);
    int n = 0;
    for (size_t k = 0; k < f->list.n; k++) {
        const as_draw *d = &f->list.items[k];
        n += d->tag == AS_DRAW_RECT && d->box.w < f->diagram.column_w / 2 &&
             d->box.y >= f->diagram.bars.y && d->box.x < x && d->box.x + d->box.w > x &&
             d->box.y + d->box.h < f->diagram.bars.y + f->diagram.bars.h + 2;
    }
    return n;
}

/* One is written as 0, one as 0.01. */
static void a_weight_written_as_0_has_no_bar(void **state)
{
    (void)state;
    fixture f;
    open(&f, AS_QUERY_PREVIOUS);
    float *alpha = f.translation->alpha + 4 * f.result.S;
    alpha[2] = 0.0049f;
    alpha[3] = 0.0051f;
    for (int stage = AS_STAGE_WEIGHTS; stage < AS_N_STAGES; stage++) {
        draw(&f, (as_stage)stage, 1);
        assert_int_equal(n_bars(&f, 2), 0);
        assert_int_equal(n_bars(&f, 3), 1);
    }
    draw(&f, AS_STAGE_SCORES, 1); /* its score is a bar as any */
    assert_int_equal(n_bars(&f, 2), 1);
    close(&f);
}

static void the_other_queries(void **state)
{
    (void)state;
    fixture f;
    open(&f, AS_QUERY_CURRENT);
    check(&f, "diagram_current", AS_STAGE_QUERY, 1);
    close(&f);
    open(&f, AS_QUERY_HALF);
    check(&f, "diagram_half", AS_STAGE_WORD, 0.5f);
    close(&f);
}

static void a_model_without_attention(void **state)
{
    (void)state;
    fixture f;
    open(&f, AS_QUERY_PREVIOUS);
    f.translation->no_attention = true;
    as_diagram_layout(&f.diagram, &f.result, area, &f.theme, &fixed_metrics);
    check(&f, "diagram_none", AS_STAGE_WORD, 1);
    close(&f);
}

/* Every node that a stage makes is fed, and every node that is there has a part to play. */
static void wirings_hang_together(void **state)
{
    (void)state;
    for (int query = 0; as_query_names[query]; query++) {
        fixture f;
        open(&f, (as_query)query);
        const as_wiring *w = &f.diagram.wiring;
        assert_true(w->has[w->asks] && w->has[AS_NODE_C] && w->has[AS_NODE_Y]);
        for (int node = 0; node < AS_N_NODES; node++) {
            int in = 0, out = 0;
            for (int k = 0; k < w->n_arrows; k++) {
                in += (int)w->arrows[k].to == node;
                out += (int)w->arrows[k].from == node;
                if ((int)w->arrows[k].to == node && w->made[w->arrows[k].from] != AS_N_STAGES)
                    assert_true(w->made[w->arrows[k].from] <= w->made[node]);
            }
            if (!w->has[node]) {
                assert_true(in == 0 && out == 0);
                continue;
            }
            bool made = w->made[node] != AS_N_STAGES;
            assert_int_equal(in > 0, made && node != AS_NODE_C); /* c is fed by the columns */
            assert_true(out > 0 || node == AS_NODE_Y);
        }
        assert_true(w->made[w->asks] == AS_N_STAGES || w->made[w->asks] == AS_STAGE_QUERY);
        close(&f);
    }
}

static bool overlap(as_box a, as_box b)
{
    return a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h;
}

static void nothing_lies_over_anything_else(void **state)
{
    (void)state;
    for (int query = 0; as_query_names[query]; query++) {
        fixture f;
        open(&f, (as_query)query);
        for (float w = 380; w < 1800; w += 71)
            for (float h = 270; h < 1000; h += 53) {
                as_box room = {10, 20, w, h};
                as_diagram_layout(&f.diagram, &f.result, room, &f.theme, &fixed_metrics);
                const as_diagram *d = &f.diagram;
                for (int a = 0; a < AS_N_NODES; a++) {
                    if (!d->wiring.has[a])
                        continue;
                    as_box box = d->nodes[a];
                    assert_true(box.y > d->values_y && box.y + box.h <= 20 + h + 0.5f);
                    assert_true(box.x >= 10 && box.x + box.w <= 10 + w + 0.5f);
                    for (int b = 0; b < a; b++)
                        assert_false(d->wiring.has[b] && overlap(box, d->nodes[b]));
                }
                assert_true(d->h_y > d->words_y && d->bars.y >= d->h_y + d->h_h);
                assert_true(d->bars.h > 0 && d->values_y > d->bars.y + d->bars.h);
            }
        close(&f);
    }
}

static void columns_and_nodes_are_hit_where_they_are(void **state)
{
    (void)state;
    fixture f;
    open(&f, AS_QUERY_PREVIOUS);
    const as_diagram *d = &f.diagram;
    for (int i = 0; i < d->S; i++) {
        as_box column = as_diagram_column(d, i);
        for (float y = column.y + 1; y < column.y + column.h; y += 9)
            assert_int_equal(as_diagram_hit(d, as_diagram_column_x(d, i), y).column, i);
    }
    for (int node = 0; node < AS_N_NODES; node++) {
        as_box b = d->nodes[node];
        as_diagram_place place = as_diagram_hit(d, b.x + b.w / 2, b.y + b.h / 2);
        assert_int_equal(place.node, d->wiring.has[node] ? node : -1);
        assert_int_equal(place.column, -1);
    }
    assert_int_equal(as_diagram_stage_of(d, AS_NODE_S_BEFORE), AS_STAGE_QUERY);
    assert_int_equal(as_diagram_stage_of(d, AS_NODE_C), AS_STAGE_CONTEXT);
    assert_int_equal(as_diagram_stage_of(d, AS_NODE_Y_BEFORE), AS_STAGE_WORD);
    close(&f);
}

static void many_columns_scroll(void **state)
{
    (void)state;
    as_translation *tr = fake_translation_of_size(5, 300);
    as_result result;
    as_theme theme = as_theme_make(AS_THEME_LIGHT, 1);
    as_diagram d = {.first = 290}; /* as far as it goes */
    assert_true(as_result_init(&result, tr, NULL, &fake_config, NULL));
    as_diagram_layout(&d, &result, area, &theme, &fixed_metrics);
    assert_true(d.n > 10 && d.n < 40);
    assert_int_equal(d.first, 300 - d.n);
    as_diagram_scroll_to(&d, 7);
    assert_int_equal(d.first, 7);
    as_diagram_scroll_to(&d, 7 + d.n);
    assert_int_equal(d.first, 8);
    as_diagram_scroll_by(&d, -1000000);
    assert_int_equal(d.first, 0);
    as_draw_list list = {0};
    as_pen pen = {&list, &theme, &fixed_metrics, AS_LANGUAGE_EN};
    as_diagram_scroll_to(&d, 150);
    as_scene scene = {
        .result = &result, .t = 2, .i = 150, .stage = AS_STAGE_CONTEXT, .progress = 1};
    as_diagram_draw(&pen, &d, &scene);
    golden_list("diagram_scrolled", &list);
    as_draw_finish(&list);
    as_result_finish(&result);
    as_translation_free(tr);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_stage_of_the_paper_s_model),
        cmocka_unit_test(a_weight_written_as_0_has_no_bar),
        cmocka_unit_test(the_other_queries),
        cmocka_unit_test(a_model_without_attention),
        cmocka_unit_test(wirings_hang_together),
        cmocka_unit_test(nothing_lies_over_anything_else),
        cmocka_unit_test(columns_and_nodes_are_hit_where_they_are),
        cmocka_unit_test(many_columns_scroll),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
