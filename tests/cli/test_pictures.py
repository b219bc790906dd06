#!/usr/bin/env python3
"""Pictures through the program: every kind of file, whole or not at all.

    test_pictures.py ALPHASCOPE MAKE_MODEL FOLDER        FOLDER is emptied and written into
"""
import json
import os
import re
import struct
import subprocess
import xml.etree.ElementTree as xml

from program import FOLDER, MAKE_MODEL, MODEL, corpus, one_line, run, run_tests, same, tiny

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


def table(name, *args):
    lines = render(name, *args).decode().splitlines()
    return lines[0].split("\t")[1:], [line.split("\t") for line in lines[1:]]


def test_readings():
    """Transposed, by source, a part, selected: the numbers worked out from the plain ones."""
    columns, rows = table("plain.tsv", "-t", "xy.", "ab")
    plain = [[float(x) for x in row[1:]] for row in rows]
    labels = [row[0] for row in rows]
    flipped = table("flipped.tsv", "--transpose", "-t", "xy.", "ab")
    same(flipped[0], labels)
    same([row[0] for row in flipped[1]], columns)
    same([[float(x) for x in row[1:]] for row in flipped[1]], [list(c) for c in zip(*plain)])
    for row in zip(*[map(float, r[1:]) for r in table("b.tsv", "--by-source", "-t", "xy.", "ab")[1]]):
        assert abs(sum(row) - 1) < 1e-6, row
    part = table("part.tsv", "--source-part", "2-3", "--target-part", "1", "-t", "xy.", "ab")
    same((part[0], [[float(x) for x in row[1:]] for row in part[1]]),
         (columns[1:3], [plain[0][1:3]]))
    read_as = json.loads(render("r.json", "--select-target", "1,3-4", "--by-source", "-w", "-t",
                                "xy.", "ab"))
    same(len(read_as["alpha"]), 4)
    reading = read_as["reading"]
    same((reading["words"], reading["by_source"], reading["transposed"]), (True, True, False))
    same(reading["selected_target"], [0, 2, 3])
    same([r[1] - r[0] for r in reading["column_tokens"]], [2, 1])  # "ab" is one word of two letters
    for column, total in enumerate(reading["sums_by_source"]):
        chosen = [row[column] for row, (a, b) in zip(reading["values"], reading["row_tokens"])
                  if {0, 2, 3} & set(range(a, b))]
        assert abs(sum(chosen) - total) < 1e-6, (chosen, total)
    assert "reading" not in json.loads(render("p.json", "-t", "xy.", "ab"))
    for wrong in ("0", "3-2", "a", "1-", "1,2", "", "99999999999"):
        one_line(tiny("render", "-o", "x.tsv", "--source-part", wrong, "ab", status=2)[1],
                 "--source-part")
    one_line(tiny("render", "-f", "-o", os.path.join(FOLDER, "x.tsv"), "--select-source", "1,9",
                  "ab", status=1)[1], "--select-source 1,9", "9 of 3 source")


def test_readings_in_pictures():
    if not can_draw():
        return
    def texts(*args):
        root = xml.fromstring(render("a.svg", *args, "-t", "xy.", "ab"))
        return ["".join(t.itertext()) for t in root.iter(SVG + "text")]
    plain, numbers = texts(), texts("--decimals", "3", "--by-source", "--select-target", "1-2")
    alpha = json.loads(render("p.json", "-t", "xy.", "ab"))["alpha"]
    total = sum(row[0] for row in alpha)
    assert f"{alpha[0][0] / total:.3f}" in numbers, numbers
    assert "by source: α ÷ Σₜα" in numbers and "Σ 2" in numbers, numbers
    assert not any(re.fullmatch(r"0\.\d{3}", t) for t in plain), plain
    assert "ab" in texts("--words") and "ab" not in plain
    lines = texts("--lines")
    assert any("no line" in t for t in lines) and "a" in lines, lines


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


# ---- comparisons ----

