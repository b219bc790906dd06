#include "letter_session.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

as_session *new_session(const as_model *model)
{
    as_session *session = NULL;
    assert_true(as_session_new(model, &session, NULL));
    return session;
}

int translate(as_session *session, const char *text, const as_decode_options *options,
              as_translation **out)
{
    as_error err = {0};
    int n = -1;
    if (!as_translate(session, text, strlen(text), options, out, &n, &err)) {
        print_error("%s\n", err.message);
        fail();
    }
    assert_in_range(n, 1, options->n_best);
    return n;
}

as_translation *translate_one(as_session *session, const char *text,
                              const as_decode_options *options)
{
    as_translation *out[AS_MAX_BEAM];
    assert_int_equal(translate(session, text, options, out), 1);
    return out[0];
}

void assert_close(double got, double want, double tolerance)
{
    if (!(fabs(got - want) <= tolerance)) {
        print_error("got %.10g, want %.10g within %g\n", got, want, tolerance);
        fail();
    }
}

as_translation *along_prefix(as_session *session, const char *text, const int *ids, int n,
                             int max_length, int n_candidates)
{
    as_decode_options options = as_decode_defaults();
    options.prefix = ids;
    options.n_prefix = n;
    options.max_length = max_length;
    options.n_candidates = n_candidates;
    return translate_one(session, text, &options);
}
