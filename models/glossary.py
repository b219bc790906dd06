#!/usr/bin/env python3
"""A glossary of single words, out of a text and the links of its words.

    glossary.py [-p PROGRAM] TSV LINKS > WORDS

TSV has a sentence, a tab and its translation on each line, LINKS the links of `alphascope links`. A
word gets the word that it is linked to most, one to one, if at least 4 times, in 30% of its own
occurrences and 15% of the other's; names, the same in both, are left out. Each pair is written as
it stands within a sentence, at the beginning of one, and alone as one: what somebody types who has
typed one word.
"""
import argparse
import collections
import subprocess


def read(program, tsv, links):
    """The words of both sides and their links, line by line."""
    with open(tsv, encoding="utf-8") as text:
        lines = subprocess.run([program, "words"], stdin=text, capture_output=True, text=True,
                               check=True).stdout.splitlines()
    with open(links, encoding="utf-8") as rows:
        for line, row in zip(lines, rows, strict=True):
            source, target = (side.split() for side in line.split("\t")[:2])
            yield source, target, [tuple(map(int, link.split("-"))) for link in row.split()]


def within(word, forms):
    """The word as it stands within a sentence more often: a German noun is written large."""
    return max((word, word.capitalize()), key=lambda form: forms[form])


def main():
    parser = argparse.ArgumentParser(description="a glossary of single words")
    parser.add_argument("-p", "--program", default="alphascope")
    parser.add_argument("tsv")
    parser.add_argument("links")
    options = parser.parse_args()
    pairs, sources, targets, source_forms, target_forms = (collections.Counter() for _ in range(5))
    for source, target, links in read(options.program, options.tsv, options.links):
        of_source = collections.Counter(i for i, _ in links)
        of_target = collections.Counter(j for _, j in links)
        pairs.update((source[i].lower(), target[j].lower()) for i, j in links
                     if of_source[i] == 1 == of_target[j])
        sources.update(word.lower() for word in source)
        targets.update(word.lower() for word in target)
        source_forms.update(source[1:])
        target_forms.update(target[1:])
    best = {}
    for (word, answer), n in pairs.most_common():
        best.setdefault(word, (answer, n))
    for word, (answer, n) in best.items():
        source, target = within(word, source_forms), within(answer, target_forms)
        if source == target == word.capitalize():
            continue
        if not (len(word) > 1 and word.isalpha() and answer.isalpha() and n >= 4 and
                n >= 0.3 * sources[word] and n >= 0.15 * targets[answer]):
            continue
        if source == word:
            print(source, target, sep="\t")
        print(word.capitalize(), answer.capitalize(), sep="\t")
        print(word.capitalize() + ".", answer.capitalize() + ".", sep="\t")


if __name__ == "__main__":
    main()
