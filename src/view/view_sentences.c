/* Sentences to choose from, at the end of the source field: the model's examples and what was typed
 * before. */
#include <string.h>

#include "view/view_private.h"

/* In a menu's value: which list, and which of it. */
enum { LIST = 1 << 16 };

bool as_view_set_sentences(as_view *view, as_sentence_kind kind, const char *const *texts, int n,
                           as_error *err)
{
    if (view->menu.open && view->menu.owner == AS_CONTROL_SENTENCES)
        as_menu_close(&view->menu); /* it lists the old ones */
    as_view_layout_changed(view);
    return as_sentences_set(&view->sentences[kind], texts, n, err);
}

void as_view_fill_sentences_menu(as_view *view)
{
    static const as_string headings[AS_N_SENTENCE_KINDS] = {AS_STR_MENU_EXAMPLES,
                                                            AS_STR_MENU_RECENT};
    const char *text = view->field.edit.text;
    for (int kind = 0; kind < AS_N_SENTENCE_KINDS; kind++) {
        const as_sentences *list = &view->sentences[kind];
        if (list->n > 0)
            as_menu_add_heading(&view->menu, as_str(view->language, headings[kind]));
        for (int k = 0; k < list->n; k++) {
            as_menu_item *item =
                as_menu_add(&view->menu, list->items[k], AS_DO_SENTENCE, kind * LIST + k);
            if (item)
                item->checked = strcmp(list->items[k], text) == 0;
        }
    }
    if (view->menu.n == 0)
        as_menu_add_heading(&view->menu, as_str(view->language, AS_STR_MENU_NO_SENTENCES));
}

void as_view_use_sentence(as_view *view, int value)
{
    as_error err = {0};
    const as_sentences *list = &view->sentences[value / LIST];
    const char *text = list->items[value % LIST];
    as_text_edit *edit = &view->field.edit;
    as_view_set_focus(view, AS_FOCUS_FIELD);
    if (strcmp(text, edit->text) == 0)
        return;
    as_undo_clock_hold(&view->clock); /* undone as one */
    as_view_drop_given(view); /* it was another sentence's */
    as_text_edit_select_all(edit);
    if (as_text_edit_paste(edit, text, strlen(text), &err)) {
        as_view_forget_undone(view, edit);
        as_view_text_changed(view);
    } else {
        as_view_complain(view, &err);
    }
    as_undo_clock_go(&view->clock);
}
