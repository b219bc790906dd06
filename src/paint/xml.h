/* Text inside markup. */
#ifndef AS_PAINT_XML_H
#define AS_PAINT_XML_H

#include "core/buffer.h"

/* Appends text so that it may stand between tags and in quoted attributes, of XML 1.0 as of HTML.
 * What is not UTF-8 and what XML forbids (controls, U+FFFE, U+FFFF) becomes U+FFFD. */
void as_xml_text(as_buffer *out, const char *text, size_t len);

#endif
