/* Comparing in the window: what the present alignment is compared with, and the second translation.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "view/format.h"
#include "view/sharpness.h"
#include "view/view_private.h"

/* AS_DO_COMPARE's value: nothing, a model, a sentence that was kept. */
static int value_of_model(int model)
{
    return model + 1;
}

static int value_of_kept(int k)
{
    return -k - 1;
}

const char *as_view_kept_text(const as_view *view)
{
    const as_compare *c = &view->compare;
    return c->with < 0 && -c->with - 1 < c->n_kept ? c->kept[-c->with - 1] : NULL;
}

int as_view_other_model(const as_view *view)
{
    return view->compare.with > 0 ? view->compare.with - 1 : view->model;
}

bool as_view_is_comparing(const as_view *view)
{
    return view->compare.with != 0 && view->show == AS_SHOW_MATRIX && view->translation;
}

static as_second_kind kind_of_second(const as_view *view)
{
    return view->compare.with < 0 ? AS_SECOND_SENTENCE : AS_SECOND_MODEL;
}

/* "eng-fra"; "": unknown. */
static const char *languages_of(const as_view *view, int model)
{
    const char *languages = model >= 0 ? view->models[model].card.about.languages : NULL;
    return languages ? languages : "";
}

/* Are both known, and the same? */
static bool same_languages(const as_view *view, int a, int b)
{
    const char *first = languages_of(view, a);
    return first[0] && strcmp(first, languages_of(view, b)) == 0;
}

static bool same_source_language(const as_view *view, int a, int b)
{
    const char *first = languages_of(view, a);
    size_t len = strcspn(first, "-") + 1; /* the dash too: "eng-" */
    return first[0] && strncmp(first, languages_of(view, b), len) == 0;
}

/* Are both known, and different? Then no sentence is a target of both. */
static bool other_target_language(const as_view *view, int a, int b)
{
    const char *first = strchr(languages_of(view, a), '-');
    const char *second = strchr(languages_of(view, b), '-');
    return first && second && strcmp(first, second) != 0;
}

bool as_view_may_share_target(const as_view *view)
{
    int other = as_view_other_model(view);
    return view->compare.with != 0 && other < view->n_models &&
           !other_target_language(view, view->model, other);
}

int as_view_same_target(const as_view *view)
{
    return as_view_may_share_target(view) && view->compare.same_target[kind_of_second(view)];
}

/* ---- the second translation ---- */

void as_view_drop_second(as_view *view)
{
    as_compare *c = &view->compare;
    as_matrix_finish(&c->pane.matrix);
    as_matrix_finish(&c->difference.matrix);
    as_result_finish(&c->result);
    as_translation_free(c->translation);
    c->translation = NULL;
    c->pane = c->difference = (as_pane){0};
}

void as_view_finish_compare(as_view *view)
{
    as_view_drop_second(view);
    for (int k = 0; k < view->compare.n_kept; k++)
        free(view->compare.kept[k]);
}

void as_view_ask_second(as_view *view)
{
    as_compare *c = &view->compare;
    as_view_drop_second(view);
    c->generation++;
    c->message[0] = '\0';
    c->waiting = c->with != 0 && view->translation && as_view_other_model(view) < view->n_models;
    if (c->waiting)
        as_view_request(view, AS_REQUEST_COMPARE);
    as_view_layout_changed(view);
}

void as_view_fill_second_request(const as_view *view, as_request *out)
{
    const as_compare *c = &view->compare;
    const char *text = as_view_kept_text(view);
    out->generation = c->generation;
    out->model = as_view_other_model(view);
    out->temperature = as_sharpness_tau(view->sharpness);
    out->beam = view->beam_width;
    out->text = text ? text : view->field.edit.text;
    out->text_len = strlen(out->text);
    if (as_view_same_target(view) && view->translation) {
        out->target = view->translation->target.text;
        out->target_len = view->translation->target.text_len;
        out->target_tokens = view->target_tokenizer != 0 ? &view->translation->target : NULL;
        out->target_tokenizer = view->target_tokenizer;
    }
}

