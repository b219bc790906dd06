/* Text: the normal form, characters, pre-tokens, words, repair. */
#include "core/text.h"

#include "failing_alloc.h"

#include <utf8proc.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define N(array) (sizeof(array) / sizeof *(array))

typedef struct bytes {
    const char *at;
    size_t len;
} bytes;
/* A literal that may hold NUL bytes. */
#define B(literal)                                                                                 \
    {                                                                                              \
        literal, sizeof(literal) - 1                                                               \
    }

static char *normal(const char *text, size_t len, size_t *out_len)
{
    as_error err;
    char *out = NULL;
    if (!as_text_normalize(text, len, &out, out_len, &err))
        fail_msg("%s", err.message);
    assert_int_equal(out[*out_len], '\0');
    return out;
}

static void normal_form(void **state)
{
    (void)state;
    static const struct {
        bytes in, out;
    } cases[] = {
        {B(""), B("")},
        {B("accord"), B("accord")},
        /* spaces of every kind */
        {B(" \t\r\n\v\f "), B("")},
        {B("  a \t b\r\n\r\nc  "), B("a b c")},
        {B("a\0b\x7f"
           "c\x1b"),
         B("a b c")},
        {B("a\u00a0b\u2003c\u3000d\u202fe\u1680f\u205fg"), B("a b c d e f g")},
        {B("a\u2028b\u2029c\xc2\x85""d\u200be\ufeff"), B("a b c d e")},
        /* NFD becomes NFC; what is excluded from composition stays apart */
        {B("re\u0301sume\u0301"), B("r\u00e9sum\u00e9")},
        {B("r\u00e9sum\u00e9"), B("r\u00e9sum\u00e9")},
        {B("e\u0323\u0302"), B("\u1ec7")},
        {B("e\u0302\u0323"), B("\u1ec7")},
        {B("q\u0307\u0323"), B("q\u0323\u0307")},
        {B("\u212b\u2126"), B("\u00c5\u03a9")},
        {B("\u0958"), B("\u0915\u093c")},
        {B("\u0344"), B("\u0308\u0301")},
        {B("\u1112\u1161\u11ab\u1100\u116e\u11a8"), B("\ud55c\uad6d")},
        {B("\uac00\u11a8"), B("\uac01")},
        {B("\uf900"), B("\u8c48")},
        /* compatibility forms keep their difference */
        {B("\ufb01\u00b2\uff21"), B("\ufb01\u00b2\uff21")},
        /* a mark whose base was a space, or that has none, stays */
        {B("\u0301"), B("\u0301")},
        {B(" \u0301 \u0301"), B("\u0301 \u0301")},
        {B("e \u0301"), B("e \u0301")},
        /* invisible characters go, and let what they parted come together */
        {B("fran\u00ad\u00e7ais\u200e\u202a\u202c\u2060\u2066\u2069"), B("fran\u00e7ais")},
        {B("e\u00ad\u0301"), B("\u00e9")},
        {B("\u0646\u0645\u06cc\u200c\u0634\u0648\u062f"),
         B("\u0646\u0645\u06cc\u200c\u0634\u0648\u062f")},
        {B("\U0001f468\u200d\U0001f469"), B("\U0001f468\u200d\U0001f469")},
        /* the space mark belongs to us */
        {B("\u2581a \u2581"), B("_a _")},
        {B("<unk> </s> $$ %s ||| \\ \""), B("<unk> </s> $$ %s ||| \\ \"")},
        {B("\U0001d15e"), B("\U0001d157\U0001d165")},
    };
    for (size_t k = 0; k < N(cases); k++) {
        size_t len;
        char *out = normal(cases[k].in.at, cases[k].in.len, &len);
        if (len != cases[k].out.len || memcmp(out, cases[k].out.at, len) != 0)
            fail_msg("case %zu: got \"%s\", want \"%s\"", k, out, cases[k].out.at);
        free(out);
    }
}

