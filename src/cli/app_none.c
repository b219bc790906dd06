/* In place of src/app in a program built without SDL or cairo. */
#include "app/app.h"

bool as_app_run(const as_app_options *options, as_error *err)
{
    (void)options;
    return as_fail(err, AS_ERR_ARGUMENT,
                   "this program was built without SDL2 and cairo, so it has "
                   "no window; `alphascope translate` and `alphascope render` do the work");
}
