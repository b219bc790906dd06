#include "interop/torch_file.h"

#include "interop/pickle.h"
#include "interop/regular.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What is being read: the archive's table, its pickle, and the folder that all names begin with. */
typedef struct checkpoint {
    as_arrays *arrays;
    as_pickle pickle;
    char *bytes; /* of the pickle */
    const char *folder;
    size_t folder_len; /* with its slash */
} checkpoint;

static const char pickle_name[] = "data.pkl";

/* ---- Entries ------------------------------------------------------------------------------- */

/* Finds the one NAME/data.pkl and with it the folder. */
static bool find_pickle(checkpoint *c, int *entry, as_error *err)
{
    const as_archive *archive = as_arrays_archive(c->arrays);
    int n = 0;
    for (int k = 0; k < as_archive_count(archive); k++) {
        const char *name = as_archive_at(archive, k)->name, *slash = strchr(name, '/');
        if (!slash || strcmp(slash + 1, pickle_name) != 0)
            continue;
        *entry = k;
        c->folder = name;
        c->folder_len = (size_t)(slash + 1 - name);
        n++;
    }
    if (n != 1)
        return as_fail(err, AS_ERR_FORMAT,
                       "%d entries NAME/%s, expected 1 (is this a checkpoint "
                       "of torch?)",
                       n, pickle_name);
    return true;
}

/* The number of entry FOLDER/rest + key, or -1. */
static int lookup(const checkpoint *c, const char *rest, const char *key, size_t key_len)
{
    size_t rest_len = strlen(rest), len = c->folder_len + rest_len + key_len;
    char name[512];
    if (len >= sizeof name || memchr(key, '\0', key_len))
        return -1;
    memcpy(name, c->folder, c->folder_len);
    memcpy(name + c->folder_len, rest, rest_len);
    memcpy(name + c->folder_len + rest_len, key, key_len);
    name[len] = '\0';
    return as_archive_lookup(as_arrays_archive(c->arrays), name);
}

/* A whole entry; *out is the caller's (free), with a NUL after it. */
static bool read_whole(const checkpoint *c, int entry, size_t limit, char **out, size_t *len,
                       as_error *err)
{
    as_archive *archive = as_arrays_archive(c->arrays);
    as_archive_stream stream;
    *len = as_archive_at(archive, entry)->bytes;
    if (*len > limit)
        return as_fail(err, AS_ERR_LIMIT, "%zu bytes, expected at most %zu", *len, limit);
    char *bytes = malloc(*len + 1);
    if (!bytes)
        return as_fail_memory(err, "a checkpoint");
    bool ok = as_archive_stream_open(archive, entry, &stream, err) &&
              as_archive_stream_read(&stream, bytes, *len, err) &&
              as_archive_stream_finish(&stream, err);
    as_archive_stream_close(&stream);
    if (!ok) {
        free(bytes);
        return false;
    }
    bytes[*len] = '\0';
    *out = bytes;
    return true;
}

/* Newer versions say which end of a number comes first. */
static bool check_byte_order(const checkpoint *c, as_error *err)
{
    int entry = lookup(c, "byteorder", "", 0);
    char *text, found[AS_PRINTABLE];
    size_t len;
    if (entry < 0)
        return true;
    if (!read_whole(c, entry, 64, &text, &len, err))
        return as_fail_in(err, "entry byteorder");
    bool ok =
        strcmp(text, "little") == 0 || as_fail(err, AS_ERR_FORMAT, "byte order %s, expected little",
                                               as_printable(found, sizeof found, text));
    free(text);
    return ok;
}

/* ---- Tensors ------------------------------------------------------------------------------- */

/* A text of the pickle for messages; out[AS_PRINTABLE]. */
static const char *shown(char *out, const as_pickle_value *text)
{
    char raw[AS_PRINTABLE];
    int len = text->text.len < sizeof raw ? (int)text->text.len : (int)sizeof raw - 1;
    snprintf(raw, sizeof raw, "%.*s", len, text->text.bytes);
    return as_printable(out, AS_PRINTABLE, raw);
}

static const as_pickle_value *value_at(const checkpoint *c, int value)
{
    return &c->pickle.values[value];
}

/* The ints of a tuple of at most AS_ARRAY_MAX_RANK. */
static void counts_of(const checkpoint *c, int tuple, size_t *out)
{
    int k = value_at(c, tuple)->items.first;
    for (; k >= 0; k = c->pickle.items[k].next)
        *out++ = (size_t)value_at(c, c->pickle.items[k].value)->integer;
}

/* The entry of a storage, as long as the pickle says. */
static bool find_storage(const checkpoint *c, const as_pickle_value *storage, int *entry,
                         as_error *err)
{
    const as_pickle_value *key = value_at(c, storage->storage.key);
    char name[AS_PRINTABLE];
    *entry = lookup(c, "data/", key->text.bytes, key->text.len);
    if (*entry < 0)
        return as_fail(err, AS_ERR_FORMAT, "its storage data/%s is not in the archive",
                       shown(name, key));
    size_t bytes = as_archive_at(as_arrays_archive(c->arrays), *entry)->bytes;
    size_t size = as_array_type_bytes(storage->storage.type);
    if (bytes % size != 0 || (uint64_t)storage->storage.n != bytes / size)
        return as_fail(err, AS_ERR_FORMAT,
                       "its storage data/%s has %zu bytes, expected %" PRId64 " numbers of %s",
                       shown(name, key), bytes, storage->storage.n,
                       as_array_type_name(storage->storage.type));
    return true;
}

