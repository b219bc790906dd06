#!/usr/bin/env python3
"""Evaluation through the program: translations against references, attention against gold.

    test_eval.py ALPHASCOPE MAKE_MODEL FOLDER        FOLDER is emptied and written into
"""
import json
import os
import subprocess

from program import (FOLDER, MAKE_MODEL, MODEL, corpus, one_line, run, run_tests,
                     same, tiny)


def test_eval_of_its_own_translations_is_perfect():
    lines = ["abc", "defg hij", "klmno", "p"]
    out, _ = tiny("translate", stdin="\n".join(lines).encode(), status=0)
    texts = out.decode().split("\n")[:4]
    path = corpus("own.tsv", "".join(f"{a}\t{b}\tzzz\n" for a, b in zip(lines, texts)).encode())
    result = json.loads(tiny("eval", "--json", "--tokenize", "char", path, status=0)[0])
    same((result["sentences"], result["references"], result["exact"]), (4, 8, 4))
    assert abs(result["bleu"] - 100) < 1e-9 and abs(result["chrf2"] - 100) < 1e-9, result
    total, tokens = 0.0, 0
    for a, b in zip(lines, texts):
        forced = json.loads(tiny("align", "-f", "json", a, b, status=0)[0])
        total += sum(forced["logprob"])
        tokens += len(forced["logprob"])
    same(result["tokens"], tokens)
    assert abs(result["perplexity"] - 2.718281828459045 ** (-total / tokens)) < 1e-3, result
    text, err = tiny("eval", path, status=0)
    same(err, b"")  # no progress line where there is no terminal
    for part in (b"BLEU", b"chrF2", b"perplexity", b"exact"):
        assert part in text, text
    output = os.path.join(FOLDER, "own.txt")
    tiny("eval", "-o", output, path, status=0)
    with open(output, encoding="utf-8") as file:
        same(file.read().split("\n")[:4], texts)
    same(json.loads(tiny("eval", "--json", "--tokenize", "char", "-",
                         stdin=open(path, "rb").read(), status=0)[0])["exact"], 4)


def test_eval_of_something_else_is_not():
    path = corpus("other.tsv", "abc\tune phrase tout autre\n".encode())
    result = json.loads(tiny("eval", "--json", path, status=0)[0])
    same((result["exact"], result["bleu"]), (0, 0.0))
    same(result["bleu_tokenizer"], "13a")


def test_eval_names_the_bad_line():
    one_line(tiny("eval", corpus("a.tsv", b"abc\tde\nno tab\n"), status=1)[1], "a.tsv", "line 2")
    one_line(tiny("eval", corpus("a.tsv", b"abc\t\xff\n"), status=1)[1], "line 1", "UTF-8")
    one_line(tiny("eval", corpus("a.tsv", b""), status=1)[1], "no sentence")
    one_line(tiny("eval", os.path.join(FOLDER, "missing.tsv"), status=1)[1], "missing.tsv")
    one_line(tiny("eval", FOLDER, status=1)[1])


def test_eval_does_not_write_over_its_text():
    pairs = corpus("kept.tsv", b"abc\tcba\n")
    one_line(tiny("eval", "-o", pairs, pairs, status=1)[1], "would be written over")
    same(open(pairs, "rb").read(), b"abc\tcba\n")
    gold = corpus("kept-gold.tsv", gold_line("a b", "x y", "0-0").encode())
    links = corpus("kept.links", b"0-0\n")
    model = corpus("kept.safetensors", open(MODEL, "rb").read())
    for kept, *more in ((gold, "--gold", gold), (links, "--gold", gold, "--links", links),
                        (model, "-m", model)):
        before = open(kept, "rb").read()
        one_line(run("eval", *more, "-o", kept, pairs, status=1)[1], "would be written over")
        same(open(kept, "rb").read(), before)
    both = os.path.join(FOLDER, "both.svg")
    one_line(tiny("eval", "-o", both, "--picture", both, "-f", pairs, status=1)[1],
             "would be written over")
    same(os.path.exists(both), False)


