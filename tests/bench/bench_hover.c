/* How long a frame takes that follows the pointer over a large matrix, and one after a key press
 * that changes everything: view, draw list and painting, without the screen. Prints JSON. Usage:
 * bench_hover [ROWS COLUMNS] */
#include "paint/canvas.h"
#include "fake_translation.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { WIDTH = 1440, HEIGHT = 900, N_MOVES = 400, N_REDRAWS = 20 };

typedef struct bench {
    as_painter *painter;
    as_text_metrics metrics;
    as_view *view;
    as_canvas *canvas;
    as_draw_list list;
    uint64_t clock; /* the view's, milliseconds */
} bench;

static double now_ms(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1e3 + (double)t.tv_nsec * 1e-6;
}

static void stop_on(bool ok, const as_error *err)
{
    if (ok)
        return;
    fprintf(stderr, "bench_hover: %s\n", err->message);
    exit(1);
}

static void input(bench *b, as_input in)
{
    in.time_ms = b->clock;
    as_view_input(b->view, &in);
}

/* The window asks for a translation of its text; this one answers with a matrix of any size. */
static void answer(bench *b, int rows, int columns)
{
    as_request request;
    while (as_view_take_request(b->view, &request)) {
        if (request.kind != AS_REQUEST_TRANSLATE)
            continue;
        as_view_result result = {.generation = request.generation,
                                 .translation = fake_translation_of_size(rows, columns),
                                 .config = &fake_config};
        as_view_set_translation(b->view, &result);
    }
}

static void start(bench *b, int rows, int columns)
{
    as_error err;
    const as_view_model model = {.name = "model"};
    stop_on(as_painter_new(1, &b->painter, &err), &err);
    b->metrics = as_painter_metrics(b->painter);
    stop_on(as_view_new(&b->metrics, &b->view, &err), &err);
    stop_on(as_canvas_new(b->painter, &b->canvas, &err), &err);
    input(b, (as_input){.kind = AS_INPUT_RESIZE, .width = WIDTH, .height = HEIGHT});
    stop_on(as_view_set_source(b->view, "a long sentence", 15, &err), &err);
    stop_on(as_view_set_models(b->view, &model, 1, 0, &err), &err);
    answer(b, rows, columns);
}

static double frame(bench *b)
{
    as_error err;
    double before = now_ms();
    as_draw_reset(&b->list);
    stop_on(as_view_frame(b->view, b->clock, &b->list, &err), &err);
    stop_on(as_canvas_update(b->canvas, &b->list, WIDTH, HEIGHT, &err), &err);
    b->clock += 16;
    return now_ms() - before;
}

static int by_size(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static void print_times(const char *name, double *ms, int n, const char *end)
{
    qsort(ms, (size_t)n, sizeof *ms, by_size);
    printf("\"%s_ms_med\":%.3f,\"%s_ms_max\":%.3f%s", name, ms[n / 2], name, ms[n - 1], end);
}

int main(int argc, char **argv)
{
    int rows = argc > 2 ? atoi(argv[1]) : 200, columns = argc > 2 ? atoi(argv[2]) : 200;
    bench b = {0};
    start(&b, rows, columns);
    double first = frame(&b), hover[N_MOVES], redraw[N_REDRAWS];
    for (int k = 0; k < N_MOVES; k++) { /* a new cell every time */
        input(&b, (as_input){.kind = AS_INPUT_MOUSE_MOVE,
                             .x = 200 + (float)(k * 37 % 700),
                             .y = 400 + (float)(k * 23 % 350)});
        hover[k] = frame(&b);
    }
    for (int k = 0; k < N_REDRAWS; k++) {
        as_view_set_theme(b.view, k % 2 ? AS_THEME_LIGHT : AS_THEME_DARK);
        redraw[k] = frame(&b);
    }
    printf("{\"rows\":%d,\"columns\":%d,\"width\":%d,\"height\":%d,\"first_ms\":%.1f,", rows,
           columns, WIDTH, HEIGHT, first);
    print_times("hover", hover, N_MOVES, ",");
    print_times("redraw", redraw, N_REDRAWS, "}\n");
    as_draw_finish(&b.list);
    as_canvas_free(b.canvas);
    as_view_free(b.view);
    as_painter_free(b.painter);
    return 0;
}
