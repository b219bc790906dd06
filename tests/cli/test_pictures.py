#!/usr/bin/env python3
"""Pictures through the program: every kind of file, whole or not at all.

    test_pictures.py ALPHASCOPE MAKE_MODEL FOLDER        FOLDER is emptied and written into
"""
import os
import re
import xml.etree.ElementTree as xml

from program import FOLDER, one_line, run_tests, same, tiny

SVG = "{http://www.w3.org/2000/svg}"


def can_draw():
    """False in a program that was built without cairo, which must say so."""
    path = os.path.join(FOLDER, "probe.svg")
    _, err = tiny("render", "-o", path, "ab")
    if os.path.exists(path):
        return True
    one_line(err, "built without cairo")
    return False


def read(name):
    with open(os.path.join(FOLDER, name), "rb") as file:
        return file.read()


def render(name, *args):
    tiny("render", "-f", "-o", os.path.join(FOLDER, name), *args, status=0)
    return read(name)


def test_svg_has_its_text_and_numbers():
    if not can_draw():
        return
    root = xml.fromstring(render("a.svg", "-t", "xy.", "ab"))
    texts = ["".join(t.itertext()) for t in root.iter(SVG + "text")]
    for token in ("a", "b", "x", "y", ".", "</s>", "source x", "target y"):
        assert token in texts, (token, texts)
    titles = [t.text for t in root.iter(SVG + "title")]
    same(titles[0], "xy.")
    cells = [t for t in titles[1:] if re.match(r".+ ← .+\n.*α", t)]
    same(len(cells), 4 * 3)  # x y . </s> by a b </s>
    assert "t = 4, i = 3" in cells[-1], cells[-1]
    chinese = render("a.svg", "--language", "zh", "-t", "xy.", "ab").decode()
    assert "源句" in chinese and "注意力" in chinese, chinese


def test_html_is_one_file():
    if not can_draw():
        return
    page = render("a.html", "--theme", "dark", "-t", "x", "ab").decode()
    assert page.startswith("<!DOCTYPE html>\n<html lang=\"en\">"), page[:99]
    assert "<title>x</title>" in page and "← a" in page, page
    for outside in ("src=", "href=", "@import", "<script", "http-equiv"):
        assert outside not in page, outside
    assert "#1b1f26" in page, "the ground of the dark theme"


def test_pdf_is_the_same_twice():
    if not can_draw():
        return
    first = render("a.pdf", "ab cd")
    assert first.startswith(b"%PDF-") and b"/FontFile" in first
    same(render("b.pdf", "ab cd"), first)


def test_pictures_are_whole_or_not_at_all():
    if not can_draw():
        return
    for kind in ("svg", "html", "pdf"):
        render(f"c.{kind}", "ab")
        path = os.path.join(FOLDER, f"c.{kind}")
        one_line(tiny("render", "-o", path, "cd", status=1)[1], f"c.{kind}", "--force")
        one_line(tiny("render", "-o", os.path.join(FOLDER, "no", f"c.{kind}"), "ab", status=1)[1],
                 f"c.{kind}")
        os.symlink("/dev/full", os.path.join(FOLDER, f"full.{kind}"))
        one_line(tiny("render", "-f", "-o", os.path.join(FOLDER, f"full.{kind}"), "ab",
                      status=1)[1], "No space left")
    same([name for name in os.listdir(FOLDER) if "tmp" in name or name.startswith(".")], [])
    one_line(tiny("render", "-o", "a.gif", "ab", status=2)[1], ".svg", ".npy")


run_tests(globals())
