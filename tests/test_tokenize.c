/* Tokenizing: tokens, surfaces, words, unknowns; back to the same text in every script. */
#include "core/file.h"
#include "core/text.h"
#include "core/tokenize.h"
#include "train/bpe_learn.h"

#include "failing_alloc.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define SPECIALS "<pad>\n<s>\n</s>\n<unk>\n"

/* A tokenizer and what it borrows. */
typedef struct parts {
    as_vocab *vocab;
    as_bpe *bpe;
    as_tokenizer tokenizer;
} parts;

static parts make_parts(as_unit unit, const char *vocab, const char *merges)
{
    parts p;
    as_error err;
    if (!as_vocab_parse(vocab, strlen(vocab), &p.vocab, &err) ||
        !as_bpe_parse(merges, strlen(merges), &p.bpe, &err))
        fail_msg("%s", err.message);
    bool merges_join = unit == AS_UNIT_BPE || unit == AS_UNIT_SUBWORD;
    p.tokenizer = (as_tokenizer){
        .unit = unit, .vocab = p.vocab, .bpe = merges_join ? p.bpe : NULL};
    return p;
}

static void free_parts(parts *p)
{
    as_vocab_free(p->vocab);
    as_bpe_free(p->bpe);
}

static const char small_vocab[] =
    SPECIALS "▁\n▁l\nl\na\nc\n'\nd\n▁l'\n▁1\n9\n.\nac\né\n家\n家族\n▁家";
static const char small_merges[] = "▁l '\na c\n家 族\nd d\n";

/* Tokens as id:piece(surface)word@start+len, "?" for unknown, "*" for special. */
static const char *describe(const as_sentence *s)
{
    static char out[4096];
    size_t used = 0;
    out[0] = '\0';
    for (int k = 0; k < s->n; k++) {
        const as_token *t = &s->tokens[k];
        used += (size_t)snprintf(out + used, sizeof out - used, "%s%d:%s(%s)%d@%zu+%zu%s%s",
                                 k ? " " : "", t->id, t->piece, t->surface, t->word, t->start,
                                 t->len, t->known ? "" : "?", t->special ? "*" : "");
    }
    return out;
}

static const char *tokens_of(const as_tokenizer *tokenizer, const char *text)
{
    as_sentence s;
    as_error err;
    if (!as_tokenize(tokenizer, text, strlen(text), &s, &err))
        fail_msg("%s", err.message);
    const char *out = describe(&s);
    as_sentence_finish(&s);
    as_sentence_finish(&s);
    return out;
}

static void tokens_of_pieces(void **state)
{
    (void)state;
    static const struct {
        const char *text, *want;
    } cases[] = {
        {"", "2:</s>(</s>)-1@0+0*"},
        {" \n\u00a0 ", "2:</s>(</s>)-1@0+0*"},
        {"l'ac", "11:▁l'(l')0@0+2 15:ac(ac)1@2+2 2:</s>(</s>)-1@4+0*"},
        /* the same word twice: two tokens, told apart by place */
        {"l' l'", "11:▁l'(l')0@0+2 11:▁l'(l')1@3+2 2:</s>(</s>)-1@5+0*"},
        {"199.9", "12:▁1(1)0@0+1 13:9(9)0@1+1 13:9(9)0@2+1 14:.(.)1@3+1 13:9(9)2@4+1 "
                  "2:</s>(</s>)-1@5+0*"},
        /* a Han piece over two words belongs to the first */
        {"l家族家", "5:▁l(l)0@0+1 18:家族(家族)1@1+6 17:家(家)3@7+3 2:</s>(</s>)-1@10+0*"},
        /* unknown characters: one each, with their own surface */
        {"lxy", "5:▁l(l)0@0+1 3:x(x)0@1+1? 3:y(y)0@2+1? 2:</s>(</s>)-1@3+0*"},
        {"x", "3:▁x(x)0@0+1? 2:</s>(</s>)-1@1+0*"},
        {"l 👨‍👩‍👧",
         "5:▁l(l)0@0+1 3:▁👨‍👩‍👧(👨‍👩‍👧)1@2+18? 2:</s>(</s>)-1@20+0*"},
        {"e\u0301", "4:▁(▁)0@0+0 16:é(é)0@0+2 2:</s>(</s>)-1@2+0*"},
        /* known only inside a word: the mark stands alone */
        {"l é", "5:▁l(l)0@0+1 4:▁(▁)1@1+1 16:é(é)1@2+2 2:</s>(</s>)-1@4+0*"},
        /* a merge whose result the vocabulary lacks falls apart again */
        {"ldd", "5:▁l(l)0@0+1 10:d(d)0@1+1 10:d(d)0@2+1 2:</s>(</s>)-1@3+0*"},
        /* specials typed as words are words */
        {"</s>", "3:▁<(<)0@0+1? 3:/(/)1@1+1? 3:s(s)2@2+1? 3:>(>)3@3+1? 2:</s>(</s>)-1@4+0*"},
        /* a space mark typed as a word is an underscore */
        {"▁l", "3:▁_(_)0@0+1? 6:l(l)1@1+1 2:</s>(</s>)-1@2+0*"},
    };
    parts p = make_parts(AS_UNIT_BPE, small_vocab, small_merges);
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++)
        assert_string_equal(tokens_of(&p.tokenizer, cases[k].text), cases[k].want);
    free_parts(&p);
}

