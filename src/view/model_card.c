#include "view/model_card.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/dtype.h"
#include "core/model_format.h"
#include "core/score.h"
#include "view/format.h"
#include "view/wrap.h"

/* As designed; times the zoom. */
static const float top_gap = 6, bottom_gap = 10;
static const float label_share = 0.3f; /* of the width */

enum { TEXT_MAX = 1024 };

/* ---- what it holds ---- */

static bool copy_text(char **out, const char *text)
{
    *out = strdup(text != NULL ? text : "");
    return *out != NULL;
}

static bool copy_about(as_model_about *out, const as_model_about *about)
{
    static const as_model_about unknown = {0};
    const as_model_about *from = about != NULL ? about : &unknown;
    *out = *from;
    out->name = out->languages = out->licence = out->data = out->training = NULL;
    return copy_text(&out->name, from->name) && copy_text(&out->languages, from->languages) &&
           copy_text(&out->licence, from->licence) && copy_text(&out->data, from->data) &&
           copy_text(&out->training, from->training);
}

static bool copy_figures(as_card *card, const as_card_figure *figures, int n)
{
    card->figures = calloc(n > 0 ? (size_t)n : 1, sizeof *card->figures);
    if (card->figures == NULL)
        return false;
    for (int k = 0; k < n; k++) {
        char *name, *on;
        bool ok = copy_text(&name, figures[k].name);
        ok = copy_text(&on, figures[k].on) && ok;
        card->figures[k] = (as_card_figure){name, on, figures[k].value};
        card->n_figures++;
        if (!ok)
            return false;
    }
    return true;
}

bool as_card_init(as_card *out, const char *path, const as_model_about *about,
                  const as_card_figure *figures, int n_figures, as_error *err)
{
    *out = (as_card){0};
    if (copy_text(&out->path, path) && copy_about(&out->about, about) &&
        copy_figures(out, figures, n_figures))
        return true;
    as_card_finish(out);
    return as_fail_memory(err, "a model's card");
}

void as_card_finish(as_card *card)
{
    for (int k = 0; k < card->n_figures; k++) {
        free((char *)card->figures[k].name);
        free((char *)card->figures[k].on);
    }
    free(card->figures);
    free(card->path);
    as_model_about_finish(&card->about);
    *card = (as_card){0};
}

/* ---- how it is written ---- */

/* Text in lines of a width, from a first baseline on; returns how many lines. */
static int write_wrapped(const as_column *c, float x, float width, const char *text)
{
    const as_pen *pen = &c->pen;
    float size = pen->theme->size_small;
    float base = c->y + c->line / 2 + 4.75f * pen->theme->zoom;
    int n = 0;
    for (size_t len = strlen(text); len > 0; n++) {
        size_t line = as_wrap_line(pen->tm, AS_FONT_REGULAR, size, width, text, len);
        if (pen->list != NULL)
            as_draw_text(pen->list, x, base + (float)n * c->line, AS_FONT_REGULAR, size,
                         pen->theme->text, text, line);
        text += line;
        len -= line;
    }
    return n;
}

/* A label in soft and beside it a text of as many lines as it takes; left out when it is empty. */
static void write_row(as_column *c, as_string label, const char *text)
{
    const as_pen *pen = &c->pen;
    const as_theme *theme = pen->theme;
    float size = theme->size_small, label_w = label_share * c->w;
    if (text == NULL || text[0] == '\0')
        return;
    if (pen->list != NULL)
        as_pen_text(pen, c->x, c->y + c->line / 2 + 4.75f * theme->zoom, AS_FONT_REGULAR, size,
                    theme->text_soft, fmaxf(label_w - 6 * theme->zoom, size),
                    as_str(pen->language, label));
    c->y += (float)write_wrapped(c, c->x + label_w, fmaxf(c->w - label_w, size), text) * c->line;
}

static void write_heading(as_column *c, const char *text)
{
    if (c->pen.list != NULL)
        as_column_heading(c, text, NULL);
    else
        c->y += c->head;
}

/* "s_{t-1}, the state before the word", as the window's language says it. */
static as_string asking(const as_config *config)
{
    if (config->score == AS_SCORE_NONE)
        return AS_STR_CARD_ASKS_NOBODY;
    return config->query == AS_QUERY_PREVIOUS  ? AS_STR_CARD_ASKS_PREVIOUS
           : config->query == AS_QUERY_CURRENT ? AS_STR_CARD_ASKS_CURRENT
                                               : AS_STR_CARD_ASKS_HALF;
}

/* "additive: e = v_a' tanh(W_a s + U_a h_i + b_a)". */
static void write_attention(as_column *c, const as_config *config)
{
    char text[TEXT_MAX];
    const char *equation = as_score_lookup(config->score)->equation;
    const char *state = equation != NULL ? strstr(equation, "{s}") : NULL;
    const char *name = as_score_name(config->score);
    if (equation == NULL)
        snprintf(text, sizeof text, "%s", as_str(c->pen.language, AS_STR_ATTENTION_NONE));
    else if (state == NULL)
        snprintf(text, sizeof text, "%s: e = %s", name, equation);
    else
        snprintf(text, sizeof text, "%s: e = %.*ss%s", name, (int)(state - equation), equation,
                 state + strlen("{s}"));
    write_row(c, AS_STR_CARD_ATTENTION, text);
}

