/* Numbers and short texts as the screen shows them; never by the locale. */
#ifndef AS_VIEW_FORMAT_H
#define AS_VIEW_FORMAT_H

#include <stdbool.h>
#include <stddef.h>

enum { AS_FORMAT_MAX = 48 };

/* x with a fixed number of decimals (0 to 9), a true minus sign, "∞" and "n/a" for what is not
 * finite. Returns out, which holds AS_FORMAT_MAX. Cannot fail. */
char *as_format_fixed(char *out, double x, int decimals);

/* The same of a probability or a weight: one that is not nought but would be written so is
 * "< 0.001", with the decimals (1 to 9) there are. */
char *as_format_share(char *out, double x, int decimals);

/* What stands before such a number after a name: "= ", and before "< 0.001" nothing. */
const char *as_format_equals(const char *share);

/* Is a number that is written so nought, as "0.00" is? Not "< 0.001". Cannot fail. */
bool as_format_is_nought(const char *number);

/* n in subscript digits: "₁₂". */
char *as_format_subscript(char *out, int n);

/* Copies text into out, which holds `capacity` bytes (at least 4); what does not fit is cut at the
 * start of a character and ends in an ellipsis. Returns out. Cannot fail. */
char *as_format_cut(char *out, size_t capacity, const char *text);

#endif