static const char word_vocab[] = SPECIALS "it\n's\nno\nIt\na\u00a0b\nac@@\ncord\n@@\n▁it";

static void tokens_of_words(void **state)
{
    (void)state;
    static const struct {
        const char *text, *want;
    } cases[] = {
        {"", "2:</s>(</s>)-1@0+0*"},
        {" \t\n ", "2:</s>(</s>)-1@0+0*"},
        /* nothing is split, folded or composed */
        {"  it\t's  no ", "4:▁it(it)0@0+2 5:▁'s('s)1@3+2 6:▁no(no)2@6+2 2:</s>(</s>)-1@8+0*"},
        {"It it's", "7:▁It(It)0@0+2 3:▁it's(it's)1@3+4? 2:</s>(</s>)-1@7+0*"},
        {"a\u00a0b e\u0301", "8:▁a\u00a0b(a\u00a0b)0@0+4 3:▁e\u0301(e\u0301)1@5+3? "
                             "2:</s>(</s>)-1@8+0*"},
        /* specials typed as words are words; so is a space mark */
        {"</s> <unk> <s>", "3:▁</s>(</s>)0@0+4? 3:▁<unk>(<unk>)1@5+5? 3:▁<s>(<s>)2@11+3? "
                           "2:</s>(</s>)-1@14+0*"},
        {"▁it", "12:▁▁it(▁it)0@0+5 2:</s>(</s>)-1@5+0*"},
    };
    parts p = make_parts(AS_UNIT_WORD, word_vocab, "");
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++)
        assert_string_equal(tokens_of(&p.tokenizer, cases[k].text), cases[k].want);
    p.tokenizer.begins = true;
    assert_string_equal(tokens_of(&p.tokenizer, "it"),
                        "1:<s>(<s>)-1@0+0* 4:▁it(it)0@0+2 2:</s>(</s>)-1@2+0*");
    as_sentence s;
    assert_false(as_tokenize(&p.tokenizer, "a\xff", 2, &s, NULL));
    free_parts(&p);
}

static const char subword_vocab[] = SPECIALS "ac@@\ncord\naccord\nc\nc@@\nor@@\nd";

