#!/usr/bin/env python3
"""BLEU and chrF2 computed straight from their definitions, as sacreBLEU gives them; run by hand.

    python3 tests/reference/scores.py > tests/reference/scores.json

Independent of the C code: Python's own Unicode strings, regular expressions and Counters. The C
tests read the JSON. The first case is the example in sacreBLEU's README, whose published scores
(BLEU 48.53, chrF2 59.73; 49.19 without tokenization) this script must reach.
"""
import json
import math
import random
import re
import sys
from collections import Counter

RULES = [
    (re.compile(r"([\{-\~\[-\` -\&\(-\+\:-\@\/])"), r" \1 "),
    (re.compile(r"([^0-9])([\.,])"), r"\1 \2 "),
    (re.compile(r"([\.,])([^0-9])"), r" \1 \2"),
    (re.compile(r"([0-9])(-)"), r"\1 \2 "),
]

CHINESE = [
    ("\u3400", "\u4db5"), ("\u4e00", "\u9fa5"), ("\u9fa6", "\u9fbb"), ("\uf900", "\ufa2d"),
    ("\ufa30", "\ufa6a"), ("\ufa70", "\ufad9"), ("\u2000" + "0", "\u2a6d" + "6"),
    ("\u2f80" + "0", "\u2fa1" + "d"), ("\uff00", "\uffef"), ("\u2e80", "\u2eff"),
    ("\u3000", "\u303f"), ("\u31c0", "\u31ef"), ("\u2f00", "\u2fdf"), ("\u2ff0", "\u2fff"),
    ("\u3100", "\u312f"), ("\u31a0", "\u31bf"), ("\ufe10", "\ufe1f"), ("\ufe30", "\ufe4f"),
    ("\u2600", "\u26ff"), ("\u2700", "\u27bf"), ("\u3200", "\u32ff"), ("\u3300", "\u33ff"),
]


def western(text):
    for pattern, to in RULES:
        text = pattern.sub(to, text)
    return text.split()


def tokenize(kind, text):
    text = text.rstrip()
    if kind == "none":
        return text.split()
    if kind == "char":
        return " ".join(text).split()
    if kind == "zh":
        return western("".join(
            f" {c} " if any(a <= c <= b for a, b in CHINESE) else c for c in text.strip()))
    for a, b in [("<skipped>", ""), ("-\n", ""), ("\n", " "), ("&quot;", '"'), ("&amp;", "&"),
                 ("&lt;", "<"), ("&gt;", ">")]:
        text = text.replace(a, b)
    return western(f" {text} ")


def ngrams(items, n):
    return Counter(tuple(items[k:k + n]) for k in range(len(items) - n + 1))


def bleu(kind, pairs):
    correct, total, c, r = [0] * 4, [0] * 4, 0, 0
    for hypothesis, references in pairs:
        h = tokenize(kind, hypothesis)
        refs = [tokenize(kind, ref) for ref in references]
        c += len(h)
        r += min((abs(len(ref) - len(h)), len(ref)) for ref in refs)[1]
        for n in range(1, 5):
            most = Counter()
            for ref in refs:
                most |= ngrams(ref, n)
            found = ngrams(h, n)
            correct[n - 1] += sum((found & most).values())
            total[n - 1] += sum(found.values())
    if not any(correct) or 0 in total:
        return 0.0
    halves, logs = 1.0, 0.0
    for hit, all_of_them in zip(correct, total):
        if hit == 0:
            halves *= 2
            logs += math.log(1 / (halves * all_of_them))
        else:
            logs += math.log(hit / all_of_them)
    return 100 * min(1.0, math.exp(1 - r / c)) * math.exp(logs / 4)


def f_score(stats, beta=2):
    kept = [(m / h, m / r) for h, m, r in stats if h > 0 and r > 0]
    if not kept:
        return 0.0
    p = sum(x for x, _ in kept) / len(kept)
    q = sum(y for _, y in kept) / len(kept)
    return 100 * (1 + beta ** 2) * p * q / (beta ** 2 * p + q) if p + q > 0 else 0.0


def chrf(pairs):
    sums = [[0, 0, 0] for _ in range(6)]
    for hypothesis, references in pairs:
        best = None
        h = "".join(hypothesis.split())
        for ref in references:
            stats = []
            for n in range(1, 7):
                a, b = ngrams(h, n), ngrams("".join(ref.split()), n)
                stats.append([sum(a.values()) if b else 0, sum((a & b).values()), sum(b.values())])
            if best is None or f_score(stats) > f_score(best):
                best = stats
        for total, add in zip(sums, best):
            for k in range(3):
                total[k] += add[k]
    return f_score(sums)