static void invalid_utf8_is_named_with_its_place(void **state)
{
    (void)state;
    static const struct {
        bytes in;
        const char *message;
    } cases[] = {
        {B("abc\xff"), "invalid UTF-8 at byte 3 (0xFF)"},
        {B("\x80"), "invalid UTF-8 at byte 0 (0x80)"},
        {B("caf\xe9 noir"), "invalid UTF-8 at byte 3 (0xE9)"},         /* Latin-1 */
        {B("a\xc3"), "invalid UTF-8 at byte 1 (0xC3)"},                /* cut short */
        {B("\xe2\x96"), "invalid UTF-8 at byte 0 (0xE2)"},             /* cut short */
        {B("\xf0\x9f\x98"), "invalid UTF-8 at byte 0 (0xF0)"},         /* cut short */
        {B("\xc0\xaf"), "invalid UTF-8 at byte 0 (0xC0)"},             /* overlong */
        {B("\xe0\x80\xaf"), "invalid UTF-8 at byte 0 (0xE0)"},         /* overlong */
        {B("x\xed\xa0\x80"), "invalid UTF-8 at byte 1 (0xED)"},        /* surrogate */
        {B("\xf4\x90\x80\x80"), "invalid UTF-8 at byte 0 (0xF4)"},     /* past U+10FFFF */
        {B("\xc3\xa9\0\xc3\x28"), "invalid UTF-8 at byte 3 (0xC3)"},   /* after a NUL */
        {B("\xfe\xff\0a"), "invalid UTF-8 at byte 0 (0xFE)"},          /* UTF-16 */
        {B("\xf8\x88\x80\x80\x80"), "invalid UTF-8 at byte 0 (0xF8)"}, /* five bytes */
    };
    for (size_t k = 0; k < N(cases); k++) {
        as_error err;
        char *out = (char *)state;
        size_t len = 77;
        assert_false(as_text_normalize(cases[k].in.at, cases[k].in.len, &out, &len, &err));
        assert_int_equal(err.status, AS_ERR_FORMAT);
        assert_string_equal(err.message, cases[k].message);
        assert_ptr_equal(out, state); /* outputs stay untouched */
        assert_int_equal(len, 77);
        assert_false(as_text_normalize(cases[k].in.at, cases[k].in.len, &out, &len, NULL));
    }
}

static void a_text_past_the_limit_is_refused(void **state)
{
    (void)state;
    char *text = malloc(AS_TEXT_MAX_BYTES + 1), *out;
    size_t len;
    as_error err;
    memset(text, 'a', AS_TEXT_MAX_BYTES + 1);
    assert_false(as_text_normalize(text, AS_TEXT_MAX_BYTES + 1, &out, &len, &err));
    assert_int_equal(err.status, AS_ERR_LIMIT);
    assert_string_equal(err.message, "text of 1048577 bytes; at most 1048576 are accepted");
    assert_true(as_text_normalize(text, AS_TEXT_MAX_BYTES, &out, &len, &err));
    assert_int_equal(len, AS_TEXT_MAX_BYTES);
    free(out);
    free(text);
}

/* xorshift64 (Marsaglia 2003): the same texts on every machine. */
static unsigned long long random_next(unsigned long long *seed)
{
    *seed ^= *seed << 13;
    *seed ^= *seed >> 7;
    return *seed ^= *seed << 17;
}

/* Letters, precomposed letters, marks of several classes, jamo and syllables, in any order. */
static size_t random_text(char *out, size_t n_codepoints, unsigned long long *seed)
{
    static const int32_t pool[] = {'a',    'e',    'q',    0xE9,   0x1EC7, 0x301,  0x302,  0x323,
                                   0x307,  0x327,  0x345,  0x1100, 0x1161, 0x11A8, 0xAC00, 0x915,
                                   0x93C,  0x94D,  0x5D0,  0x5B0,  0x5BC,  0x3B1,  0x314,  0x4E00,
                                   0x304B, 0x3099, 0x1F468};
    size_t len = 0;
    for (size_t k = 0; k < n_codepoints; k++)
        len += (size_t)utf8proc_encode_char(pool[random_next(seed) % N(pool)],
                                            (utf8proc_uint8_t *)out + len);
    out[len] = '\0';
    return len;
}

static void the_normal_form_is_nfc(void **state)
{
    (void)state;
    unsigned long long seed = 1;
    char text[256];
    for (int k = 0; k < 20000; k++) {
        size_t len = random_text(text, 1 + k % 40, &seed), out_len;
        char *out = normal(text, len, &out_len);
        utf8proc_uint8_t *want = utf8proc_NFC((const utf8proc_uint8_t *)text);
        assert_string_equal(out, (char *)want);
        free(want);
        free(out);
    }
}