bool as_view_read_second(as_view *view, as_error *err)
{
    as_compare *c = &view->compare;
    if (!c->translation || !view->translation)
        return true;
    as_matrix matrix, difference;
    if (!as_comparison_read(view->translation, &view->pane.matrix, c->translation, &matrix,
                            &difference, err))
        return false;
    as_matrix_finish(&c->pane.matrix);
    as_matrix_finish(&c->difference.matrix);
    c->pane.matrix = matrix;
    c->difference.matrix = difference;
    c->pane.label_size = c->difference.label_size = 0;
    as_view_layout_changed(view);
    return true;
}

bool as_view_set_second(as_view *view, const as_view_result *given)
{
    as_compare *c = &view->compare;
    as_error err = {0};
    as_trace_free(given->trace); /* the step is the first's, and the beam */
    as_beam_tree_free(given->tree);
    if (given->generation != c->generation || !c->waiting) {
        as_translation_free(given->translation);
        return false;
    }
    c->waiting = false;
    as_view_layout_changed(view);
    if (!given->translation) {
        as_format_cut(c->message, sizeof c->message, given->message ? given->message : "");
        return true;
    }
    as_result result;
    if (!as_result_init(&result, given->translation, given->target_vocab, given->config, &err)) {
        as_translation_free(given->translation);
        as_format_cut(c->message, sizeof c->message, err.message);
        return false;
    }
    c->translation = given->translation;
    c->result = result;
    c->decode_ms = given->decode_ms;
    if (as_view_read_second(view, &err))
        return true;
    as_view_drop_second(view);
    as_format_cut(c->message, sizeof c->message, err.message);
    return false;
}

/* ---- choosing ---- */

void as_view_compare_with(as_view *view, int with)
{
    as_compare *c = &view->compare;
    if (with > view->n_models || -with > c->n_kept)
        return;
    if (with != 0)
        c->last = with;
    c->with = with;
    if (with != 0 && view->show != AS_SHOW_MATRIX)
        as_view_show(view, AS_SHOW_MATRIX);
    as_view_ask_second(view);
}

void as_view_trade_places(as_view *view, int before)
{
    as_compare *c = &view->compare;
    if (before >= 0 && c->with == value_of_model(view->model))
        c->with = c->last = value_of_model(before);
}

void as_view_set_same_target(as_view *view, int same)
{
    as_view_share_target(view, kind_of_second(view), same);
}

bool as_view_shares_target(const as_view *view, as_second_kind kind)
{
    return view->compare.same_target[kind];
}

void as_view_share_target(as_view *view, as_second_kind kind, bool shared)
{
    view->compare.same_target[kind] = shared;
    as_view_ask_second(view);
}

/* The place of a sentence among those that are kept, where it is put; -1: memory is short. */
static int keep(as_compare *c, const char *text)
{
    int k = 0;
    while (k < c->n_kept && strcmp(c->kept[k], text) != 0)
        k++;
    if (k < c->n_kept)
        return k;
    char *copy = strdup(text);
    if (!copy)
        return -1;
    if (k == AS_KEPT_MAX)
        free(c->kept[--k]); /* the last one gives way */
    else
        c->n_kept++;
    c->kept[k] = copy;
    return k;
}

/* The present sentence, to be compared with the next ones. */
void as_view_keep_sentence(as_view *view)
{
    if (!view->translation || as_view_is_blank(view))
        return;
    int k = keep(&view->compare, view->field.edit.text);
    if (k < 0)
        as_view_say(view, as_str(view->language, AS_STR_NO_MEMORY), true);
    else
        as_view_do(view, AS_DO_COMPARE, value_of_kept(k));
}

as_second as_view_second(const as_view *view)
{
    int with = view->compare.with;
    return (as_second){with > 0 ? with - 1 : -1, as_view_kept_text(view)};
}

