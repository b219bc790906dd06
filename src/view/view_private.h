/* The view's inside, shared by the view_*.c files alone. */
#ifndef AS_VIEW_VIEW_PRIVATE_H
#define AS_VIEW_VIEW_PRIVATE_H

#include "view/beam.h"
#include "view/beam_look.h"
#include "view/branch.h"
#include "view/comparison_figure.h"
#include "view/diagram_draw.h"
#include "view/field.h"
#include "view/file_name.h"
#include "view/heatmap_draw.h"
#include "view/help.h"
#include "view/history.h"
#include "view/layout.h"
#include "view/lines.h"
#include "view/menu.h"
#include "view/model_card.h"
#include "view/panel.h"
#include "view/path_list.h"
#include "view/pen.h"
#include "view/play.h"
#include "view/sentences.h"
#include "view/slider.h"
#include "view/step_panel.h"
#include "view/target_line.h"
#include "view/terms.h"
#include "view/tooltip.h"
#include "view/view.h"

/* Who has the keyboard. Tab walks in this order. */
typedef enum as_focus {
    AS_FOCUS_FIELD,
    AS_FOCUS_TARGET,  /* the translation, as a field */
    AS_FOCUS_MAP,     /* the card: matrix or diagram; left out while there is neither */
    AS_FOCUS_CONTROL, /* and so on; those that are not there are left out */
    AS_N_FOCUS = AS_FOCUS_CONTROL + AS_N_CONTROLS,
} as_focus;

/* What the card shows. */
typedef enum as_show {
    AS_SHOW_MATRIX,
    AS_SHOW_DIAGRAM,
    AS_SHOW_LINES,
} as_show;

/* What the side panel shows. */
typedef enum as_tab {
    AS_TAB_STEP,
    AS_TAB_BEAM,
    AS_TAB_MODEL,
    AS_N_TABS,
} as_tab;

/* What the pressed mouse button is doing. */
typedef enum as_drag {
    AS_DRAG_NONE,
    AS_DRAG_SELECT,
    AS_DRAG_SCROLL_X,
    AS_DRAG_SCROLL_Y,
    AS_DRAG_PANEL,  /* the thumb of its scroll bar */
    AS_DRAG_TREE,   /* of the tree's, which lies */
    AS_DRAG_SLIDER, /* the handle of `held` */
    AS_DRAG_PRESS,  /* these on the matrix and the translation, see as_sweep: not moved yet */
    AS_DRAG_PAN,
    AS_DRAG_SWEEP,
    AS_DRAG_MINIMAP,
} as_drag;

typedef enum as_command {
    AS_DO_MODEL = 1, /* value: the model */
    AS_DO_THEME,
    AS_DO_COLORMAP,
    AS_DO_WORDS, /* these four: see reading.h */
    AS_DO_TRANSPOSE,
    AS_DO_BY_SOURCE,
    AS_DO_NUMBERS,
    AS_DO_SOURCE_PART, /* value: see as_view_pack_span; 0: all of it */
    AS_DO_TARGET_PART,
    AS_DO_ONLY_CHOSEN,
    AS_DO_COMPARE, /* value: as_compare.with */
    AS_DO_SAME_TARGET,
    AS_DO_KEEP,
    AS_DO_WHOLE,
    AS_DO_RANGE,
    AS_DO_LANGUAGE,
    AS_DO_SENTENCE, /* value: see view_sentences.c; undone with the text */
    AS_DO_PRESENT,  /* value: or not */
    AS_DO_ZOOM,     /* value: tenths up or down, see zoom_notch */
    AS_DO_SHOW,
    AS_DO_PANEL,     /* value: open or not, in windows as wide as this one */
    AS_DO_TAB,       /* value: an as_tab */
    AS_DO_SHARPNESS, /* value: a place of sharpness.h */
    AS_DO_BRANCH,    /* value: a branch, from 1; 0: the model's own translation */
    AS_DO_WIDTH,     /* value: of the beam, 1 to as_view.beam_most */
    AS_DO_LOOK,      /* value: what of the beam is looked at, see as_view.look */
    AS_DO_PLAY,      /* value: run or not */
    AS_DO_SPEED,     /* value: see play.h */
    AS_DO_SAVE,      /* value: an as_file_kind, AS_SAVE_TREE; -1: by what has the keyboard */
    AS_DO_COPY_MATRIX,
    AS_DO_COPY_TRANSLATION,
    AS_DO_HELP,
    AS_DO_QUIT,
} as_command;