def test_comparing_two_models():
    """The numbers in the cells are those of both alone, and their difference."""
    if not can_draw():
        return
    other = os.path.join(FOLDER, "other.safetensors")
    subprocess.run([MAKE_MODEL, other, "7", "dot"], check=True)
    for kind in ("png", "pdf", "html"):
        assert len(render(f"both.{kind}", "--compare", other, "-t", "xy.", "ab")) > 1000
    def texts(*args):
        root = xml.fromstring(render("both.svg", "--compare", other, "--decimals", "5", *args, "ab"))
        return ["".join(t.itertext()) for t in root.iter(SVG + "text")]
    def alpha(model, target):
        run("render", "-f", "-m", model, "-o", os.path.join(FOLDER, "one.json"), "-t", target, "ab",
            status=0)
        return json.loads(read("one.json"))["alpha"]
    text = texts("-t", "xy.")
    first, second = alpha(MODEL, "xy."), alpha(other, "xy.")
    want = [f"{a:.5f}" for row in first for a in row] + [f"{b:.5f}" for row in second for b in row]
    numbers = [t.replace("−", "-") for t in text if re.fullmatch("[−-]?[01]\\.[0-9]{5}", t)]
    same(numbers[:24], want)
    same(len(numbers), 36)  # and of the difference, each cell
    for k, (row, other_row) in enumerate(zip(first, second)):
        for i, (a, b) in enumerate(zip(row, other_row)):
            assert abs(float(numbers[24 + 3 * k + i]) - (a - b)) < 1e-5, (k, i)
    for part in ("difference", "same target, forced", "tiny", "other", "tiny − other"):
        assert part in text, (part, text)
    assert any(t.startswith("same best source ") for t in text), text
    own = texts("--own-target")
    assert "same target, forced" not in own, own
    # however narrow, the picture has room for what is measured
    own = texts("--own-target", "-t", "x", "--decimals", "0")
    assert [t.split(" ")[0] for t in own[-4:]] == ["row", "CDP", "log", "rows"], own
    one_line(tiny("render", "-o", "x.svg", "--compare", "none", "ab", status=1)[1], "--compare", "none")
    for wrong in (["-o", "x.json"], ["-o", "x.svg", "--lines"], ["-o", "x.svg", "--select-source", "1"]):
        one_line(tiny("render", "--compare", other, *wrong, "ab", status=2)[1], "--help")
    one_line(tiny("render", "-o", "x.svg", "--own-target", "ab", status=2)[1], "--compare")


def pieced(name, score, merged, more=""):
    """A model whose target has a piece of two letters in the place of `é`."""
    path = os.path.join(FOLDER, "data", "models", f"{name}.safetensors")
    subprocess.run([MAKE_MODEL, path, "7", score], check=True)
    with open(path, "rb") as file:
        data = file.read()
    size = struct.unpack("<Q", data[:8])[0]
    header = json.loads(data[8:8 + size])
    texts = header["__metadata__"]
    texts["config"] = json.dumps(json.loads(texts["config"]) | {"target_unit": "bpe"})
    texts["target.vocab"] = texts["target.vocab"].replace("é", merged)
    texts["target.bpe"] = " ".join(merged) + "\n" + more
    header = json.dumps(header).encode()
    header += b" " * (-len(header) % 8)
    with open(path, "wb") as file:
        file.write(struct.pack("<Q", len(header)) + header + data[8 + size:])
    return path


def test_pieces_are_those_of_the_first():
    """Models with the same pieces get those that the first one chose, though its text would be
    split into others; the rows then agree."""
    text = run("translate", "-m", pieced("first", "additive", "zz"), "ab", status=0)[0].decode()
    merged = re.search("(?<=.)[a-y]{2}", text)[0]
    first, second = pieced("first", "additive", merged), pieced("second", "dot", merged)
    other = pieced("third", "dot", merged, "z z\n")
    chosen = json.loads(run("translate", "-f", "json", "-m", first, "ab", status=0)[0])["target"]
    of_text = json.loads(run("align", "-f", "json", "-m", first, "ab", text, status=0)[0])["target"]
    assert chosen != of_text and merged in of_text, (chosen, of_text)
    for model, agree in ((second, True), (other, False)):
        path = os.path.join(FOLDER, "pieces.svg")
        run("render", "-f", "-m", first, "--compare", model, "-o", path, "ab", status=0)
        same(b">difference<" in open(path, "rb").read(), agree)


# ---- the search ----

def test_the_tree_of_a_search():
    """The nodes of `translate --tree`, of each step at most ten that were discarded."""
    if not can_draw():
        return
    nodes = json.loads(tiny("translate", "-b", "3", "-f", "json", "--tree", "ab",
                            status=0)[0])["tree"]["nodes"]
    def totals(of):
        return sorted(f"{n['total']:.2f}".replace("-", "−") for n in of)
    def texts(*args):
        root = xml.fromstring(render("tree.svg", "-b", "3", *args, "ab"))
        return ["".join(t.itertext()) for t in root.iter(SVG + "text")]
    kept, every = texts("--tree", "kept"), texts("--tree", "all")
    shown = [n for n in nodes if n["fate"] != "discarded"]
    number = re.compile("−?[0-9]+\\.[0-9]{2}")
    same(sorted(t for t in kept if number.fullmatch(t)), totals(shown))
    assert set(totals(shown)) < set(t for t in every if number.fullmatch(t)), every
    assert len(every) > len(kept) and not any(re.fullmatch("[+−][0-9]+", t) for t in every), every
    assert any(t.startswith("Beam 3: ") for t in kept), kept
    assert any("束宽 3" in t for t in texts("--tree", "all", "--language", "zh"))
    for kind in ("png", "pdf", "html"):
        assert len(render(f"tree.{kind}", "--tree", "all", "ab")) > 1000
    path = os.path.join(FOLDER, "tree.svg")
    one_line(tiny("render", "-o", path, "--tree", "all", "ab", status=1)[1], "tree.svg", "--force")
    one_line(tiny("render", "-f", "-o", path, "--tree", "all", " ", status=1)[1], "no sentence")
    for wrong in (["-o", "x.json"], ["-o", "x.svg", "-t", "xy"], ["-o", "x.svg", "--words"],
                  ["-o", "x.svg", "--lines"], ["-o", "x.svg", "--compare", MODEL]):
        one_line(tiny("render", "--tree", "all", *wrong, "ab", status=2)[1], "tree")


