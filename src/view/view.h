/* The whole window as a pure function of what happened: events in, a draw list out, and requests
 * for what only the program around it can do (decode, clipboard, files). No toolkit, no files, no
 * clock.
 *
 * The loop of a program:
 *     as_view_input(view, &event)                       for each event
 *     while (as_view_take_request(view, &request)) …    carry it out
 *     if (as_view_needs_frame(view, now)) as_view_frame(view, now, &list, &err) and paint
 *     sleep until an event, a finished decode, or as_view_next_frame_ms(view)
 *
 * Not thread-safe: results of a worker are handed over on the thread that owns the view. */
#ifndef AS_VIEW_VIEW_H
#define AS_VIEW_VIEW_H

#include "core/beam_tree.h"
#include "core/prefix.h"
#include "core/trace.h"
#include "view/colormap.h"
#include "view/draw_list.h"
#include "view/input.h"
#include "view/model_card.h"
#include "view/reading.h"
#include "view/saving.h"
#include "view/strings.h"
#include "view/theme.h"

typedef struct as_view as_view;

enum { AS_VIEW_BEAM = 5, AS_VIEW_BEAM_MOST = 12 }; /* the usual width; the widest that it offers */

typedef enum as_request_kind {
    AS_REQUEST_TRANSLATE,  /* text, generation, model, temperature, prefix, exactly, target:
                              decode text with its states and its tree, answer with
                              set_translation */
    AS_REQUEST_COMPARE,    /* the same, to be compared with it: answer with set_second; has a
                              count of generations of its own */
    AS_REQUEST_COPY,       /* text to the clipboard */
    AS_REQUEST_PASTE,      /* answer with AS_INPUT_PASTE */
    AS_REQUEST_PROPOSE,    /* text: a file name to start from ("the-agreement.png"): answer with
                              as_view_propose_path */
    AS_REQUEST_SAVE,       /* text: a path; write as_view_saving there, over a file that exists only
                              with `replace`, else as_view_ask_replace; then as_view_saved, or say
                              why not with as_view_set_status */
    AS_REQUEST_OPEN_MODEL, /* model: load it; the view asks for a new translation by itself */
    AS_REQUEST_TITLE,      /* text: the window's title */
    AS_REQUEST_COMPLETE,   /* text: a path in the making, of a model or, `saving`, of a file that is
                              saved; answer with as_view_set_completions */
    AS_REQUEST_OPEN_PATH,  /* text: the path of a model; answer with as_view_add_model, or say why
                              not with as_view_set_status */
    AS_REQUEST_FULL_SCREEN, /* as as_view_is_presenting says */
    AS_REQUEST_QUIT,
} as_request_kind;

typedef struct as_request {
    as_request_kind kind;
    uint64_t generation; /* TRANSLATE: newer is larger; older requests may be dropped */
    int model;           /* TRANSLATE, OPEN_MODEL: index into set_models, -1 without models */
    double temperature;  /* TRANSLATE: see as_decode_options */
    int beam;            /* TRANSLATE: likewise */
    as_prefix prefix;    /* TRANSLATE: what it begins with; borrowed likewise */
    bool exactly;        /* TRANSLATE: it ends with the prefix, too */
    const char *target;  /* TRANSLATE: align this instead, borrowed likewise; NULL: translate */
    size_t target_len;
    const as_sentence *target_tokens; /* COMPARE: those of the target, borrowed likewise, which hold
                                         for a model with the same tokenizer; NULL: not known */
    uint64_t target_tokenizer;        /* whose they are */
    bool saving;      /* COMPLETE */
    bool replace;     /* SAVE */
    const char *text; /* NUL-terminated; borrowed until the next call on this view */
    size_t text_len;
} as_request;

