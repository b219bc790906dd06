#include "train/batch.h"

#include <stdlib.h>
#include <string.h>

/* A pool holds about this many batches: enough for pairs of equal length to find each other. */
enum { POOL_BATCHES = 48 };

enum { STREAM_ORDER = 0x100, STREAM_POOL = 0x200 };

typedef struct source {
    const as_corpus *corpus;
    double share;   /* of the draws; all shares sum to 1 */
    int *order;     /* [n] the shuffled order of round `round` */
    uint64_t round; /* valid when order_known */
    bool order_known;
    uint64_t drawn;
} source;

struct as_batcher {
    as_batch_options options;
    source sources[AS_MAX_CORPORA];
    int n_sources;
    double epoch_draws; /* draws in one epoch */
    as_batch_position position;
    as_arena arena; /* the pool */
    as_pair *pairs; /* [n_pairs], capacity max_pairs */
    int n_pairs, max_pairs;
    int *starts;      /* [n_batches + 1] into pairs */
    int *batch_order; /* [n_batches] */
    int n_batches;
};

/* ---- sorting and cutting ---- */

typedef struct keyed_pair {
    as_pair pair;
    int serial;
} keyed_pair;

static int longer_first(const void *a, const void *b)
{
    const keyed_pair *p = a, *q = b;
    if (p->pair.T != q->pair.T)
        return q->pair.T - p->pair.T;
    if (p->pair.S != q->pair.S)
        return q->pair.S - p->pair.S;
    return p->serial - q->serial;
}

bool as_pairs_sort(as_pair *pairs, int n, as_arena *arena, as_error *err)
{
    keyed_pair *keyed = as_arena_alloc(arena, (size_t)n, sizeof *keyed);
    if (!keyed)
        return as_fail_memory(err, "sorting the batches");
    for (int k = 0; k < n; k++)
        keyed[k] = (keyed_pair){pairs[k], k};
    qsort(keyed, (size_t)n, sizeof *keyed, longer_first);
    for (int k = 0; k < n; k++)
        pairs[k] = keyed[k].pair;
    return true;
}

int as_batch_cut(const as_pair *pairs, int n, int batch_tokens, int *starts)
{
    int n_batches = 0;
    long S = 0, T = 0;
    for (int k = 0; k < n; k++) {
        S += pairs[k].S;
        T += pairs[k].T;
        if (k == 0 || S > batch_tokens || T > batch_tokens) {
            starts[n_batches++] = k;
            S = pairs[k].S;
            T = pairs[k].T;
        }
    }
    starts[n_batches] = n;
    return n_batches;
}

/* Cuts the pool into the fewest batches that keep to the limits on average, all about equal: a
 * small rest would be a step of its own with a noisy gradient. */
static int cut_evenly(const as_pair *pairs, int n, const as_batch_options *options, int *starts)
{
    double S = 0, T = 0;
    for (int k = 0; k < n; k++) {
        S += pairs[k].S;
        T += pairs[k].T;
    }
    double wanted = (S > T ? S : T) / options->batch_tokens;
    if (options->batch_sentences > 0 && (double)n / options->batch_sentences > wanted)
        wanted = (double)n / options->batch_sentences;
    int n_batches = (int)wanted + 1 < n ? (int)wanted + 1 : n;
    /* The weight of a pair is its share of what limits the batch. */
    double total = 0, done = 0;
    double per_pair = options->batch_sentences > 0 ? 1.0 / options->batch_sentences : 0;
    for (int k = 0; k < n; k++)
        total += (pairs[k].S + pairs[k].T) / (2.0 * options->batch_tokens) + per_pair;
    int batch = 0;
    for (int k = 0; k < n; k++) {
        if (batch < n_batches && done >= total * batch / n_batches)
            starts[batch++] = k;
        done += (pairs[k].S + pairs[k].T) / (2.0 * options->batch_tokens) + per_pair;
    }
    starts[batch] = n;
    return batch;
}

/* ---- drawing ---- */

