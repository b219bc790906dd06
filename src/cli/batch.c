#include "cli/batch.h"

#include "core/text.h"

#include <stdlib.h>

void as_line_finish(as_line *line)
{
    for (int k = 0; k < line->n_best; k++)
        as_translation_free(line->best[k]);
    free(line->best);
    as_beam_tree_free(line->tree);
    *line = (as_line){0};
}

/* Blank and invalid lines are told apart before anything is decoded. */
static void look_at(as_line *line)
{
    char *normal = NULL;
    size_t len = 0;
    if (as_text_normalize(line->text, line->len, &normal, &len, &line->error))
        line->blank = len == 0;
    free(normal);
}

static bool is_fatal(const as_error *err)
{
    return err->status == AS_ERR_CANCELLED;
}

static bool search(as_session *session, as_line *line, const as_decode_options *options,
                   as_translation **best)
{
    if (!line->wants_tree)
        return as_translate(session, line->text, line->len, options, best, &line->n_best,
                            &line->error);
    line->n_best = 1;
    return as_translate_tree(session, line->text, line->len, options, best, &line->tree,
                             &line->error);
}

static bool translate_one(as_session *session, as_line *line, const as_decode_options *options,
                          as_error *err)
{
    as_translation **best = calloc((size_t)options->n_best, sizeof *best);
    if (best == NULL)
        return as_fail_memory(err, "a line's translations");
    if (search(session, line, options, best)) {
        line->best = best;
        return true;
    }
    free(best);
    line->n_best = 0;
    if (is_fatal(&line->error)) {
        *err = line->error;
        return false;
    }
    return true;
}

/* One batch; when it fails, its lines one by one, to find out which it was. */
static bool translate_together(as_session *session, as_line **lines, int n,
                               const as_decode_options *options, as_error *err)
{
    const char **texts = calloc((size_t)n, sizeof *texts);
    size_t *lens = calloc((size_t)n, sizeof *lens);
    as_translation **found = calloc((size_t)n, sizeof *found);
    bool have_memory = texts != NULL && lens != NULL && found != NULL, ok = false;
    for (int k = 0; k < n && have_memory; k++) {
        texts[k] = lines[k]->text;
        lens[k] = lines[k]->len;
        lines[k]->best = calloc(1, sizeof *lines[k]->best);
        have_memory = lines[k]->best != NULL;
    }
    as_error why = {0};
    if (have_memory && as_translate_batch(session, texts, lens, n, options, found, &why)) {
        for (int k = 0; k < n; k++) {
            lines[k]->best[0] = found[k];
            lines[k]->n_best = 1;
        }
        ok = true;
    } else {
        for (int k = 0; k < n; k++) {
            free(lines[k]->best);
            lines[k]->best = NULL;
        }
        if (!have_memory)
            as_fail_memory(err, "a batch of lines");
        else if (is_fatal(&why) && err != NULL)
            *err = why;
        ok = have_memory && !is_fatal(&why);
        for (int k = 0; k < n && ok; k++)
            ok = translate_one(session, lines[k], options, err);
    }
    free(texts);
    free(lens);
    free(found);
    return ok;
}

/* Shorter lines first; equal ones as they came (the array is of pointers into one block). */
static int by_length(const void *left, const void *right)
{
    const as_line *a = *(as_line *const *)left, *b = *(as_line *const *)right;
    if (a->len != b->len)
        return a->len < b->len ? -1 : 1;
    return (a > b) - (a < b);
}

bool as_lines_translate(as_session *session, as_line *lines, int n, int batch,
                        const as_decode_options *options, as_error *err)
{
    as_line **order = calloc((size_t)n + 1, sizeof *order);
    if (order == NULL)
        return as_fail_memory(err, "the order of lines");
    int n_order = 0;
    bool one_by_one = batch <= 1 || options->n_best > 1;
    for (int k = 0; k < n; k++) {
        look_at(&lines[k]);
        if (!lines[k].blank && lines[k].error.status == AS_OK)
            order[n_order++] = &lines[k];
        one_by_one = one_by_one || lines[k].wants_tree;
    }
    if (!one_by_one)
        qsort(order, (size_t)n_order, sizeof *order, by_length);
    bool ok = true;
    for (int k = 0; k < n_order && ok;) {
        int left = n_order - k;
        int size = one_by_one ? 1 : left < batch ? left : batch;
        ok = size == 1 ? translate_one(session, order[k], options, err)
                       : translate_together(session, order + k, size, options, err);
        k += size;
    }
    free(order);
    return ok;
}