static void write_sizes(as_column *c, const as_config *config)
{
    char text[TEXT_MAX];
    int n = snprintf(text, sizeof text, "E %d · H 2 × %d · D %d", config->E, config->H, config->D);
    if (config->A > 0)
        n += snprintf(text + n, sizeof text - (size_t)n, " · A %d", config->A);
    if (config->R > 0)
        snprintf(text + n, sizeof text - (size_t)n, " · R %d", config->R);
    write_row(c, AS_STR_CARD_SIZES, text);
}

static void write_vocabulary(as_column *c, as_string label, int n, as_unit unit)
{
    char text[TEXT_MAX];
    snprintf(
        text, sizeof text,
        as_str(c->pen.language, unit == AS_UNIT_CHAR ? AS_STR_CARD_CHARACTERS : AS_STR_CARD_PIECES),
        n);
    write_row(c, label, text);
}

/* "12.0 million, bf16; 24.4 MB". */
static void write_weights(as_column *c, const as_model_about *about)
{
    char text[TEXT_MAX], millions[AS_FORMAT_MAX], megabytes[AS_FORMAT_MAX];
    double n = (double)about->n_parameters * 1e-6;
    as_format_fixed(millions, n, n < 1 ? 3 : 1);
    as_format_fixed(megabytes, (double)about->file_bytes * 1e-6, 1);
    snprintf(text, sizeof text, as_str(c->pen.language, AS_STR_CARD_MILLION), millions,
             as_dtype_name(about->dtype), megabytes);
    write_row(c, AS_STR_CARD_WEIGHTS, text);
}

static const char *figure_name(const char *name, as_language language)
{
    static const struct {
        const char *name;
        as_string text;
    } known[] = {
        {"bleu", AS_STR_FIGURE_BLEU},
        {"chrf2", AS_STR_FIGURE_CHRF},
        {"perplexity", AS_STR_FIGURE_PERPLEXITY},
        {"aer", AS_STR_FIGURE_AER},
        {"precision", AS_STR_FIGURE_PRECISION},
        {"recall", AS_STR_FIGURE_RECALL},
        {"names", AS_STR_FIGURE_NAMES},
        {"numbers", AS_STR_FIGURE_NUMBERS},
        {"exact_share", AS_STR_FIGURE_EXACT},
        {"valid_nll", AS_STR_FIGURE_LOSS},
        {"valid_perplexity", AS_STR_FIGURE_VALID_PERPLEXITY},
        {"valid_bleu", AS_STR_FIGURE_VALID_BLEU},
    };
    for (size_t k = 0; k < sizeof known / sizeof known[0]; k++)
        if (strcmp(known[k].name, name) == 0)
            return as_str(language, known[k].text);
    return name;
}

static void write_figure(as_column *c, const as_card_figure *figure)
{
    const as_pen *pen = &c->pen;
    const as_theme *theme = pen->theme;
    char value[AS_FORMAT_MAX];
    float size = theme->size_small, base = c->y + c->line / 2 + 4.75f * theme->zoom;
    float number_w = 52 * theme->zoom, label_w = label_share * c->w;
    if (pen->list != NULL) {
        as_pen_text(pen, c->x, base, AS_FONT_REGULAR, size, theme->text,
                    fmaxf(label_w - 6 * theme->zoom, size),
                    figure_name(figure->name, pen->language));
        as_pen_text(pen, c->x + label_w, base, AS_FONT_BOLD, size, theme->text, 0,
                    as_format_fixed(value, figure->value, 2));
        as_pen_text(pen, c->x + label_w + number_w, base, AS_FONT_REGULAR, size, theme->text_soft,
                    fmaxf(c->w - label_w - number_w, size), figure->on);
    }
    c->y += c->line;
}

static void write_about(as_column *c, const as_model_about *about)
{
    const as_config *config = &about->config;
    as_language language = c->pen.language;
    write_attention(c, config);
    write_row(c, AS_STR_CARD_ASKS, as_str(language, asking(config)));
    write_row(c, AS_STR_CARD_READOUT, as_readout_name(config->readout));
    write_sizes(c, config);
    write_vocabulary(c, AS_STR_CARD_SOURCE, config->Vx, about->source_unit);
    write_vocabulary(c, AS_STR_CARD_TARGET, config->Vy, about->target_unit);
    write_weights(c, about);
}

float as_card_draw(const as_pen *pen, const as_card *card, const char *name, float x, float y,
                   float w)
{
    float z = pen->theme->zoom;
    as_column c = {.pen = *pen,
                   .x = x,
                   .w = w,
                   .y = y + top_gap * z,
                   .line = AS_COLUMN_LINE * z,
                   .head = AS_COLUMN_HEAD * z};
    const as_model_about *about = &card->about;
    write_heading(&c, name);
    if (about->name != NULL && strcmp(about->name, name) != 0)
        write_row(&c, AS_STR_CARD_NAME, about->name);
    write_row(&c, AS_STR_CARD_LANGUAGES, about->languages);
    if (about->n_parameters > 0)
        write_about(&c, about);
    write_row(&c, AS_STR_CARD_LICENCE, about->licence);
    write_row(&c, AS_STR_CARD_DATA, about->data);
    write_row(&c, AS_STR_CARD_FILE, card->path);
    if (card->n_figures > 0)
        write_heading(&c, as_str(pen->language, AS_STR_CARD_SCORES));
    for (int k = 0; k < card->n_figures; k++)
        write_figure(&c, &card->figures[k]);
    return c.y + bottom_gap * z - y;
}