/* The next pair of a corpus, as it is or changed. */
static bool draw(as_batcher *batcher, int k, as_pair *out, as_error *err)
{
    source *src = &batcher->sources[k];
    uint64_t n = (uint64_t)src->corpus->n, round = src->drawn / n;
    if (!src->order_known || src->round != round) {
        as_random random = as_random_for(batcher->options.seed, STREAM_ORDER + (uint64_t)k, round);
        for (int j = 0; j < src->corpus->n; j++)
            src->order[j] = j;
        as_random_shuffle(&random, src->order, src->corpus->n);
        src->round = round;
        src->order_known = true;
    }
    uint64_t drawn = src->drawn++;
    int pair = src->order[drawn % n];
    *out = src->corpus->pairs[pair];
    return !batcher->options.augment ||
           as_augment_pair(batcher->options.augment, k, pair, drawn, &batcher->arena, out, err);
}

/* One side of joined texts: the tokens of each without its </s>, spaces between, one </s>. */
static const int *join_side(as_arena *arena, const int *const *parts, const int *n_parts, int n,
                            int space, int *n_out)
{
    int total = 1 + (space >= 0 ? n - 1 : 0);
    for (int k = 0; k < n; k++)
        total += n_parts[k] - 1;
    int *ids = as_arena_alloc(arena, (size_t)total, sizeof *ids), used = 0;
    if (!ids)
        return NULL;
    for (int k = 0; k < n; k++) {
        if (k > 0 && space >= 0)
            ids[used++] = space;
        memcpy(ids + used, parts[k], (size_t)(n_parts[k] - 1) * sizeof *ids);
        used += n_parts[k] - 1;
    }
    ids[used++] = parts[n - 1][n_parts[n - 1] - 1];
    *n_out = used;
    return ids;
}

/* Appends what token t is linked to, moved by `offset`, to i [n]; returns the new n. */
static int append_links(int *i, int n, const as_token_links *links, int t, int offset)
{
    if (links->from)
        for (int k = links->from[t]; k < links->from[t + 1]; k++)
            i[n++] = offset + links->i[k];
    return n;
}

/* The links of joined pairs, each moved to where its pair stands. What stands between them has
 * none. */
static bool join_links(as_batcher *batcher, const as_pair *parts, int n, as_pair *out)
{
    const as_batch_options *o = &batcher->options;
    size_t total = 0;
    out->links = (as_token_links){0};
    for (int k = 0; k < n; k++)
        total += parts[k].links.from ? (size_t)parts[k].links.from[parts[k].T] : 0;
    if (total == 0)
        return true;
    int *from = as_arena_alloc(&batcher->arena, (size_t)out->T + 1 + total, sizeof *from);
    if (!from)
        return false;
    int *i = from + out->T + 1, used = 0, t = 0, offset = 0;
    for (int k = 0; k < n; k++) {
        for (int u = 0; u < parts[k].T - 1; u++) {
            from[t++] = used;
            used = append_links(i, used, &parts[k].links, u, offset);
        }
        if (k == n - 1 || o->target_space >= 0)
            from[t++] = used; /* </s> or a space */
        offset += parts[k].S - 1 + (o->source_space >= 0);
    }
    from[t] = used;
    out->links = (as_token_links){.from = from, .i = i};
    return true;
}

static bool join(as_batcher *batcher, const as_pair *parts, int n, as_pair *out, as_error *err)
{
    const int *x[AS_MAX_JOINED], *y[AS_MAX_JOINED];
    int S[AS_MAX_JOINED], T[AS_MAX_JOINED];
    for (int k = 0; k < n; k++) {
        x[k] = parts[k].x;
        y[k] = parts[k].y;
        S[k] = parts[k].S;
        T[k] = parts[k].T;
    }
    const as_batch_options *o = &batcher->options;
    out->x = join_side(&batcher->arena, x, S, n, o->source_space, &out->S);
    out->y = join_side(&batcher->arena, y, T, n, o->target_space, &out->T);
    return (out->x && out->y && join_links(batcher, parts, n, out)) ||
           as_fail_memory(err, "a joined example");
}

