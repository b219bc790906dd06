#include "view/play.h"

enum { STAGE_MS = 1800, MOVE_MS = 700, FRAME_MS = 16 }; /* at the usual speed */

static const float speeds[AS_PLAY_SPEEDS] = {0.25f, 0.5f, 1, 2, 4};

const char *as_play_speed_name(int speed)
{
    static const char *const names[AS_PLAY_SPEEDS] = {"¼", "½", "1", "2", "4"};
    return names[speed];
}

static uint64_t scaled(const as_play *play, int ms)
{
    return (uint64_t)((float)ms / speeds[play->speed]);
}

float as_play_progress(const as_play *play, uint64_t now_ms)
{
    uint64_t since = now_ms > play->since_ms ? now_ms - play->since_ms : 0;
    uint64_t whole = scaled(play, MOVE_MS);
    return since >= whole ? 1 : (float)since / (float)whole;
}

uint64_t as_play_due_ms(const as_play *play, uint64_t now_ms)
{
    if (as_play_progress(play, now_ms) < 1)
        return now_ms + FRAME_MS;
    return play->running ? play->since_ms + scaled(play, STAGE_MS) : UINT64_MAX;
}

void as_play_show(as_play *play, as_stage stage, uint64_t now_ms)
{
    play->stage = stage;
    play->since_ms = now_ms;
}

void as_play_set_speed(as_play *play, int speed)
{
    int most = AS_PLAY_SPEEDS - 1;
    play->speed = speed < 0 ? 0 : speed > most ? most : speed;
}

void as_play_begin_with(as_play *play, as_stage first)
{
    play->first = first;
    if (play->stage < first)
        play->stage = first;
}

void as_play_run(as_play *play, bool run, uint64_t now_ms)
{
    if (run && !play->running)
        play->since_ms = now_ms;
    play->running = run;
}

bool as_play_tick(as_play *play, int *t, int T, uint64_t now_ms)
{
    if (!play->running || now_ms < play->since_ms + scaled(play, STAGE_MS))
        return false;
    bool last_stage = play->stage == AS_STAGE_WORD;
    if (last_stage && *t + 1 >= T) {
        play->running = false;
        return true;
    }
    *t += last_stage;
    as_play_show(play, last_stage ? play->first : (as_stage)(play->stage + 1), now_ms);
    return true;
}
