/* Words as they stand between spaces, and the pieces that subword-nmt makes of them: "ac@@ cord".
 * Tokens are marked as those of our own BPE are, "▁ac" "cord", so that all that comes after need
 * not know the difference. */
#include "core/tokenize_builder.h"

#include "core/buffer.h"
#include "core/text.h"

#include <stdlib.h>
#include <string.h>

static const char joiner[] = "@@", word_end[] = "</w>";
enum { JOINER_LEN = sizeof joiner - 1, WORD_END_LEN = sizeof word_end - 1 };

static bool ends_in(const char *text, size_t len, const char *tail, size_t tail_len)
{
    return len >= tail_len && memcmp(text + len - tail_len, tail, tail_len) == 0;
}

/* ---- From text ------------------------------------------------------------------------------ */

/* A copy of the text with one space between words and none around them. */
static bool copy_words(as_token_builder *b, const char *text, size_t len)
{
    as_sentence *s = &b->sentence;
    if (len > AS_TEXT_MAX_BYTES)
        return as_fail(b->err, AS_ERR_LIMIT, "text of %zu bytes; at most %d are accepted", len,
                       AS_TEXT_MAX_BYTES);
    s->text = malloc(len + 1);
    if (!s->text)
        return as_fail_memory(b->err, "text");
    bool space = false;
    for (size_t at = 0, n; at < len; at += n) {
        int32_t c;
        n = as_utf8_decode(text, len, at, &c);
        if (n == 0)
            return as_fail(b->err, AS_ERR_FORMAT, "invalid UTF-8 at byte %zu (0x%02X)", at,
                           (unsigned char)text[at]);
        if (c <= ' ' || c == 0x7F) {
            space = s->text_len > 0;
            continue;
        }
        if (space)
            s->text[s->text_len++] = ' ';
        space = false;
        memcpy(s->text + s->text_len, text + at, n);
        s->text_len += n;
    }
    s->text[s->text_len] = '\0';
    return true;
}

/* Never a special, however the word is spelled. */
static int id_of(const as_token_builder *b, const char *piece, size_t len)
{
    int id = as_vocab_lookup(b->tokenizer->vocab, piece, len);
    return id < AS_N_SPECIAL ? AS_UNK : id;
}

/* One piece, text[start … start + len), of which `more` follow in its word. */
static bool push_piece(as_token_builder *b, size_t start, size_t len, bool first, bool more)
{
    as_buffer name = {0}, marked = {0};
    const char *piece = b->sentence.text + start;
    as_buffer_bytes(&name, piece, len);
    if (more)
        as_buffer_text(&name, joiner);
    as_buffer_text(&marked, first ? AS_SPACE_MARK : "");
    as_buffer_bytes(&marked, piece, len);
    bool ok = as_buffer_ok(&name, b->err) && as_buffer_ok(&marked, b->err) &&
              as_token_push(b, id_of(b, name.text, name.len), marked.text, marked.len, start, len);
    as_buffer_finish(&name);
    as_buffer_finish(&marked);
    if (ok)
        b->sentence.tokens[b->sentence.n - 1].word = b->sentence.n_words;
    return ok;
}

/* The codes split symbols: characters, the end of the word with the last of them or apart. Returns
 * how many; lens has room for one a byte and one more. */
static int initial_symbols(const as_token_builder *b, const char *word, size_t len, size_t *lens)
{
    int n = 0;
    for (size_t at = 0; at < len; at += lens[n++]) {
        int32_t c;
        lens[n] = as_utf8_decode(word, len, at, &c);
    }
    if (b->tokenizer->end_apart)
        lens[n++] = WORD_END_LEN;
    else
        lens[n - 1] += WORD_END_LEN;
    return n;
}