/* What the present alignment is compared with. */
enum { AS_KEPT_MAX = 16 };
typedef struct as_compare {
    int with;                            /* 0: nothing, k + 1: model k, -k - 1: kept[k] */
    int last;                            /* what it was before it was nothing */
    bool same_target[AS_N_SECOND_KINDS]; /* force the first's target on the second */
    char *kept[AS_KEPT_MAX];             /* sentences; owned */
    int n_kept;
    uint64_t generation;         /* of the newest request for the second */
    bool waiting;                /* for its result */
    as_translation *translation; /* the second; NULL: there is none */
    as_result result;
    as_pane pane, difference; /* the latter without a matrix: labels differ */
    double decode_ms;
    char message[256];        /* why there is none */
    as_comparison comparison; /* as laid out */
} as_compare;

/* Where what is shown is to be saved, see view_save.c. */
enum { AS_SAVE_TREE = AS_N_FILE_KINDS }; /* as a value of AS_DO_SAVE */
typedef struct as_save {
    bool open;         /* the bar with the path is there */
    bool tree;         /* the search is saved, not what the card shows */
    bool asked;        /* whether the file of that name may be replaced */
    as_file_kind kind; /* of the last picture */
    int from;          /* who had the keyboard: an as_focus */
    as_field path;
    as_path_list list;
    char name[AS_FILE_NAME_MAX + 16]; /* that was proposed; without its folder */
    char *folder;                     /* of it, with a slash; owned */
    char *full;                       /* what requests are about; owned */
    /* what an as_saving borrows */
    as_figure_options figure;
    as_comparison_pair pair;
    const char *texts[2];
} as_save;

typedef struct as_model_entry {
    char *names[AS_N_LANGUAGES], *scores[AS_N_LANGUAGES], *notes[AS_N_LANGUAGES];
    as_card card;
} as_model_entry;

/* What the pointer is over. */
typedef struct as_hover {
    as_place_kind kind;
    as_cell cell;   /* of the heatmap, its labels, or (t, -1) for a word of the translation */
    bool in_target; /* a word of the translation */
    int control;    /* as_control; -1: none */
    int menu_item;  /* -1: none */
    int node;       /* as_node of the diagram; -1: none */
    int term;       /* of the score that is taken apart; -1: none */
    int candidate;  /* of the step panel; -1: none */
    int measure;    /* of those below what is compared; -1: none */
    as_beam_place beam;
    bool on_panel; /* anywhere inside it */
    int pane;      /* of those compared: 1 the second, 2 the difference */
    as_cell other; /* the place in the second, if that is it */
} as_hover;

/* A press on a cell, a label or a word of the translation, and where it was dragged to. */
typedef struct as_sweep {
    as_hover pressed;
    float x, y;
    unsigned mods;
    bool is_label, of_source;
    int from, to; /* tokens */
} as_sweep;

enum { AS_STATUS_MAX = 512, AS_NAME_MAX = 128 };

struct as_view {
    const as_text_metrics *tm;
    float width, height, zoom;
    int zoom_notch;    /* zoom_wanted = 1.1^zoom_notch; presenting, presented_zoom times that */
    float zoom_wanted; /* zoom, where the window has room: see as_view_zoom_with_room */
    as_theme_kind theme_kind;
    as_theme theme;
    as_colormap_kind colormap;
    as_range range;
    as_language language;

    as_undo_clock clock; /* of the texts and the history */
    as_history history;
    as_field field;
    as_focus focus;
    bool window_focused;

    float mouse_x, mouse_y;
    bool mouse_inside;
    bool keyed; /* the keyboard took over: until the pointer moves it points at nothing */
    as_hover hover;
    uint64_t hover_ms; /* since when it is over the control that it is over */
    bool tip_drawn;
    as_drag drag;
    float grab;          /* from the thumb's start to where it was grabbed */
    as_control held;     /* the slider that is dragged */
    uint64_t pressed_at; /* by the clock of undo: what is dragged is undone with what came since */
    as_field *selecting; /* the field whose text is swept over */
    int clicks;
    uint64_t click_ms;
    float click_x, click_y;

