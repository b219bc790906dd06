#include "train/made_names.h"

#include <string.h>
#include <utf8proc.h>

/* How names of one manner are built: [onset] nucleus [coda], one to three times, and an ending.
 * Parts are separated by spaces; a part written twice is twice as likely. An ending after a vowel
 * takes its place. */
typedef struct manner {
    const char *onsets, *nuclei, *codas, *endings;
    int coda_percent, ending_percent;
    int max_syllables;
} manner;

static const manner manners[] = {
    /* English and Scottish */
    {"b b bl br c ch cl d d dr f fl g gr h h j k l l m m n p r r s st sw t th tr v w w wh",
     "a a e e i o u ea ee oo ai ay o i", "n n r r l l s t ck ld nd rt th x m nn ll ss rk mp",
     "son ton ley field worth er y ie man ford wick ham by well", 60, 45, 2},
    /* French and Occitan */
    {"b c ch d f g gu j l m n p ph qu r s t v br cr fr gr pl tr", "a e é i o u ou au oi eau ai è",
     "n r l s t c", "ette ine eau ier ois et ard and ot ude elle illac ac enne ègue", 25, 65, 3},
    /* Spanish, Portuguese, Italian */
    {"b c ch d f g gu j l ll m n ñ p qu r s t v z br cr tr gl", "a a e i o o u ia ue io ã é í ó á",
     "n r l s z", "ez o a ito elli ini ucci anza edo oso eira ão ínez ino etti", 20, 60, 3},
    /* German and Dutch */
    {"b d f g h j k l m n p r s sch st t v w z br dr fr gr kl kr pf schl schw",
     "a e i o u ö ä ü ei au ie eu aa oe ij", "n r l ck tz st ch rg nd ld cht rm ff",
     "er mann berg stein hardt lein ke bach meier hoff inga stra", 60, 50, 2},
    /* Scandinavian and Baltic */
    {"b d f g h j k l m n r s sk st t v bj hj kj br gr tr", "a e i o u å ä ö ø æ y aa ii ei uu",
     "n r l s rs lm nd ng st kk", "sen sson dal vik gaard qvist inen la nen as is a e", 40, 55, 3},
    /* Slavic */
    {"b c č d g h j k l m n p r s š t v z ž kr br vl sl zd st pr sz cz dz",
     "a e i o u y a o ó ie ia", "n r l k v m s sz cz j sk",
     "ov ova ski ska ić ič enko uk ek ko ev in ina ík czyk owa", 35, 60, 3},
    /* Japanese and Polynesian */
    {"k k s sh t ch ts n h m y r w g z j d b", "a a i u e o o uu ou", "n",
     "ko mi ro ka shi to ra moto yama awa", 12, 35, 3},
    /* Chinese, Korean, Vietnamese */
    {"b ch d g h j k l m n p q s sh t w x y z zh ng ph tr nh kh",
     "a ai ao e ei i ia iao o ou u ua "
     "ui uo ü eo ae oe",
     "n ng n ng h k m", "", 55, 0, 2},
    /* Arabic, Persian, Turkish */
    {"b d f gh h j k kh l m n q r s sh t w y z", "a aa i u e ou ei ı ü ö", "d f h l m n r s z q",
     "i a an oğlu ullah zadeh eh ir een at", 45, 40, 3},
    /* West and East African, Indian */
    {"b d dh f g k l m mb mw n nd ng nk ny p r s sh t th v y z bh gb kp ch", "a a e i o u aa oo ai",
     "n m l r sh k", "a o u e i wa we nga anda aju esh appa eji", 15, 50, 3},
    /* Celtic */
    {"b c d f g gl gw h ll m n p r rh s t tr br dr", "a e i o u y ae ao ai ea ei io ío á é ó",
     "n r l s dd th gh dh nn ch", "wyn an een agh ach ys ig id en", 45, 45, 2},
    /* Rare letters side by side */
    {"x z q w v y j k zw xh qv kw pt ps gz dv mn vr", "a e i o u y yu io ae oa ia",
     "x z q v w k f b p g d zz xt", "ix ax oz uq yx ev iz", 50, 30, 2},
};

enum { N_MANNERS = sizeof manners / sizeof *manners };

static bool chance(as_random *random, int percent)
{
    return as_random_below(random, 100) < (uint32_t)percent;
}

/* A name while it is built; what would not fit is left out. */
typedef struct builder {
    char text[AS_MADE_NAME_BYTES];
    size_t len;
} builder;

static void append(builder *b, const char *part, size_t len)
{
    if (b->len + len >= sizeof b->text)
        return;
    memcpy(b->text + b->len, part, len);
    b->len += len;
}

