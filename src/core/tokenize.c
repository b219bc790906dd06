#include "core/tokenize_builder.h"

#include "core/hash.h"
#include "core/memory.h"
#include "core/text.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

/* Bytes of `piece` before its surface: a piece that is only a mark is its own surface. */
static size_t mark_len(const char *piece, size_t len)
{
    return len > AS_SPACE_MARK_LEN ? as_space_mark_len(piece, len) : 0;
}

bool as_token_push(as_token_builder *b, int id, const char *piece, size_t len, size_t start,
                   size_t span_len)
{
    as_sentence *s = &b->sentence;
    if (s->n == b->capacity) {
        int capacity = b->capacity ? 2 * b->capacity : 32;
        as_token *tokens = realloc(s->tokens, (size_t)capacity * sizeof *tokens);
        if (!tokens)
            return as_fail_memory(b->err, "tokens");
        s->tokens = tokens;
        b->capacity = capacity;
    }
    char *copy = malloc(len + 1);
    if (!copy)
        return as_fail_memory(b->err, "tokens");
    memcpy(copy, piece, len);
    copy[len] = '\0';
    s->tokens[s->n++] = (as_token){
        .id = id,
        .piece = copy,
        .surface = copy + mark_len(copy, len),
        .word = -1,
        .known = id != AS_UNK,
        .special = id < AS_UNK,
        .start = start,
        .len = span_len,
    };
    return true;
}

bool as_token_push_special(as_token_builder *b, int id)
{
    const char *piece = as_vocab_piece(b->tokenizer->vocab, id);
    return as_token_push(b, id, piece, strlen(piece), b->sentence.text_len, 0);
}

/* The id of a piece of text, or -1. Never a special: "<" is always a pre-token of its own. */
static int piece_id(const as_token_builder *b, const char *piece, size_t len)
{
    return as_vocab_lookup(b->tokenizer->vocab, piece, len);
}

/* One character with or without a space mark, `start` being where it stands in the text. */
static bool push_character(as_token_builder *b, const char *piece, size_t len, size_t start)
{
    size_t mark = mark_len(piece, len);
    int id = piece_id(b, piece, len);
    if (id < 0 && mark > 0) {
        /* A known character never seen at a word's start: the mark and the character apart. */
        int mark_id = piece_id(b, piece, mark);
        int rest_id = piece_id(b, piece + mark, len - mark);
        if (mark_id >= 0 && rest_id >= 0)
            return as_token_push(b, mark_id, piece, mark, start > 0 ? start - 1 : 0, start > 0) &&
                   as_token_push(b, rest_id, piece + mark, len - mark, start, len - mark);
    }
    return as_token_push(b, id < 0 ? AS_UNK : id, piece, len, start, len - mark);
}

/* A piece that merges have made; when the vocabulary lacks it, its characters one by one. */
static bool push_piece(as_token_builder *b, const char *piece, size_t len, size_t start)
{
    size_t mark = mark_len(piece, len);
    int id = piece_id(b, piece, len);
    if (id >= 0)
        return as_token_push(b, id, piece, len, start, len - mark);
    for (size_t at = 0; at < len;) {
        size_t end = as_text_next_cluster(piece, len, at == 0 ? mark : at);
        if (!push_character(b, piece + at, end - at, start))
            return false;
        start += end - at - (at == 0 ? mark : 0);
        at = end;
    }
    return true;
}

/* BPE of one pre-token. */
static bool push_pretoken(as_token_builder *b, const as_pretoken *p)
{
    size_t mark = p->space_before ? AS_SPACE_MARK_LEN : 0, len = mark + p->len;
    char *piece = malloc(len);
    size_t *lens = malloc(p->len * sizeof *lens);
    bool ok = false;
    if (!piece || !lens) {
        as_fail_memory(b->err, "pieces");
        goto done;
    }
    memcpy(piece, AS_SPACE_MARK, mark);
    memcpy(piece + mark, b->sentence.text + p->start, p->len);
    int n = as_bpe_split(piece, len, lens);
    n = as_bpe_join(b->tokenizer->bpe, piece, lens, n, &b->scratch);
    if (n < 0) {
        as_fail_memory(b->err, "pieces");
        goto done;
    }
    ok = true;
    size_t at = 0;
    for (int k = 0; ok && k < n; k++) {
        size_t start = p->start + (at > 0 ? at - mark : 0);
        ok = push_piece(b, piece + at, lens[k], start);
        at += lens[k];
    }
done:
    free(piece);
    free(lens);
    return ok;
}

