#include "core/search.h"

#include "core/measures.h"
#include "core/rank.h"

#include <limits.h>
#include <math.h>
#include <string.h>

/* ---- Memory ------------------------------------------------------------------------------ */

/* Refuses a search whose records would take more than MAX_GB, in words that help: the system would
 * only say that memory is short. */
static bool check_memory(const as_search *search, int S, int T, as_error *err)
{
    enum { MAX_GB = 4 };
    const as_config *config = &search->model->config;
    const as_decode_options *options = search->options;
    int rows = search->B * search->beam;
    double states = options->keep_states ? config->D + 2.0 * config->H : 0;
    double record = 2 * sizeof(int) + sizeof(float) * (1 + 2.0 * S + states) +
                    sizeof(as_candidate) * (double)options->n_candidates;
    double gigabytes = record * rows * T / 1e9;
    if (gigabytes > MAX_GB)
        return as_fail(err, AS_ERR_LIMIT,
                       "%d hypotheses of up to %d tokens over %d source tokens take %.1f GB, at "
                       "most %d are accepted; a smaller beam or maximal length takes less",
                       rows, T, S, gigabytes, MAX_GB);
    return true;
}

static bool records_alloc(as_records *records, const as_search *search, int T, as_arena *arena)
{
    const as_config *config = &search->model->config;
    const as_decode_options *options = search->options;
    size_t rows = (size_t)search->B * (size_t)search->beam, max;
    if (!as_mul_size(rows, (size_t)T, &max) || max > INT_MAX)
        return false;
    size_t row = (size_t)search->source.S * sizeof(float);
    int rankable = as_rankable(config->Vy, config->rules.no_unknown);
    *records = (as_records){.max = (int)max};
    records->n_candidates = options->n_candidates < rankable ? options->n_candidates : rankable;
    if (!(records->parent = as_arena_alloc(arena, max, sizeof(int))) ||
        !(records->token = as_arena_alloc(arena, max, sizeof(int))) ||
        !(records->logp = as_arena_alloc(arena, max, sizeof(float))) ||
        !(records->ended = as_arena_alloc(arena, max, sizeof(bool))) ||
        !(records->e = as_arena_alloc(arena, max, row)) ||
        !(records->alpha = as_arena_alloc(arena, max, row)) ||
        !(records->candidates =
              as_arena_alloc(arena, max, (size_t)records->n_candidates * sizeof(as_candidate))))
        return false;
    if (!options->keep_states)
        return true;
    return (records->s = as_arena_alloc(arena, max, (size_t)config->D * sizeof(float))) &&
           (records->c = as_arena_alloc(arena, max, 2 * (size_t)config->H * sizeof(float)));
}

static bool sentences_alloc(as_search *search, const as_search_job *jobs, as_arena *arena)
{
    size_t beam = (size_t)search->beam, keep = (size_t)search->keep;
    search->sentences = as_arena_alloc(arena, (size_t)search->B, sizeof *search->sentences);
    if (!search->sentences)
        return false;
    for (int b = 0; b < search->B; b++) {
        as_sentence_search *found = &search->sentences[b];
        *found = (as_sentence_search){.job = &jobs[b], .n_live = 1, .width = search->beam};
        if (!(found->live = as_arena_alloc(arena, beam, sizeof(as_path))) ||
            !(found->next = as_arena_alloc(arena, beam, sizeof(as_path))) ||
            !(found->ended = as_arena_alloc(arena, keep, sizeof(as_path))))
            return false;
        found->live[0] = (as_path){.record = -1, .token = AS_BOS};
    }
    return true;
}

static bool step_alloc(as_search *search, as_arena *arena)
{
    const as_config *config = &search->model->config;
    size_t rows = (size_t)search->B * (size_t)search->beam, wanted = (size_t)search->wanted;
    size_t D = (size_t)config->D, H2 = 2 * (size_t)config->H, Vy = (size_t)config->Vy;
    size_t S = (size_t)search->source.S, R = (size_t)config->R;
    size_t scratch = (size_t)as_rank_scratch(config->Vy);
    return (search->sentence = as_arena_alloc(arena, rows, sizeof(int))) &&
           (search->y = as_arena_alloc(arena, rows, sizeof(int))) &&
           (search->s_in = as_arena_alloc(arena, rows, D * sizeof(float))) &&
           (config->query != AS_QUERY_CURRENT ||
            (search->alpha_in = as_arena_alloc(arena, rows, S * sizeof(float)))) &&
           (config->feed != AS_FEED_READOUT ||
            ((search->r_in = as_arena_alloc(arena, rows, R * sizeof(float))) &&
             (search->r = as_arena_alloc(arena, rows, R * sizeof(float))))) &&
           (search->s = as_arena_alloc(arena, rows, D * sizeof(float))) &&
           (search->c = as_arena_alloc(arena, rows, H2 * sizeof(float))) &&
           (search->logits = as_arena_alloc(arena, rows, Vy * sizeof(float))) &&
           (search->rank_scratch = as_arena_alloc(arena, scratch, sizeof(float))) &&
           (search->ranked = as_arena_alloc(arena, rows, wanted * sizeof(as_candidate))) &&
           (search->log_Z = as_arena_alloc(arena, rows, sizeof(double)));
}