static void tokens_of_subwords(void **state)
{
    (void)state;
    static const struct {
        const char *text, *want;
        bool end_apart;
    } cases[] = {
        {"", "2:</s>(</s>)-1@0+0*", false},
        {"accord cord", "4:▁ac(ac)0@0+2 5:cord(cord)0@2+4 5:▁cord(cord)1@7+4 2:</s>(</s>)-1@11+0*",
         false},
        /* d</w> is no d, and an inner d is no vocabulary piece */
        {"ordc", "9:▁or(or)0@0+2 3:d(d)0@2+1? 7:c(c)0@3+1 2:</s>(</s>)-1@4+0*", false},
        {"acc", "4:▁ac(ac)0@0+2 7:c(c)0@2+1 2:</s>(</s>)-1@3+0*", false},
        /* with the end apart "d </w>" is a merge of its own, which there is not */
        {"cord", "8:▁c(c)0@0+1 9:or(or)0@1+2 10:d(d)0@3+1 2:</s>(</s>)-1@4+0*", true},
    };
    parts p = make_parts(AS_UNIT_SUBWORD, subword_vocab, "o r\na c\nor d</w>\nc ord</w>\n");
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        p.tokenizer.end_apart = cases[k].end_apart;
        assert_string_equal(tokens_of(&p.tokenizer, cases[k].text), cases[k].want);
    }
    free_parts(&p);
}

static void words_come_back(void **state)
{
    (void)state;
    static const struct {
        as_unit unit;
        int ids[6], n;
        const char *unknown, *text, *tokens;
    } cases[] = {
        {AS_UNIT_WORD, {4, 5, 2}, 3, NULL, "it 's", "4:▁it(it)0@0+2 5:▁'s('s)1@3+2 2:</s>(</s>)-1@5+0*"},
        {AS_UNIT_WORD, {3, 9}, 2, NULL, "<unk> ac@@", "3:▁<unk>(<unk>)0@0+5? 9:▁ac@@(ac@@)1@6+4"},
        {AS_UNIT_WORD, {4, 3}, 2, "▁Ü", "it Ü", "4:▁it(it)0@0+2 3:▁Ü(Ü)1@3+2?"},
        {AS_UNIT_SUBWORD,
         {9, 10, 4, 2},
         4,
         NULL,
         "accord it",
         "9:▁ac(ac)0@0+2 10:cord(cord)0@2+4 4:▁it(it)1@7+2 2:</s>(</s>)-1@9+0*"},
        {AS_UNIT_SUBWORD, {4, 9}, 2, NULL, "it ac", "4:▁it(it)0@0+2 9:▁ac(ac)1@3+2"},
        {AS_UNIT_SUBWORD, {2}, 1, NULL, "", "2:</s>(</s>)-1@0+0*"},
    };
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        parts p = make_parts(cases[k].unit, word_vocab, "");
        const char *unknown[6];
        as_sentence s;
        as_error err;
        for (int j = 0; j < 6; j++)
            unknown[j] = cases[k].unknown;
        if (!as_detokenize(&p.tokenizer, cases[k].ids, cases[k].n,
                           cases[k].unknown ? unknown : NULL, &s, &err))
            fail_msg("%s", err.message);
        assert_string_equal(s.text, cases[k].text);
        assert_int_equal(s.text_len, strlen(s.text));
        assert_string_equal(describe(&s), cases[k].tokens);
        as_sentence_finish(&s);
        free_parts(&p);
    }
}

static void tokens_of_characters(void **state)
{
    (void)state;
    parts p = make_parts(AS_UNIT_CHAR, small_vocab, "");
    assert_string_equal(tokens_of(&p.tokenizer, "l'a  d"),
                        "6:l(l)0@0+1 9:'(')0@1+1 7:a(a)1@2+1 4:▁(▁)2@3+1 10:d(d)2@4+1 "
                        "2:</s>(</s>)-1@5+0*");
    assert_string_equal(tokens_of(&p.tokenizer, "x家"),
                        "3:x(x)0@0+1? 17:家(家)1@1+3 2:</s>(</s>)-1@4+0*");
    free_parts(&p);

    p = make_parts(AS_UNIT_CHAR, SPECIALS "a", "");
    assert_string_equal(tokens_of(&p.tokenizer, "a a"),
                        "4:a(a)0@0+1 3:▁(▁)1@1+1? 4:a(a)1@2+1 2:</s>(</s>)-1@3+0*");
    free_parts(&p);
}