def test_eval_by_length():
    lines = ["abc", "defg hij", "klmno. p", "a b c d e", "q", "ab cd ef gh, ij"]
    path = corpus("lengths.tsv", "".join(f"{a}\t{a} x\n" for a in lines).encode())
    result = json.loads(tiny("eval", "--json", "--buckets", "1,3", "--tokenize", "none", path,
                             status=0)[0])
    same([(part["from"], part["to"], part["sentences"]) for part in result["lengths"]],
         [(1, 1, 2), (2, 3, 2), (4, None, 2)])
    parts = corpus("part.tsv", b"abc\tabc x\nq\tq x\n")
    alone = json.loads(tiny("eval", "--json", "--tokenize", "none", parts, status=0)[0])
    for key in ("bleu", "chrf2", "perplexity", "exact", "tokens", "bleu_precisions"):
        same(result["lengths"][0][key], alone[key])
    text = tiny("eval", "--buckets", "1,3", path, status=0)[0].decode().splitlines()
    same([line[:9].rstrip() for line in text[-3:]], ["up to 1", "2 to 3", "over 3"])
    one_line(tiny("eval", "--buckets", "3,1", path, status=2)[1], "3,1", "rising")
    empty = json.loads(tiny("eval", "--json", path, status=0)[0])["lengths"][2]
    same((empty["sentences"], empty["bleu"], empty["chrf2"], empty["perplexity"]),
         (0, None, None, None))


def test_eval_of_joined_pairs():
    """Against the groups made by hand: sources of up to 2, of 3 or 4, and of 5 words and more."""
    path = corpus("join.tsv", "a b\tA\tB\nc\tC\n中\t二\tE\tF\nd e f g h\tG\ni j\tH\nk l m\tI\n"
                  .encode())
    by_hand = ["a b\tA\tB\nc\tC\n中\t二\tE\tF\ni j\tH\n",
               "a b c\tA C\tB C\n",
               "a b c中d e f g h\tA C二G\tB C E G\tB C F G\ni j k l m\tH I\n"]
    result = json.loads(tiny("eval", "--join", "--json", "--buckets", "2,4", path, status=0)[0])
    same(result["joined"], True)
    for part, lines in zip(result["lengths"], by_hand):
        alone = json.loads(tiny("eval", "--json", corpus("hand.tsv", lines.encode()), status=0)[0])
        for key in ("sentences", "references", "bleu", "chrf2", "perplexity", "tokens"):
            same(part[key], alone[key])
    # Too long for the first: the fourth, and the sixth. For the second: the third with the fourth,
    # and the fifth with the sixth.
    same(result["left_out"], 2 + 4)
    same(json.loads(tiny("eval", "--join", "--json", "--buckets", "2,4", path, status=0)[0])["bleu"],
         result["bleu"])
    one_line(tiny("eval", "--join", "-o", "x", path, status=2)[1], "--join")


# ---- gold alignments ----

def gold_line(source, target, sure, possible="", *annotated):
    return "\t".join([source, target, sure, possible, *annotated]) + "\n"


def aer_of_rows(source, target, sure, possible):
    """Of the matrix that `align` prints, whose tokens are the characters of one-letter words."""
    result = json.loads(tiny("align", "-f", "json", source, target, status=0)[0])

    def words(pieces):
        """The word of each token; a space goes with the one after it, </s> is None."""
        number, of = 0, []
        for piece in pieces[:-1]:
            of.append(number)
            number += piece != "\u2581"
        return of + [None], number

    (of_i, _), (of_t, n_target) = words(result["source"]), words(result["target"])
    links = set()
    for v in range(n_target):
        row = {}
        for t, word in enumerate(of_t):
            for i, column in enumerate(of_i):
                if word == v:
                    row[column] = row.get(column, 0) + result["alpha"][t][i]
        best = max(row, key=row.get)
        if best is not None:
            links.add((best, v))
    hits = len(links & sure) + len(links & (sure | possible))
    return 1 - hits / (len(links) + len(sure)), links


def test_gold_scores_the_attention():
    sure, possible = {(0, 0), (1, 1), (2, 2)}, {(1, 0), (0, 1), (3, 2)}
    want, links = aer_of_rows("a b c d", "x y z", sure, possible)
    path = corpus("gold.tsv", gold_line("a b c d", "x y z", "0-0 1-1 2-2", "1-0 0-1 3-2").encode())
    result = json.loads(tiny("eval", "--json", "--gold", path, status=0)[0])
    assert abs(result["aer"] - want) < 1e-12, (result, want)
    same((result["gold_pairs"], result["sure_links"], result["possible_links"], result["links"]),
         (1, 3, 3, len(links)))
    assert 0 <= result["aer_of_row_after"] <= 1 and 0 <= result["aer_of_row_before"] <= 1, result
    both = json.loads(tiny("eval", "--json", "--gold", path, corpus("one.tsv", b"ab\tcd\n"),
                           status=0)[0])
    same((both["sentences"], both["aer"]), (1, result["aer"]))
    text = tiny("eval", "--gold", path, status=0)[0].decode()
    assert f"AER         {100 * want:.2f} %" in text, text