    as_menu menu;
    bool help_open;
    float help_scroll;
    bool presenting; /* full screen, large type */

    /* The translation shown; result.translation is NULL without one. */
    as_translation *translation;
    uint64_t target_tokenizer; /* of the model that made it; 0: not known */
    as_trace *trace;           /* NULL: without */
    as_result result;
    as_terms terms; /* of the step's cell */
    as_target_line target;
    as_reading reading;
    as_numbers numbers;
    as_pane pane;
    as_selection selection; /* of the result's tokens */
    int anchor[2];          /* the token where a range of it begins: target, source */
    as_sweep sweep;
    as_compare compare;
    float wheel; /* the part of a notch that has not been used */
    as_diagram diagram;
    as_cell pin;  /* AS_NO_CELL: none */
    as_cell step; /* what the inspector shows: the cell pointed at, else its row's best */
    as_show show;
    as_play play;
    int term;      /* chosen by the keyboard, in terms */
    int sharpness; /* a place of sharpness.h, for the next request */
    as_branches branches;
    int branch;          /* the one wanted, from 1; 0: none */
    int candidate;       /* chosen by the keyboard */
    as_beam beam;        /* of the last translation that was searched for */
    int node;            /* of it that is asked for or shown; -1: none, the translation */
    const int *node_ids; /* its tokens, of the look that is meant */
    as_search searched;  /* what the beam came of */
    as_beam_looks looks;
    int look;       /* the one wanted, from 1; 0: the translation, every row closed */
    int beam_width; /* of the next search */
    int beam_most;  /* that is offered */
    as_field word;  /* typed in place of a candidate */
    as_field given; /* the target that a person gives; blank or suggested: none */
    double decode_ms;
    bool failed; /* the newest request failed: the status line says why */

    as_sentences sentences[AS_N_SENTENCE_KINDS];
    as_field path;            /* of a model to open */
    as_path_list completions; /* paths that go on from it */
    bool completing_save;     /* the last path to be completed was the one to save to */
    as_save save;
    as_model_entry *models;
    int n_models, model; /* model -1: none */

    uint64_t generation; /* of the newest request */
    bool waiting;        /* for its result */
    uint64_t waiting_ms; /* since when */
    bool slow;           /* so long that the window says so */
    unsigned pending;    /* requests to take: 1 << as_request_kind */
    char *copy_text;
    size_t copy_len;
    char title[2 * AS_NAME_MAX];
    int open_model;

    int missing; /* characters of the texts shown that no font has */
    char status[AS_STATUS_MAX];
    bool status_error;

    as_layout layout;
    bool panel_open[2]; /* in wide windows, in narrow ones */
    as_tab tab;
    as_panel panel;
    as_step_plan plan; /* of the panel's content */
    bool layout_stale; /* boxes must be made anew */
    bool static_stale; /* the part of the frame before AS_DRAW_LAYER must be drawn anew */
    bool dirty;        /* something changed since the last frame */
    as_draw_list background;
    uint64_t serial;
    uint64_t now_ms;      /* of the newest event or frame */
    uint64_t activity_ms; /* last key or text: the caret blinks for a while after it */
    uint64_t frame_ms;    /* of the last frame */
    bool caret_drawn;
    as_box tooltip; /* as last drawn; w 0: none */
};

/* view.c */
void as_view_changed(as_view *view);        /* the static part */
void as_view_layout_changed(as_view *view); /* boxes, and so the static part */
void as_view_say(as_view *view, const char *message, bool is_error);
void as_view_complain(as_view *view, const as_error *err);
void as_view_drop_result(as_view *view);

/* view_settings.c */
void as_view_free_models(as_view *view);
/* Of the model in use, in the window's language; "" without one. */
const char *as_view_model_name(const as_view *view);
const char *as_view_model_score(const as_view *view);
void as_view_set_title(as_view *view); /* asks for it, if it changed */

/* view_layout.c */
/* Brings layout and hover up to date; the field gets the keyboard of what is no longer on show. */
void as_view_settle(as_view *view);
void as_view_layout_map(as_view *view);
bool as_view_is_narrow(const as_view *view);
/* The wanted zoom, or as much of it as the window has room for; presenting, the most there is. */
float as_view_zoom_with_room(const as_view *view);