static const char *part_of(const as_tokenizer *tokenizer, const char *text, as_joint joint)
{
    as_sentence s;
    as_error err;
    if (!as_tokenize_part(tokenizer, text, strlen(text), joint, &s, &err))
        fail_msg("%s", err.message);
    const char *out = describe(&s);
    as_sentence_finish(&s);
    return out;
}

/* A part has no </s>, and begins as what stands before it says. */
static void parts_of_sentences(void **state)
{
    (void)state;
    parts p = make_parts(AS_UNIT_BPE, small_vocab, small_merges);
    assert_string_equal(part_of(&p.tokenizer, "l", AS_JOINT_START), "5:▁l(l)0@0+1");
    assert_string_equal(part_of(&p.tokenizer, "l", AS_JOINT_SPACE), "5:▁l(l)0@0+1");
    assert_string_equal(part_of(&p.tokenizer, "l", AS_JOINT_NONE), "6:l(l)0@0+1");
    assert_string_equal(part_of(&p.tokenizer, "l l", AS_JOINT_NONE),
                        "6:l(l)0@0+1 5:▁l(l)1@2+1");
    assert_string_equal(part_of(&p.tokenizer, " ", AS_JOINT_SPACE), "");
    free_parts(&p);
    p = make_parts(AS_UNIT_CHAR, small_vocab, "");
    assert_string_equal(part_of(&p.tokenizer, "l d", AS_JOINT_START),
                        "6:l(l)0@0+1 4:▁(▁)1@1+1 10:d(d)1@2+1");
    assert_string_equal(part_of(&p.tokenizer, "l", AS_JOINT_SPACE), "4:▁(▁)0@0+0 6:l(l)0@0+1");
    assert_string_equal(part_of(&p.tokenizer, "l", AS_JOINT_NONE), "6:l(l)0@0+1");
    free_parts(&p);
}

/* Whatever a vocabulary holds, text never becomes a special. */
static void no_text_is_a_special(void **state)
{
    (void)state;
    static const char *const texts[] = {"<pad>", "<s>", "</s>", "<unk>", "x </s> <unk> y"};
    for (int unit = AS_UNIT_BPE; unit <= AS_UNIT_CHAR; unit++) {
        parts p = make_parts(unit, SPECIALS "▁\n▁<\n/\ns\n>\n<", "< s\n<s >\n< /\n</ s\n</s >\n");
        for (size_t k = 0; k < sizeof texts / sizeof *texts; k++) {
            as_sentence s;
            assert_true(as_tokenize(&p.tokenizer, texts[k], strlen(texts[k]), &s, NULL));
            for (int t = 0; t + 1 < s.n; t++) {
                assert_false(s.tokens[t].special);
                assert_true(s.tokens[t].id == AS_UNK ? !s.tokens[t].known
                                                     : s.tokens[t].id >= AS_N_SPECIAL);
            }
            assert_int_equal(s.tokens[s.n - 1].id, AS_EOS);
            as_sentence_finish(&s);
        }
        free_parts(&p);
    }
}

