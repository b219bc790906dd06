/* The kinds of files that what is shown can be saved as: the ending of a name says which. */
#ifndef AS_VIEW_FILE_KIND_H
#define AS_VIEW_FILE_KIND_H

#include <stdbool.h>
#include <stddef.h>

typedef enum as_file_kind {
    AS_FILE_PNG,
    AS_FILE_SVG,
    AS_FILE_PDF,
    AS_FILE_HTML, /* up to here pictures, then numbers */
    AS_FILE_TSV,
    AS_FILE_JSON,
    AS_FILE_NPY,
    AS_N_FILE_KINDS, /* also: none of them */
} as_file_kind;

#define AS_PICTURE_KINDS ".png, .svg, .pdf or .html"
#define AS_NUMBER_KINDS ".tsv, .json or .npy"

/* The kind that a name's ending says, in capitals too; AS_N_FILE_KINDS: none. */
as_file_kind as_file_kind_of(const char *path);
/* ".png"; static. Not of AS_N_FILE_KINDS. */
const char *as_file_kind_ending(as_file_kind kind);
bool as_file_kind_is_picture(as_file_kind kind);
/* Does the name end in one of AS_PICTURE_KINDS? */
bool as_picture_is_known(const char *path);

/* A path's name without its folders; "" where it ends in a slash. Borrowed. */
const char *as_path_name(const char *path);
/* The ending of a file's name, with its dot, or "". Borrowed. */
const char *as_path_ending(const char *path);
/* Its name without folders and that ending, cut to `size` bytes: "run/fra.jsonl" is called "fra".
 */
void as_path_stem(const char *path, char *out, size_t size);

#endif