/* view_reading.c */
/* The matrix anew under a reading; on failure nothing changes. Errors: SYSTEM. */
bool as_view_read(as_view *view, const as_reading *reading, as_error *err);
/* What stays of the reading for the next translation: spans of another text are forgotten. */
as_reading as_view_reading_for(const as_view *view, const as_translation *next);
/* The AS_DO_… of the reading: its value now, and carrying it out. */
int as_view_reading_value(const as_view *view, as_command command);
void as_view_apply_reading(as_view *view, as_command command, int value);
bool as_view_reading_key(as_view *view, as_key key); /* with Alt; true: it was one */
void as_view_fill_reading_menu(as_view *view);
const char *as_view_part_label(const as_view *view, char *out, size_t size); /* what is shown */
bool as_view_reading_differs(const as_view *view); /* from the model's own matrix */
/* "Reading", or what differs from the model's own matrix. */
const char *as_view_reading_label(const as_view *view, char *out, size_t size);
as_cell as_view_place(const as_view *view, as_cell tokens); /* see as_matrix_place */

/* view_compare.c */
bool as_view_is_comparing(const as_view *view); /* on the card */
/* Is the first's target forced on the second? Never on a model of another language. */
int as_view_same_target(const as_view *view);
bool as_view_may_share_target(const as_view *view);
void as_view_drop_second(as_view *view);
void as_view_finish_compare(as_view *view);
void as_view_ask_second(as_view *view); /* anew, or no longer */
void as_view_fill_second_request(const as_view *view, as_request *out);
bool as_view_read_second(as_view *view, as_error *err); /* under another reading */
void as_view_compare_with(as_view *view, int with);
/* The model that was in use `before` takes the second's place where the second is in use now. */
void as_view_trade_places(as_view *view, int before);
void as_view_set_same_target(as_view *view, int same);
void as_view_keep_sentence(as_view *view);
void as_view_toggle_compare(as_view *view);
void as_view_fill_compare_menu(as_view *view);
const char *as_view_kept_text(const as_view *view); /* the other sentence; NULL: it is a model */
int as_view_other_model(const as_view *view);       /* of the second: the same for a sentence */

/* view_compare_card.c */
void as_view_layout_compare(as_view *view);
void as_view_draw_compare(const as_view *view, as_draw_list *list);
/* The map that is scrolled where the pointer is on a pane. */
as_heatmap *as_view_map_of(as_view *view, int pane);
void as_view_follow_first(as_view *view);
as_place as_view_compare_hit(const as_view *view, int *pane, as_cell *other);
/* The measure below the panes at the pointer, -1: none; what it is, in a tooltip. */
int as_view_measure_hit(const as_view *view);
void as_view_draw_measure_tip(as_view *view, as_draw_list *list);
void as_view_draw_compare_mark(const as_view *view, as_draw_list *list, as_cell cell);
bool as_view_compare_tooltip(const as_view *view, as_cell cell, as_tooltip *tip,
                             as_tooltip_anchor *anchor);
/* The names and numbers of both; *texts, filled, is what the pair borrows from. */
as_comparison_pair as_view_compare_pair(const as_view *view, const char *texts[2]);

/* view_lines.c */
bool as_view_has_lines(const as_view *view); /* they are shown */
void as_view_layout_lines(as_view *view);
void as_view_draw_lines(const as_view *view, as_draw_list *list);
void as_view_draw_lines_mark(const as_view *view, as_draw_list *list, as_cell place);
void as_view_draw_lines_sweep(const as_view *view, as_draw_list *list, bool below, int first,
                              int last);
/* What a tooltip of a place must leave free. */
as_tooltip_anchor as_view_lines_anchor(const as_view *view, as_cell place);

/* view_matrix.c */
float as_view_matrix_zoom(const as_view *view);
void as_view_zoom_matrix(as_view *view, int notches, float x, float y);
bool as_view_is_part(const as_view *view); /* zoomed, or some of the tokens alone */
void as_view_whole(as_view *view);         /* neither */
void as_view_wheel_matrix(as_view *view, float dx, float dy, bool sideways);
void as_view_press_matrix(as_view *view, const as_input *in);
bool as_view_drag_matrix(as_view *view, const as_input *in); /* true: it was one of its drags */
void as_view_release(as_view *view);
as_span as_view_swept(const as_view *view);
void as_view_draw_sweep(const as_view *view, as_draw_list *list);

