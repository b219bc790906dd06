/* Training logs: any bytes end in a sentence about a line, or in numbers over rising steps. */
#include "check.h"

#include "core/run_log.h"

#include <math.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    as_run_log log;
    as_error err = {0};
    if (!as_run_log_parse((const char *)data, size, &log, &err)) {
        CHECK(err.status == AS_ERR_FORMAT && strchr(err.message, '\n') == NULL);
        CHECK(strncmp(err.message, "line ", 5) == 0 || strncmp(err.message, "no line", 7) == 0);
        return 0;
    }
    CHECK(log.n >= 1);
    for (int k = 0; k < log.n; k++) {
        CHECK(log.values[AS_LOG_STEP][k] >= 0 && isfinite(log.values[AS_LOG_STEP][k]));
        CHECK(k == 0 || log.values[AS_LOG_STEP][k] >= log.values[AS_LOG_STEP][k - 1]);
        for (int s = 0; s < AS_N_LOG_SERIES; s++)
            CHECK(isnan(log.values[s][k]) || isfinite(log.values[s][k]));
    }
    as_run_log_finish(&log);
    return 0;
}
