#include "view/strings.h"

const char *as_str(as_language language, as_string id)
{
    static const char *const table[AS_N_STRINGS][AS_N_LANGUAGES] = {
#define AS_STRING(id, en, zh) {en, zh},
#include "strings.def"
#undef AS_STRING
    };
    return table[id][language];
}
