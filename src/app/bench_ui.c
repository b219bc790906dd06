#include "app/bench_ui.h"

#include "app/bench_matrix.h"
#include "core/buffer.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

#define SENTENCE "The agreement on the European Economic Area was signed in August 1992."

enum { N_MOVES = 300, N_PANS = 300, MATRIX = 300, ANSWER_MS = 30000 };

typedef struct times {
    double ms[512], cpu_ms[512]; /* cpu_ms: of this thread; a busy machine adds nothing to it */
    int n;
} times;

/* What both clocks show. */
typedef struct moment {
    double ms, cpu_ms;
} moment;

typedef struct session {
    app *a;
    as_buffer json;
} session;

static double seconds(clockid_t clock)
{
    struct timespec t;
    clock_gettime(clock, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static moment now(void)
{
    return (moment){1e3 * seconds(CLOCK_MONOTONIC), 1e3 * seconds(CLOCK_THREAD_CPUTIME_ID)};
}

/* Milliseconds since this process was started: field 22 of proc(5)'s stat, in clock ticks since
 * boot. */
static double age_ms(void)
{
    char line[1024] = "";
    unsigned long long ticks = 0;
    FILE *stat = fopen("/proc/self/stat", "r");
    if (stat != NULL && fgets(line, sizeof line, stat) != NULL) {
        char *at = strrchr(line, ')'); /* after the program's name, which is field 2 */
        for (int field = 2; at != NULL && field < 22; field++)
            at = strchr(at + 1, ' ');
        ticks = at != NULL ? strtoull(at, NULL, 10) : 0;
    }
    if (stat != NULL)
        fclose(stat);
    return 1e3 * (seconds(CLOCK_BOOTTIME) - (double)ticks / (double)sysconf(_SC_CLK_TCK));
}

static double peak_mb(void)
{
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    return (double)usage.ru_maxrss / 1024; /* kilobytes on Linux */
}

/* ---- JSON ---- */

static int by_size(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static void put_number(as_buffer *json, const char *name, double x)
{
    as_buffer_format(json, "\"%s\":", name);
    as_buffer_rounded(json, x, 5);
}

/* The value of rank ceil(share n) of sorted ones. */
static double percentile(const double *ms, int n, double share)
{
    int rank = (int)ceil(share * n);
    return n > 0 ? ms[rank > 0 ? rank - 1 : 0] : 0;
}

static void put_times(as_buffer *json, const char *name, times *t)
{
    qsort(t->ms, (size_t)t->n, sizeof *t->ms, by_size);
    qsort(t->cpu_ms, (size_t)t->n, sizeof *t->cpu_ms, by_size);
    as_buffer_format(json, "\"%s\":{\"n\":%d,", name, t->n);
    put_number(json, "median_ms", percentile(t->ms, t->n, 0.5));
    as_buffer_text(json, ",");
    put_number(json, "p99_ms", percentile(t->ms, t->n, 0.99));
    as_buffer_text(json, ",");
    put_number(json, "max_ms", percentile(t->ms, t->n, 1));
    as_buffer_text(json, ",");
    put_number(json, "median_cpu_ms", percentile(t->cpu_ms, t->n, 0.5));
    as_buffer_text(json, "}");
}

static void add_since(times *t, moment before)
{
    moment after = now();
    if (t == NULL || t->n == (int)(sizeof t->ms / sizeof *t->ms))
        return;
    t->ms[t->n] = after.ms - before.ms;
    t->cpu_ms[t->n++] = after.cpu_ms - before.cpu_ms;
}

/* ---- what a person would do ---- */

static bool pass(session *s, bool *drew, as_error *err)
{
    return as_app_pass(s->a, drew, err) &&
           (!s->a->quit || as_fail(err, AS_ERR_CANCELLED, "the window was closed"));
}

/* One event, and the frame that it makes; one that changes nothing is not counted. */
static bool act(session *s, as_input in, times *t, as_error *err)
{
    bool drew;
    moment before = now();
    in.time_ms = as_window_now_ms();
    as_view_input(s->a->view, &in);
    if (!pass(s, &drew, err))
        return false;
    if (drew)
        add_since(t, before);
    return true;
}

/* Until the newest text's translation is on the screen. */
static bool wait_for_picture(session *s, as_error *err)
{
    double until = now().ms + ANSWER_MS;
    while (as_view_is_waiting(s->a->view) || as_view_needs_frame(s->a->view, as_window_now_ms())) {
        if (!pass(s, NULL, err))
            return false;
        if (now().ms > until)
            return as_fail(err, AS_ERR_LIMIT, "no translation within %d s", ANSWER_MS / 1000);
        if (as_view_is_waiting(s->a->view))
            as_window_wait(s->a->window, 100);
    }
    return true;
}

static bool start(session *s, as_error *err)
{
    if (!pass(s, NULL, err))
        return false;
    as_buffer_text(&s->json, ",\"start\":{");
    put_number(&s->json, "first_frame_ms", age_ms());
    if (!wait_for_picture(s, err))
        return false;
    as_buffer_text(&s->json, ",");
    put_number(&s->json, "first_picture_ms", age_ms());
    as_buffer_text(&s->json, "}");
    return true;
}

static bool type(session *s, as_error *err)
{
    static const char text[] = SENTENCE;
    times frame = {.n = 0}, picture = {.n = 0};
    if (!as_view_set_source(s->a->view, "", 0, err) || !pass(s, NULL, err))
        return false;
    for (size_t k = 0; k < sizeof text - 1; k++) {
        moment before = now();
        as_input key = {.kind = AS_INPUT_TEXT, .text = text + k, .text_len = 1};
        if (!act(s, key, &frame, err) || !wait_for_picture(s, err))
            return false;
        add_since(&picture, before);
    }
    as_buffer_text(&s->json, ",\"typing\":{");
    put_times(&s->json, "frame", &frame);
    as_buffer_text(&s->json, ",");
    put_times(&s->json, "picture", &picture);
    as_buffer_text(&s->json, "}");
    return true;
}

/* Over the whole matrix, to another cell nearly every time. */
static bool hover(session *s, times *t, as_error *err)
{
    as_box cells = as_view_cells_box(s->a->view);
    for (int k = 0; k < N_MOVES; k++) {
        as_input move = {.kind = AS_INPUT_MOUSE_MOVE,
                         .x = cells.x + cells.w * (float)(k * 37 % N_MOVES) / N_MOVES,
                         .y = cells.y + cells.h * (float)(k * 23 % N_MOVES) / N_MOVES};
        if (!act(s, move, t, err))
            return false;
    }
    return true;
}

static bool press(session *s, as_key key, times *t, as_error *err)
{
    return act(s, (as_input){.kind = AS_INPUT_KEY, .key = key}, t, err);
}

/* From the first stage to the last word, as fast as it goes. */
static bool play(session *s, times *t, as_error *err)
{
    if (!press(s, AS_KEY_F10, NULL, err) || !press(s, AS_KEY_F10, NULL, err) ||
        !press(s, AS_KEY_F8, t, err))
        return false;
    while (as_view_is_playing(s->a->view)) {
        bool drew;
        uint64_t at = as_window_now_ms(), due = as_view_next_frame_ms(s->a->view);
        as_window_wait(s->a->window, due > at ? due - at : 0);
        moment before = now();
        if (!pass(s, &drew, err))
            return false;
        if (drew)
            add_since(t, before);
    }
    return press(s, AS_KEY_F7, NULL, err);
}

/* Answers a request of the view with the made-up matrix; the worker has no part in it. */
static bool show_matrix(session *s, as_error *err)
{
    static const char text[] = "a made-up matrix";
    as_request request;
    if (!as_view_set_source(s->a->view, text, sizeof text - 1, err))
        return false;
    while (as_view_take_request(s->a->view, &request)) {
        if (request.kind != AS_REQUEST_TRANSLATE)
            continue;
        as_view_result result = {.generation = request.generation,
                                 .translation = as_bench_matrix_new(MATRIX)};
        if (result.translation == NULL)
            return as_fail_memory(err, "made-up matrix");
        as_view_set_translation(s->a->view, &result);
    }
    return true;
}

/* A quarter of a notch a frame, as a touchpad scrolls: to the far corner and back, sideways and
 * down at once. */
static bool pan(session *s, times *t, as_error *err)
{
    as_box cells = as_view_cells_box(s->a->view);
    as_input move = {
        .kind = AS_INPUT_MOUSE_MOVE, .x = cells.x + cells.w / 2, .y = cells.y + cells.h / 2};
    if (!act(s, move, NULL, err))
        return false;
    for (int k = 0; k < N_PANS; k++) {
        float by = k < N_PANS / 2 ? 0.25f : -0.25f;
        as_input wheel = {.kind = AS_INPUT_WHEEL, .wheel_x = by, .wheel_y = by};
        if (!act(s, wheel, t, err))
            return false;
    }
    return true;
}

static bool large_matrix(session *s, as_error *err)
{
    times panned = {.n = 0}, hovered = {.n = 0};
    moment before = now();
    if (!show_matrix(s, err) || !pass(s, NULL, err))
        return false;
    double first = now().ms - before.ms;
    if (!pan(s, &panned, err) || !hover(s, &hovered, err))
        return false;
    as_buffer_format(&s->json, ",\"pan\":{\"rows\":%d,\"columns\":%d,", MATRIX, MATRIX);
    put_number(&s->json, "first_ms", first);
    as_buffer_text(&s->json, ",");
    put_times(&s->json, "frame", &panned);
    as_buffer_text(&s->json, ",");
    put_times(&s->json, "hover", &hovered);
    as_buffer_text(&s->json, "}");
    return true;
}

static void put_head(session *s)
{
    const app *a = s->a;
    float width, height;
    as_window_logical_size(a->window, &width, &height);
    as_buffer_text(&s->json, "{");
    put_number(&s->json, "width", (double)width);
    as_buffer_text(&s->json, ",");
    put_number(&s->json, "height", (double)height);
    as_buffer_text(&s->json, ",");
    put_number(&s->json, "scale", (double)as_painter_scale(a->painter));
    as_buffer_text(&s->json, ",\"model\":");
    as_buffer_json_string(&s->json, a->models.items[a->models.selected].id);
}

static bool run(session *s, as_error *err)
{
    times hovered = {.n = 0}, played = {.n = 0};
    put_head(s);
    if (!start(s, err) || !type(s, err) || !hover(s, &hovered, err) || !play(s, &played, err))
        return false;
    as_buffer_text(&s->json, ",\"hover\":{");
    put_times(&s->json, "frame", &hovered);
    as_buffer_text(&s->json, "},\"play\":{");
    put_times(&s->json, "frame", &played);
    as_buffer_text(&s->json, "}");
    double peak = peak_mb();
    if (!large_matrix(s, err))
        return false;
    as_buffer_text(&s->json, ",");
    put_number(&s->json, "peak_mb", peak);
    as_buffer_text(&s->json, ",");
    put_number(&s->json, "peak_with_pan_mb", peak_mb());
    as_buffer_text(&s->json, "}\n");
    return as_buffer_ok(&s->json, err);
}

bool as_bench_ui(app *a, FILE *out, as_error *err)
{
    if (a->models.selected < 0)
        return as_fail(err, AS_ERR_ARGUMENT, "no model: there is nothing to measure");
    session s = {.a = a};
    bool ok = run(&s, err);
    if (ok)
        fputs(s.json.text, out);
    as_buffer_finish(&s.json);
    return ok;
}
