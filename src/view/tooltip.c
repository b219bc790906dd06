#include "view/tooltip.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "view/format.h"

void as_tooltip_add(as_tooltip *tip, const char *name, const char *value)
{
    if (tip->n == AS_TOOLTIP_LINES)
        return;
    as_tooltip_line *line = &tip->lines[tip->n++];
    as_format_cut(line->name, sizeof line->name, name);
    as_format_cut(line->value, sizeof line->value, value);
}

/* "name₅,₇": the letters of the paper with this cell's places, 1-based. */
static void add_indexed(as_tooltip *tip, const char *word, const char *letter, as_cell cell,
                        const char *value)
{
    char name[AS_TOOLTIP_TEXT], t[AS_FORMAT_MAX], i[AS_FORMAT_MAX];
    snprintf(name, sizeof name, "%s %s%s,%s", word, letter, as_format_subscript(t, cell.t + 1),
             as_format_subscript(i, cell.i + 1));
    as_tooltip_add(tip, name, value);
}

static void add_probability(as_tooltip *tip, const as_result *result, int t)
{
    const as_translation *tr = result->translation;
    char number[AS_FORMAT_MAX], label[80], name[AS_TOOLTIP_TEXT];
    as_format_cut(label, sizeof label, as_token_label(&tr->target.tokens[t]));
    snprintf(name, sizeof name, "P(%s)", label);
    as_tooltip_add(tip, name, as_format_share(number, exp((double)tr->logp[t]), 4));
}

static void add_entropy(as_tooltip *tip, const as_result *result, int t, as_language language)
{
    if (result->translation->no_attention)
        return;
    char number[AS_FORMAT_MAX], value[AS_TOOLTIP_TEXT];
    snprintf(value, sizeof value, "%s bit", as_format_fixed(number, (double)result->entropy[t], 2));
    as_tooltip_add(tip, as_str(language, AS_STR_ROW_ENTROPY), value);
}

/* The word that a piece is of, when it is not the whole word. `name`: of which side it is. */
static void add_word(as_tooltip *tip, const as_sentence *sentence, int k, const char *name)
{
    char word[AS_TOOLTIP_TEXT];
    int first, past;
    as_token_word(sentence, k, &first, &past);
    const as_token *from = &sentence->tokens[first], *last = &sentence->tokens[past - 1];
    if (past - first < 2 || last->start + last->len <= from->start ||
        last->start + last->len > sentence->text_len)
        return;
    size_t len = last->start + last->len - from->start;
    if (len >= sizeof word)
        return; /* nobody's word */
    memcpy(word, sentence->text + from->start, len);
    word[len] = '\0';
    as_tooltip_add(tip, name, word);
}

static void add_unknown(as_tooltip *tip, const as_token *token, as_language language)
{
    if (!token->known)
        as_tooltip_add(tip, as_token_label(token), as_str(language, AS_STR_UNKNOWN));
}

static void add_chosen(as_tooltip *tip, const as_result *result, int t, as_language language)
{
    if (as_result_is_chosen(result, t))
        as_tooltip_add(tip, as_str(language, AS_STR_FORCED), as_str(language, AS_STR_FORCED_NOTE));
}

/* alpha, e and the rank of a cell, once they are there. */
static void add_weight(as_tooltip *tip, const as_result *result, as_cell cell, as_stage stage,
                       as_language language)
{
    const as_translation *tr = result->translation;
    char number[AS_FORMAT_MAX], value[AS_TOOLTIP_TEXT];
    size_t at = (size_t)cell.t * (size_t)result->S + (size_t)cell.i;
    if (stage >= AS_STAGE_WEIGHTS)
        add_indexed(tip, as_str(language, AS_STR_ATTENTION), "α", cell,
                    as_format_share(number, (double)tr->alpha[at], 4));
    if (tr->energy && stage >= AS_STAGE_SCORES)
        add_indexed(tip, as_str(language, AS_STR_ENERGY), "e", cell,
                    as_format_fixed(number, (double)tr->energy[at], 3));
    if (stage < AS_STAGE_SCORES)
        return; /* the scores have the order of the weights */
    snprintf(value, sizeof value, as_str(language, AS_STR_RANK_OF),
             as_result_rank(result, cell.t, cell.i), result->S);
    as_tooltip_add(tip, as_str(language, AS_STR_RANK), value);
}

