#include "zip_builder.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static void *grown(void *list, size_t need, size_t *capacity, size_t size)
{
    if (need <= *capacity)
        return list;
    *capacity = 2 * need;
    list = realloc(list, *capacity * size);
    assert_non_null(list);
    return list;
}

void zip_bytes(zip_builder *zip, const void *data, size_t len)
{
    zip->bytes = grown(zip->bytes, zip->len + len + 1, &zip->capacity, 1);
    if (len > 0)
        memcpy(zip->bytes + zip->len, data, len);
    zip->len += len;
}

/* Little-endian numbers, `widths` giving the bytes of each. */
static void put(zip_builder *zip, const char *widths, ...)
{
    va_list numbers;
    va_start(numbers, widths);
    for (; *widths; widths++) {
        uint32_t number = va_arg(numbers, uint32_t);
        unsigned char digits[4];
        for (int k = 0; k < 4; k++)
            digits[k] = (unsigned char)(number >> 8 * k);
        zip_bytes(zip, digits, (size_t)(*widths - '0'));
    }
    va_end(numbers);
}

/* The checksum of ISO 3309, bit by bit. */
static uint32_t crc_of(const unsigned char *data, size_t len)
{
    uint32_t crc = 0xffffffff;
    for (size_t k = 0; k < len; k++) {
        crc ^= data[k];
        for (int bit = 0; bit < 8; bit++)
            crc = crc >> 1 ^ (crc & 1 ? 0xedb88320 : 0);
    }
    return ~crc;
}

zip_record *zip_add(zip_builder *zip, const char *name, const void *data, size_t len,
                    uint16_t flags, uint16_t method)
{
    size_t capacity = (size_t)zip->n_capacity;
    zip->records = grown(zip->records, (size_t)zip->n + 1, &capacity, sizeof *zip->records);
    zip->n_capacity = (int)capacity;
    zip_record *r = &zip->records[zip->n++];
    *r = (zip_record){
        .crc = crc_of(data, len),
        .packed = (uint32_t)len,
        .unpacked = (uint32_t)len,
        .offset = (uint32_t)zip->len,
        .flags = flags,
        .method = method,
    };
    assert_true(strlen(name) < sizeof r->name);
    strcpy(r->name, name);
    uint32_t name_len = (uint32_t)strlen(name), known = flags & 8 ? 0 : 1;
    put(zip, "42222244422", 0x04034b50u, 20u, (uint32_t)flags, (uint32_t)method, 0u, 0x21u,
        known * r->crc, known * r->packed, known * r->unpacked, name_len, 0u);
    zip_bytes(zip, name, name_len);
    zip_bytes(zip, data, len);
    if (!known)
        put(zip, "4444", 0x08074b50u, r->crc, r->packed, r->unpacked);
    return r;
}

void zip_end(zip_builder *zip)
{
    uint32_t start = (uint32_t)zip->len, n = (uint32_t)zip->n;
    for (int k = 0; k < zip->n; k++) {
        const zip_record *r = &zip->records[k];
        uint32_t name_len = (uint32_t)strlen(r->name);
        put(zip, "42222224442222244", 0x02014b50u, 20u, 20u, (uint32_t)r->flags,
            (uint32_t)r->method, 0u, 0x21u, r->crc, r->packed, r->unpacked, name_len, 0u, 0u, 0u,
            0u, 0u, r->offset);
        zip_bytes(zip, r->name, name_len);
    }
    put(zip, "42222442", 0x06054b50u, 0u, 0u, n, n, (uint32_t)zip->len - start, start, 0u);
}

unsigned char *zip_take(zip_builder *zip, size_t *len)
{
    unsigned char *exact = malloc(zip->len);
    assert_non_null(exact);
    memcpy(exact, zip->bytes, zip->len);
    *len = zip->len;
    free(zip->bytes);
    free(zip->records);
    *zip = (zip_builder){0};
    return exact;
}
