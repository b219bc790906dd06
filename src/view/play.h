/* The clock of the step diagram: which of a step's five stages is on show, how far it has come, and
 * when the next one's turn is. It moves only when told the time. Nothing here can fail. */
#ifndef AS_VIEW_PLAY_H
#define AS_VIEW_PLAY_H

#include <stdbool.h>
#include <stdint.h>

/* In the order in which the model goes through them, where s_{t-1} asks: query, scores, weights,
 * context, then the new state and the word. Where s_t asks the first stage makes it, too. */
typedef enum as_stage {
    AS_STAGE_QUERY,
    AS_STAGE_SCORES,
    AS_STAGE_WEIGHTS,
    AS_STAGE_CONTEXT,
    AS_STAGE_WORD,
    AS_N_STAGES,
} as_stage;

enum { AS_PLAY_SPEEDS = 5, AS_PLAY_USUAL = 2 };

typedef struct as_play {
    bool running;
    as_stage stage;
    as_stage first;    /* of a step; a model without attention begins with its context */
    int speed;         /* 0 … AS_PLAY_SPEEDS - 1 */
    uint64_t since_ms; /* when the stage came on */
} as_play;

/* "½", "1", "2" …: how many times the usual speed. */
const char *as_play_speed_name(int speed);

/* How far the stage has come, 0 to 1. It moves a while and then stands. */
float as_play_progress(const as_play *play, uint64_t now_ms);
/* The next moment at which something changes; UINT64_MAX: never. */
uint64_t as_play_due_ms(const as_play *play, uint64_t now_ms);

/* Shows another stage from now on. */
void as_play_show(as_play *play, as_stage stage, uint64_t now_ms);
/* Another speed, clamped. */
void as_play_set_speed(as_play *play, int speed);
/* The stage that each step begins with; an earlier one on show gives way to it. */
void as_play_begin_with(as_play *play, as_stage first);
/* Starts and stops running. */
void as_play_run(as_play *play, bool run, uint64_t now_ms);
/* The next stage when its time has come, which may be of the next step: then *t is one more. After
 * the last stage of the last of T steps it stops. True when anything changed. */
bool as_play_tick(as_play *play, int *t, int T, uint64_t now_ms);

#endif
