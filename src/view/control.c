#include "view/control.h"

const as_control_spec *as_control_lookup(as_control control)
{
    static const as_control_spec specs[AS_N_CONTROLS] = {
        [AS_CONTROL_MODEL] = {"model", AS_STR_TIP_MODEL, ""},
        [AS_CONTROL_COLOURS] = {"colours", AS_STR_TIP_COLOURS, "F2  F3  F4"},
        [AS_CONTROL_EXPORT] = {"export", AS_STR_TIP_EXPORT, "Ctrl+S"},
        [AS_CONTROL_LANGUAGE] = {"language", AS_STR_TIP_LANGUAGE, "F5"},
        [AS_CONTROL_HELP] = {"help", AS_STR_TIP_HELP, "F1"},
    };
    return &specs[control];
}
