#include "app/keeper.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

void as_keeper_open(as_keeper *keeper, as_error *problem)
{
    *problem = (as_error){AS_OK, ""};
    if (!as_app_settings_path(&keeper->path, problem) ||
        as_app_settings_load(keeper->path, &keeper->settings, problem) ||
        access(keeper->path, F_OK) != 0)
        return;
    free(keeper->path);
    keeper->path = NULL;
}

void as_keeper_finish(as_keeper *keeper)
{
    as_app_settings_finish(&keeper->settings);
    free(keeper->path);
    *keeper = (as_keeper){0};
}

static void note_change(as_keeper *keeper, uint64_t now_ms)
{
    if (!keeper->changed)
        keeper->first_ms = now_ms;
    keeper->changed = true;
    keeper->last_ms = now_ms;
}

void as_keeper_text(as_keeper *keeper, char **field, const char *text, size_t len, uint64_t now_ms)
{
    const char *old = *field;
    if (old != NULL && strlen(old) == len && memcmp(old, text, len) == 0)
        return;
    as_app_settings_set(field, text, len);
    note_change(keeper, now_ms);
}

void as_keeper_number(as_keeper *keeper, int *field, int value, uint64_t now_ms)
{
    if (*field == value)
        return;
    *field = value;
    note_change(keeper, now_ms);
}

uint64_t as_keeper_due_ms(const as_keeper *keeper)
{
    if (keeper->path == NULL || !keeper->changed)
        return UINT64_MAX;
    uint64_t rested = keeper->last_ms + AS_KEEPER_REST_MS;
    uint64_t latest = keeper->first_ms + AS_KEEPER_MOST_MS;
    return rested < latest ? rested : latest;
}

bool as_keeper_write(as_keeper *keeper, as_error *err)
{
    if (keeper->path == NULL || !keeper->changed)
        return true;
    keeper->changed = false;
    return as_app_settings_save(keeper->path, &keeper->settings, err);
}
