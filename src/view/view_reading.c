/* How the matrix is read, in the window: the choices, their keys and their menu. */
#include <stdio.h>
#include <string.h>

#include "view/format.h"
#include "view/view_private.h"

bool as_view_read(as_view *view, const as_reading *reading, as_error *err)
{
    if (view->translation) {
        as_matrix matrix;
        if (!as_matrix_init(&matrix, view->translation, reading, err))
            return false;
        as_matrix_mark(&matrix, view->result.chosen);
        as_matrix_finish(&view->pane.matrix);
        view->pane.matrix = matrix;
        view->pane.label_size = 0;
    }
    view->reading = *reading;
    if (!as_view_read_second(view, err))
        as_view_drop_second(view);
    as_view_layout_changed(view);
    return true;
}

void as_view_set_reading(as_view *view, const as_reading *reading, as_numbers numbers)
{
    as_error err = {0};
    view->numbers = numbers;
    if (!as_view_read(view, reading, &err))
        as_view_complain(view, &err);
}

as_reading as_view_reading(const as_view *view, as_numbers *numbers)
{
    *numbers = view->numbers;
    return view->reading;
}

as_reading as_view_reading_for(const as_view *view, const as_translation *next)
{
    static const as_span whole = {0, 0};
    as_reading reading = view->reading;
    const as_translation *last = view->translation;
    bool same_source = last && as_sentence_same_text(&last->source, &next->source);
    if (!same_source)
        reading.source = whole;
    if (!same_source || !as_sentence_same_text(&last->target, &next->target))
        reading.target = whole;
    return reading;
}

as_cell as_view_place(const as_view *view, as_cell tokens)
{
    return as_matrix_place(&view->pane.matrix, tokens);
}

int as_view_reading_value(const as_view *view, as_command command)
{
    const as_reading *r = &view->reading;
    switch (command) {
    case AS_DO_WORDS:
        return r->words;
    case AS_DO_TRANSPOSE:
        return r->transposed;
    case AS_DO_BY_SOURCE:
        return r->by_source;
    case AS_DO_NUMBERS:
        return (int)view->numbers;
    case AS_DO_COMPARE:
        return view->compare.with;
    case AS_DO_SAME_TARGET:
        return as_view_same_target(view);
    case AS_DO_SOURCE_PART:
        return as_view_pack_span(r->source);
    case AS_DO_TARGET_PART:
        return as_view_pack_span(r->target);
    default:
        return 0;
    }
}

/* Of n tokens; all of them are a zeroed span. */
static as_span part(int packed, int n)
{
    as_span span = as_view_unpack_span(packed);
    return as_span_is_all(span, n) ? (as_span){0, 0} : as_span_within(span, n);
}

void as_view_apply_reading(as_view *view, as_command command, int value)
{
    as_reading r = view->reading;
    as_error err = {0};
    switch (command) {
    case AS_DO_WORDS:
        r.words = value;
        break;
    case AS_DO_TRANSPOSE:
        r.transposed = value;
        break;
    case AS_DO_BY_SOURCE:
        r.by_source = value;
        break;
    case AS_DO_SOURCE_PART:
        r.source = part(value, view->result.S);
        break;
    case AS_DO_TARGET_PART:
        r.target = part(value, view->result.T);
        break;
    default:
        view->numbers = (as_numbers)value;
        break;
    }
    if (!as_view_read(view, &r, &err))
        as_view_complain(view, &err);
}

/* At the cell pointed at, or in the middle. */
static void zoom_by_key(as_view *view, int by)
{
    const as_heatmap *map = &view->pane.map;
    as_cell place = as_view_place(view, as_view_active_cell(view));
    as_box at = map->cells;
    if (place.t >= 0 && place.i >= 0)
        at = as_heatmap_cell(map, place.t, place.i);
    as_view_zoom_matrix(view, by, at.x + at.w / 2, at.y + at.h / 2);
}

/* What the key puts in the cells next: two decimals, which say something and are easily read, then
 * more, then fewer, then nothing. */
static int numbers_after(int numbers)
{
    if (numbers == AS_NUMBERS_NONE)
        return AS_NUMBERS_2;
    if (numbers == AS_NUMBERS_2 - 1)
        return AS_NUMBERS_NONE;
    return numbers == AS_NUMBERS_5 ? AS_NUMBERS_0 : numbers + 1;
}