void as_tooltip_at_stage(as_tooltip *tip, const as_result *result, as_cell cell, as_stage stage,
                         as_language language)
{
    const as_translation *tr = result->translation;
    const as_token *target = &tr->target.tokens[cell.t], *source = &tr->source.tokens[cell.i];
    char value[AS_TOOLTIP_TEXT], a[AS_TOOLTIP_TEXT - 4], b[AS_TOOLTIP_TEXT - 4];
    bool has_word = stage == AS_STAGE_WORD;
    tip->n = 0;
    as_format_cut(a, sizeof a, as_token_label(target));
    as_format_cut(b, sizeof b, as_token_label(source));
    if (has_word)
        snprintf(tip->title, sizeof tip->title, "%s ← %s", a, b);
    else
        as_format_cut(tip->title, sizeof tip->title, b);

    if (tr->no_attention)
        as_tooltip_add(tip, as_str(language, AS_STR_ATTENTION),
                       as_str(language, AS_STR_ATTENTION_NONE));
    else
        add_weight(tip, result, cell, stage, language);
    if (has_word) {
        add_probability(tip, result, cell.t);
        add_chosen(tip, result, cell.t, language);
    }
    if (stage >= AS_STAGE_WEIGHTS)
        add_entropy(tip, result, cell.t, language);
    snprintf(value, sizeof value, "t = %d, i = %d", cell.t + 1, cell.i + 1);
    as_tooltip_add(tip, as_str(language, AS_STR_PLACE), value);
    if (has_word)
        add_word(tip, &tr->target, cell.t, as_str(language, AS_STR_IN_TARGET_WORD));
    add_word(tip, &tr->source, cell.i, as_str(language, AS_STR_IN_SOURCE_WORD));
    add_unknown(tip, source, language);
    if (has_word)
        add_unknown(tip, target, language);
}

void as_tooltip_cell(as_tooltip *tip, const as_result *result, as_cell cell, as_language language)
{
    as_tooltip_at_stage(tip, result, cell, AS_STAGE_WORD, language);
}

void as_tooltip_pinned(as_tooltip *tip, as_language language)
{
    as_tooltip_add(tip, as_str(language, AS_STR_PINNED), as_str(language, AS_STR_PINNED_NOTE));
}

void as_tooltip_label(as_tooltip *tip, const as_result *result, as_cell cell, as_language language)
{
    const as_translation *tr = result->translation;
    bool source = cell.i >= 0;
    int k = source ? cell.i : cell.t;
    const as_token *token = source ? &tr->source.tokens[k] : &tr->target.tokens[k];
    char number[AS_FORMAT_MAX], value[AS_TOOLTIP_TEXT];
    tip->n = 0;
    as_format_cut(tip->title, sizeof tip->title, as_token_label(token));
    snprintf(value, sizeof value, "%s = %d", source ? "i" : "t", k + 1);
    as_tooltip_add(tip, as_str(language, source ? AS_STR_SOURCE_TOKEN : AS_STR_TARGET_TOKEN),
                   value);
    if (source && !tr->no_attention) {
        as_tooltip_add(tip, as_str(language, AS_STR_COVERAGE),
                       as_format_fixed(number, (double)result->coverage[k], 3));
    } else if (!source) {
        add_probability(tip, result, k);
        add_chosen(tip, result, k, language);
        add_entropy(tip, result, k, language);
    }
    add_word(tip, source ? &tr->source : &tr->target, k,
             as_str(language, source ? AS_STR_IN_SOURCE_WORD : AS_STR_IN_TARGET_WORD));
    add_unknown(tip, token, language);
}

void as_tooltip_control(as_tooltip *tip, as_control control, as_language language)
{
    const as_control_spec *spec = as_control_lookup(control);
    tip->n = 0;
    as_format_cut(tip->title, sizeof tip->title, as_str(language, spec->tip));
    if (spec->keys[0])
        as_tooltip_add(tip, as_str(language, AS_STR_TIP_KEY), spec->keys);
}

void as_tooltip_note(as_tooltip *tip, const char *title, const char *text)
{
    char line[AS_TOOLTIP_TEXT];
    tip->n = 0;
    as_format_cut(tip->title, sizeof tip->title, title);
    for (size_t len; *text; text += len + (text[len] == '\n')) {
        len = strcspn(text, "\n");
        snprintf(line, sizeof line, "%.*s", (int)len, text);
        as_tooltip_add(tip, line, "");
    }
}

static bool overlap(as_box a, as_box b)
{
    return a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h;
}

/* Does a line from (x, y) to (x + w, y + h) run through a box? */
static bool crosses(as_box way, as_box box)
{
    float from = 0, to = 1; /* the part of it that is inside */
    const float starts[] = {way.x, way.y}, lengths[] = {way.w, way.h};
    const float lows[] = {box.x, box.y}, highs[] = {box.x + box.w, box.y + box.h};
    for (int k = 0; k < 2; k++) {
        if (lengths[k] == 0) {
            if (starts[k] < lows[k] || starts[k] > highs[k])
                return false;
            continue;
        }
        float a = (lows[k] - starts[k]) / lengths[k], b = (highs[k] - starts[k]) / lengths[k];
        from = fmaxf(from, fminf(a, b));
        to = fminf(to, fmaxf(a, b));
    }
    return from <= to;
}

static bool covers_kept(as_box place, const as_tooltip_anchor *anchor)
{
    return (anchor->has_way && crosses(anchor->way, place)) || overlap(place, anchor->keep);
}