/* Characters: each is a token, a space is the mark. */
static bool push_characters(as_token_builder *b, const as_pretoken *p)
{
    const char *text = b->sentence.text;
    if (p->space_before && (p->start > 0 || b->joint == AS_JOINT_SPACE)) {
        int id = piece_id(b, AS_SPACE_MARK, AS_SPACE_MARK_LEN);
        size_t start = p->start > 0 ? p->start - 1 : 0;
        if (!as_token_push(b, id < 0 ? AS_UNK : id, AS_SPACE_MARK, AS_SPACE_MARK_LEN, start,
                           p->start > 0))
            return false;
    }
    size_t limit = p->start + p->len;
    for (size_t at = p->start; at < limit;) {
        size_t end = as_text_next_cluster(text, limit, at);
        if (!push_character(b, text + at, end - at, at))
            return false;
        at = end;
    }
    return true;
}

/* The word of each token, both lists being in text order, and how many words there are. */
static void assign_words(as_sentence *s, const as_pretoken *pretokens, int n)
{
    int k = 0, word = 0;
    s->n_words = n > 0 ? pretokens[n - 1].word + pretokens[n - 1].n_words : 0;
    size_t at = n > 0 ? pretokens[0].start : 0; /* where `word` begins, inside pre-token k */
    for (int t = 0; t < s->n && n > 0; t++) {
        as_token *token = &s->tokens[t];
        if (token->special)
            continue;
        while (k + 1 < n && pretokens[k].start + pretokens[k].len <= token->start) {
            k++;
            word = pretokens[k].word;
            at = pretokens[k].start;
        }
        size_t limit = pretokens[k].start + pretokens[k].len;
        while (pretokens[k].by_character && at < token->start) {
            size_t end = as_text_next_cluster(s->text, limit, at);
            if (end > token->start || end >= limit)
                break;
            at = end;
            word++;
        }
        token->word = word;
    }
}

static bool tokenize_text(as_token_builder *b, const char *text, size_t len)
{
    as_pretoken *pretokens = NULL;
    int n = 0;
    bool ok = as_text_normalize(text, len, &b->sentence.text, &b->sentence.text_len, b->err) &&
              as_pretokens(b->sentence.text, b->sentence.text_len, &pretokens, &n, b->err);
    if (ok && n > 0 && b->joint == AS_JOINT_NONE)
        pretokens[0].space_before = false;
    for (int k = 0; ok && k < n; k++)
        ok = b->tokenizer->unit == AS_UNIT_CHAR ? push_characters(b, &pretokens[k])
                                                : push_pretoken(b, &pretokens[k]);
    if (ok)
        assign_words(&b->sentence, pretokens, n);
    free(pretokens);
    return ok;
}

static bool is_words(const as_tokenizer *tokenizer)
{
    return tokenizer->unit == AS_UNIT_WORD || tokenizer->unit == AS_UNIT_SUBWORD;
}

static bool push_text(as_token_builder *b, const char *text, size_t len)
{
    return is_words(b->tokenizer) ? as_tokenize_words(b, text, len) : tokenize_text(b, text, len);
}

/* The sentence goes out if all went well. */
static bool hand_over(as_token_builder *b, bool ok, as_sentence *out)
{
    if (ok)
        *out = b->sentence;
    else
        as_sentence_finish(&b->sentence);
    as_arena_finish(&b->scratch);
    return ok;
}

uint64_t as_tokenizer_fingerprint(const as_tokenizer *tokenizer)
{
    const char kind[] = {(char)tokenizer->unit, tokenizer->end_apart, tokenizer->begins};
    uint64_t merges = tokenizer->bpe ? as_bpe_fingerprint(tokenizer->bpe) : 0;
    uint64_t fingerprint = as_hash_fold(merges, kind, sizeof kind);
    for (int id = 0; id < as_vocab_size(tokenizer->vocab); id++) {
        const char *piece = as_vocab_piece(tokenizer->vocab, id);
        fingerprint = as_hash_fold(fingerprint, piece, strlen(piece));
    }
    return fingerprint != 0 ? fingerprint : 1;
}

bool as_tokenize(const as_tokenizer *tokenizer, const char *text, size_t len, as_sentence *out,
                 as_error *err)
{
    as_token_builder b = {.tokenizer = tokenizer, .err = err};
    bool ok = (!tokenizer->begins || as_token_push_special(&b, AS_BOS)) &&
              push_text(&b, text, len) && as_token_push_special(&b, AS_EOS);
    return hand_over(&b, ok, out);
}