/* A million bytes of marks in the wrong order: quadratic sorting would take hours. */
static void a_run_of_marks_costs_no_more_than_its_length(void **state)
{
    (void)state;
    size_t n = AS_TEXT_MAX_BYTES / 4, len;
    char *text = malloc(4 * n);
    for (size_t k = 0; k < n; k++)
        memcpy(text + 4 * k, "\u0301\u0323", 4);
    char *out = normal(text, 4 * n, &len);
    assert_int_equal(len, 4 * n);
    for (size_t k = 0; k < n; k++) {
        assert_memory_equal(out + 2 * k, "\u0323", 2);
        assert_memory_equal(out + 2 * (n + k), "\u0301", 2);
    }
    free(out);
    free(text);
}

/* Pre-tokens as "text/word" with a space between, "_" in front of those after a space. */
static char *describe_pretokens(const char *text)
{
    static char out[4096];
    as_error err;
    as_pretoken *list;
    int n;
    if (!as_pretokens(text, strlen(text), &list, &n, &err))
        fail_msg("%s", err.message);
    size_t used = 0;
    out[0] = '\0';
    for (int k = 0; k < n; k++) {
        const as_pretoken *p = &list[k];
        used += (size_t)snprintf(out + used, sizeof out - used, "%s%s%.*s/%d", k ? " " : "",
                                 p->space_before ? "_" : "", (int)p->len, text + p->start, p->word);
        if (p->by_character)
            used += (size_t)snprintf(out + used, sizeof out - used, "+%d", p->n_words);
    }
    free(list);
    return out;
}

static void pretokens(void **state)
{
    (void)state;
    static const struct {
        const char *text, *want;
    } cases[] = {
        {"", ""},
        {"a", "_a/0"},
        {"the cat", "_the/0 _cat/1"},
        /* apostrophes */
        {"l'accord", "_l'/0 accord/1"},
        {"don\u2019t", "_don\u2019/0 t/1"},
        {"'hello'", "_'/0 hello'/1"},
        {"l''a", "_l'/0 '/1 a/2"},
        {"aujourd'hui, c'est", "_aujourd'/0 hui/1 ,/2 _c'/3 est/4"},
        {"90's", "_9/0 0/0 '/1 s/2"},
        {"\u5bb6's", "_\u5bb6/0+1 '/1 s/2"},
        /* digits: a piece each, one word */
        {"1992", "_1/0 9/0 9/0 2/0"},
        {"3.14", "_3/0 ./1 1/2 4/2"},
        {"B2B 1er", "_B/0 2/0 B/0 _1/1 er/1"},
        {"\u0661\u0662", "_\u0661/0 \u0662/0"},
        {"x\u00b2 \u00bd", "_x/0 \u00b2/1 _\u00bd/2"},
        {"l'1", "_l'/0 1/1"},
        {"\u2167", "_\u2167/0"},
        /* punctuation and symbols stand alone */
        {"Wait... what?!", "_Wait/0 ./1 ./2 ./3 _what/4 ?/5 !/6"},
        {"a-b", "_a/0 -/1 b/2"},
        {"</s>", "_</0 //1 s/2 >/3"},
        {"$5", "_$/0 5/1"},
        /* Han and kana: a run, a word per character */
        {"\u5bb6\u65cf\u304c\u884c\u304f\u3002", "_\u5bb6\u65cf\u304c\u884c\u304f/0+5 \u3002/5"},
        {"\u30ab\u30bf\u30fc \u4e00",
         "_\u30ab\u30bf\u30fc/0+3 "
         "_\u4e00/3+1"},
        {"AI\u7814\u7a76", "_AI/0 \u7814\u7a76/1+2"},
        {"\u30fb\u4eba\u3005", "_\u30fb/0 \u4eba\u3005/1+2"},
        {"\uff76\uff9e\U00020000", "_\uff76\uff9e\U00020000/0+2"},
        /* marks stay with their base, and open a text as a letter would */
        {"e\u0301\u0302a", "_e\u0301\u0302a/0"},
        {"\u0301a", "_\u0301a/0"},
        {"a \u0301", "_a/0 _\u0301/1"},
        {"!\u0301a", "_!\u0301/0 a/1"},
        {"\u0928\u092e\u0938\u094d\u0924\u0947", "_\u0928\u092e\u0938\u094d\u0924\u0947/0"},
        {"\u0627\u0644\u0633\u0651\u0644\u0627\u0645\u060c",
         "_\u0627\u0644\u0633\u0651\u0644\u0627\u0645/0 "
         "\u060c/1"},
        {"\ud55c\uad6d\uc5b4", "_\ud55c\uad6d\uc5b4/0"},
        /* emoji: one character each, however long */
        {"\U0001f468\u200d\U0001f469\u200d\U0001f467ok", "_\U0001f468\u200d\U0001f469\u200d"
                                                         "\U0001f467/0 ok/1"},
        {"\U0001f1eb\U0001f1f7\U0001f1e8\U0001f1ed", "_\U0001f1eb\U0001f1f7/0 "
                                                     "\U0001f1e8\U0001f1ed/1"},
        {"\U0001f44d\U0001f3fd", "_\U0001f44d\U0001f3fd/0"},
    };
    for (size_t k = 0; k < N(cases); k++)
        assert_string_equal(describe_pretokens(cases[k].text), cases[k].want);
}

