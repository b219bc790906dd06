#include "core/vocab.h"

#include "core/string_table.h"
#include "core/text.h"

#include <utf8proc.h>

#include <stdlib.h>
#include <string.h>

struct as_vocab {
    as_string_table pieces;
    char *text; /* the pieces' bytes, each followed by a NUL */
};

static const char *const specials[AS_N_SPECIAL] = {"<pad>", "<s>", "</s>", "<unk>"};

const char *as_piece_fault(const char *piece, size_t len)
{
    if (len == 0)
        return "is empty";
    if (len > AS_MAX_PIECE_BYTES)
        return "is too long";
    for (size_t at = 0; at < len;) {
        int32_t c;
        size_t bytes = as_utf8_decode(piece, len, at, &c);
        if (bytes == 0)
            return "is not UTF-8";
        switch (utf8proc_category(c)) {
        case UTF8PROC_CATEGORY_CC:
            return "has a control character";
        case UTF8PROC_CATEGORY_ZS: /* words of imported models may hold those that do not break */
            if (c != ' ')
                break;
            return "has a space";
        case UTF8PROC_CATEGORY_ZL:
        case UTF8PROC_CATEGORY_ZP:
            return "has a line break";
        default:
            break;
        }
        at += bytes;
    }
    return NULL;
}

/* Adds the piece of one line; `line` counts from 1. */
static bool add_piece(as_string_table *pieces, const char *piece, size_t len, int line,
                      as_error *err)
{
    char shown[AS_PRINTABLE];
    const char *fault = as_piece_fault(piece, len);
    if (fault)
        return as_fail(err, AS_ERR_FORMAT, "vocabulary line %d: the piece %s", line, fault);
    if (line <= AS_N_SPECIAL && strcmp(piece, specials[line - 1]) != 0)
        return as_fail(err, AS_ERR_FORMAT, "vocabulary line %d: \"%s\" instead of %s", line,
                       as_printable(shown, sizeof shown, piece), specials[line - 1]);
    if (line > AS_MAX_PIECES)
        return as_fail(err, AS_ERR_LIMIT, "vocabulary of more than %d pieces", AS_MAX_PIECES);
    bool added;
    int id = as_string_table_add(pieces, piece, len, &added);
    if (id < 0)
        return as_fail_memory(err, "a vocabulary");
    if (!added)
        return as_fail(err, AS_ERR_FORMAT, "vocabulary line %d: \"%s\" stands on line %d too", line,
                       as_printable(shown, sizeof shown, piece), id + 1);
    return true;
}

/* Splits vocab->text, a copy of `len` bytes, at its newlines. */
static bool read_pieces(as_vocab *vocab, size_t len, as_error *err)
{
    int line = 0;
    for (size_t start = 0; start < len;) {
        char *piece = vocab->text + start;
        char *newline = memchr(piece, '\n', len - start);
        size_t piece_len = newline ? (size_t)(newline - piece) : len - start;
        piece[piece_len] = '\0';
        if (!add_piece(&vocab->pieces, piece, piece_len, ++line, err))
            return false;
        start += piece_len + 1;
    }
    if (line < AS_N_SPECIAL)
        return as_fail(err, AS_ERR_FORMAT,
                       "vocabulary of %d lines; it must begin with <pad> <s> </s> <unk>", line);
    return true;
}

bool as_vocab_parse(const char *text, size_t len, as_vocab **out, as_error *err)
{
    as_vocab *vocab = calloc(1, sizeof *vocab);
    char *copy = malloc(len + 1);
    if (!vocab || !copy) {
        free(vocab);
        free(copy);
        return as_fail_memory(err, "a vocabulary");
    }
    if (len > 0)
        memcpy(copy, text, len);
    vocab->text = copy;
    if (!read_pieces(vocab, len, err)) {
        as_vocab_free(vocab);
        return false;
    }
    *out = vocab;
    return true;
}

void as_vocab_free(as_vocab *vocab)
{
    if (!vocab)
        return;
    as_string_table_finish(&vocab->pieces);
    free(vocab->text);
    free(vocab);
}

int as_vocab_size(const as_vocab *vocab)
{
    return vocab->pieces.n;
}

const char *as_vocab_piece(const as_vocab *vocab, int id)
{
    return vocab->pieces.strings[id].bytes;
}

int as_vocab_lookup(const as_vocab *vocab, const char *piece, size_t len)
{
    return as_string_table_lookup(&vocab->pieces, piece, len);
}
