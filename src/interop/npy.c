#include "interop/npy.h"

#include "core/memory.h"

#include <string.h>

enum { MAGIC_BYTES = 6, VERSION_BYTES = 2 };
static const unsigned char magic[MAGIC_BYTES] = {0x93, 'N', 'U', 'M', 'P', 'Y'};

/* Bytes of magic, version and length, and the dict's length; 0 for an unknown version. */
static size_t read_length(const unsigned char *prefix, size_t *dict_len)
{
    const unsigned char *digits = prefix + MAGIC_BYTES + VERSION_BYTES;
    unsigned major = prefix[MAGIC_BYTES], minor = prefix[MAGIC_BYTES + 1];
    if (minor != 0 || major < 1 || major > 3)
        return 0;
    size_t width = major == 1 ? 2 : 4;
    *dict_len = 0;
    for (size_t k = width; k-- > 0;)
        *dict_len = *dict_len << 8 | digits[k];
    return MAGIC_BYTES + VERSION_BYTES + width;
}

bool as_npy_header_bytes(const unsigned char prefix[AS_NPY_PREFIX], size_t *out, as_error *err)
{
    size_t dict_len;
    if (memcmp(prefix, magic, MAGIC_BYTES) != 0)
        return as_fail(err, AS_ERR_FORMAT, "no .npy header, expected one to begin with \\x93NUMPY");
    size_t before = read_length(prefix, &dict_len);
    if (before == 0)
        return as_fail(err, AS_ERR_FORMAT, ".npy version %u.%u, expected 1.0, 2.0 or 3.0",
                       prefix[MAGIC_BYTES], prefix[MAGIC_BYTES + 1]);
    if (dict_len > AS_NPY_MAX_HEADER)
        return as_fail(err, AS_ERR_LIMIT, "the .npy header claims %zu bytes, expected at most %d",
                       dict_len, AS_NPY_MAX_HEADER);
    *out = before + dict_len;
    return true;
}

/* ---- The dict ------------------------------------------------------------------------------ */

/* What is left of the dict. */
typedef struct text {
    const char *at, *end;
} text;

static void skip_space(text *t)
{
    while (t->at < t->end && (*t->at == ' ' || *t->at == '\t' || *t->at == '\n'))
        t->at++;
}

/* Skips white space and the character c; false, and only the space skipped, when it is not next. */
static bool take(text *t, char c)
{
    skip_space(t);
    if (t->at == t->end || *t->at != c)
        return false;
    t->at++;
    return true;
}

static bool take_word(text *t, const char *word)
{
    size_t len = strlen(word);
    skip_space(t);
    if ((size_t)(t->end - t->at) < len || memcmp(t->at, word, len) != 0)
        return false;
    t->at += len;
    return true;
}

/* A string in either kind of quotes, without escapes, into out[size]. */
static bool take_string(text *t, char *out, size_t size)
{
    skip_space(t);
    char quote = t->at < t->end ? *t->at : '\0';
    if (!take(t, '\'') && !take(t, '"'))
        return false;
    size_t len = 0;
    for (; t->at < t->end && *t->at != quote; t->at++) {
        if (len + 1 == size || *t->at == '\\' || *t->at == '\0')
            return false;
        out[len++] = *t->at;
    }
    out[len] = '\0';
    return take(t, quote);
}

/* Digits, and the L that Python 2 put behind long ones. */
static bool take_size(text *t, size_t *out)
{
    skip_space(t);
    const char *first = t->at;
    *out = 0;
    for (; t->at < t->end && *t->at >= '0' && *t->at <= '9'; t->at++)
        if (!as_mul_size(*out, 10, out) || !as_add_size(*out, (size_t)(*t->at - '0'), out))
            return false;
    bool some = t->at > first;
    if (some)
        take(t, 'L');
    return some;
}

static bool read_descr(text *t, as_array *out, as_error *err)
{
    static const struct {
        const char *descr;
        as_array_type type;
    } known[] = {
        {"<f4", AS_ARRAY_F32}, {"<f8", AS_ARRAY_F64}, {"<f2", AS_ARRAY_F16},  {"<i1", AS_ARRAY_I8},
        {"|i1", AS_ARRAY_I8},  {"<i2", AS_ARRAY_I16}, {"<i4", AS_ARRAY_I32},  {"<i8", AS_ARRAY_I64},
        {"|u1", AS_ARRAY_U8},  {"<u1", AS_ARRAY_U8},  {"|b1", AS_ARRAY_BOOL},
    };
    char descr[32], shown[AS_PRINTABLE];
    if (!take_string(t, descr, sizeof descr))
        return as_fail(err, AS_ERR_FORMAT, "'descr' is not the name of one type");
    for (size_t k = 0; k < sizeof known / sizeof known[0]; k++)
        if (strcmp(known[k].descr, descr) == 0) {
            out->type = known[k].type;
            return true;
        }
    return as_fail(err, AS_ERR_FORMAT,
                   "numbers of type '%s', expected little-endian floats or integers ('<f4' …)",
                   as_printable(shown, sizeof shown, descr));
}