/* view_selection.c */
/* Chooses a token's row or column, or lets go of it; `through`: all from the one chosen first. */
void as_view_choose(as_view *view, bool source, int token, bool through);
bool as_view_extend(as_view *view, as_key key); /* Shift and an arrow; true: it was one */
void as_view_choose_nothing(as_view *view);
void as_view_only_chosen(as_view *view);
int as_view_pack_span(as_span span);
as_span as_view_unpack_span(int packed);

/* view_panel.c */
void as_view_layout_panel(as_view *view);
as_step_view as_view_step_of(const as_view *view);
/* The panel's content: its x and w, and y where it begins. */
as_box as_view_panel_column(const as_view *view);
as_slider as_view_sharpness_slider(const as_view *view);
void as_view_draw_panel(const as_view *view, as_draw_list *list);
/* Opens the panel or closes it. A comparison, beside which there is none, gives way to it. */
void as_view_show_panel(as_view *view, bool on);
void as_view_toggle_panel(as_view *view); /* by what is on show */
/* Shows a tab, and the panel if it is closed. */
void as_view_show_tab(as_view *view, as_tab tab);

/* view_play.c */
bool as_view_is_staged(const as_view *view);  /* the diagram is shown */
int as_view_words_shown(const as_view *view); /* of the translation: those that are made so far */
as_slider as_view_step_slider(const as_view *view);
/* The place of a stage of a step while the diagram is shown. */
int as_view_place_of(const as_view *view, int t, as_stage stage);
void as_view_go_to_place(as_view *view, int place); /* of that slider */
void as_view_go_by_steps(as_view *view, int by);
void as_view_show(as_view *view, as_show show);
void as_view_play(as_view *view, bool run);
void as_view_tick(as_view *view, uint64_t now_ms);
as_scene as_view_scene(const as_view *view, uint64_t now_ms);
/* Of a column of the diagram; false: nothing is known of it yet. */
bool as_view_stage_tooltip(const as_view *view, as_cell cell, as_tooltip *tip,
                           as_tooltip_anchor *anchor);

/* view_requests.c */
void as_view_request(as_view *view, as_request_kind kind);
void as_view_text_changed(as_view *view);
bool as_view_is_blank(const as_view *view); /* nothing in the field but spaces */

/* view_branch.c: leading the translation another way */
int as_view_current_branch(const as_view *view); /* that is meant; 0: none */
bool as_view_is_led(const as_view *view); /* is the translation asked for not the model's own? */
void as_view_go_own(as_view *view);
as_prefix as_view_prefix(const as_view *view); /* what the next translation begins with */
/* Puts candidate k, or the word that was typed, at the step on show and decodes on. */
void as_view_branch_at(as_view *view, int k);
void as_view_branch_word(as_view *view);
void as_view_focus_candidates(as_view *view);   /* wherever the window is */
bool as_view_is_branching(const as_view *view); /* the candidates or the word have the keyboard */
/* A key there; false: it means what it means elsewhere. */
bool as_view_branch_key(as_view *view, as_key key, unsigned mods);
bool as_view_mark_chosen(const as_view *view, as_result *result, as_error *err);

/* view_beam.c: the tree of the search */
void as_view_layout_beam(as_view *view);
void as_view_draw_beam(const as_view *view, as_draw_list *list, bool hot); /* hot: its slider */
as_slider as_view_width_slider(const as_view *view);
/* Its bar for scrolling sideways, as as_beam_scrollbar; and dragging that. */
bool as_view_tree_scrollbar(const as_view *view, as_box *track, as_box *thumb);
void as_view_drag_tree(as_view *view, float thumb_x);
as_beam_place as_view_beam_at(const as_view *view, float x, float y);
as_box as_view_beam_box(const as_view *view); /* of the node pointed at; w 0: none */
/* Shows a node's hypothesis in the matrix, asking for it; and back to the translation. */
void as_view_show_node(as_view *view, int node);
void as_view_leave_node(as_view *view);
as_prefix as_view_node_prefix(const as_view *view); /* while there is one */
bool as_view_node_ends(const as_view *view); /* is it shown alone, not with what follows it? */
void as_view_node_came(as_view *view);
void as_view_node_marks(const as_view *view, bool *marks, int T);
void as_view_reveal_node(as_view *view, int node); /* scrolls to it */
/* Takes the tree of a translation, unless that is a node's; NULL: it has none. */
bool as_view_take_tree(as_view *view, as_beam_tree *tree, const as_vocab *vocab);
void as_view_press_tree(as_view *view);
bool as_view_tree_key(as_view *view, as_key key); /* false: it means what it means elsewhere */

