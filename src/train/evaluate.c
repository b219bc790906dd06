#include "train/evaluate.h"

#include "core/decode.h"

#include <string.h>

static bool evaluate_row(as_session *session, const as_decode_options *options,
                         const as_tsv_row *row, FILE *wrong, bool *right, as_error *err)
{
    as_translation *got;
    int n;
    if (!as_translate(session, row->source, row->source_len, options, &got, &n, err))
        return false;
    *right = got->target.text_len == row->target_len &&
             memcmp(got->target.text, row->target, row->target_len) == 0;
    if (!*right && wrong)
        fprintf(wrong, "%.*s\t%.*s\t%s\n", (int)row->source_len, row->source, (int)row->target_len,
                row->target, got->target.text);
    as_translation_free(got);
    return true;
}

bool as_evaluate_exact(const as_model *model, const as_tsv *rows, FILE *wrong, as_exact *out,
                       as_error *err)
{
    as_exact exact = {0};
    as_session *session;
    if (!as_session_new(model, &session, err))
        return false;
    as_decode_options options = as_decode_defaults();
    options.n_candidates = 0;
    bool done = true;
    for (int k = 0; k < rows->n && done; k++) {
        bool right = false;
        FILE *to = exact.n - exact.n_right < AS_EXACT_SHOWN ? wrong : NULL;
        done = evaluate_row(session, &options, &rows->rows[k], to, &right, err) ||
               as_fail_in(err, "%s:%d", rows->place, k + 1);
        exact.n++;
        exact.n_right += right;
    }
    as_session_free(session);
    if (done)
        *out = exact;
    return done;
}