/* ---- Paths ------------------------------------------------------------------------------- */

static as_path extended(const as_path *path, int record, int token, float logp)
{
    return (as_path){
        .record = record,
        .token = token,
        .logp = logp,
        .total = path->total + (double)logp,
        .length = path->length + 1,
    };
}

/* Puts a path into the first n of a list sorted by `key_of` from the best, with room for `max`; on
 * a tie behind. Returns the new n. */
static int insert(as_path *list, int n, int max, const as_path *path,
                  double (*key_of)(const as_path *))
{
    int at = n;
    while (at > 0 && key_of(path) > key_of(&list[at - 1]))
        at--;
    if (at == max)
        return n;
    int kept = n < max ? n : max - 1;
    memmove(list + at + 1, list + at, (size_t)(kept - at) * sizeof *list);
    list[at] = *path;
    return kept + 1;
}

static double total_of(const as_path *path)
{
    return path->total;
}

static double score_of(const as_path *path)
{
    return path->score;
}

double as_search_penalty(const as_search *search, int length)
{
    double alpha = search->options->length_alpha;
    return search->model->config.rules.length_power ? pow(length, alpha)
                                                    : as_length_penalty(length, alpha);
}

static void end(const as_search *search, as_sentence_search *found, as_path path)
{
    path.score = path.total / as_search_penalty(search, path.length);
    if (path.token == AS_EOS)
        search->records.ended[path.record] = true;
    found->n_ended = insert(found->ended, found->n_ended, search->keep, &path, score_of);
}

/* ---- One step of one sentence. Its live rows are rows first, first + 1, … of the step -------- */

static float logp_of(const as_search *search, int row, int id)
{
    const float *logits = search->logits + (size_t)row * (size_t)search->model->config.Vy;
    return (float)((double)logits[id] - search->log_Z[row]);
}

/* The one live path takes the given token. */
static void advance_forced(const as_search *search, as_sentence_search *found, int first,
                           int first_record, int token)
{
    as_path path = extended(&found->live[0], first_record, token, logp_of(search, first, token));
    if (token == AS_EOS) {
        found->n_live = 0;
        end(search, found, path);
    } else {
        found->live[0] = path;
    }
}

static bool may_end(const as_sentence_search *found, const as_path *path)
{
    return !found->job->endless && path->length >= found->job->min_length;
}

static void advance_greedy(const as_search *search, as_sentence_search *found, int first,
                           int first_record)
{
    const as_candidate *best = search->ranked + (size_t)first * (size_t)search->wanted;
    if (best->id == AS_EOS && !may_end(found, &found->live[0]))
        best++;
    as_path path = extended(&found->live[0], first_record, best->id, best->logp);
    if (best->id == AS_EOS) {
        found->n_live = 0;
        end(search, found, path);
    } else {
        found->live[0] = path;
    }
}

static void advance_beam(const as_search *search, as_sentence_search *found, int first,
                         int first_record)
{
    int n = 0;
    for (int k = 0; k < found->n_live; k++) {
        const as_path *path = &found->live[k];
        const as_candidate *ranked = search->ranked + (size_t)(first + k) * (size_t)search->wanted;
        if (may_end(found, path))
            end(search, found,
                extended(path, first_record + k, AS_EOS, logp_of(search, first + k, AS_EOS)));
        for (int j = 0; j < search->n_ranked; j++) {
            as_path next = extended(path, first_record + k, ranked[j].id, ranked[j].logp);
            if (n == search->beam && next.total <= found->next[n - 1].total)
                break; /* and so are the rest of this row */
            if (ranked[j].id != AS_EOS)
                n = insert(found->next, n, search->beam, &next, total_of);
        }
    }
    as_path *old = found->live;
    found->live = found->next;
    found->next = old;
    found->n_live = n;
}