static as_box placed(float w, float h, const as_tooltip_anchor *anchor, float width, float height,
                     float margin, bool below, bool right)
{
    float top = fminf(fmaxf(anchor->row.y, 0), height); /* of the row, as far as it is inside */
    float bottom = fminf(fmaxf(anchor->row.y + anchor->row.h, 0), height);
    float room = below ? height - margin - (bottom + margin) : top - margin - margin;
    as_box place = {0, 0, fminf(w, fmaxf(width - 2 * margin, 0)), fmaxf(fminf(h, room), 0)};
    place.y = below ? bottom + margin : top - margin - place.h;
    place.x = right || anchor->left - place.w < margin ? anchor->right : anchor->left - place.w;
    place.x = fmaxf(fminf(place.x, width - margin - place.w), margin);
    return place;
}

as_box as_tooltip_place(float w, float h, const as_tooltip_anchor *anchor, float width,
                        float height, float margin)
{
    as_box under = placed(w, h, anchor, width, height, margin, true, true);
    as_box over = placed(w, h, anchor, width, height, margin, false, false);
    bool below = under.h >= h || under.h >= over.h;
    as_box usual = below ? under : over;
    for (int k = 0; (anchor->has_way || anchor->keep.w > 0) && k < 4; k++) {
        as_box place =
            placed(w, h, anchor, width, height, margin, below != (k >= 2), below != (k % 2 == 1));
        if (place.h >= h && !covers_kept(place, anchor))
            return place;
    }
    return usual;
}

/* The widths of the two columns and of the title. */
static float natural_width(const as_tooltip *tip, const as_theme *theme, const as_text_metrics *tm,
                           float pad)
{
    float size = theme->size_small, widest = 0;
    for (int k = 0; k < tip->n; k++) {
        const as_tooltip_line *l = &tip->lines[k];
        float w = tm->width(tm->context, AS_FONT_REGULAR, size, l->name, strlen(l->name)) +
                  tm->width(tm->context, AS_FONT_REGULAR, size, l->value, strlen(l->value));
        widest = fmaxf(widest, w + 1.5f * pad);
    }
    float title =
        tm->width(tm->context, AS_FONT_BOLD, theme->size_body, tip->title, strlen(tip->title));
    return fmaxf(widest, title) + 2 * pad;
}

/* Name and value keep `between` apart; where the card was cut, the name gives way first. */
static void draw_line(as_draw_list *list, const as_tooltip_line *line, float x, float y, float w,
                      float between, const as_theme *theme, const as_text_metrics *tm)
{
    float size = theme->size_small;
    float name_w = tm->width(tm->context, AS_FONT_REGULAR, size, line->name, strlen(line->name));
    float value_w = tm->width(tm->context, AS_FONT_REGULAR, size, line->value, strlen(line->value));
    float room = line->value[0] ? fmaxf(w - value_w - between, 0.35f * w) : w;
    as_draw *d = as_draw_text(list, x, y, AS_FONT_REGULAR, size, theme->tooltip_soft, line->name,
                              strlen(line->name));
    if (d)
        d->max_width = room;
    d = as_draw_text(list, x + w, y, AS_FONT_REGULAR, size, theme->tooltip_text, line->value,
                     strlen(line->value));
    if (d) {
        d->align = AS_ALIGN_RIGHT;
        d->max_width = fmaxf(w - fminf(name_w, room) - between / 2, size);
    }
}

as_box as_tooltip_draw(as_draw_list *list, const as_tooltip *tip, const as_tooltip_anchor *anchor,
                       float width, float height, const as_theme *theme, const as_text_metrics *tm)
{
    float pad = 12 * theme->zoom, row = 21 * theme->zoom, title_h = 24 * theme->zoom;
    float w = natural_width(tip, theme, tm, pad);
    float h = title_h + (float)tip->n * row + 1.4f * pad;
    as_box box = as_tooltip_place(w, h, anchor, width, height, 6 * theme->zoom);
    float inner = box.w - 2 * pad;
    int n = (int)floorf((box.h - title_h - 1.4f * pad) / row + 0.01f);
    if (n < 0 || inner < theme->size_body)
        return (as_box){0, 0, 0, 0};
    if (n < tip->n) { /* cut: stay next to the row */
        float cut = title_h + (float)n * row + 1.4f * pad;
        if (box.y < anchor->row.y)
            box.y += box.h - cut;
        box.h = cut;
    } else {
        n = tip->n;
    }
    as_draw_rect(list, box, 8 * theme->zoom, theme->tooltip);
    float y = box.y + 0.7f * pad + 16 * theme->zoom;
    as_draw *d = as_draw_text(list, box.x + pad, y, AS_FONT_BOLD, theme->size_body,
                              theme->tooltip_text, tip->title, strlen(tip->title));
    if (d)
        d->max_width = inner;
    y += 2 * theme->zoom;
    for (int k = 0; k < n; k++) {
        y += row;
        draw_line(list, &tip->lines[k], box.x + pad, y, inner, 1.5f * pad, theme, tm);
    }
    return box;
}