/* view_look.c: what of the tree is looked at */
/* Is the tree that is shown the one of the present text, model and settings? */
bool as_view_has_present_tree(const as_view *view);
/* These can be undone: a hypothesis (n_ids 0: the translation); a row, opened or closed. */
void as_view_look_at_node(as_view *view, const int *ids, int n_ids);
void as_view_look_into_row(as_view *view, int row);
void as_view_set_look(as_view *view, int value); /* AS_DO_LOOK */
/* Finds again, in the tree that is there, what is looked at. */
void as_view_follow_look(as_view *view);
/* A new tree is there, of what the window is about now. Errors: SYSTEM. */
bool as_view_take_search(as_view *view, as_error *err);

/* view_given.c: a target of the person's own */
bool as_view_has_given(const as_view *view); /* is one aligned instead of a translation? */
bool as_view_is_editing_target(const as_view *view);
void as_view_enter_target(as_view *view); /* after it got the focus */
void as_view_leave_target(as_view *view); /* before it loses it */
void as_view_suggest(as_view *view);      /* a new translation is there */
/* Takes the target back, as a step that can be undone. */
void as_view_drop_given(as_view *view);
void as_view_target_key(as_view *view, as_key key, unsigned mods);
as_box as_view_target_frame(const as_view *view);
void as_view_draw_given(const as_view *view, as_draw_list *list);

/* view_controls.c */
const char *as_view_control_label(const as_view *view, as_control control, char *out, size_t size);
void as_view_press_control(as_view *view, as_control control);
/* The slider that a control is, if it is one; and moving it to a place. */
bool as_view_slider(const as_view *view, as_control control, as_slider *out);
void as_view_slide(as_view *view, as_control control, int at);
void as_view_draw_control(const as_view *view, as_draw_list *list, as_control control, bool hot);

/* view_menus.c */
void as_view_open_menu(as_view *view, as_control control);

/* view_path.c */
bool as_view_is_opening(const as_view *view); /* the path of a model has the keyboard */
/* Places the field and what could follow at the top of a column; returns how high they are. */
float as_view_layout_path(as_view *view, as_box column);
void as_view_draw_path(const as_view *view, const as_pen *pen);
/* A path's field in its frame, a control's. */
void as_view_layout_path_field(as_view *view, as_field *field, as_box frame);
void as_view_draw_path_field(const as_view *view, const as_pen *pen, const as_field *field,
                             as_control control, const char *hint);
/* Puts a text into it, as one step of its undoing. */
void as_view_put_path(as_view *view, as_text_edit *edit, const char *text);
void as_view_path_changed(as_view *view);
void as_view_open_path(as_view *view);
void as_view_press_completion(as_view *view);
void as_view_focus_path(as_view *view);
bool as_view_path_key(as_view *view, as_key key, unsigned mods); /* false: not its */

/* view_save.c */
void as_view_save_as(as_view *view, int value); /* AS_DO_SAVE */
void as_view_save_now(as_view *view);
void as_view_cancel_save(as_view *view);
void as_view_save_changed(as_view *view);
void as_view_save_choose(as_view *view, int k); /* of the list */

/* view_save_bar.c */
bool as_view_has_focus(const as_view *view, as_control control);
bool as_view_is_saving(const as_view *view);                     /* the bar has the keyboard */
bool as_view_is_naming(const as_view *view);                     /* its path, or the list of that */
bool as_view_save_key(as_view *view, as_key key, unsigned mods); /* false: not its */
void as_view_press_save_list(as_view *view);
void as_view_layout_save(as_view *view);
void as_view_draw_save(const as_view *view, as_draw_list *list);
void as_view_draw_save_list(const as_view *view, as_draw_list *list);
const char *as_view_save_label(const as_view *view); /* before the path */
void as_view_fill_save_menu(as_view *view);
void as_view_dump_save(const as_view *view, as_buffer *out); /* see as_view_dump */