bool as_tokenize_part(const as_tokenizer *tokenizer, const char *text, size_t len, as_joint joint,
                      as_sentence *out, as_error *err)
{
    as_token_builder b = {.tokenizer = tokenizer, .joint = joint, .err = err};
    return hand_over(&b, push_text(&b, text, len), out);
}

void as_sentence_finish(as_sentence *sentence)
{
    for (int k = 0; k < sentence->n; k++)
        free(sentence->tokens[k].piece);
    free(sentence->tokens);
    free(sentence->text);
    *sentence = (as_sentence){0};
}

/* Back to text */

/* Appends a piece to the text, its marks as spaces: none at the start, never two in a row. */
static void append_text(as_sentence *s, const char *piece, size_t len)
{
    for (size_t at = 0; at < len;) {
        if (as_space_mark_len(piece + at, len - at) > 0) {
            if (s->text_len > 0 && s->text[s->text_len - 1] != ' ')
                s->text[s->text_len++] = ' ';
            at += AS_SPACE_MARK_LEN;
        } else {
            s->text[s->text_len++] = piece[at++];
        }
    }
}

/* The piece of the k-th id. */
static const char *output_piece(const as_tokenizer *tokenizer, int id, const char *unknown)
{
    if (id != AS_UNK)
        return as_vocab_piece(tokenizer->vocab, id);
    if (unknown)
        return unknown;
    return tokenizer->unit == AS_UNIT_BPE ? AS_SPACE_MARK "<unk>" : "<unk>";
}

/* Checks the ids and finds how long the text can become. */
static bool measure_output(const as_tokenizer *tokenizer, const int *ids, int n,
                           const char *const *unknown, size_t *total, as_error *err)
{
    *total = 0;
    for (int k = 0; k < n; k++) {
        if (ids[k] < 0 || ids[k] >= as_vocab_size(tokenizer->vocab))
            return as_fail(err, AS_ERR_ARGUMENT, "token %d has id %d; the vocabulary has %d", k,
                           ids[k], as_vocab_size(tokenizer->vocab));
        *total += strlen(output_piece(tokenizer, ids[k], unknown ? unknown[k] : NULL));
        if (*total > AS_TEXT_MAX_BYTES)
            return as_fail(err, AS_ERR_LIMIT, "text of more than %d bytes", AS_TEXT_MAX_BYTES);
    }
    return true;
}

static bool push_output(as_token_builder *b, int id, const char *unknown)
{
    as_sentence *s = &b->sentence;
    if (id < AS_UNK)
        return as_token_push_special(b, id);
    const char *piece = output_piece(b->tokenizer, id, unknown);
    size_t len = strlen(piece), before = s->text_len;
    append_text(s, piece, len);
    size_t start =
        before + (mark_len(piece, len) > 0 && s->text_len > before && s->text[before] == ' ');
    return as_token_push(b, id, piece, len, start, s->text_len - start);
}

/* Drops a space that nothing followed. */
static void trim_end(as_sentence *s)
{
    if (s->text_len > 0 && s->text[s->text_len - 1] == ' ')
        s->text_len--;
    s->text[s->text_len] = '\0';
    for (int k = s->n - 1; k >= 0; k--) {
        as_token *token = &s->tokens[k];
        if (token->start > s->text_len)
            token->start = s->text_len;
        if (token->len > s->text_len - token->start)
            token->len = s->text_len - token->start;
    }
}

static bool detokenize_text(as_token_builder *b, const int *ids, int n, size_t room,
                            const char *const *unknown)
{
    as_pretoken *pretokens = NULL;
    int n_pretokens = 0;
    b->sentence.text = malloc(room + 1);
    if (!b->sentence.text)
        return as_fail_memory(b->err, "text");
    for (int k = 0; k < n; k++)
        if (!push_output(b, ids[k], unknown ? unknown[k] : NULL))
            return false;
    trim_end(&b->sentence);
    if (!as_pretokens(b->sentence.text, b->sentence.text_len, &pretokens, &n_pretokens, b->err))
        return false;
    assign_words(&b->sentence, pretokens, n_pretokens);
    free(pretokens);
    return true;
}

bool as_detokenize(const as_tokenizer *tokenizer, const int *ids, int n, const char *const *unknown,
                   as_sentence *out, as_error *err)
{
    as_token_builder b = {.tokenizer = tokenizer, .err = err};
    size_t room;
    if (!measure_output(tokenizer, ids, n, unknown, &room, err))
        return false;
    bool ok = is_words(tokenizer) ? as_detokenize_words(&b, ids, n, unknown)
                                  : detokenize_text(&b, ids, n, room, unknown);
    if (ok)
        *out = b.sentence;
    else
        as_sentence_finish(&b.sentence);
    return ok;
}