static void ids_become_text(void **state)
{
    (void)state;
    enum { L_ = 11, L = 6, A = 7, MARK = 4, ONE = 12, NINE = 13, HAN2 = 18, HAN = 17 };
    static const struct {
        int ids[8], n;
        const char *unknown[8];
        const char *text, *want;
    } cases[] = {
        {{0}, 0, {0}, "", ""},
        {{L_, A, ONE, NINE, AS_EOS},
         5,
         {0},
         "l'a 19",
         "11:▁l'(l')0@0+2 7:a(a)1@2+1 12:▁1(1)2@4+1 13:9(9)2@5+1 2:</s>(</s>)-1@6+0*"},
        /* unknowns: in words of their own, or as told */
        {{L_, AS_UNK, L}, 3, {0}, "l' <unk>l", "11:▁l'(l')0@0+2 3:▁<unk>(<unk>)1@3+5? 6:l(l)4@8+1"},
        {{AS_UNK, AS_UNK, AS_UNK, L},
         4,
         {"▁Ō", "ж", "▁ж"},
         "Ōж жl",
         "3:▁Ō(Ō)0@0+2? 3:ж(ж)0@2+2? 3:▁ж(ж)1@5+2? 6:l(l)1@7+1"},
        /* spaces in excess collapse and vanish at the ends */
        {{MARK, MARK, L_, MARK, L_, MARK, MARK},
         7,
         {0},
         "l' l'",
         "4:▁(▁)0@0+0 4:▁(▁)0@0+0 11:▁l'(l')0@0+2 4:▁(▁)1@2+1 11:▁l'(l')1@3+2 4:▁(▁)1@5+0 "
         "4:▁(▁)1@5+0"},
        {{MARK}, 1, {0}, "", "4:▁(▁)-1@0+0"},
        /* specials give no text */
        {{AS_BOS, L, AS_PAD, A, AS_EOS},
         5,
         {0},
         "la",
         "1:<s>(<s>)-1@0+0* 6:l(l)0@0+1 0:<pad>(<pad>)-1@1+0* 7:a(a)0@1+1 "
         "2:</s>(</s>)-1@2+0*"},
        {{L, HAN2, HAN}, 3, {0}, "l家族家", "6:l(l)0@0+1 18:家族(家族)1@1+6 17:家(家)3@7+3"},
    };
    parts p = make_parts(AS_UNIT_BPE, small_vocab, small_merges);
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        as_sentence s;
        as_error err;
        assert_true(
            as_detokenize(&p.tokenizer, cases[k].ids, cases[k].n, cases[k].unknown, &s, &err));
        assert_string_equal(s.text, cases[k].text);
        assert_int_equal(s.text_len, strlen(cases[k].text));
        assert_string_equal(describe(&s), cases[k].want);
        as_sentence_finish(&s);
    }
    as_error err;
    as_sentence s = {.n = 77};
    assert_false(as_detokenize(&p.tokenizer, (int[]){4, 20}, 2, NULL, &s, &err));
    assert_string_equal(err.message, "token 1 has id 20; the vocabulary has 20");
    assert_int_equal(err.status, AS_ERR_ARGUMENT);
    assert_false(as_detokenize(&p.tokenizer, (int[]){-1}, 1, NULL, &s, &err));
    assert_string_equal(err.message, "token 0 has id -1; the vocabulary has 20");
    assert_int_equal(s.n, 77);
    free_parts(&p);

    p = make_parts(AS_UNIT_CHAR, small_vocab, "");
    assert_true(as_detokenize(&p.tokenizer, (int[]){6, 4, 7, 3}, 4, NULL, &s, &err));
    assert_string_equal(s.text, "l a<unk>");
    as_sentence_finish(&s);
    free_parts(&p);
}

static void bad_text_is_refused(void **state)
{
    (void)state;
    parts p = make_parts(AS_UNIT_BPE, small_vocab, small_merges);
    as_sentence s = {.n = 77};
    as_error err;
    assert_false(as_tokenize(&p.tokenizer, "a\xff", 2, &s, &err));
    assert_string_equal(err.message, "invalid UTF-8 at byte 1 (0xFF)");
    char *text = calloc(AS_TEXT_MAX_BYTES + 1, 1);
    assert_false(as_tokenize(&p.tokenizer, text, AS_TEXT_MAX_BYTES + 1, &s, &err));
    assert_int_equal(err.status, AS_ERR_LIMIT);
    free(text);
    assert_int_equal(s.n, 77);
    free_parts(&p);
}

static void ten_thousand_letters_without_a_space(void **state)
{
    (void)state;
    enum { N_LETTERS = 10000 };
    char text[N_LETTERS];
    parts p = make_parts(AS_UNIT_BPE, small_vocab, small_merges);
    for (int k = 0; k < N_LETTERS; k++)
        text[k] = "ac"[k % 2];
    as_sentence s;
    assert_true(as_tokenize(&p.tokenizer, text, N_LETTERS, &s, NULL));
    assert_int_equal(s.n, N_LETTERS / 2 + 3); /* ▁, a, c, then ac ac … and </s> */
    as_sentence_finish(&s);
    free_parts(&p);
}