/* One of the parts of a list. */
static void append_part(builder *b, const char *list, as_random *random)
{
    uint32_t n = *list != '\0';
    for (const char *p = list; *p; p++)
        n += *p == ' ';
    if (n == 0)
        return;
    for (uint32_t skip = as_random_below(random, n); skip > 0; skip--)
        list = strchr(list, ' ') + 1;
    append(b, list, strcspn(list, " "));
}

/* The vowels that elision asks about, accents aside. */
static bool is_vowel(int32_t c)
{
    utf8proc_int32_t parts[4];
    int boundclass = UTF8PROC_BOUNDCLASS_START;
    utf8proc_decompose_char(c, parts, 4, UTF8PROC_DECOMPOSE, &boundclass);
    switch (utf8proc_tolower(parts[0])) {
    case 'a':
    case 'e':
    case 'i':
    case 'o':
    case 'u':
    case 0xE6: /* æ */
    case 0xF8: /* ø */
        return true;
    default:
        return false;
    }
}

bool as_begins_with_vowel(const char *text, size_t len)
{
    utf8proc_int32_t c;
    return utf8proc_iterate((const utf8proc_uint8_t *)text, (utf8proc_ssize_t)len, &c) > 0 &&
           is_vowel(c);
}

static bool ends_with_vowel(const builder *b)
{
    size_t start = b->len;
    while (start > 0 && ((unsigned char)b->text[--start] & 0xC0) == 0x80)
        ;
    return as_begins_with_vowel(b->text + start, b->len - start);
}

/* Drops the last character when the ending brings a vowel of its own. */
static void make_room(builder *b, const char *ending)
{
    if (!ends_with_vowel(b) || !as_begins_with_vowel(ending, strlen(ending)))
        return;
    while (b->len > 0 && ((unsigned char)b->text[--b->len] & 0xC0) == 0x80)
        ;
}

static void capitalize(builder *b, size_t start)
{
    utf8proc_int32_t c;
    utf8proc_uint8_t upper[4];
    utf8proc_ssize_t len = utf8proc_iterate((const utf8proc_uint8_t *)b->text + start,
                                            (utf8proc_ssize_t)(b->len - start), &c);
    if (len > 0 && utf8proc_encode_char(utf8proc_toupper(c), upper) == len)
        memcpy(b->text + start, upper, (size_t)len);
}

/* A nucleus that begins with a vowel, not with y. */
static void append_vowel(builder *b, const manner *m, as_random *random)
{
    builder part;
    do {
        part.len = 0;
        append_part(&part, m->nuclei, random);
    } while (!as_begins_with_vowel(part.text, part.len));
    append(b, part.text, part.len);
}

/* One word of a name. Vowel says how it must begin: 1 with a vowel, 0 without, -1 either way. */
static void append_word(builder *b, const manner *m, int vowel, as_random *random)
{
    size_t start = b->len;
    int n = 1 + (int)as_random_below(random, (uint32_t)m->max_syllables);
    if (n == 1 && chance(random, 60))
        n = 2;
    for (int k = 0; k < n; k++) {
        bool bare = k == 0 && (vowel > 0 || (vowel < 0 && chance(random, 15)));
        if (bare) {
            append_vowel(b, m, random);
        } else {
            append_part(b, m->onsets, random);
            append_part(b, m->nuclei, random);
        }
        if (chance(random, k + 1 < n ? m->coda_percent / 2 : m->coda_percent))
            append_part(b, m->codas, random);
    }
    if (chance(random, m->ending_percent)) {
        builder ending = {.len = 0};
        append_part(&ending, m->endings, random);
        make_room(b, ending.text);
        append(b, ending.text, ending.len);
    }
    capitalize(b, start);
}

/* What some names carry in front: they begin like consonants. */
static void append_prefix(builder *b, as_random *random)
{
    static const char *const prefixes[] = {"Mc", "Mac", "D'", "Van ", "De ", "St. "};
    const char *prefix = prefixes[as_random_below(random, 6)];
    append(b, prefix, strlen(prefix));
}

static void append_vowel_prefix(builder *b, as_random *random)
{
    const char *prefix = chance(random, 50) ? "O'" : "Al-";
    append(b, prefix, strlen(prefix));
}

size_t as_make_name(as_random *random, bool vowel, char *out)
{
    builder b = {.len = 0};
    const manner *m = &manners[as_random_below(random, N_MANNERS)];
    int first = vowel;
    if (chance(random, 5)) {
        if (vowel)
            append_vowel_prefix(&b, random);
        else
            append_prefix(&b, random);
        first = -1;
    }
    append_word(&b, m, first, random);
    uint32_t kind = as_random_below(random, 100);
    if (kind < 22) { /* two words, of one manner mostly, or joined by a hyphen */
        append(&b, kind < 16 ? " " : "-", 1);
        append_word(&b, chance(random, 80) ? m : &manners[as_random_below(random, N_MANNERS)], -1,
                    random);
    }
    memcpy(out, b.text, b.len);
    out[b.len] = '\0';
    return b.len;
}