/* Symbols without spaces, letters without spaces: both linear. */
static void long_texts_without_spaces_split_in_linear_time(void **state)
{
    (void)state;
    static const char *const units[] = {"!", "a", "\u5bb6", "1"};
    for (size_t u = 0; u < N(units); u++) {
        size_t unit = strlen(units[u]), n = AS_TEXT_MAX_BYTES / unit;
        char *text = malloc(n * unit);
        for (size_t k = 0; k < n; k++)
            memcpy(text + k * unit, units[u], unit);
        as_pretoken *list;
        int count;
        assert_true(as_pretokens(text, n * unit, &list, &count, NULL));
        assert_int_equal(count, u == 0 || u == 3 ? n : 1);
        free(list);
        free(text);
    }
}

/* Boundaries as in UAX 29, "÷" between characters. */
static void clusters(void **state)
{
    (void)state;
    static const char *const cases[] = {
        "a÷b÷c",
        "e\u0301÷a",
        " ÷ ",
        "\r\n÷\n",
        "\u0301÷\n÷\u0301",
        "\u1112\u1161\u11ab÷\u1100\u1161",
        "\uac00\u11a8÷\uac01",
        "\U0001f1eb\U0001f1f7÷\U0001f1e8\U0001f1ed÷\U0001f1e8",
        "a÷\U0001f1eb\U0001f1f7÷b",
        "\U0001f468\u200d\U0001f469\u200d\U0001f467\u200d\U0001f466÷x",
        "\U0001f44d\U0001f3fd÷\U0001f44d",
        "\u2764\ufe0f\u200d\U0001f525÷!",
        "a\u200d÷\U0001f469",
        "1\ufe0f\u20e3÷2\ufe0f\u20e3",
        "\u0928÷\u092e÷\u0938\u094d÷",
        "\u0915\u093f÷\u0915\u0940",
        "\u0e01\u0e33÷\u0e01",
        "\u0600\u0661÷a",
        "\U0001f3f4\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f÷\U0001f3f4",
        "\xff÷\xfe÷a÷\xc3÷b",
        "e\u0301÷\xcc÷\u5bb6÷\u65cf",
        "\xf0÷\x9f÷\x98÷\u5bb6",
    };
    for (size_t k = 0; k < N(cases); k++) {
        char text[128];
        size_t len = 0, ends[32], n = 0;
        for (const char *at = cases[k]; *at;) {
            if (strncmp(at, "÷", 2) == 0) {
                ends[n++] = len;
                at += 2;
            } else {
                text[len++] = *at++;
            }
        }
        if (n == 0 || ends[n - 1] != len)
            ends[n++] = len;
        size_t at = 0;
        for (size_t b = 0; b < n; b++) {
            if (as_text_next_cluster(text, len, at) != ends[b])
                fail_msg("case %zu, boundary %zu: got %zu, want %zu", k, b,
                         as_text_next_cluster(text, len, at), ends[b]);
            assert_int_equal(as_text_previous_cluster(text, len, ends[b]), at);
            at = ends[b];
        }
        assert_int_equal(as_text_next_cluster(text, len, len), len);
        assert_int_equal(as_text_next_cluster(text, len, len + 5), len);
        assert_int_equal(as_text_previous_cluster(text, len, 0), 0);
    }
    assert_int_equal(as_text_previous_cluster("ab", 2, 9), 1);
    assert_int_equal(as_text_next_cluster("", 0, 0), 0);
}