/* The same where a </s> competes for one of the places and keeps the one it wins. */
static void advance_narrowing(const as_search *search, as_sentence_search *found, int first,
                              int first_record)
{
    int n = 0, n_live = 0;
    for (int k = 0; k < found->n_live; k++) {
        const as_path *path = &found->live[k];
        const as_candidate *ranked = search->ranked + (size_t)(first + k) * (size_t)search->wanted;
        for (int j = 0; j < search->n_ranked; j++) {
            as_path next = extended(path, first_record + k, ranked[j].id, ranked[j].logp);
            if (n == found->width && next.total <= found->next[n - 1].total)
                break;
            if (ranked[j].id != AS_EOS || may_end(found, path))
                n = insert(found->next, n, found->width, &next, total_of);
        }
    }
    for (int k = 0; k < n; k++) {
        if (found->next[k].token == AS_EOS)
            end(search, found, found->next[k]);
        else
            found->live[n_live++] = found->next[k];
    }
    found->n_live = found->width = n_live;
}

/* Drops the live paths when no way of going on can change what is kept. */
static void stop_when_settled(const as_search *search, as_sentence_search *found)
{
    if (found->n_live == 0 || found->n_ended < search->keep)
        return;
    double penalty = as_search_penalty(search, found->job->max_length);
    if (found->live[0].total / penalty <= found->ended[search->keep - 1].score)
        found->n_live = 0;
}

static void advance(const as_search *search, as_sentence_search *found, int t, int first,
                    int first_record)
{
    if (t < found->job->n_forced)
        advance_forced(search, found, first, first_record, found->job->forced[t]);
    else if (search->beam == 1)
        advance_greedy(search, found, first, first_record);
    else if (search->model->config.rules.narrowing)
        advance_narrowing(search, found, first, first_record);
    else
        advance_beam(search, found, first, first_record);

    if (t + 1 < found->job->max_length) {
        stop_when_settled(search, found);
        return;
    }
    if (found->n_ended == 0 || search->model->config.rules.narrowing)
        for (int k = 0; k < found->n_live; k++)
            end(search, found, found->live[k]);
    found->n_live = 0;
}

/* ---- One step of the batch --------------------------------------------------------------- */

/* s_{t-1} of a live path: among the last step's, whose records began at last_record. */
static const float *state_of(const as_search *search, const as_path *path, int b, int last_record)
{
    size_t D = (size_t)search->model->config.D;
    if (path->record < 0)
        return search->source.s_0 + (size_t)b * D;
    return search->s + (size_t)(path->record - last_record) * D;
}

/* alpha_{t-1} of a live path; 0 before the first step, so that c_0 = 0. */
static void alpha_of(const as_search *search, const as_path *path, float *out)
{
    size_t S = (size_t)search->source.S;
    if (path->record < 0)
        memset(out, 0, S * sizeof *out);
    else
        memcpy(out, search->records.alpha + (size_t)path->record * S, S * sizeof *out);
}

/* r_{t-1} of a live path; r_0 = 0. */
static void readout_of(const as_search *search, const as_path *path, int last_record, float *out)
{
    size_t R = (size_t)search->model->config.R;
    if (path->record < 0)
        memset(out, 0, R * sizeof *out);
    else
        memcpy(out, search->r + (size_t)(path->record - last_record) * R, R * sizeof *out);
}

/* Lists the live paths as rows, and as records. Returns how many rows there are. */
static int gather_rows(as_search *search, int last_record)
{
    as_records *records = &search->records;
    size_t D = (size_t)search->model->config.D;
    int n = 0;
    for (int b = 0; b < search->B; b++)
        for (int k = 0; k < search->sentences[b].n_live; k++, n++) {
            const as_path *path = &search->sentences[b].live[k];
            int record = records->n + n;
            search->sentence[n] = b;
            search->y[n] = records->token[record] = path->token;
            records->parent[record] = path->record;
            records->logp[record] = path->logp;
            records->ended[record] = false;
            memcpy(search->s_in + (size_t)n * D, state_of(search, path, b, last_record),
                   D * sizeof *search->s_in);
            if (search->alpha_in)
                alpha_of(search, path, search->alpha_in + (size_t)n * (size_t)search->source.S);
            if (search->r_in)
                readout_of(search, path, last_record,
                           search->r_in + (size_t)n * (size_t)search->model->config.R);
        }
    return n;
}

