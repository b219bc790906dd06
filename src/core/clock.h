/* What has passed, in milliseconds: differences count, not the numbers. Cannot fail. */
#ifndef AS_CORE_CLOCK_H
#define AS_CORE_CLOCK_H

/* Of a clock that never goes back. */
double as_clock_ms(void);
/* Processor time of all threads of the process. */
double as_clock_cpu_ms(void);

#endif