def test_gold_scores_the_links_of_a_file():
    """S = {0-0, 1-1, 2-2}, P = S and {3-2, 6-3}: AER 0 and 1/3 (Och and Ney 2003)."""
    line = gold_line("a b c d e f g", "w x y z", "0-0 1-1 2-2", "3-2 6-3")
    path = corpus("gold.tsv", line.encode())
    for links, aer, precision, recall in (("0-0 1-1 2-2 6-3", 0, 1, 1),
                                          ("0-0 1-2 2-2", 1 / 3, 2 / 3, 2 / 3), ("", 1, None, 0)):
        result = json.loads(run("eval", "--json", "--gold", path, "--links",
                                corpus("links.txt", links.encode() + b"\n"), status=0)[0])
        assert abs(result["aer"] - aer) < 1e-12, result
        same((result["precision"], result["recall"]), (precision, recall))
    same("aer_of_row_after" in result, False)
    # Sums over the file come before the division; nothing is scored outside what was annotated.
    path = corpus("gold.tsv", (line + gold_line("a b", "x y", "0-0", "", "0", "0 1")).encode())
    links = corpus("links.txt", b"0-0 1-2 2-2\n0-0 1-1 0-1\n")
    result = json.loads(run("eval", "--json", "--gold", path, "--links", links, status=0)[0])
    assert abs(result["aer"] - (1 - (3 + 3) / (5 + 4))) < 1e-12, result
    text = run("eval", "--gold", path, "--links", links, status=0)[0].decode()
    assert "33.33 %" in text and "5 links of the file" in text, text


def test_gold_of_a_model_without_attention_is_refused():
    """Its weights are all 0: no link, and an AER of 100 % that nobody measured."""
    none = os.path.join(FOLDER, "none.safetensors")
    subprocess.run([MAKE_MODEL, none, "7", "none"], check=True)
    gold, pairs = corpus("gold.tsv", gold_line("a b", "x y", "0-0").encode()), corpus("p.tsv", b"a\tb\n")
    for args in ((), ("--json",), (pairs,)):
        out, err = run("eval", "-m", none, "--gold", gold, *args, status=1)
        same(out, b"")
        one_line(err, "tiny has no attention", "--gold", "--links FILE")
    links = corpus("links.txt", b"0-0\n")
    both = json.loads(run("eval", "-j", "-m", none, "--gold", gold, "--links", links, pairs,
                          status=0)[0])
    same((both["aer"], both["sentences"]), (0, 1))


def test_gold_names_the_bad_line():
    good = gold_line("a b", "x y", "0-0")
    for line, parts in ((b"a b\tx y\t0-0\n", ["3 columns", "expected 4"]),
                        (b"a b\tx y\t0-0 2-0\t\n", ["sure links", "2-0", "expected at most 1-1"]),
                        (b"a b\tx y\t0-0\t1:1\n", ["possible links", "'1:1'", "expected source-"]),
                        (b"a  b\tx y\t0-0\t\n", ["source", "word 2", "expected"]),
                        (b"a b\tx \xff\t0-0\t\n", ["target", "word 2", "UTF-8"]),
                        (b"\n", ["1 column"])):
        path = corpus("gold.tsv", good.encode() + line)
        one_line(tiny("eval", "--gold", path, status=1)[1], "gold.tsv: line 2", *parts)
    one_line(tiny("eval", "--gold", corpus("gold.tsv", b""), status=1)[1], "no pair")
    one_line(tiny("eval", "--gold", os.path.join(FOLDER, "no.tsv"), status=1)[1], "no.tsv")
    path = corpus("gold.tsv", (good * 2).encode())
    for links, parts in ((b"0-0\n", ["links.txt", "ends after line 1", "line 2"]),
                         (b"0-0\n\n0-0\n", ["links.txt: line 3", "as many lines", "2"]),
                         (b"0-0\n0-9\n", ["links.txt: line 2", "0-9", "expected at most 1-1"])):
        one_line(run("eval", "--gold", path, "--links", corpus("links.txt", links), status=1)[1],
                 *parts)
    one_line(run("eval", "--links", "x", "y", status=2)[1], "--gold")
    one_line(run("eval", "--gold", "x", "-o", "y", status=2)[1], "--output")


run_tests(globals())