# ---- training logs ----

def log_file(*lines):
    return corpus("run.jsonl", b"".join(line + b"\n" for line in lines))


def render_log(name, *args, status=0):
    return run("render", "-f", "-o", os.path.join(FOLDER, name), "--log", *args, status=status)


def test_curves_of_a_log():
    if not can_draw():
        return
    path = log_file(b'{"step":50,"train_loss":8,"lr":0.001,"tokens_per_second":900}',
                    b'{"step":100,"train_loss":4,"valid_nll":3.5,"valid_bleu":12,"lr":0.001}')
    for kind in ("svg", "png", "pdf", "html"):
        render_log(f"run.{kind}", path)
        assert len(read(f"run.{kind}")) > 1000
    text = ["".join(t.itertext()) for t in xml.fromstring(read("run.svg")).iter(SVG + "text")]
    for part in ("Training: run", "Loss, nats a token", "validation", "BLEU of the validation text",
                 "Learning rate", "Target tokens a second", "step", "100"):
        assert part in text, (part, text)
    render_log("run.svg", path, "--language", "zh", "--theme", "dark")
    assert "学习率" in read("run.svg").decode() and "#1b1f26" in read("run.svg").decode()


def test_a_bad_log_names_its_line():
    if not can_draw():
        return
    good = b'{"step":50,"train_loss":8}'
    for line, part in ((b"nonsense", "no JSON"), (b'{"step":60,"lr":"x"}', '"lr" is a string'),
                       (b'{"lr":1}', 'no "step"'), (b'{"step":60,"train_loss":', "no JSON"),
                       (b"\xff", "no JSON")):
        one_line(render_log("bad.svg", log_file(good, b"", line), status=1)[1], "run.jsonl: line 3",
                 part)
    one_line(render_log("bad.svg", log_file(), status=1)[1], "run.jsonl", "no line")
    one_line(render_log("bad.svg", log_file(b'{"step":1}'), status=1)[1], "no loss")
    one_line(render_log("bad.svg", os.path.join(FOLDER, "none.jsonl"), status=1)[1], "none.jsonl")
    same(os.path.exists(os.path.join(FOLDER, "bad.svg")), False)
    one_line(render_log("bad.tsv", log_file(good), status=2)[1], ".svg")
    one_line(render_log("bad.svg", log_file(good), "a text", status=2)[1], "--log")
    render_log("kept.svg", log_file(good))
    one_line(run("render", "-o", os.path.join(FOLDER, "kept.svg"), "--log", log_file(good),
                 status=1)[1], "kept.svg", "--force")


# ---- evaluations ----

def test_bleu_by_length_as_a_picture():
    if not can_draw():
        return
    test = corpus("test.tsv", b"abc\tabc\na b c d\txyz\n")
    picture = os.path.join(FOLDER, "bleu.svg")
    tiny("eval", "--buckets", "2", "--picture", picture, test, status=0)
    text = ["".join(t.itertext()) for t in xml.fromstring(read("bleu.svg")).iter(SVG + "text")]
    for part in ("BLEU by the length of the source", "tiny · test.tsv", "up to 2", "over 2",
                 "sentences: 1", "words of the source"):
        assert part in text, (part, text)
    one_line(tiny("eval", "--picture", picture, test, status=1)[1], "bleu.svg", "--force")
    tiny("eval", "-f", "--join", "--language", "zh", "--picture", picture, test, status=0)
    assert "相邻句对拼接" in read("bleu.svg").decode()
    one_line(tiny("eval", "--picture", "bleu.txt", test, status=2)[1], ".svg")
    one_line(tiny("eval", "--gold", test, "--picture", picture, status=2)[1], "--picture")


run_tests(globals())