/* One line of the model menu. Strings are copied; NULL counts as "". */
typedef struct as_view_model {
    const char *name;  /* "English → French" or the file's own name */
    const char *score; /* "additive · Bahdanau 2015"; "" until the model is loaded */
    const char *card;  /* shown on hover: data, licence, scores */
    const char *chinese_name, *chinese_score, *chinese_card; /* NULL: as in English */
    const char *path;                                        /* of its file */
    const as_model_about *about; /* what the file says; NULL: unknown. Copied. */
    const as_card_figure *figures;
    int n_figures;
} as_view_model;

/* *out is the caller's; free with as_view_free. `metrics` is borrowed and outlives the view.
 * Starts at 1280 x 800, light, English, with the field focused. Errors: SYSTEM. */
bool as_view_new(const as_text_metrics *metrics, as_view **out, as_error *err);
void as_view_free(as_view *view);

/* Takes one event. Never fails: when memory runs out the text stays as it was and the status line
 * says so. */
void as_view_input(as_view *view, const as_input *input);

/* The next thing the view wants done; false when there is none. */
bool as_view_take_request(as_view *view, as_request *out);

/* Is there something to draw that was not in the last frame? */
bool as_view_needs_frame(const as_view *view, uint64_t now_ms);
/* When the next frame is due without any event (a blinking caret); UINT64_MAX: never. */
uint64_t as_view_next_frame_ms(const as_view *view);
/* Draws into an emptied *out. What follows AS_DRAW_LAYER depends on the pointer, the pin and the
 * caret's blink; what precedes it is the same as in the last frame unless as_view_static_serial
 * changed, so that a painter may keep its picture of it. Errors: SYSTEM (memory). */
bool as_view_frame(as_view *view, uint64_t now_ms, as_draw_list *out, as_error *err);
uint64_t as_view_static_serial(const as_view *view);

/* What a worker made of an AS_REQUEST_TRANSLATE. */
typedef struct as_view_result {
    uint64_t generation;
    as_translation *translation;  /* the view takes it, even a stale one; NULL: failed */
    as_beam_tree *tree;           /* of its search; the view takes it; NULL: there is none */
    as_trace *trace;              /* of its steps; the view takes it; NULL: there is none */
    const as_vocab *target_vocab; /* names the candidates; borrowed for the call; NULL: "#id" */
    uint64_t target_tokenizer;    /* as_tokenizer_fingerprint of the model's; 0: not known */
    const as_config *config;      /* for the equations; borrowed for the call; or NULL */
    double decode_ms;
    const char *message; /* why translation is NULL; borrowed; shown in the status line */
} as_view_result;

/* Results older than the newest request are dropped. False: it was stale, or memory ran out. */
bool as_view_set_translation(as_view *view, const as_view_result *result);

/* The same for an AS_REQUEST_COMPARE. */
bool as_view_set_second(as_view *view, const as_view_result *result);

/* Replaces the menu; selected is the index in use, -1: none. Asks for a translation of the text. */
bool as_view_set_models(as_view *view, const as_view_model *models, int n, int selected,
                        as_error *err);
/* Adds a model at the end of the menu and chooses it, or chooses one of those that are there; both
 * can be undone. Errors: SYSTEM. */
bool as_view_add_model(as_view *view, const as_view_model *model, as_error *err);
void as_view_choose_model(as_view *view, int model);
/* Paths that go on from the one typed, copied; folders end in a slash. Errors: SYSTEM. */
bool as_view_set_completions(as_view *view, const char *const *paths, int n, as_error *err);
/* Where what is shown could be saved, a full path: asks for it in the window. Errors: SYSTEM,
 * LIMIT. */
bool as_view_propose_path(as_view *view, const char *path, as_error *err);
/* There is a file of that name: asks whether it may be replaced. */
void as_view_ask_replace(as_view *view, const char *path);
/* It was saved as `path`: says so. */
void as_view_saved(as_view *view, const char *path);
/* What the menu of sentences lists, copied. Errors: SYSTEM; the list then stays. */
typedef enum as_sentence_kind {
    AS_SENTENCES_EXAMPLES, /* for the model in use */
    AS_SENTENCES_RECENT,   /* typed before, the newest first */
    AS_N_SENTENCE_KINDS,
} as_sentence_kind;
bool as_view_set_sentences(as_view *view, as_sentence_kind kind, const char *const *texts, int n,
                           as_error *err);