static bool array_from_tensor(const checkpoint *c, const as_pickle_value *tensor, as_array *out,
                              as_error *err)
{
    const as_pickle_value *storage = value_at(c, tensor->tensor.storage);
    int rank = value_at(c, tensor->tensor.size)->items.n;
    if (rank > AS_ARRAY_MAX_RANK)
        return as_fail(err, AS_ERR_LIMIT, "%d dimensions, expected at most %d", rank,
                       AS_ARRAY_MAX_RANK);
    *out = (as_array){
        .type = storage->storage.type,
        .rank = rank,
        .first = (size_t)value_at(c, tensor->tensor.offset)->integer,
    };
    counts_of(c, tensor->tensor.size, out->shape);
    counts_of(c, tensor->tensor.stride, out->stride);
    return find_storage(c, storage, &out->entry, err);
}

static bool add_tensor(checkpoint *c, const as_pickle_item *item, as_error *err)
{
    const as_pickle_value *key = value_at(c, item->key), *value = value_at(c, item->value);
    char name[AS_PRINTABLE];
    if (key->kind != AS_PICKLE_TEXT || memchr(key->text.bytes, '\0', key->text.len))
        return as_fail(err, AS_ERR_FORMAT, "a key of the state dict is not a name");
    as_array array;
    if (value->kind != AS_PICKLE_TENSOR)
        return as_fail(err, AS_ERR_FORMAT, "%s is a %s, expected a tensor", shown(name, key),
                       as_pickle_kind_name(value->kind));
    if (!array_from_tensor(c, value, &array, err))
        return as_fail_in(err, "tensor %s", shown(name, key));
    return as_arrays_add(c->arrays, key->text.bytes, key->text.len, &array, err);
}

/* ---- The whole ----------------------------------------------------------------------------- */

static bool read_pickle(checkpoint *c, as_error *err)
{
    int entry = 0;
    size_t len;
    if (!find_pickle(c, &entry, err) || !check_byte_order(c, err))
        return false;
    return (read_whole(c, entry, AS_PICKLE_MAX_BYTES, &c->bytes, &len, err) &&
            as_pickle_parse(c->bytes, len, &c->pickle, err)) ||
           as_fail_in(err, "entry %s", pickle_name);
}

static bool read_tensors(checkpoint *c, as_error *err)
{
    int dict = c->pickle.root, inner;
    if (value_at(c, dict)->kind != AS_PICKLE_DICT)
        return as_fail(err, AS_ERR_FORMAT, "the checkpoint holds a %s, expected a dict of tensors",
                       as_pickle_kind_name(value_at(c, dict)->kind));
    if (!as_pickle_lookup(&c->pickle, dict, "model_state", &inner, err))
        return false;
    if (inner >= 0 && value_at(c, inner)->kind != AS_PICKLE_DICT)
        return as_fail(err, AS_ERR_FORMAT, "model_state is a %s, expected a dict of tensors",
                       as_pickle_kind_name(value_at(c, inner)->kind));
    int item = value_at(c, inner >= 0 ? inner : dict)->items.first;
    for (; item >= 0; item = c->pickle.items[item].next)
        if (!add_tensor(c, &c->pickle.items[item], err))
            return false;
    return true;
}

/* Takes the archive over. */
static bool read_archive(as_archive *archive, as_arrays **out, as_error *err)
{
    checkpoint c = {0};
    if (!as_arrays_new(archive, &c.arrays, err))
        return false;
    bool ok = read_pickle(&c, err) && read_tensors(&c, err);
    as_pickle_finish(&c.pickle);
    free(c.bytes);
    if (!ok) {
        as_arrays_free(c.arrays);
        return false;
    }
    *out = c.arrays;
    return true;
}

/* The stream of pickles that torch wrote before version 1.6. */
static bool is_old(const unsigned char *head, size_t len)
{
    static const unsigned char magic[] = {0x80, 0x02, 0x8a, 0x0a, 0x6c, 0xfc, 0x9c,
                                          0x46, 0xf9, 0x20, 0x6a, 0xa8, 0x50, 0x19};
    return len >= sizeof magic && memcmp(head, magic, sizeof magic) == 0;
}

static bool fail_old(as_error *err)
{
    return as_fail(err, AS_ERR_FORMAT,
                   "a checkpoint in torch's form of before version 1.6; load and save it with a "
                   "newer torch");
}

bool as_torch_parse(const void *bytes, size_t len, as_arrays **out, as_error *err)
{
    as_archive *archive;
    if (is_old(bytes, len))
        return fail_old(err);
    return as_archive_parse(bytes, len, &archive, err) && read_archive(archive, out, err);
}

bool as_torch_open(const char *path, as_arrays **out, as_error *err)
{
    as_archive *archive;
    unsigned char head[64];
    size_t len;
    if (!as_regular_head(path, head, sizeof head, &len, err))
        return false;
    if (is_old(head, len))
        return fail_old(err);
    return as_archive_open(path, &archive, err) && read_archive(archive, out, err);
}