/* view_sentences.c */
void as_view_fill_sentences_menu(as_view *view);
void as_view_use_sentence(as_view *view, int value); /* of a menu's item */

/* view_keys.c */
#define AS_LETTER(c) ((as_key)(AS_KEY_A + ((c) - 'A')))
void as_view_key(as_view *view, as_key key, unsigned mods);
void as_view_menu_key(as_view *view, as_key key);
/* An as_focus; where that is not on show, that of its field or of the source's. */
void as_view_set_focus(as_view *view, int focus);

/* view_help.c: while the list of keys is open */
void as_view_help_key(as_view *view, as_key key);
void as_view_help_scroll_by(as_view *view, float dy);
void as_view_draw_help(const as_view *view, as_draw_list *list);

/* view_undo.c */
/* Carries out a command; a change of a setting can be undone. While something is dragged its
 * changes are one. */
void as_view_do(as_view *view, as_command command, int value);
void as_view_undo(as_view *view, bool again); /* again: redo */
/* Nothing can be redone, but for the text that changed; NULL: something else did. */
void as_view_forget_undone(as_view *view, const as_text_edit *but);

/* view_text.c */
const as_field *as_view_typed_field(const as_view *view); /* with the keyboard; NULL: none has */
/* Is a text typed that is no part of what the window shows, and undone by itself? A word that was
 * put into its place is undone by the window. */
bool as_view_has_own_undo(const as_view *view);
void as_view_end_composition(as_view *view);
void as_view_edit_key(as_view *view, as_key key, unsigned mods);
void as_view_type(as_view *view, const as_input *in); /* TEXT and PASTE */
void as_view_compose(as_view *view, const as_input *in);

/* view_pointer.c */
void as_view_press(as_view *view, const as_input *in);
void as_view_drag_to(as_view *view, const as_input *in);
void as_view_wheel(as_view *view, const as_input *in);

/* view_time.c */
bool as_view_is_slow(const as_view *view, uint64_t now_ms);
/* Is the result shown another text's, and said to be? Then it is dimmed and takes no events. */
bool as_view_is_outdated(const as_view *view);
bool as_view_caret_visible(const as_view *view, uint64_t now_ms);
/* Has the pointer rested on a control long enough to be told what it is? */
bool as_view_tip_visible(const as_view *view, uint64_t now_ms);

/* view_commands.c */
/* Carries out a command and nothing more; see as_view_do. */
void as_view_apply(as_view *view, as_command command, int value);
/* The value of AS_DO_ZOOM that is the next to what is drawn, by 1 or -1: the present one where the
 * window has no room for more. */
int as_view_notch_beside(const as_view *view, int by);
void as_view_step_zoom(as_view *view, int by); /* the same, done; says so where there is no room */
bool as_view_copy(as_view *view, const char *text, size_t len);

/* view_move.c: the cell that is pointed at */
as_cell as_view_active_cell(const as_view *view); /* pinned, else under the pointer */
void as_view_pin(as_view *view, as_cell cell);
void as_view_walk(as_view *view, as_key key, unsigned mods);
void as_view_hover_at(as_view *view);
void as_view_release_pin(as_view *view);
as_hover as_view_hover_nothing(void);
int as_view_best_source(const as_view *view, int t);

/* view_chrome.c, view_footer.c, view_frame.c: drawing */
void as_view_draw_header(const as_view *view, as_draw_list *list);
void as_view_draw_input(const as_view *view, as_draw_list *list);
void as_view_draw_footer(const as_view *view, as_draw_list *list);
void as_view_draw_transport(const as_view *view, as_draw_list *list); /* what follows the step */
enum { AS_STEP_LABEL_MAX = 160 };
/* "step 5 / 14", in the diagram with its stage; t from 1. */
void as_view_step_label(const as_view *view, int t, as_stage stage, char out[AS_STEP_LABEL_MAX]);
const char *as_view_notice(const as_view *view, bool *is_error);
as_heatmap_style as_view_style(const as_view *view);
as_pen as_view_pen(const as_view *view, as_draw_list *list);

#endif
