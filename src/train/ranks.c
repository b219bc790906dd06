#include "train/ranks.h"

#include "train/checkpoint.h"

#include <string.h>

enum { SETTINGS = 64 }; /* compared at a time */

static bool check_settings(const as_comm *comm, const as_settings *settings, as_error *err)
{
    const as_setting *s = as_setting_table();
    while (s->name) {
        uint64_t bits[SETTINGS];
        int n = 0, differs;
        for (; n < SETTINGS && s[n].name; n++) {
            double value = as_setting_value(&s[n], settings);
            memcpy(&bits[n], &value, sizeof bits[n]);
        }
        if (!as_comm_compare(comm, bits, n, &differs, err))
            return false;
        if (differs >= 0)
            as_fail(err, AS_ERR_ARGUMENT, "%s: not the same as on rank 0", s[differs].name);
        if (!as_comm_agree(comm, differs < 0, err))
            return false;
        s += n;
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
