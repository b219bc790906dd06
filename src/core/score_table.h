/* The scores: one row each, KIND and name, for ROW to make of it what is wanted. A new score is one
 * row here and one file, score_NAME.c, that defines as_score_NAME (score.h). */
#ifndef AS_CORE_SCORE_TABLE_H
#define AS_CORE_SCORE_TABLE_H

#define AS_SCORE_TABLE(ROW)                                                                        \
    ROW(ADDITIVE, additive)                                                                        \
    ROW(GENERAL, general)                                                                          \
    ROW(DOT, dot)                                                                                  \
    ROW(SCALED_DOT, scaled_dot)                                                                    \
    ROW(NONE, none)

#endif