def random_pairs(seed, words, n):
    rng = random.Random(seed)
    pairs = []
    for _ in range(n):
        base = [rng.choice(words) for _ in range(rng.randint(1, 14))]

        def changed():
            return " ".join(rng.choice(words) if rng.random() < 0.25 else w for w in base
                            if rng.random() > 0.1)
        pairs.append((changed(), [changed() for _ in range(rng.randint(1, 4))]))
    return pairs


FRENCH = ("l'accord sur la zone\u00a0économique a été signé en août 1992. 1.5 1,000.25 3,14 "
          "90-95 12- M. (voir p.3) « oui » \"non\" &quot;tiens&quot; &amp;lt; R&amp;D d'où : ; ! ? "
          "peut-être aujourd'hui 100% 5\u202f000 ... a.b , .5 5. -1 A/B {x} [y] ~z a_b œuvre").split(" ")
CHINESE_WORDS = ("我 喜欢 猫 。 “你好” 《书》 —— … 3.5 米 GDP 増長 2,000 元 , 。」 ① 😀 "
                 "\U00020000 ，！ ﹏ km² don't").split(" ")

README = [
    ("The dog bit the man.", ["The dog bit the man.", "The dog had bit the man."]),
    ("It wasn't surprising.", ["It was not unexpected.", "No one was surprised."]),
    ("The man had just bitten him.", ["The man bit him first.", "The man had bitten the dog."]),
]

CASES = [
    ("sacrebleu readme", "13a", README),
    ("sacrebleu readme", "char", README),
    ("sacrebleu readme", "none", README),
    ("one word", "13a", [("oui", ["oui"])]),
    ("four words", "13a", [("un deux trois quatre", ["un deux trois quatre"])]),
    ("no match of order 4", "13a", [("un deux trois cinq", ["un deux trois quatre"])]),
    ("no match at all", "13a", [("a b c d e", ["v w x y z"])]),
    ("an empty hypothesis among others", "13a", README + [("", ["Nothing here."])]),
    ("an empty reference", "13a", README + [("Something here.", [""])]),
    ("length tie", "13a", [("a b c d e f", ["a b c d e", "a b c d e f g"])]),
    ("too short", "13a", [("the cat sat on", ["the cat sat on the mat today"])]),
    ("French", "13a", random_pairs(1, FRENCH, 40)),
    ("French by characters", "char", random_pairs(2, FRENCH, 20)),
    ("Chinese", "zh", random_pairs(3, CHINESE_WORDS, 40)),
    ("Chinese by characters", "char", random_pairs(4, CHINESE_WORDS, 20)),
    ("Chinese in words", "none", random_pairs(6, CHINESE_WORDS, 20)),
    ("repeated words", "13a", random_pairs(5, ["a", "b", "a b a", "b."], 40)),
]

TOKENIZED = [("13a", text) for text in (
    "Hello, world. It costs 1,000.50 (or 3.14)!", "pages 90-95, a.b .5 5. - x", "",
    " \u00a0 ", "&quot;a&amp;lt;b&gt;&quot;", "a...b,,c", "l'été, c'est.", "x<skipped>y", "1.2.3,4",
    "é.é,é", "it's 5\u202f000\u3000km")] + [("zh", text) for text in (
    "我喜欢GDP3.5米。", " .5 元", "“引号”—…", "\U00020000字", "a.b，c")] + [("char", "ab c,é")] + [
    ("none", " a,b\u00a0c-d  &amp; 我们 ")]


def main():
    assert abs(bleu("13a", README) - 48.530827) < 1e-6, "the published BLEU is not reached"
    assert abs(bleu("none", README) - 49.1919566) < 1e-6, "nor that without tokenization"
    assert abs(chrf(README) - 59.73) < 5e-3, "the published chrF2 is not reached"
    json.dump({
        "scores": [{"name": name, "tokenizer": kind, "bleu": bleu(kind, pairs),
                    "chrf": chrf(pairs),
                    "pairs": [{"hypothesis": h, "references": r} for h, r in pairs]}
                   for name, kind, pairs in CASES],
        "tokenized": [{"tokenizer": kind, "text": text, "words": " ".join(tokenize(kind, text))}
                      for kind, text in TOKENIZED],
    }, sys.stdout, ensure_ascii=False, indent=0)
    print()


main()