bool as_view_reading_key(as_view *view, as_key key)
{
    static const struct {
        char letter;
        as_command command;
    } keys[] = {
        {'W', AS_DO_WORDS},
        {'T', AS_DO_TRANSPOSE},
        {'D', AS_DO_BY_SOURCE},
        {'N', AS_DO_NUMBERS},
    };
    for (size_t k = 0; k < sizeof keys / sizeof *keys; k++) {
        if (key != AS_LETTER(keys[k].letter))
            continue;
        int value = as_view_reading_value(view, keys[k].command);
        bool counts = keys[k].command == AS_DO_NUMBERS;
        as_view_do(view, keys[k].command, counts ? numbers_after(value) : !value);
        return true;
    }
    if (key == AS_LETTER('C'))
        as_view_toggle_compare(view);
    else if (key == AS_LETTER('L'))
        as_view_do(view, AS_DO_SHOW, view->show == AS_SHOW_LINES ? AS_SHOW_MATRIX : AS_SHOW_LINES);
    else if (key == AS_LETTER('S'))
        as_view_do(view, AS_DO_ONLY_CHOSEN, 0);
    else if ((key == AS_KEY_PLUS || key == AS_KEY_MINUS) && view->translation)
        zoom_by_key(view, key == AS_KEY_PLUS ? 1 : -1);
    else
        return false;
    return true;
}

/* ---- the menu ---- */

static const struct {
    as_command command;
    as_string label, brief;
    const char *key;
} choices[] = {
    {AS_DO_WORDS, AS_STR_READ_WORDS, AS_STR_SHORT_WORDS, "Alt+W"},
    {AS_DO_TRANSPOSE, AS_STR_READ_TRANSPOSED, AS_STR_SHORT_TRANSPOSED, "Alt+T"},
    {AS_DO_BY_SOURCE, AS_STR_READ_BY_SOURCE, AS_STR_SHORT_BY_SOURCE, "Alt+D"},
};
enum { N_CHOICES = sizeof choices / sizeof *choices };

static void name_numbers(const as_view *view, as_numbers numbers, char out[AS_NAME_MAX])
{
    int decimals = (int)numbers - AS_NUMBERS_0;
    as_string name = numbers == AS_NUMBERS_NONE ? AS_STR_NUMBERS_NONE
                     : decimals == 1            ? AS_STR_NUMBERS_DECIMAL
                                                : AS_STR_NUMBERS_DECIMALS;
    snprintf(out, AS_NAME_MAX, as_str(view->language, name), decimals);
}

static void add_deed(as_view *view, as_string label, as_command command, const char *key)
{
    as_menu_item *item = as_menu_add(&view->menu, as_str(view->language, label), command, 0);
    if (item)
        snprintf(item->hint, sizeof item->hint, "%s", key);
}

void as_view_fill_reading_menu(as_view *view)
{
    as_menu *menu = &view->menu;
    char name[AS_NAME_MAX];
    as_menu_add_heading(menu, as_str(view->language, AS_STR_MENU_READING));
    for (int k = 0; k < N_CHOICES; k++) {
        int value = as_view_reading_value(view, choices[k].command);
        as_menu_item *item =
            as_menu_add(menu, as_str(view->language, choices[k].label), choices[k].command, !value);
        if (!item)
            return;
        item->checked = value;
        snprintf(item->hint, sizeof item->hint, "%s", choices[k].key);
    }
    add_deed(view, AS_STR_READ_ONLY_CHOSEN, AS_DO_ONLY_CHOSEN, "Alt+S");
    add_deed(view, AS_STR_READ_WHOLE, AS_DO_WHOLE, "Home");
    as_menu_item *head = as_menu_add_heading(menu, as_str(view->language, AS_STR_MENU_NUMBERS));
    if (head)
        snprintf(head->hint, sizeof head->hint, "Alt+N");
    for (int k = 0; k < AS_N_NUMBERS; k++) {
        name_numbers(view, (as_numbers)k, name);
        as_menu_item *item = as_menu_add(menu, name, AS_DO_NUMBERS, k);
        if (item)
            item->checked = k == (int)view->numbers;
    }
}

bool as_view_reading_differs(const as_view *view)
{
    const as_reading *r = &view->reading;
    return r->words || r->transposed || r->by_source;
}

const char *as_view_reading_label(const as_view *view, char *out, size_t size)
{
    size_t len = 0;
    out[0] = '\0';
    for (int k = 0; k < N_CHOICES; k++) {
        if (!as_view_reading_value(view, choices[k].command))
            continue;
        len += (size_t)snprintf(out + len, size - len, "%s%s", len ? " · " : "",
                                as_str(view->language, choices[k].brief));
        if (len >= size)
            break;
    }
    return len ? out : as_str(view->language, AS_STR_READING);
}

const char *as_view_part_label(const as_view *view, char *out, size_t size)
{
    const as_matrix *m = &view->pane.matrix;
    const as_axis *source = as_matrix_source(m), *target = as_matrix_target(m);
    const as_reading *r = &view->reading;
    if (as_span_is_all(r->source, view->result.S) && as_span_is_all(r->target, view->result.T))
        snprintf(out, size, "%.0f %%  ×", 100 * (double)as_view_matrix_zoom(view));
    else
        snprintf(out, size, as_str(view->language, AS_STR_PART_SHOWN), source->n, target->n);
    return out;
}