/* Round trips */

static void round_trip(const as_tokenizer *tokenizer, const char *text, size_t len)
{
    as_sentence in, out;
    as_error err;
    char *want;
    size_t want_len;
    assert_true(as_text_normalize(text, len, &want, &want_len, &err));
    if (!as_tokenize(tokenizer, text, len, &in, &err))
        fail_msg("%s", err.message);
    assert_string_equal(in.text, want);
    int *ids = malloc((size_t)in.n * sizeof *ids);
    const char **pieces = malloc((size_t)in.n * sizeof *pieces);
    for (int k = 0; k < in.n; k++) {
        ids[k] = in.tokens[k].id;
        pieces[k] = in.tokens[k].piece;
    }
    assert_true(as_detokenize(tokenizer, ids, in.n, pieces, &out, &err));
    assert_string_equal(out.text, want);
    assert_int_equal(out.text_len, want_len);
    assert_int_equal(out.n, in.n);
    int word = 0;
    for (int k = 0; k < in.n; k++) {
        const as_token *a = &in.tokens[k], *b = &out.tokens[k];
        assert_true(a->id == b->id && a->word == b->word && a->start == b->start);
        assert_true(a->len == b->len && a->known == b->known && a->special == b->special);
        assert_true(a->special || a->word >= word);
        word = a->special ? word : a->word;
        if (a->len > 0 && strcmp(a->surface, AS_SPACE_MARK) != 0) {
            assert_int_equal(strlen(a->surface), a->len);
            assert_memory_equal(a->surface, want + a->start, a->len);
        }
    }
    free(ids);
    free(pieces);
    free(want);
    as_sentence_finish(&in);
    as_sentence_finish(&out);
}

typedef struct corpus {
    unsigned char *bytes;
    const char *lines[512];
    size_t lens[512];
    int n;
} corpus;

static void load_sentences(corpus *c)
{
    char path[1024];
    size_t len;
    as_error err;
    snprintf(path, sizeof path, "%s/text/sentences.txt", getenv("AS_TESTS_DIR"));
    if (!as_file_read(path, 1 << 20, &c->bytes, &len, &err))
        fail_msg("%s", err.message);
    c->n = 0;
    for (char *at = (char *)c->bytes; *at;) {
        char *newline = strchr(at, '\n');
        c->lines[c->n] = at;
        c->lens[c->n++] = (size_t)(newline - at);
        at = newline + 1;
    }
    assert_true(c->n >= 200);
}

/* Learned on half of the sentences, so that the other half has unknown characters. */
static void sentences_in_many_scripts_come_back(void **state)
{
    (void)state;
    static corpus c;
    load_sentences(&c);
    const char *lines[1024];
    size_t lens[1024];
    int n = 0;
    for (int k = 0; k < 3 * c.n; k++) {
        if (k % 2 == 0) {
            lines[n] = c.lines[k % c.n];
            lens[n++] = c.lens[k % c.n];
        }
    }
    char *merges, *bpe_vocab, *char_vocab;
    as_error err;
    assert_true(as_bpe_learn(lines, lens, n, 2000, &merges, &bpe_vocab, &err));
    assert_true(as_char_vocab_learn(lines, lens, n, 500, &char_vocab, &err));
    parts bpe = make_parts(AS_UNIT_BPE, bpe_vocab, merges);
    parts chars = make_parts(AS_UNIT_CHAR, char_vocab, "");
    for (int k = 0; k < c.n; k++) {
        round_trip(&bpe.tokenizer, c.lines[k], c.lens[k]);
        round_trip(&chars.tokenizer, c.lines[k], c.lens[k]);
    }
    free(merges);
    free(bpe_vocab);
    free(char_vocab);
    free(c.bytes);
    free_parts(&bpe);
    free_parts(&chars);
}

