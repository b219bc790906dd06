/* ZIP archives made by hand, so that a test can make every field of them wrong. */
#ifndef AS_TESTS_ZIP_BUILDER_H
#define AS_TESTS_ZIP_BUILDER_H

#include <stddef.h>
#include <stdint.h>

/* What the directory says of one entry; zip_add fills it in truthfully. */
typedef struct zip_record {
    char name[64];
    uint32_t crc, packed, unpacked, offset;
    uint16_t flags, method;
} zip_record;

/* A zeroed builder is empty and ready. */
typedef struct zip_builder {
    unsigned char *bytes; /* the file */
    size_t len, capacity;
    zip_record *records;
    int n, n_capacity;
} zip_builder;

/* Appends an entry whose data are stored as they are, whatever the method; what is changed in the
 * record until the next call changes the directory only. The local header has the same truth,
 * unless `flags` has bit 3: then its sizes are 0 and follow the data. */
zip_record *zip_add(zip_builder *zip, const char *name, const void *data, size_t len,
                    uint16_t flags, uint16_t method);
/* Bytes that belong to no entry. */
void zip_bytes(zip_builder *zip, const void *data, size_t len);
/* Appends the directory. */
void zip_end(zip_builder *zip);
/* The file cut to its exact length in a block of its own, the caller's (free); the builder is empty
 * again. */
unsigned char *zip_take(zip_builder *zip, size_t *len);

#endif