static int choose_source(const as_batcher *batcher, as_random *random)
{
    double u = as_random_unit(random);
    int k = 0;
    while (k < batcher->n_sources - 1 && u >= batcher->sources[k].share) {
        u -= batcher->sources[k].share;
        k++;
    }
    return k;
}

/* One example, joined or not. What does not fit ends the joining; it is not lost but stands first
 * in line for its corpus. */
static bool draw_example(as_batcher *batcher, as_random *random, as_pair *out, as_error *err)
{
    const as_batch_options *o = &batcher->options;
    int k = choose_source(batcher, random), n = 1, wanted = 1;
    if (as_random_unit(random) < o->join)
        wanted = 2 + (int)as_random_below(random, AS_MAX_JOINED - 1);
    as_pair parts[AS_MAX_JOINED];
    if (!draw(batcher, k, &parts[0], err))
        return false;
    int S = parts[0].S, T = parts[0].T;
    while (n < wanted) {
        if (!draw(batcher, k, &parts[n], err))
            return false;
        S += parts[n].S - (o->source_space < 0);
        T += parts[n].T - (o->target_space < 0);
        if (S > o->max_tokens || T > o->max_tokens) {
            batcher->sources[k].drawn--;
            break;
        }
        n++;
    }
    *out = parts[0];
    out->n_joined = n;
    return n == 1 || join(batcher, parts, n, out, err);
}

static bool grow_pairs(as_batcher *batcher, as_error *err)
{
    int wanted = batcher->max_pairs > 0 ? 2 * batcher->max_pairs : 1024;
    as_pair *grown = realloc(batcher->pairs, (size_t)wanted * sizeof *grown);
    if (!grown)
        return as_fail_memory(err, "a pool of batches");
    batcher->pairs = grown;
    batcher->max_pairs = wanted;
    return true;
}

static bool pool_is_full(const as_batcher *batcher, double S, double T)
{
    const as_batch_options *o = &batcher->options;
    return S >= (double)POOL_BATCHES * o->batch_tokens ||
           T >= (double)POOL_BATCHES * o->batch_tokens ||
           (o->batch_sentences > 0 && batcher->n_pairs >= POOL_BATCHES * o->batch_sentences);
}

/* Fills the pool that batcher->position names, from its `drawn`. */
static bool fill_pool(as_batcher *batcher, as_error *err)
{
    as_random random = as_random_for(batcher->options.seed, STREAM_POOL, batcher->position.pool);
    as_arena_reset(&batcher->arena);
    batcher->n_pairs = 0;
    for (double S = 0, T = 0; !pool_is_full(batcher, S, T);) {
        if (batcher->n_pairs == batcher->max_pairs && !grow_pairs(batcher, err))
            return false;
        as_pair *pair = &batcher->pairs[batcher->n_pairs];
        if (!draw_example(batcher, &random, pair, err))
            return false;
        batcher->n_pairs++;
        S += pair->S;
        T += pair->T;
    }
    int n = batcher->n_pairs;
    batcher->starts = as_arena_alloc(&batcher->arena, (size_t)n + 1, sizeof(int));
    batcher->batch_order = as_arena_alloc(&batcher->arena, (size_t)n, sizeof(int));
    if (!batcher->starts || !batcher->batch_order)
        return as_fail_memory(err, "a pool of batches");
    if (!as_pairs_sort(batcher->pairs, n, &batcher->arena, err))
        return false;
    batcher->n_batches = cut_evenly(batcher->pairs, n, &batcher->options, batcher->starts);
    for (int k = 0; k < batcher->n_batches; k++)
        batcher->batch_order[k] = k;
    as_random_shuffle(&random, batcher->batch_order, batcher->n_batches);
    return true;
}

/* ---- public ---- */