static bool read_shape(text *t, as_array *out, as_error *err)
{
    if (!take(t, '('))
        return as_fail(err, AS_ERR_FORMAT, "'shape' is not a tuple of counts");
    out->rank = 0;
    while (!take(t, ')')) {
        if (out->rank == AS_ARRAY_MAX_RANK)
            return as_fail(err, AS_ERR_LIMIT, "'shape' has more than %d dimensions",
                           AS_ARRAY_MAX_RANK);
        if (!take_size(t, &out->shape[out->rank]))
            return as_fail(err, AS_ERR_FORMAT, "dimension %d of 'shape' is not a count", out->rank);
        out->rank++;
        if (take(t, ','))
            continue;
        if (out->rank == 1 || !take(t, ')')) /* (3) is no tuple */
            return as_fail(err, AS_ERR_FORMAT, "'shape' is not a tuple of counts");
        break;
    }
    return true;
}

static bool read_order(text *t, bool *fortran, as_error *err)
{
    *fortran = take_word(t, "True");
    if (!*fortran && !take_word(t, "False"))
        return as_fail(err, AS_ERR_FORMAT, "'fortran_order' is neither True nor False");
    return true;
}

enum { DESCR = 1, ORDER = 2, SHAPE = 4 };

static bool read_item(text *t, as_array *out, bool *fortran, int *found, as_error *err)
{
    char key[32], shown[AS_PRINTABLE];
    if (!take_string(t, key, sizeof key) || !take(t, ':'))
        return as_fail(err, AS_ERR_FORMAT, "the .npy header is not a Python dict of strings");
    int which = strcmp(key, "descr") == 0           ? DESCR
                : strcmp(key, "fortran_order") == 0 ? ORDER
                : strcmp(key, "shape") == 0         ? SHAPE
                                                    : 0;
    if (which == 0 || (*found & which))
        return as_fail(err, AS_ERR_FORMAT,
                       "the .npy header has '%s', expected 'descr', 'fortran_order' and 'shape' "
                       "once each",
                       as_printable(shown, sizeof shown, key));
    *found |= which;
    return which == DESCR   ? read_descr(t, out, err)
           : which == ORDER ? read_order(t, fortran, err)
                            : read_shape(t, out, err);
}

static bool read_dict(text *t, as_array *out, bool *fortran, as_error *err)
{
    int found = 0;
    if (!take(t, '{'))
        return as_fail(err, AS_ERR_FORMAT, "the .npy header is not a Python dict");
    while (!take(t, '}')) {
        if (!read_item(t, out, fortran, &found, err))
            return false;
        if (take(t, ','))
            continue;
        if (!take(t, '}'))
            return as_fail(err, AS_ERR_FORMAT, "the .npy header is not a Python dict");
        break;
    }
    skip_space(t);
    if (t->at != t->end)
        return as_fail(err, AS_ERR_FORMAT, "the .npy header goes on after its dict");
    if (found != (DESCR | ORDER | SHAPE))
        return as_fail(err, AS_ERR_FORMAT, "the .npy header has no '%s'",
                       !(found & DESCR)   ? "descr"
                       : !(found & ORDER) ? "fortran_order"
                                          : "shape");
    return true;
}

/* Row-major strides, or column-major ones. A product that wraps is too large for any file, which
 * is found where the shape is measured. */
static void set_strides(as_array *out, bool fortran)
{
    size_t step = 1;
    for (int k = 0; k < out->rank; k++) {
        int d = fortran ? k : out->rank - 1 - k;
        out->stride[d] = step;
        step *= out->shape[d];
    }
}

bool as_npy_header_parse(const unsigned char *header, size_t len, as_array *out, as_error *err)
{
    size_t want;
    if (len < AS_NPY_PREFIX)
        return as_fail(err, AS_ERR_FORMAT, "%zu bytes, too few for a .npy header", len);
    if (!as_npy_header_bytes(header, &want, err))
        return false;
    if (want != len)
        return as_fail(err, AS_ERR_FORMAT, "%zu bytes of .npy header, expected %zu", len, want);
    size_t dict_len, before = read_length(header, &dict_len);
    text t = {(const char *)header + before, (const char *)header + len};
    as_array made = {.start = len};
    bool fortran = false;
    if (!read_dict(&t, &made, &fortran, err))
        return false;
    set_strides(&made, fortran);
    *out = made;
    return true;
}
