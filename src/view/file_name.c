#include "view/file_name.h"

#include "core/text.h"

#include <ctype.h>
#include <string.h>

enum { MOST = 40 }; /* bytes: what a folder's window shows of a name */

/* What file systems and shells dislike becomes a hyphen: the apostrophe of "don't". */
static char plain(char c)
{
    unsigned char byte = (unsigned char)c;
    return byte >= 0x80 ? c : isalnum(byte) ? (char)tolower(byte) : '-';
}

static size_t append(char *out, size_t n, const char *word, size_t len)
{
    for (size_t k = 0; k < len; k++)
        out[n + k] = plain(word[k]);
    return n + len;
}

/* The characters of the word that fit into MOST bytes. */
static size_t cut(const char *word, size_t len)
{
    size_t fits = 0;
    for (size_t next = 0; next < len; fits = next) {
        next = as_text_next_cluster(word, len, fits);
        if (next > MOST)
            break;
    }
    return fits;
}

char *as_file_name_of(char out[AS_FILE_NAME_MAX], const char *text, size_t len)
{
    size_t n = 0;
    for (size_t at = 0; at < len;) {
        size_t end = as_text_next_word(text, len, at);
        size_t start = as_text_previous_word(text, len, end);
        bool is_word = start >= at && end > start && plain(text[start]) != '-';
        size_t word = is_word ? end - start : 0;
        if (n > 0 && n + 1 + word > MOST)
            break;
        if (n > 0 && word > 0)
            out[n++] = '-';
        n = append(out, n, text + start, word > MOST ? cut(text + start, word) : word);
        at = end > at ? end : len;
    }
    out[n] = '\0';
    return n > 0 ? out : strcpy(out, "alignment");
}