/* One sentence in the bottom bar; "" clears it. Copied (cut to what fits). */
void as_view_set_status(as_view *view, const char *message, bool is_error);

/* Settings, from the command line or a restored session; keys and menus change them too. */
bool as_view_set_source(as_view *view, const char *text, size_t len, as_error *err);
void as_view_set_theme(as_view *view, as_theme_kind kind);
void as_view_set_colormap(as_view *view, as_colormap_kind kind);
void as_view_set_range(as_view *view, as_range range);
void as_view_set_language(as_view *view, as_language language);
void as_view_set_text_size(as_view *view, int notch); /* 1.1^notch; 0: as designed; -5 to 9 */
/* How many hypotheses the search keeps: 1 to AS_MAX_BEAM, clamped. One wider than AS_VIEW_BEAM_MOST
 * is offered then, too. */
void as_view_set_beam_width(as_view *view, int width);
int as_view_beam_width(const as_view *view);
as_theme_kind as_view_theme(const as_view *view);
as_colormap_kind as_view_colormap(const as_view *view);
as_range as_view_range(const as_view *view);
void as_view_set_reading(as_view *view, const as_reading *reading, as_numbers numbers);
/* The reading as it is, and the numbers in the cells. */
as_reading as_view_reading(const as_view *view, as_numbers *numbers);
/* The lines, or else the matrix. */
bool as_view_shows_lines(const as_view *view);
void as_view_show_lines(as_view *view, bool lines);
/* What the translation is compared with: a model, or another sentence, borrowed; -1 and NULL:
 * nothing. */
typedef struct as_second {
    int model;
    const char *text;
} as_second;
as_second as_view_second(const as_view *view);
/* Errors: ARGUMENT (it has no such model), SYSTEM; nothing changes then. */
bool as_view_compare(as_view *view, const as_second *second, as_error *err);
/* Is the first's target forced on what it is compared with? On another model of the same target
 * language it is at first, on another sentence not. */
typedef enum as_second_kind {
    AS_SECOND_MODEL,
    AS_SECOND_SENTENCE,
    AS_N_SECOND_KINDS,
} as_second_kind;
bool as_view_shares_target(const as_view *view, as_second_kind kind);
void as_view_share_target(as_view *view, as_second_kind kind, bool shared);
int as_view_text_size(const as_view *view);
bool as_view_is_presenting(const as_view *view); /* full screen, large type */
as_language as_view_language(const as_view *view);

/* Where the caret is, for an input method's window. Logical pixels, as of the last frame. */
as_box as_view_caret_box(const as_view *view);
/* May text be typed? It goes to the source field, whatever has the focus; not while a menu is open.
 * Then the program starts text input, else it stops it. */
bool as_view_wants_text(const as_view *view);

/* Is the answer to the newest request to translate still to come? */
bool as_view_is_waiting(const as_view *view);
bool as_view_is_playing(const as_view *view);
/* Where the matrix's cells are seen; w 0: there are none. Logical pixels, as of the last frame. */
as_box as_view_cells_box(const as_view *view);

/* What is to be saved, as it is shown; borrowed until the next call on this view. ARGUMENT when
 * there is nothing yet. */
bool as_view_saving(as_view *view, as_saving *out, as_error *err);
/* The translation shown, or NULL; borrowed until the next call that changes the view. */
const as_translation *as_view_translation(const as_view *view);

/* The state as one JSON object, for tests of the window: sizes, boxes of cells, hovered and pinned
 * cell, texts, focus, scroll, message, generation. Geometry as of the last frame. */
void as_view_dump(const as_view *view, FILE *out);

#endif
