#!/usr/bin/env python3
"""The figures of the cards measured again, and their glossary, with stand-ins for the program.

    test_measure.py MODELS FOLDER        FOLDER is emptied and written into
"""
import json
import os
import shutil
import subprocess
import sys

from tap import run_functions

MODELS, FOLDER = map(os.path.abspath, sys.argv[1:3])


def program(text):
    """A stand-in that shows the text, whatever it is asked for, and keeps its last file."""
    answer = os.path.join(FOLDER, "answer")
    with open(answer, "w", encoding="utf-8") as file:
        file.write(text)
    where = os.path.join(FOLDER, "program")
    with open(where, "w", encoding="utf-8") as file:
        file.write(f'#!/bin/sh\nfor last; do :; done\n[ -f "$last" ] && cp "$last" {FOLDER}/given\n'
                   f"cat {answer}\n")
    os.chmod(where, 0o755)
    return where


def measure(rows, result, *options, status):
    """The script beside a table of these rows; what it prints, and the table afterwards."""
    script, table = os.path.join(FOLDER, "measure.py"), os.path.join(FOLDER, "figures.tsv")
    shutil.copy(os.path.join(MODELS, "measure.py"), script)
    with open(table, "w", encoding="utf-8") as file:
        file.writelines("\t".join(row) + "\n" for row in rows)
    done = subprocess.run([sys.executable, script, "-p", program(json.dumps(result)), *options,
                           FOLDER], capture_output=True, check=False, encoding="utf-8", timeout=60)
    assert done.returncode == status, done
    with open(table, encoding="utf-8") as file:
        return done.stdout, [line.rstrip("\n").split("\t") for line in file]


def test_within_the_tolerance():
    rows = [["one", "eval a.tsv", "bleu", "30.15"], ["one", "eval --gold a.tsv", "aer", "25.0"]]
    out, _ = measure(rows, {"bleu": 30.0, "aer": 0.251}, status=0)
    assert out.endswith("all as the cards say\n"), out


def test_off():
    for figure in "30.3", "29.7", "?", "nan", "inf":
        out, _ = measure([["one", "eval a.tsv", "bleu", figure]], {"bleu": 30.0}, status=1)
        assert out.startswith("OFF"), (figure, out)
    _, table = measure([["one", "eval a.tsv", "bleu", "?"]], {"bleu": 30.0}, "--write", status=0)
    assert table == [["one", "eval a.tsv", "bleu", "30.00"]], table


def test_parts_of_a_result():
    result = {"lengths": [{"bleu": 1.0}, {"bleu": 2.0}]}
    measure([["one", "eval a.tsv", "lengths.1.bleu", "2"]], result, status=0)
    measure([["one", "eval a.tsv", "lengths.0.bleu", "2"]], result, status=1)


def test_reversed():
    with open(os.path.join(FOLDER, "pairs.tsv"), "w", encoding="utf-8") as file:
        file.write("a\tb\tc\nd\te\n")
    measure([["one", "reversed pairs.tsv", "bleu", "2"]], {"bleu": 2.0}, status=0)
    with open(os.path.join(FOLDER, "given"), encoding="utf-8") as file:
        assert file.read() == "b\ta\ne\td\n"


def glossary(pairs, links):
    """Of pairs whose words are parted by spaces already, which is what the stand-in shows."""
    tsv, rows = os.path.join(FOLDER, "words.tsv"), os.path.join(FOLDER, "words.links")
    text = "".join(f"{source}\t{target}\n" for source, target in pairs)
    for path, content in (tsv, text), (rows, "\n".join(links) + "\n"):
        with open(path, "w", encoding="utf-8") as file:
            file.write(content)
    done = subprocess.run([sys.executable, os.path.join(MODELS, "glossary.py"), "-p", program(text),
                           tsv, rows], capture_output=True, check=False, encoding="utf-8",
                          timeout=60)
    assert done.returncode == 0, done
    return done.stdout.splitlines()


def test_glossary():
    """A word that is linked often enough stands there three times, a German noun written large; not
    a name, a mark, a rare word, or one of many translations."""
    pairs = [("The dog sees Tom .", "Der Hund sieht Tom .")] * 4 + [("A cat .", "Eine Katze .")] * 3
    links = ["0-0 1-1 2-2 3-3 4-4"] * 4 + ["0-0 1-1 2-2"] * 3
    assert glossary(pairs, links) == [
        "the\tder", "The\tDer", "The.\tDer.", "dog\tHund", "Dog\tHund", "Dog.\tHund.",
        "sees\tsieht", "Sees\tSieht", "Sees.\tSieht."], glossary(pairs, links)
    pairs = [("we go", f"wir {way}") for way in "abcde" for _ in range(4)]
    assert glossary(pairs, ["0-0 1-1"] * 20) == ["we\twir", "We\tWir", "We.\tWir."]


run_functions(dict(globals()), FOLDER)