/* xorshift64 (Marsaglia 2003): the same texts on every machine. */
static unsigned random_below(unsigned n, unsigned long long *seed)
{
    *seed ^= *seed << 13;
    *seed ^= *seed >> 7;
    *seed ^= *seed << 17;
    return (unsigned)(*seed >> 33) % n;
}

static void generated_texts_come_back(void **state)
{
    (void)state;
    static const char *const atoms[] = {
        " ",  "  ", "a",  "c", "l",       "d",      "'",  "’",    "1",     "9",      ".",
        "▁",  "_",  "é",  "x", "e\u0301", "\u0301", "家", "族",   "が",    "🇫🇷",     "\u200d",
        "\t", "ل",  "한", "न", "्",        "<",      ">",  "</s>", "<unk>", "\u00ad",
    };
    unsigned long long seed = 3;
    parts bpe = make_parts(AS_UNIT_BPE, small_vocab, small_merges);
    parts chars = make_parts(AS_UNIT_CHAR, small_vocab, "");
    for (int k = 0; k < 20000; k++) {
        char text[512] = "";
        int n = (int)random_below(40, &seed);
        for (int a = 0; a < n; a++)
            strcat(text, atoms[random_below(sizeof atoms / sizeof *atoms, &seed)]);
        round_trip(&bpe.tokenizer, text, strlen(text));
        round_trip(&chars.tokenizer, text, strlen(text));
    }
    free_parts(&bpe);
    free_parts(&chars);
}

/* Failing allocations */

static bool tokenize_job(void *data)
{
    as_sentence s = {0};
    as_error err = {0};
    const char *text = "l'accord é 1992, xyz 家族 l l l l l l l l l l l l l l l l l l l l l";
    bool ok = as_tokenize(data, text, strlen(text), &s, &err);
    assert_true(ok || err.status == AS_ERR_SYSTEM);
    assert_true(ok || s.tokens == NULL);
    as_sentence_finish(&s);
    return ok;
}

static bool detokenize_job(void *data)
{
    int ids[40];
    as_sentence s = {0};
    as_error err = {0};
    for (int k = 0; k < 40; k++)
        ids[k] = k % 19;
    bool ok = as_detokenize(data, ids, 40, NULL, &s, &err);
    assert_true(ok || err.status == AS_ERR_SYSTEM);
    assert_true(ok || s.tokens == NULL);
    as_sentence_finish(&s);
    return ok;
}

static void failing_allocations(void **state)
{
    (void)state;
    parts p = make_parts(AS_UNIT_BPE, small_vocab, small_merges);
    assert_true(failing_alloc_try_all(tokenize_job, &p.tokenizer) > 100);
    assert_true(failing_alloc_try_all(detokenize_job, &p.tokenizer) > 80);
    p.tokenizer.unit = AS_UNIT_SUBWORD;
    assert_true(failing_alloc_try_all(tokenize_job, &p.tokenizer) > 100);
    assert_true(failing_alloc_try_all(detokenize_job, &p.tokenizer) > 80);
    p.tokenizer.unit = AS_UNIT_WORD;
    p.tokenizer.bpe = NULL;
    assert_true(failing_alloc_try_all(tokenize_job, &p.tokenizer) > 50);
    free_parts(&p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tokens_of_pieces),
        cmocka_unit_test(tokens_of_words),
        cmocka_unit_test(tokens_of_subwords),
        cmocka_unit_test(words_come_back),
        cmocka_unit_test(tokens_of_characters),
        cmocka_unit_test(parts_of_sentences),
        cmocka_unit_test(no_text_is_a_special),
        cmocka_unit_test(ids_become_text),
        cmocka_unit_test(bad_text_is_refused),
        cmocka_unit_test(ten_thousand_letters_without_a_space),
        cmocka_unit_test(sentences_in_many_scripts_come_back),
        cmocka_unit_test(generated_texts_come_back),
        cmocka_unit_test(failing_allocations),
    };
    return cmocka_run_group_tests_name("tokenize", tests, NULL, NULL);
}
