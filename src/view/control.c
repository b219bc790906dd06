#include "view/control.h"

const as_control_spec *as_control_lookup(as_control control)
{
    static const as_control_spec specs[AS_N_CONTROLS] = {
        [AS_CONTROL_SENTENCES] = {"sentences", AS_GROUP_FIELD, AS_STR_TIP_SENTENCES, "Ctrl+E"},
        [AS_CONTROL_EDIT] = {"edit", AS_GROUP_TARGET, AS_STR_TIP_EDIT, "Ctrl+T"},
        [AS_CONTROL_OWN] = {"own", AS_GROUP_TARGET, AS_STR_TIP_OWN, "Ctrl+R"},
        [AS_CONTROL_MATRIX] = {"matrix", AS_GROUP_CARD, AS_STR_TIP_MATRIX, "F7"},
        [AS_CONTROL_LINES] = {"lines", AS_GROUP_CARD, AS_STR_TIP_LINES, "Alt+L"},
        [AS_CONTROL_DIAGRAM] = {"diagram", AS_GROUP_CARD, AS_STR_TIP_DIAGRAM, "F7"},
        [AS_CONTROL_READING] = {"reading", AS_GROUP_CARD, AS_STR_TIP_READING, "Alt+W  T  D  N"},
        [AS_CONTROL_TAB_STEP] = {"tab_step", AS_GROUP_TABS, AS_STR_TIP_TAB_STEP, "Ctrl+1"},
        [AS_CONTROL_PATH] = {"path", AS_GROUP_PANEL, AS_STR_TIP_PATH, "Ctrl+O"},
        [AS_CONTROL_COMPLETIONS] = {"completions", AS_GROUP_PANEL, AS_STR_TIP_COMPLETIONS,
                                    "↑  ↓  Enter"},
        [AS_CONTROL_TAB_BEAM] = {"tab_beam", AS_GROUP_TABS, AS_STR_TIP_TAB_BEAM, "Ctrl+2"},
        [AS_CONTROL_TAB_MODEL] = {"tab_model", AS_GROUP_TABS, AS_STR_TIP_TAB_MODEL, "Ctrl+3"},
        [AS_CONTROL_WIDTH] = {"width", AS_GROUP_PANEL, AS_STR_TIP_WIDTH, "Alt+←  →"},
        [AS_CONTROL_TREE] = {"tree", AS_GROUP_PANEL, AS_STR_TIP_TREE, "←  →  ↑  ↓  Enter  Esc"},
        [AS_CONTROL_CANDIDATES] = {"candidates", AS_GROUP_PANEL, AS_STR_TIP_CANDIDATES,
                                   "Ctrl+B  ↑  ↓  Enter"},
        [AS_CONTROL_WORD] = {"word", AS_GROUP_PANEL, AS_STR_TIP_WORD, "Enter"},
        [AS_CONTROL_WHOLE] = {"whole", AS_GROUP_CARD, AS_STR_TIP_WHOLE, "Home"},
        [AS_CONTROL_TERMS] = {"terms", AS_GROUP_PANEL, AS_STR_TIP_TERMS, "←  →"},
        [AS_CONTROL_SHARPNESS] = {"sharpness", AS_GROUP_PANEL, AS_STR_TIP_SHARPNESS, "Alt+↑  ↓"},
        [AS_CONTROL_PREVIOUS] = {"previous", AS_GROUP_FOOTER, AS_STR_TIP_PREVIOUS, "PgUp"},
        [AS_CONTROL_PLAY] = {"play", AS_GROUP_FOOTER, AS_STR_TIP_PLAY, "F8"},
        [AS_CONTROL_NEXT] = {"next", AS_GROUP_FOOTER, AS_STR_TIP_NEXT, "PgDn"},
        [AS_CONTROL_STEP] = {"step", AS_GROUP_FOOTER, AS_STR_TIP_STEP, "←  →  Home  End"},
        [AS_CONTROL_SPEED] = {"speed", AS_GROUP_FOOTER, AS_STR_TIP_SPEED, "F9  F10"},
        [AS_CONTROL_MODEL] = {"model", AS_GROUP_HEADER, AS_STR_TIP_MODEL, ""},
        [AS_CONTROL_TRAINED] = {"trained", AS_GROUP_HEADER, AS_STR_TIP_TRAINED, "Alt+0"},
        [AS_CONTROL_COMPARE] = {"compare", AS_GROUP_HEADER, AS_STR_TIP_COMPARE, "Alt+C"},
        [AS_CONTROL_COLOURS] = {"colours", AS_GROUP_HEADER, AS_STR_TIP_COLOURS, "F2  F3  F4"},
        [AS_CONTROL_EXPORT] = {"export", AS_GROUP_HEADER, AS_STR_TIP_EXPORT, "Ctrl+S"},
        [AS_CONTROL_PANEL] = {"panel", AS_GROUP_HEADER, AS_STR_TIP_PANEL, "F6"},
        [AS_CONTROL_LANGUAGE] = {"language", AS_GROUP_HEADER, AS_STR_TIP_LANGUAGE, "F5"},
        [AS_CONTROL_HELP] = {"help", AS_GROUP_HEADER, AS_STR_TIP_HELP, "F1"},
    };
    return &specs[control];
}