static bool rank_row(as_search *search, int row, as_error *err)
{
    const as_records *records = &search->records;
    int Vy = search->model->config.Vy;
    as_candidate *ranked = search->ranked + (size_t)row * (size_t)search->wanted;
    search->n_ranked =
        as_rank(search->decoder.kernels, search->logits + (size_t)row * (size_t)Vy, Vy,
                search->rank_scratch, search->model->config.rules.no_unknown, ranked,
                search->wanted, &search->log_Z[row], err);
    if (search->n_ranked < 0)
        return false;
    size_t n = (size_t)records->n_candidates;
    memcpy(records->candidates + (size_t)(records->n + row) * n, ranked, n * sizeof *ranked);
    return true;
}

static bool step(as_search *search, int t, int n, as_error *err)
{
    as_records *records = &search->records;
    size_t at = (size_t)records->n, S = (size_t)search->source.S;
    size_t D = (size_t)search->model->config.D, H2 = 2 * (size_t)search->model->config.H;
    as_decoder_rows rows = {
        .n = n,
        .sentence = search->sentence,
        .y = search->y,
        .s_in = search->s_in,
        .alpha_in = search->alpha_in,
        .r_in = search->r_in,
        .r = search->r,
        .s = search->s,
        .e = records->e + at * S,
        .alpha = records->alpha + at * S,
        .c = search->c,
        .logits = search->logits,
    };
    if (!as_decoder_step(&search->decoder, &rows, err))
        return as_fail_in(err, "t = %d", t);
    for (int row = 0; row < n; row++)
        if (!rank_row(search, row, err))
            return as_fail_in(err, "t = %d", t);
    if (search->options->keep_states) {
        memcpy(records->s + at * D, search->s, (size_t)n * D * sizeof(float));
        memcpy(records->c + at * H2, search->c, (size_t)n * H2 * sizeof(float));
    }
    return true;
}

static bool run(as_search *search, as_error *err)
{
    const atomic_bool *cancel = search->options->cancel;
    int last_record = 0, n;
    for (int t = 0; (n = gather_rows(search, last_record)) > 0; t++) {
        if (cancel && atomic_load_explicit(cancel, memory_order_relaxed))
            return as_fail(err, AS_ERR_CANCELLED, "cancelled");
        if (!step(search, t, n, err))
            return false;
        int first = 0, first_record = search->records.n;
        for (int b = 0; b < search->B; b++) {
            as_sentence_search *found = &search->sentences[b];
            int n_rows = found->n_live;
            if (n_rows > 0)
                advance(search, found, t, first, first_record + first);
            first += n_rows;
        }
        last_record = first_record;
        search->records.n += n;
    }
    return true;
}

/* Encodes the batch and gets all the memory that the steps need. */
static bool prepare(as_search *search, const as_kernels *kernels, const as_search_job *jobs,
                    as_arena *arena, as_error *err)
{
    size_t B = (size_t)search->B;
    const int **ids = as_arena_alloc(arena, B, sizeof *ids);
    int *lengths = as_arena_alloc(arena, B, sizeof *lengths);
    if (!ids || !lengths)
        return as_fail_memory(err, "the search");
    int S = 0, T = 0;
    for (int b = 0; b < search->B; b++) {
        ids[b] = jobs[b].source;
        lengths[b] = jobs[b].S;
        if (jobs[b].S > S)
            S = jobs[b].S;
        if (jobs[b].max_length > T)
            T = jobs[b].max_length;
    }
    if (!check_memory(search, S, T, err) ||
        !as_encode(search->model, kernels, ids, lengths, search->B, arena, &search->source, err) ||
        !as_decoder_init(&search->decoder, search->model, kernels, &search->source,
                         search->B * search->beam, arena, err))
        return false;
    search->decoder.temperature = (float)search->options->temperature;
    if (!records_alloc(&search->records, search, T, arena) ||
        !sentences_alloc(search, jobs, arena) || !step_alloc(search, arena))
        return as_fail_memory(err, "the search");
    return true;
}

bool as_search_run(as_search *search, const as_model *model, const as_kernels *kernels,
                   const as_search_job *jobs, int B, const as_decode_options *options,
                   as_arena *arena, as_error *err)
{
    int beam = options->beam;
    *search = (as_search){
        .model = model,
        .options = options,
        .B = B,
        .beam = beam,
        .keep = options->n_best > 1 ? beam : 1,
        /* One more than the beam, because one of them may be </s>. */
        .wanted = options->n_candidates > beam + 1 ? options->n_candidates : beam + 1,
    };
    return prepare(search, kernels, jobs, arena, err) && run(search, err);
}
