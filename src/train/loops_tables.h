/* The tables that loops.c is compiled into. Internal to the loops. */
#ifndef AS_TRAIN_LOOPS_TABLES_H
#define AS_TRAIN_LOOPS_TABLES_H

#include "train/loops.h"

extern const as_loops as_loops_table_plain;
#if defined(__x86_64__)
extern const as_loops as_loops_table_avx2;
extern const as_loops as_loops_table_avx512;
#endif

#endif
