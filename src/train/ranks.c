#include "train/ranks.h"

#include "train/checkpoint.h"

#include <string.h>

static bool check_settings(const as_comm *comm, const as_settings *settings, as_error *err)
{
    for (const as_setting *s = as_setting_table(); s->name; s++) {
        double value = as_setting_value(s, settings);
        uint64_t bits;
        memcpy(&bits, &value, sizeof bits);
        if (!as_comm_same(comm, s->name, bits, err))
            return false;
    }
    return true;
}

bool as_ranks_check(as_trainer *trainer, uint64_t data_fingerprint, as_error *err)
{
    const as_trainer_data *inputs = as_trainer_inputs(trainer);
    const as_comm *comm = inputs->comm;
    if (!comm)
        return true;
    uint64_t valid = inputs->valid ? as_corpus_fingerprint(inputs->valid) : 0;
    return check_settings(comm, as_trainer_settings(trainer), err) &&
           as_comm_same(comm, "the training text", data_fingerprint, err) &&
           as_comm_same(comm, "the valid text", valid, err) && as_ranks_check_weights(trainer, err);
}

bool as_ranks_check_weights(as_trainer *trainer, as_error *err)
{
    const as_comm *comm = as_trainer_inputs(trainer)->comm;
    if (!comm)
        return true;
    as_trainer_state state = as_trainer_blocks(trainer);
    return as_comm_same(comm, "the weights", as_state_checksum(&state), err);
}
