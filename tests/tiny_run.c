#include "tiny_run.h"

#include "train/random.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

void tiny_corpus(as_corpus *out, int n, uint64_t seed)
{
    as_random random = as_random_for(seed, 1, 2);
    *out = (as_corpus){.n = n};
    out->pairs = as_alloc((size_t)n, sizeof *out->pairs);
    assert_non_null(out->pairs);
    for (int k = 0; k < n; k++) {
        int len = 2 + (int)as_random_below(&random, 6);
        int *ids = as_arena_alloc(&out->blocks[0], (size_t)len, sizeof *ids);
        assert_non_null(ids);
        for (int j = 0; j < len - 1; j++)
            ids[j] = AS_N_SPECIAL + (int)as_random_below(&random, TINY_VOCAB - AS_N_SPECIAL);
        ids[len - 1] = AS_EOS;
        out->pairs[k] = (as_pair){.x = ids, .y = ids, .S = len, .T = len};
        out->n_source_tokens += len;
        out->n_target_tokens += len;
    }
}

void tiny_links(as_corpus *corpus)
{
    for (int k = 0; k < corpus->n; k++) {
        as_pair *pair = &corpus->pairs[k];
        int T = pair->T;
        int *from = as_arena_alloc(&corpus->blocks[0], (size_t)T + 1, sizeof *from);
        int *i = as_arena_alloc(&corpus->blocks[0], (size_t)T, sizeof *i);
        assert_non_null(from);
        assert_non_null(i);
        for (int t = 0; t < T; t++)
            from[t] = i[t] = t;
        from[T] = T - 1;
        pair->links = (as_token_links){from, i};
    }
}

as_settings tiny_settings(void)
{
    as_settings s = as_settings_defaults();
    s.E = 6;
    s.H = 7;
    s.D = 9;
    s.A = 5;
    s.batch_tokens = 40;
    s.max_tokens = 20;
    s.join = 0.3;
    s.lr = 0.01;
    s.lr_min = 0.001;
    s.warmup = 5;
    s.max_steps = 60;
    s.average = 0.9;
    return s;
}

as_config tiny_config(const as_settings *settings)
{
    return as_settings_config(settings, TINY_VOCAB, TINY_VOCAB);
}