/* The pieces of one word, text[start … start + len). */
static bool push_subwords(as_token_builder *b, size_t start, size_t len)
{
    char *word = malloc(len + sizeof word_end);
    size_t *lens = malloc((len + 1) * sizeof *lens);
    int n = -1;
    if (word && lens) {
        memcpy(word, b->sentence.text + start, len);
        memcpy(word + len, word_end, sizeof word_end);
        n = as_bpe_join(b->tokenizer->bpe, word, lens, initial_symbols(b, word, len, lens),
                        &b->scratch);
    }
    bool ok = n >= 0 || as_fail_memory(b->err, "pieces");
    size_t end = start + len, at = start;
    for (int k = 0; ok && k < n && at < end; k++) {
        size_t piece = lens[k] < end - at ? lens[k] : end - at; /* without the end of the word */
        ok = push_piece(b, at, piece, at == start, at + piece < end);
        at += piece;
    }
    free(word);
    free(lens);
    return ok;
}

bool as_tokenize_words(as_token_builder *b, const char *text, size_t len)
{
    as_sentence *s = &b->sentence;
    if (!copy_words(b, text, len))
        return false;
    for (size_t start = 0; start < s->text_len;) {
        const char *space = memchr(s->text + start, ' ', s->text_len - start);
        size_t word_len = space ? (size_t)(space - s->text) - start : s->text_len - start;
        if (!(b->tokenizer->bpe ? push_subwords(b, start, word_len)
                                : push_piece(b, start, word_len, true, false)))
            return false;
        s->n_words++;
        start += word_len + 1;
    }
    return true;
}

/* ---- Back to text --------------------------------------------------------------------------- */

/* Appends a piece to the text, after a space where one begins a word; *start: where it stands. */
static bool append(as_buffer *text, const char *piece, size_t len, bool first, size_t *start,
                   as_error *err)
{
    if (first && text->len > 0)
        as_buffer_text(text, " ");
    *start = text->len;
    as_buffer_bytes(text, piece, len);
    if (text->len > AS_TEXT_MAX_BYTES)
        return as_fail(err, AS_ERR_LIMIT, "text of more than %d bytes", AS_TEXT_MAX_BYTES);
    return as_buffer_ok(text, err);
}

/* One id as a marked token and as text; *inside: a word has begun that this piece goes on with. */
static bool push_output(as_token_builder *b, as_buffer *text, int id, const char *unknown,
                        bool *inside)
{
    const char *piece = id == AS_UNK && unknown ? unknown : as_vocab_piece(b->tokenizer->vocab, id);
    size_t len = strlen(piece), start;
    bool first = !*inside, more = b->tokenizer->unit == AS_UNIT_SUBWORD && id != AS_UNK &&
                                  ends_in(piece, len, joiner, JOINER_LEN);
    if (id == AS_UNK && unknown) { /* a token of a source, with a mark of its own */
        size_t mark = as_space_mark_len(piece, len);
        piece += mark;
        len -= mark;
    }
    len -= more ? JOINER_LEN : 0;
    as_buffer marked = {0};
    as_buffer_text(&marked, first ? AS_SPACE_MARK : "");
    as_buffer_bytes(&marked, piece, len);
    bool ok = as_buffer_ok(&marked, b->err) && append(text, piece, len, first, &start, b->err) &&
              as_token_push(b, id, marked.text, marked.len, start, len);
    as_buffer_finish(&marked);
    if (!ok)
        return false;
    b->sentence.n_words += first;
    b->sentence.tokens[b->sentence.n - 1].word = b->sentence.n_words - 1;
    *inside = more;
    return true;
}

bool as_detokenize_words(as_token_builder *b, const int *ids, int n, const char *const *unknown)
{
    as_buffer text = {0};
    bool inside = false, ok = true;
    as_buffer_bytes(&text, "", 0); /* empty, not absent */
    for (int k = 0; ok && k < n; k++) {
        b->sentence.text_len = text.len;
        ok = ids[k] < AS_UNK ? as_token_push_special(b, ids[k])
                             : push_output(b, &text, ids[k], unknown ? unknown[k] : NULL, &inside);
    }
    ok = ok && as_buffer_ok(&text, b->err);
    if (!ok) {
        as_buffer_finish(&text);
        return false;
    }
    b->sentence.text = text.text;
    b->sentence.text_len = text.len;
    return true;
}