static void words_for_the_caret(void **state)
{
    (void)state;
    /* "[" stands where a word starts, "]" where it ends. */
    static const char *const cases[] = {
        "[the] [cat]",
        "  [the],  [cat]. ",
        "[don't] [aujourd\u2019hui] '[quoted]'",
        "[a1b2]-[c]",
        "[\u65e5\u672c\u8a9e][text][\u304b\u306a]",
        "...",
        "",
        "[e\u0301a] \U0001f468\u200d\U0001f469 [b]",
        "[caf]\xe9 [noir]",
        "[\u0627\u0644\u0633\u0644\u0627\u0645] [\u0639\u0644\u064a\u0643\u0645]",
    };
    for (size_t k = 0; k < N(cases); k++) {
        char text[128];
        size_t len = 0, starts[16], ends[16], n = 0;
        for (const char *at = cases[k]; *at; at++) {
            if (*at == '[')
                starts[n] = len;
            else if (*at == ']')
                ends[n++] = len;
            else
                text[len++] = *at;
        }
        size_t at = 0;
        for (size_t w = 0; w < n; w++) {
            at = as_text_next_word(text, len, at);
            if (at != ends[w])
                fail_msg("case %zu, word %zu: ends at %zu, want %zu", k, w, at, ends[w]);
        }
        assert_int_equal(as_text_next_word(text, len, at), len);
        at = len;
        for (size_t w = n; w-- > 0;) {
            at = as_text_previous_word(text, len, at);
            if (at != starts[w])
                fail_msg("case %zu, word %zu: starts at %zu, want %zu", k, w, at, starts[w]);
        }
        assert_int_equal(as_text_previous_word(text, len, at), 0);
    }
    /* from inside a word, to its own edges */
    assert_int_equal(as_text_next_word("the cat", 7, 1), 3);
    assert_int_equal(as_text_previous_word("the cat", 7, 6), 4);
    assert_int_equal(as_text_previous_word("the cat", 7, 4), 0);
}

static void repair(void **state)
{
    (void)state;
    static const struct {
        bytes in;
        const char *want;
    } cases[] = {
        {B(""), ""},
        {B("caf\xc3\xa9"), "caf\u00e9"},
        {B("caf\xe9 noir"), "caf\ufffd noir"},
        {B("a\xff\xfe"
           "b"),
         "a\ufffd\ufffdb"},
        {B("\xe2\x96"), "\ufffd"},
        {B("\xed\xa0\x80!"), "\ufffd!"},
        {B("\x80\x80\x80\x80\x80"), "\ufffd\ufffd"},
        {B("\xc3\xc3\xa9"), "\ufffd\u00e9"},
    };
    for (size_t k = 0; k < N(cases); k++) {
        char *out;
        size_t len;
        assert_true(as_text_repair(cases[k].in.at, cases[k].in.len, &out, &len, NULL));
        assert_string_equal(out, cases[k].want);
        assert_int_equal(len, strlen(cases[k].want));
        free(out);
    }
}

static bool normalize_and_split(void *data)
{
    const char *text = data;
    char *out = NULL;
    size_t len;
    as_pretoken *list = NULL;
    int n;
    as_error err = {0};
    bool ok = as_text_normalize(text, strlen(text), &out, &len, &err) &&
              as_pretokens(out, len, &list, &n, &err);
    assert_true(ok || err.status == AS_ERR_SYSTEM);
    free(list);
    free(out);
    return ok;
}

static bool repair_once(void *data)
{
    char *out = NULL;
    size_t len;
    as_error err = {0};
    bool ok = as_text_repair(data, strlen(data), &out, &len, &err);
    assert_true(ok || err.status == AS_ERR_SYSTEM);
    free(out);
    return ok;
}

static void failing_allocations(void **state)
{
    (void)state;
    char text[] = "l'e\u0301cole a b c d e f g h i j k l m n o p q r s t u v w x y z 1992 !?";
    assert_true(failing_alloc_try_all(normalize_and_split, text) >= 10);
    assert_int_equal(failing_alloc_try_all(repair_once, text), 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(normal_form),
        cmocka_unit_test(invalid_utf8_is_named_with_its_place),
        cmocka_unit_test(a_text_past_the_limit_is_refused),
        cmocka_unit_test(the_normal_form_is_nfc),
        cmocka_unit_test(a_run_of_marks_costs_no_more_than_its_length),
        cmocka_unit_test(pretokens),
        cmocka_unit_test(long_texts_without_spaces_split_in_linear_time),
        cmocka_unit_test(clusters),
        cmocka_unit_test(words_for_the_caret),
        cmocka_unit_test(repair),
        cmocka_unit_test(failing_allocations),
    };
    return cmocka_run_group_tests_name("text", tests, NULL, NULL);
}
