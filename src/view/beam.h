/* The tree of a search as it is shown: a row for each step, a lane for each hypothesis that was
 * kept, the translation in the first one. Below the lanes of a row stand those that ended there,
 * below them, when it is opened, those that were discarded. Places are relative to the content's
 * top left; logical pixels. */
#ifndef AS_VIEW_BEAM_H
#define AS_VIEW_BEAM_H

#include "core/beam_tree.h"
#include "view/pen.h"

enum { AS_BEAM_OTHERS = 10 }; /* of a row, the most that are shown, best first */

typedef struct as_beam {
    as_beam_tree *tree; /* owned; NULL: there is none, and all that follows is empty */
    char **names;       /* [tree->n] */
    bool *marks;        /* [n_rows] put there by a person; NULL: none */
    int *lane;          /* [tree->n] of those kept; else the rank among its row's like it, or -1 */
    as_box *boxes;      /* [tree->n] w 0: not shown */
    bool *open;         /* [n_rows] set by whoever has it; the layout is stale then */
    int *n_others;      /* [n_rows] discarded and shown when it is open */
    int *n_ended;       /* [n_rows] but for the translation */
    float *tops;        /* [n_rows] where each begins */
    as_box *chips;      /* [n_rows] what opens a row; w 0: there is nothing to open */
    int n_rows, n_lanes;
    float height;      /* of all that is shown */
    float width, seen; /* of the lanes, of what is seen of them; the chips are beside it */
    float scroll;      /* pixels of the lanes off the left */
} as_beam;

/* Takes a tree, even when it fails; NULL: none. vocab names the tokens, NULL: "#id". marks
 * [n_marks], copied, as in as_result. Errors: SYSTEM, ARGUMENT (a token outside the vocabulary);
 * there is no tree then. */
bool as_beam_set(as_beam *beam, as_beam_tree *tree, const as_vocab *vocab, const bool *marks,
                 int n_marks, as_error *err);
void as_beam_finish(as_beam *beam);

/* The width in which each line has this many lanes, as wide as they get. Cannot fail. */
float as_beam_width(int lanes, const as_theme *theme);
/* Places all that is shown into a width. Allocates nothing, cannot fail. */
void as_beam_layout(as_beam *beam, float width, const as_theme *theme);

/* Sideways, where the lanes are wider than their room: by pixels, or so that a node shows; the
 * layout is stale then. */
void as_beam_scroll_by(as_beam *beam, float dx);
void as_beam_scroll_to(as_beam *beam, int node);
/* Track and thumb of the scroll bar that lies in `strip`, as wide as the lanes that are seen;
 * false: all of them are. And so that the thumb starts at x. */
bool as_beam_scrollbar(const as_beam *beam, as_box strip, as_box *track, as_box *thumb);
void as_beam_drag_thumb(as_beam *beam, as_box strip, float x);

/* What is at a place: a node, or a row whose chip it is. */
typedef struct as_beam_place {
    int node, row; /* -1: none */
} as_beam_place;
as_beam_place as_beam_hit(const as_beam *beam, float x, float y);

/* Where an arrow leads from a node: up to the one before, down to the best one after, sideways to
 * the next one shown in the row; the same node where there is none. */
int as_beam_up(const as_beam *beam, int node);
int as_beam_down(const as_beam *beam, int node);
int as_beam_beside(const as_beam *beam, int node, int by);
/* The last node of the translation; the first one; -1 without a tree. */
int as_beam_last_chosen(const as_beam *beam);
int as_beam_first_chosen(const as_beam *beam);
/* Is there something to see in a row when it is opened? */
bool as_beam_can_open(const as_beam *beam, int row);
/* current: the node that the matrix shows; hot: the one that is pointed at; -1: none. */
void as_beam_draw(const as_pen *pen, const as_beam *beam, as_box column, int current,
                  as_beam_place hot);

#endif