bool as_view_compare(as_view *view, const as_second *second, as_error *err)
{
    if (second->model >= view->n_models)
        return as_fail(err, AS_ERR_ARGUMENT, "there is no model %d to compare with", second->model);
    int k = second->text ? keep(&view->compare, second->text) : 0;
    if (k < 0)
        return as_fail_memory(err, "a sentence");
    as_view_compare_with(view, second->text         ? value_of_kept(k)
                               : second->model >= 0 ? value_of_model(second->model)
                                                    : 0);
    return true;
}

/* A sentence that is not the present one: what was kept last, or else typed last. AS_DO_COMPARE's
 * value; 0: there is none. */
static int another_sentence(as_view *view)
{
    as_compare *c = &view->compare;
    const char *present = view->field.edit.text;
    for (int k = c->n_kept; k-- > 0;)
        if (strcmp(c->kept[k], present) != 0)
            return value_of_kept(k);
    const as_sentences *recent = &view->sentences[AS_SENTENCES_RECENT];
    for (int k = 0; k < recent->n; k++) {
        if (strcmp(recent->items[k], present) == 0)
            continue;
        int kept = keep(c, recent->items[k]);
        return kept < 0 ? 0 : value_of_kept(kept);
    }
    return 0;
}

/* The next model after the one in use of which this is so. AS_DO_COMPARE's value; 0: there is none.
 */
static int next_model(const as_view *view, bool (*is_so)(const as_view *view, int model, int other))
{
    int n = view->model >= 0 ? view->n_models : 0;
    for (int k = 1; k < n; k++) {
        int other = (view->model + k) % n;
        if (is_so(view, view->model, other))
            return value_of_model(other);
    }
    return 0;
}

static bool any(const as_view *view, int model, int other)
{
    (void)view;
    return model != other;
}

/* What tells most beside the present translation, when nobody has said with what to compare it. */
static int usual_second(as_view *view)
{
    int with = next_model(view, same_languages);
    if (with == 0)
        with = another_sentence(view);
    if (with == 0)
        with = next_model(view, same_source_language);
    return with != 0 ? with : next_model(view, any);
}

void as_view_toggle_compare(as_view *view)
{
    as_compare *c = &view->compare;
    if (c->with != 0 && view->show != AS_SHOW_MATRIX) { /* it is behind what is shown */
        as_view_do(view, AS_DO_SHOW, AS_SHOW_MATRIX);
    } else if (c->with != 0) {
        as_view_do(view, AS_DO_COMPARE, 0);
    } else if (c->last != 0 && c->last != value_of_model(view->model)) {
        as_view_do(view, AS_DO_COMPARE, c->last);
    } else {
        int with = usual_second(view);
        if (with != 0)
            as_view_do(view, AS_DO_COMPARE, with);
        else
            as_view_keep_sentence(view);
    }
}

static void add(as_view *view, const char *label, as_command command, int value, bool checked)
{
    as_menu_item *item = as_menu_add(&view->menu, label, (int)command, value);
    if (item)
        item->checked = checked;
}

void as_view_fill_compare_menu(as_view *view)
{
    as_compare *c = &view->compare;
    as_language l = view->language;
    as_menu_item *head = as_menu_add_heading(&view->menu, as_str(l, AS_STR_COMPARE_WITH));
    if (head)
        snprintf(head->hint, sizeof head->hint, "Alt+C");
    add(view, as_str(l, AS_STR_COMPARE_OFF), AS_DO_COMPARE, 0, c->with == 0);
    for (int k = 0; k < view->n_models; k++)
        if (k != view->model || c->with == value_of_model(k))
            add(view, view->models[k].names[view->language], AS_DO_COMPARE, value_of_model(k),
                c->with == value_of_model(k));
    for (int k = 0; k < c->n_kept; k++)
        add(view, c->kept[k], AS_DO_COMPARE, value_of_kept(k), c->with == value_of_kept(k));
    add(view, as_str(l, AS_STR_COMPARE_KEEP), AS_DO_KEEP, 0, false);
    if (as_view_may_share_target(view))
        add(view, as_str(l, AS_STR_COMPARE_SAME), AS_DO_SAME_TARGET, !as_view_same_target(view),
            as_view_same_target(view));
}
