#include "view/bars.h"

#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "view/axes.h"

enum {
    MARGIN = 20,
    PLOT_H = 260,
    PLACE_W = 130, /* of a bar with its labels */
    LEAST_W = 420, /* of the plot: room for the title */
    Y_TICKS = 6,
};

char *as_bars_label(char out[AS_BARS_LABEL], const as_lengths *lengths, int bucket,
                    as_language language)
{
    int first, last;
    as_lengths_range(lengths, bucket, &first, &last);
    if (last == INT_MAX)
        snprintf(out, AS_BARS_LABEL, as_str(language, AS_STR_LENGTHS_OVER), first - 1);
    else if (bucket == 0)
        snprintf(out, AS_BARS_LABEL, as_str(language, AS_STR_LENGTHS_UP_TO), last);
    else
        snprintf(out, AS_BARS_LABEL, as_str(language, AS_STR_LENGTHS_RANGE), first, last);
    return out;
}

/* What is drawn with. */
typedef struct as_pen {
    as_draw_list *list;
    const as_text_metrics *tm;
    as_theme theme;
    as_language language;
} as_pen;

static float ascent(const as_pen *pen, float size)
{
    return pen->tm->ascent(pen->tm->context, AS_FONT_REGULAR, size);
}

static void draw_centred(const as_pen *pen, float x, float y, as_font font, float size,
                         as_rgba colour, const char *text, float max_width)
{
    as_draw *d = as_draw_text(pen->list, x, y, font, size, colour, text, strlen(text));
    if (!d)
        return;
    d->align = AS_ALIGN_CENTRE;
    d->max_width = max_width;
}

static void draw_bar(const as_pen *pen, const as_axes *axes, const as_lengths *lengths,
                     const as_corpus_scores *scores, int bucket)
{
    const as_theme *theme = &pen->theme;
    float place = axes->box.w / (float)(lengths->n_bounds + 1), bar = fminf(0.5f * place, 70);
    float x = axes->box.x + ((float)bucket + 0.5f) * place, foot = axes->box.y + axes->box.h;
    float y = foot + 0.5f * theme->size_body + ascent(pen, theme->size_body);
    char label[AS_BARS_LABEL], number[AS_FORMAT_MAX], count[AS_BARS_LABEL];
    draw_centred(pen, x, y, AS_FONT_REGULAR, theme->size_body, theme->text,
                 as_bars_label(label, lengths, bucket, pen->language), place);
    snprintf(number, sizeof number, "%lld", scores->n_sentences);
    snprintf(count, sizeof count, as_str(pen->language, AS_STR_LENGTHS_SENTENCES), number);
    draw_centred(pen, x, y + 1.5f * theme->size_small, AS_FONT_REGULAR, theme->size_small,
                 theme->text_soft, count, place);
    if (scores->n_sentences == 0)
        return;
    double bleu = as_bleu_score(&scores->bleu);
    float top = as_axes_y(axes, bleu);
    as_draw_rect(pen->list, (as_box){x - bar / 2, top, bar, foot - top}, 0, theme->accent);
    draw_centred(pen, x, top - 0.4f * theme->size_body, AS_FONT_BOLD, theme->size_body, theme->text,
                 as_format_fixed(number, bleu, 1), place);
}

static void draw_titles(const as_pen *pen, const as_axes *axes, const char *name, float height)
{
    const as_theme *theme = &pen->theme;
    const char *title = as_str(pen->language, AS_STR_LENGTHS_TITLE);
    const char *words = as_str(pen->language, AS_STR_LENGTHS_WORDS);
    float y = MARGIN + ascent(pen, theme->size_title);
    as_draw *d = as_draw_text(pen->list, axes->box.x, y, AS_FONT_BOLD, theme->size_title,
                              theme->text, title, strlen(title));
    if (d)
        d->max_width = axes->box.w;
    if (name != NULL && name[0] != '\0') {
        d = as_draw_text(pen->list, axes->box.x, y + 1.5f * theme->size_body, AS_FONT_REGULAR,
                         theme->size_body, theme->text_soft, name, strlen(name));
        if (d)
            d->max_width = axes->box.w;
    }
    draw_centred(pen, axes->box.x + axes->box.w / 2, height - MARGIN, AS_FONT_REGULAR,
                 theme->size_small, theme->text_soft, words, axes->box.w);
}

static as_axes make_axes(const as_pen *pen, const as_lengths *lengths,
                         const as_corpus_scores *scores)
{
    const as_theme *theme = &pen->theme;
    int n = lengths->n_bounds + 1;
    as_axes axes = {.y_high = 1};
    for (int b = 0; b < n; b++)
        axes.y_high =
            fmax(axes.y_high, 1.12 * as_bleu_score(&scores[b].bleu)); /* a number's room */
    axes.y = as_ticks_between(0, axes.y_high, Y_TICKS);
    axes.box = (as_box){
        ceilf(MARGIN + as_axes_label_width(&axes.y, theme->size_small, pen->tm) +
              theme->size_small),
        2 * MARGIN + ceilf(theme->size_title + 2 * theme->size_body),
        fmaxf((float)n * PLACE_W, LEAST_W),
        PLOT_H,
    };
    return axes;
}

bool as_bars_frame(const as_lengths *lengths, const as_corpus_scores *scores,
                   const as_bars_options *options, const as_text_metrics *tm, as_draw_list *out,
                   float *width, float *height, as_error *err)
{
    as_pen pen = {out, tm, as_theme_make(options->theme, 1), options->language};
    as_axes axes = make_axes(&pen, lengths, scores);
    *width = axes.box.x + axes.box.w + MARGIN;
    *height = ceilf(axes.box.y + axes.box.h + 5.6f * pen.theme.size_body + MARGIN);
    as_draw_reset(out);
    as_draw_rect(out, (as_box){0, 0, *width, *height}, 0, pen.theme.surface);
    draw_titles(&pen, &axes, options->name, *height);
    as_axes_draw_y(out, &axes, &pen.theme, tm);
    for (int b = 0; b <= lengths->n_bounds; b++)
        draw_bar(&pen, &axes, lengths, &scores[b], b);
    return out->failed ? as_fail_memory(err, "the bars") : true;
}