static bool sources_init(as_batcher *batcher, const as_corpus *const *corpora,
                         const double *weights, int n_corpora, as_error *err)
{
    for (int k = 0; k < n_corpora; k++) {
        source *src = &batcher->sources[k];
        if (corpora[k]->n == 0)
            return as_fail(err, AS_ERR_ARGUMENT, "training file %d has no usable pair", k + 1);
        src->corpus = corpora[k];
        src->share = weights[k] * corpora[k]->n;
        src->drawn = batcher->position.drawn[k];
        src->order = as_alloc((size_t)corpora[k]->n, sizeof *src->order);
        if (!src->order)
            return as_fail_memory(err, "the order of the training text");
        batcher->n_sources++;
        batcher->epoch_draws += src->share;
    }
    for (int k = 0; k < n_corpora; k++)
        batcher->sources[k].share /= batcher->epoch_draws;
    return true;
}

bool as_batcher_new(const as_corpus *const *corpora, const double *weights, int n_corpora,
                    const as_batch_options *options, const as_batch_position *position,
                    as_batcher **out, as_error *err)
{
    if (n_corpora < 1 || n_corpora > AS_MAX_CORPORA)
        return as_fail(err, AS_ERR_ARGUMENT, "%d training files, expected 1 to %d", n_corpora,
                       AS_MAX_CORPORA);
    as_batcher *batcher = as_alloc(1, sizeof *batcher);
    if (!batcher)
        return as_fail_memory(err, "the batches");
    batcher->options = *options;
    if (position)
        batcher->position = *position;
    if (!sources_init(batcher, corpora, weights, n_corpora, err) || !fill_pool(batcher, err))
        goto fail;
    if (batcher->position.batch < 0 || batcher->position.batch > batcher->n_pairs) {
        as_fail(err, AS_ERR_ARGUMENT, "batch %d of a pool of %d", batcher->position.batch,
                batcher->n_batches);
        goto fail;
    }
    /* Pairs that are changed in another way may make fewer batches. */
    if (batcher->position.batch > batcher->n_batches)
        batcher->position.batch = batcher->n_batches;
    *out = batcher;
    return true;
fail:
    as_batcher_free(batcher);
    return false;
}

void as_batcher_free(as_batcher *batcher)
{
    if (!batcher)
        return;
    for (int k = 0; k < batcher->n_sources; k++)
        free(batcher->sources[k].order);
    free(batcher->pairs);
    as_arena_finish(&batcher->arena);
    free(batcher);
}

bool as_batcher_next(as_batcher *batcher, as_batch *out, as_error *err)
{
    if (batcher->position.batch == batcher->n_batches) {
        batcher->position.pool++;
        batcher->position.batch = 0;
        for (int k = 0; k < batcher->n_sources; k++)
            batcher->position.drawn[k] = batcher->sources[k].drawn;
        if (!fill_pool(batcher, err))
            return false;
    }
    int chosen = batcher->batch_order[batcher->position.batch++];
    as_batch batch = {.pairs = batcher->pairs + batcher->starts[chosen],
                      .B = batcher->starts[chosen + 1] - batcher->starts[chosen]};
    for (int b = 0; b < batch.B; b++) {
        batch.n_source_tokens += batch.pairs[b].S;
        batch.n_target_tokens += batch.pairs[b].T;
    }
    *out = batch;
    return true;
}

as_batch_position as_batcher_position(const as_batcher *batcher)
{
    return batcher->position;
}

double as_batcher_epochs(const as_batcher *batcher)
{
    /* Before this pool, and in the batches that it has given: a pool alone may be many rounds
     * through a small text. */
    double given = 0;
    for (int k = 0; k < batcher->n_sources; k++)
        given += (double)batcher->position.drawn[k];
    for (int k = 0; k < batcher->position.batch; k++) {
        int batch = batcher->batch_order[k];
        for (int j = batcher->starts[batch]; j < batcher->starts[batch + 1]; j++)
            given += batcher->pairs[j].n_joined;
    }
    return given / batcher->epoch_draws;
}
