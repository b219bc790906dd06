/* The tables that kernels.c is compiled into. Internal to the kernels. */
#ifndef AS_CORE_KERNELS_TABLES_H
#define AS_CORE_KERNELS_TABLES_H

#include "core/kernels.h"

extern const as_kernels as_kernels_table_plain;
#if defined(__x86_64__)
extern const as_kernels as_kernels_table_avx2;
extern const as_kernels as_kernels_table_avx512;
#endif

#endif
