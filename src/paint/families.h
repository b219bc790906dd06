/* The fonts that text asks for: the first family that has a character draws it, and a font is
 * looked for when none has. Han gets its simplified Chinese forms, the language of our own
 * interface. */
#ifndef AS_PAINT_FAMILIES_H
#define AS_PAINT_FAMILIES_H

#define AS_FAMILIES_SANS "Noto Sans,DejaVu Sans,Noto Sans CJK SC,sans-serif"
#define AS_FAMILIES_MONO "DejaVu Sans Mono,Noto Sans Mono,Noto Sans Mono CJK SC,monospace"

#endif
