/* BPE codes of subword-nmt. */
#include "check.h"

#include "core/bpe.h"
#include "interop/bpe_codes.h"

#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    as_bpe_codes codes;
    as_bpe *bpe;
    as_error err = {0};
    if (as_bpe_codes_parse(data, size, &codes, &err)) {
        CHECK(codes.len <= size && codes.merges[codes.len] == '\0');
        CHECK(as_bpe_parse(codes.merges, codes.len, &bpe, NULL));
        as_bpe_free(bpe);
        as_bpe_codes_finish(&codes);
    } else {
        CHECK(err.status != AS_OK && err.message[0] != '\0' && !strchr(err.message, '\n'));
    }
    return 0;
}
