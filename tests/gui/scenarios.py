"""What a person does in the window, step by step, and what must then be seen.

Usage: scenarios.py PROGRAM [SCENARIO …]. Each scenario is a function that gets a fresh Gui."""

import errno
import json
import math
import os
import shutil
import subprocess
import sys
import tempfile
import time
import traceback
from xml.etree import ElementTree

from display import Display, Failure, Program, TIMEOUT, read_png, wait_until

DATA = os.environ.get("ALPHASCOPE_DATA") or os.path.dirname(
    os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
MODEL = "eng-fra"
SAMPLE = "The European Parliament adopted the new rules in 1992."  # the program's
ARGUMENTS = ["window"]
if not os.path.exists(os.path.join(DATA, "models", "eng-fra.safetensors")):
    MODEL, SAMPLE = "dates", "May 3rd, 1998"
    ARGUMENTS = ["window", "--text", SAMPLE]
TOOLKITS = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "reference",
                        "toolkits")
OTHER = "I would like a cup of tea, please."
BEAM = 5  # the window's
MAX_FAILURES = 3  # each can take as long as the longest wait

# The default colour map's control points (src/view/colormap.c), straight lines in between.
INK = (0xf7f9fe, 0xd8e4f8, 0xbcd0f3, 0x9cb9ec, 0x7da4e7, 0x5f8be1,
       0x4475da, 0x2b5ecf, 0x214cad, 0x173a8d, 0x0d286f)


def ink(alpha):
    place = min(max(alpha, 0.0), 1.0) * (len(INK) - 1)
    k = min(int(place), len(INK) - 2)
    share = place - k
    def mix(shift):
        a, b = INK[k] >> shift & 255, INK[k + 1] >> shift & 255
        return a + (b - a) * share
    return mix(16), mix(8), mix(0)


def near(pixel, colour, by=1.0):
    """Equal but for rounding to whole numbers."""
    return all(abs(p - c) <= by for p, c in zip(pixel, colour))


def require(condition, message):
    if not condition:
        raise Failure(message)


def equal(got, want, what):
    require(got == want, f"{what} is {got!r}; want {want!r}")


def box(b):
    """The numbers of a box of the dump."""
    return b["x"], b["y"], b["w"], b["h"]


class Gui(Program):
    """The program with its first translation on the screen."""

    def __init__(self, display, binary, arguments=(), home=None, ready=True, size=(1280, 800)):
        super().__init__(display, binary, arguments, home)
        self.binary = binary
        self.state = None
        if ready:
            self.find_window()
            if size:
                self.resize(*size)
                self.wait(lambda s: (s["view"]["width"], s["view"]["height"]) == size, "the size")
            self.settled()

    # ---- the state ----

    def settled(self, text=None, timeout=TIMEOUT):
        """The state once the newest request is answered (and the field holds `text`)."""
        def done(state):
            view = state["view"]
            return not view["waiting"] and (text is None or view["source"] == text)
        self.state = self.wait(done, f"the answer to {text[:80]!r}" if text else "an answer",
                               timeout)
        return self.state["view"]

    def view(self):
        self.state = self.dump()
        return self.state["view"]

    def until(self, condition, what):
        self.state = self.wait(lambda s: condition(s["view"]), what)
        return self.state["view"]

    def cell_box(self, t, i):
        """x, y, w, h of a cell on the screen, from the matrix's place, scrolling and cell size."""
        m, scale = self.view()["map"], self.state["scale"]
        x = m["cells"]["x"] + i * m["cell_w"] - m["scroll_x"]
        y = m["cells"]["y"] + t * m["cell_h"] - m["scroll_y"]
        return x * scale, y * scale, m["cell_w"] * scale, m["cell_h"] * scale

    def centre(self, t, i):
        x, y, w, h = self.cell_box(t, i)
        return int(x + w / 2), int(y + h / 2)

    def visible(self):
        """Rows and columns that are wholly in view before any scrolling."""
        m = self.view()["map"]
        return (min(m["rows"], int(m["cells"]["h"] / m["cell_h"])),
                min(m["columns"], int(m["cells"]["w"] / m["cell_w"])))

    # ---- doing ----

    def focus_field(self):
        x, y, w, h = box(self.view()["field"])
        self.click(x + w / 2, y + h / 2)
        self.until(lambda v: v["focus"] == "field", "the field to have the focus")

    def replace_text(self, text):
        self.focus_field()
        self.key("ctrl+a", "BackSpace")
        if text:
            self.type(text)
        return self.settled(text)

    def json(self, text, model=MODEL, temperature=1, more=()):
        """The same sentence by the command line."""
        done = subprocess.run([self.binary, "translate", "-b", str(BEAM), "-m", model,
                               "--temperature", str(temperature), *more, "--format", "json", text],
                              env=self.environment, capture_output=True, text=True, check=True)
        return json.loads(done.stdout)

    def scroll(self, notches, button=5):
        self.xdotool("click", "--repeat", notches, "--delay", 5, button)


def same_matrix(view, want):
    equal(view["map"]["columns"], len(want["source"]), "columns")
    equal(view["map"]["rows"], len(want["target"]), "rows")


# ---- scenarios ----

def first_frame(gui):
    """The sample sentence is translated without a touch."""
    view = gui.settled(SAMPLE)
    want = gui.json(SAMPLE)
    same_matrix(view, want)
    equal(view["target"], want["text"], "the translation")


def glyphs(gui):
    """Every character of the window has a glyph, in both languages."""
    equal(gui.dump()["unknown_glyphs"], 0, "unknown glyphs")
    gui.key("F5")
    gui.until(lambda v: v["language"] == "zh", "the other language")
    gui.key("F1")
    gui.until(lambda v: v["help"], "the keys")
    equal(gui.dump()["unknown_glyphs"], 0, "unknown glyphs in Chinese")
    gui.key("Escape")
    gui.focus_field()
    gui.set_clipboard("\U0010fffd")  # for private use: no font has it
    gui.key("ctrl+a", "ctrl+v")
    gui.settled("\U0010fffd")
    require(gui.dump()["unknown_glyphs"] > 0, "a character without a glyph is not noticed")
    require("字体" in gui.view()["notice"], "nothing is said about it")
    gui.set_clipboard("ab")
    gui.key("ctrl+a", "ctrl+v")
    narrow = gui.settled("ab")["caret_box"]["x"]
    equal(gui.view()["notice"], "", "the notice")
    gui.set_clipboard("a\u200db")  # a joiner that joins nothing
    gui.key("ctrl+a", "ctrl+v")
    wide = gui.settled("a\u200db")["caret_box"]["x"]
    require(wide > narrow + 5, f"a character of no width cannot be seen: {narrow} to {wide}")


def pasting_a_book(gui):
    """Ten thousand characters: the next key shows its character, whatever the decode does."""
    words = "the old man saw a small house near the river and his friend was happy . "
    text = (words * 160)[:10000]
    gui.focus_field()
    gui.set_clipboard(text)
    gui.key("ctrl+a", "ctrl+v")
    gui.until(lambda v: len(v["source"]) == 10000, "the text")
    for key, length in (("x", 10001), ("y", 10002), ("BackSpace", 10001)):
        gui.key(key)
        gui.until(lambda v, n=length: len(v["source"]) == n, f"{key} to arrive")
    gui.key("ctrl+a")
    gui.type("tea")
    gui.settled("tea")  # the long decode gave way at once
    gui.key("ctrl+z")
    gui.until(lambda v: len(v["source"]) == 10001, "the text again")
    gui.replace_text(OTHER)


def typing(gui):
    """Text appears as it is typed and the newest text is what is translated."""
    view = gui.replace_text(OTHER)
    want = gui.json(OTHER)
    same_matrix(view, want)
    equal(view["target"], want["text"], "the translation")
    gui.type(" And milk?")
    gui.settled(OTHER + " And milk?")


def zooming(gui):
    """The zoom keys change the size, and leave no character in the text."""
    gui.replace_text(OTHER)
    gui.key("ctrl+minus", "ctrl+minus", "ctrl+0", "ctrl+equal", "ctrl+plus", "ctrl+0")
    gui.type(".")  # typed after them, so that they have all arrived with it
    gui.settled(OTHER + ".")


def cells_have_their_colours(gui, temperature=1, want=None):
    """On the screen, the centre of every cell in view is the colour of its weight."""
    want = want or gui.json(SAMPLE, temperature=temperature)
    rows, columns = gui.visible()
    gui.move(2, 2)
    gui.until(lambda v: v["hover"] is None, "nothing to be hovered")
    picture = gui.grab()
    for t, row in enumerate(want["alpha"][:rows]):
        for i, alpha in enumerate(row[:columns]):
            pixel = picture.pixel(*gui.centre(t, i))
            require(near(pixel, ink(alpha)), f"cell ({t}, {i}) is {pixel}; want {ink(alpha)}")


def hovering(gui):
    """Pointing outlines row and column, shows a tooltip that hides neither, and tints no cell."""
    rows, columns = gui.visible()
    gui.move(2, 2)
    gui.until(lambda v: v["hover"] is None, "nothing to be hovered")
    before = gui.grab()
    for t, i in ((0, 0), (rows - 1, columns - 1), (rows // 2, 0), (0, columns - 1),
                 (rows // 2, columns // 2)):
        gui.move(*gui.centre(t, i))
        view = gui.until(lambda v, c=[t, i]: v["hover"] == c and v["tooltip"],
                         f"cell ({t}, {i}) to be hovered")
        x, y, w, h = box(view["tooltip"])
        require(x >= 0 and y >= 0 and x + w <= view["width"] and y + h <= view["height"],
                f"the tooltip of ({t}, {i}) leaves the window: {view['tooltip']}")
        _, row_y, _, row_h = gui.cell_box(t, i)
        require(y + h <= row_y or y >= row_y + row_h,
                f"the tooltip of ({t}, {i}) covers its row: {view['tooltip']}, row {row_y}+{row_h}")
        after = gui.grab()
        for column in range(columns):  # the hovered row: same colours, and its outline is there
            place = gui.centre(t, column)
            equal(after.pixel(*place), before.pixel(*place), f"the centre of ({t}, {column})")
        left = int(gui.cell_box(t, 0)[0])
        middle = int(row_y + row_h / 2)
        require(any(after.pixel(left + d, middle) != before.pixel(left + d, middle)
                    for d in range(-3, 4)), f"no outline at the left of row {t}")


def control_tips(gui):
    """Every control that can be seen says what it does when the pointer rests on it."""
    _, top, _, height = box(gui.view()["panel"])
    for name, place in gui.view()["controls"].items():
        if not isinstance(place, dict):  # not there, or no control's place
            continue
        x, y, w, h = box(place)
        if top <= y < top + height < y + h:  # scrolled out of the panel
            continue
        gui.move(2, 2)
        gui.until(lambda v: not v["control_tip"], "no tooltip")
        gui.move(x + w / 2, y + h / 2)
        view = gui.until(lambda v: v["control_tip"], f"the tooltip of {name}")
        tip_x, tip_y, tip_w, tip_h = box(view["tooltip"])
        require(tip_x >= 0 and tip_y >= 0 and tip_x + tip_w <= view["width"] and
                tip_y + tip_h <= view["height"], f"the tooltip of {name} leaves the window")


def pinning(gui):
    """A click pins, Escape lets go."""
    gui.move(*gui.centre(2, 3))
    gui.until(lambda v: v["hover"] == [2, 3], "the cell to be hovered")
    gui.click(*gui.centre(2, 3))
    gui.until(lambda v: v["pin"] == [2, 3], "the cell to be pinned")
    gui.move(*gui.centre(0, 0))
    gui.until(lambda v: v["hover"] == [0, 0] and v["pin"] == [2, 3], "the pin to stay")
    gui.key("Escape")
    gui.until(lambda v: v["pin"] is None, "the pin to go")


def walking(gui):
    """Arrow keys move the pin and stop at the edges."""
    gui.click(*gui.centre(1, 1))
    gui.until(lambda v: v["pin"] == [1, 1], "the cell to be pinned")
    for key, cell in (("Right", [1, 2]), ("Down", [2, 2]), ("Left", [2, 1]), ("Up", [1, 1]),
                      ("Up", [0, 1]), ("Up", [0, 1]), ("Left", [0, 0]), ("Left", [0, 0])):
        gui.key(key)
        gui.until(lambda v, c=cell: v["pin"] == c, f"{key} to lead to {cell}")
    gui.key("Escape")


def entropy(row):
    """In bits."""
    return -sum(a * math.log2(a) for a in row if a > 0)


def close(got, want, what, by=1e-5):
    require(abs(got - want) <= by * max(1.0, abs(want)), f"{what} is {got!r}; want {want!r}")


def step_numbers(gui):
    """The step panel's numbers are those of the JSON; a score's terms sum to it, cell after cell;
    the strips beside the matrix show coverage and P."""
    want = gui.json(SAMPLE)
    alpha, rows = want["alpha"], len(want["alpha"])
    covered = [sum(row[i] for row in alpha) for i in range(len(alpha[0]))]
    for t, i in ((0, 0), (1, 2), (rows - 1, len(alpha[0]) - 1)):
        if t >= gui.visible()[0] or i >= gui.visible()[1]:
            continue
        gui.click(*gui.centre(t, i))
        view = gui.until(lambda v, c=[t, i]: v["pin"] == c and [v["step"]["t"], v["step"]["i"]] == c,
                         f"the step of cell ({t}, {i})")
        step = view["step"]
        close(step["entropy"], entropy(alpha[t]), f"the entropy of row {t}")
        for got, c in zip(step["coverage"], covered):
            close(got, c, "the coverage")
        require(step["context"] > 0, "there is no length of c")
        require(0 < step["gate_r"] < 1 and 0 < step["gate_z"] < 1, "the gates' means")
        close(sum(step["terms"]), want["energy"][t][i], f"the sum of e({t}, {i})'s terms", 1e-4)
        equal(step["terms"], sorted(step["terms"], reverse=True), "the order of the terms")
    gui.key("Escape")
    view = gui.until(lambda v: v["pin"] is None, "the pin to go")
    gui.move(2, 2)
    picture, scale, m = gui.grab(), gui.state["scale"], view["map"]
    x, y, w, h = box(m["coverage"])
    for i in range(gui.visible()[1]):  # a bar hangs as far down as the coverage says
        middle = (m["cells"]["x"] + (i + 0.5) * m["cell_w"]) * scale
        column = [picture.pixel(middle, (y + h * share) * scale) for share in (0.05, 0.35)]
        equal(column[0] == (29, 78, 216), covered[i] > 0.15, f"the start of coverage {i}")
        if abs(covered[i] - 0.7) > 0.1:
            equal(column[1] == (29, 78, 216), covered[i] > 0.7, f"coverage {i} at 0.7")
    x, y, w, h = box(m["chance"])
    for t in range(gui.visible()[0]):
        P = math.exp(want["logprob"][t])
        middle = y + (t + 0.5) * m["cell_h"]
        good = picture.pixel((x + 2) * scale, middle * scale)
        equal(good, (21, 153, 74) if P >= 0.8 else (176, 125, 5) if P >= 0.4 else (207, 42, 42),
              f"the colour of P = {P:.3f}")


def narrow_panel(gui):
    """In a narrow window F6 opens the panel beside the matrix; its end is reached by the wheel."""
    gui.resize(800, 500)
    gui.until(lambda v: (v["width"], v["height"]) == (800, 500) and v["panel"] is None, "the size")
    gui.key("F6")
    view = gui.until(lambda v: v["panel"], "the panel")
    require(view["map"]["cells"]["w"] > 100, "the matrix has no room left")
    cells_have_their_colours(gui)
    x, y, w, h = box(view["panel"])
    gui.move(x + w / 2, y + h / 2)
    gui.scroll(30)
    view = gui.until(lambda v: v["panel_scroll"] > 0, "the panel to scroll")
    sx, sy, sw, sh = box(view["controls"]["sharpness"])
    require(y < sy and sy + sh < y + h, f"the slider at {sy} is not in the panel, {y} to {y + h}")
    gui.click(sx + sw - 4, sy + sh / 2)
    gui.until(lambda v: v["sharpness"] == 10 and not v["waiting"], "the sharpness of the slider's end")
    gui.key("alt+0")
    gui.until(lambda v: v["sharpness"] == 1 and not v["waiting"], "the model's own sharpness")
    close(gui.view()["step"]["temperature"], 1, "the temperature")


def playing(gui):
    """F8 plays every stage of every step and stops; keys and clicks lead to any of them."""
    gui.replace_text("I love you.")
    rows = gui.view()["map"]["rows"]
    gui.key("F10", "F10")  # four times as fast
    gui.key("F8")
    gui.until(lambda v: v["playing"], "it to play")
    seen = set()
    def at_end(view):
        seen.add((view["step"]["t"], view["step"]["stage"]))
        return not view["playing"] and view["step"]["words"] == rows
    gui.until(at_end, "the last word")
    require(len(seen) > 2 * rows, f"only {len(seen)} stages were seen")
    equal(gui.view()["show"], "diagram", "what the card shows")
    x, y, w, h = box(gui.view()["controls"]["play"])
    gui.click(x + w / 2, y + h / 2)
    gui.until(lambda v: v["playing"] and v["step"]["t"] == 0, "it to begin again")
    gui.key("space")  # the button has the focus
    gui.until(lambda v: not v["playing"], "it to pause")
    x, y, w, h = box(gui.view()["diagram"]["c"])
    gui.click(x + w / 2, y + h / 2)
    view = gui.until(lambda v: v["step"]["stage"] == "context" and v["diagram"]["progress"] == 1,
                     "the stage that makes c")
    picture, scale = gui.grab(), gui.state["scale"]
    equal(picture.pixel((x + 6) * scale, (y + h / 2) * scale), (248, 232, 225), "the ground of c")
    bars, column_w = view["diagram"]["bars"], view["diagram"]["column_w"]
    alpha = gui.json("I love you.")["alpha"][view["step"]["t"]]
    for i, a in enumerate(alpha[:view["diagram"]["columns"]]):  # bars as high as the weights
        middle = (bars["x"] + (i + 0.5) * column_w) * scale
        for share in (0.1, 0.3, 0.5, 0.7, 0.9):
            if abs(a - share) > 0.02:
                pixel = picture.pixel(middle, (bars["y"] + bars["h"] * (1 - share)) * scale)
                equal(pixel == (29, 78, 216), a > share, f"the bar of {a:.3f} at {share}")
    gui.key("End", "Escape")
    gui.until(lambda v: v["show"] == "matrix", "the matrix")


def word_numbers(pieces):
    """The word of each piece: one begins at a ▁, and each mark and </s> is one."""
    numbers, n = [], -1
    for k, piece in enumerate(pieces):
        n += k == 0 or not piece[0].isalnum()
        numbers.append(max(n, 0))
    return numbers


def by_words(want):
    """alpha of words: source summed, target averaged."""
    rows, columns = word_numbers(want["target"]), word_numbers(want["source"])
    joined = [[0.0] * (columns[-1] + 1) for _ in range(rows[-1] + 1)]
    for t, row in enumerate(want["alpha"]):
        for i, alpha in enumerate(row):
            joined[rows[t]][columns[i]] += alpha / rows.count(rows[t])
    return joined


def matrix_has_colours(gui, values):
    """A pixel near each visible cell's corner, clear of numbers, is the colour of its value."""
    view = gui.view()
    equal((view["map"]["rows"], view["map"]["columns"]), (len(values), len(values[0])), "the size")
    rows, columns = gui.visible()
    gui.move(2, 2)
    gui.until(lambda v: v["hover"] is None, "nothing to be hovered")
    picture = gui.grab()
    for r in range(rows):
        for c in range(columns):
            x, y, w, h = gui.cell_box(r, c)
            pixel = picture.pixel(x + 3, y + 3)
            require(near(pixel, ink(values[r][c])),
                    f"cell ({r}, {c}) is {pixel}; want {ink(values[r][c])}")


def choose(gui, control, item):
    """Opens the menu of a control and chooses an item by the keyboard: by its label or place."""
    x, y, w, h = box(gui.view()["controls"][control])
    gui.click(x + w / 2, y + h / 2)
    menu = gui.until(lambda v: v["menu"], "the menu to open")["menu"]
    wanted = menu["items"].index(item) if isinstance(item, str) else item
    current = menu["current"]
    while current != wanted:
        gui.key("Down" if current < wanted else "Up")
        current = gui.until(lambda v, c=current: v["menu"]["current"] != c,
                            "another item to be marked")["menu"]["current"]
    gui.key("Return")
    gui.until(lambda v: not v["menu"], "the menu to close")


def reading(gui):
    """Words, transposed, by source and with numbers: keys, menu, undo, and the next start."""
    text = "The unforgettable agreements were renegotiated." if MODEL == "eng-fra" else SAMPLE
    gui.replace_text(text)
    want = gui.json(text)
    gui.key("alt+w")
    gui.until(lambda v: v["reading"]["words"], "whole words")
    words = by_words(want)
    require(len(words[0]) < len(want["source"]), "no word has two pieces")
    matrix_has_colours(gui, words)
    gui.key("alt+t")
    gui.until(lambda v: v["reading"]["transposed"], "the source down the side")
    matrix_has_colours(gui, [list(column) for column in zip(*words)])
    before = gui.grab()
    gui.key("alt+n")
    gui.until(lambda v: v["reading"]["numbers"] == 2, "two decimals")
    after = gui.grab()
    x, y, w, h = map(int, gui.cell_box(0, 0))
    require(any(before.rows[line][3 * x:3 * (x + w)] != after.rows[line][3 * x:3 * (x + w)]
                for line in range(y, y + h)), "no number is in the first cell")
    matrix_has_colours(gui, [list(column) for column in zip(*words)])
    bx, by, bw, bh = box(gui.view()["controls"]["reading"])
    gui.click(bx + bw / 2, by + bh / 2)
    menu = gui.until(lambda v: v["menu"], "the menu")["menu"]
    mx, my, mw, mh = box(menu["box"])
    gui.click(mx + mw / 2, my + 6 + 3.5 * menu["row_h"])  # the third choice, below the heading
    gui.until(lambda v: v["reading"]["by_source"], "columns that sum to 1")
    sums = [sum(row[i] for row in words) for i in range(len(words[0]))]
    shares = [[row[i] / sums[i] for row in words] for i in range(len(sums))]
    matrix_has_colours(gui, shares)
    gui.key("ctrl+z")
    gui.until(lambda v: not v["reading"]["by_source"], "undo")
    equal(gui.close(), None, "the end")
    again = Gui(gui.display, gui.binary, ["window"], home=gui.home)
    try:
        again.settled(text)
        matrix_has_colours(again, [list(column) for column in zip(*words)])
    finally:
        equal(again.close(), None, "the second end")


def sharpness(gui):
    """Another temperature: the same numbers as the command line's, said wherever alpha is."""
    gui.settled(SAMPLE)
    gui.key(*["alt+Down"] * 5)
    view = gui.until(lambda v: v["sharpness"] == 0.5 and not v["waiting"]
                     and v["step"]["temperature"] == 0.5, "the sharper softmax")
    want = gui.json(SAMPLE, temperature=0.5)
    same_matrix(view, want)
    equal(view["target"], want["text"], "the translation")
    cells_have_their_colours(gui, 0.5)
    require(view["controls"]["trained"], "the header does not say so")
    x, y, w, h = box(view["controls"]["trained"])
    equal(gui.grab().pixel((x + 4) * gui.state["scale"], (y + h / 2) * gui.state["scale"]),
          (248, 232, 225), "the ground of the button that leads back")
    gui.key("ctrl+z")
    gui.until(lambda v: v["sharpness"] == 0.6 and not v["waiting"], "the step before")
    gui.click(x + w / 2, y + h / 2)
    gui.until(lambda v: v["sharpness"] == 1 and not v["waiting"] and not v["controls"]["trained"],
              "the model as trained")
    cells_have_their_colours(gui)


def branching(gui):
    """A click on a candidate, then a typed word: the command line's numbers with the same prefix."""
    gui.settled(SAMPLE)
    t = 1
    gui.click(*gui.centre(t, 0))
    view = gui.until(lambda v: v["pin"] == [t, 0] and v["controls"]["candidates"], "the candidates")
    first, names = gui.json(SAMPLE), view["candidates"]
    equal([c.lstrip("▁") or "␣" for c in (c["token"] for c in first["candidates"][t])],
          [n.lstrip("·") for n in names], "the candidates")
    k = next(k for k, c in enumerate(first["candidates"][t])
             if c["token"] != first["target"][t] and not c["token"].startswith("<"))
    x, y, w, h = box(view["controls"]["candidates"])
    gui.click(x + 20, y + h * (k + 0.5) / len(names))
    view = gui.until(lambda v: v["chosen"] == [t] and not v["waiting"], "the branch")
    begun = "".join([*first["target"][:t], first["candidates"][t][k]["token"]]).replace("▁", " ")
    require(view["target"].startswith(begun.strip()), f"{view['target']!r} begins with {begun!r}")
    own = view["controls"]["own"]
    equal(gui.grab().pixel(own["x"] + 5, own["y"] + own["h"] / 2), (248, 232, 225),
          "the ground of the button that leads back")
    gui.click(*gui.centre(t, 0))  # lets go: no tooltip is over the cells
    cells_have_their_colours(gui, want=gui.json(SAMPLE, more=("--prefix", begun.strip())))
    led = view["target"]
    gui.key("ctrl+b")
    gui.until(lambda v: v["focus"] == "candidates", "the list to have the focus")
    gui.key("Right")  # the step after
    gui.until(lambda v: v["step"]["t"] == t + 1, "the next step")
    gui.type("7")
    gui.until(lambda v: v["focus"] == "word" and v["word"] == "7", "the word")
    gui.key("Return")
    view = gui.until(lambda v: v["chosen"][:2] == [t, t + 1] and not v["waiting"], "the second branch")
    require("7" in view["target"], f"the word is not in {view['target']!r}")
    equal(view["source"], SAMPLE, "the source")
    gui.key("ctrl+z")
    gui.until(lambda v: v["chosen"] == [t] and v["target"] == led, "the first branch")
    gui.key("ctrl+r")
    view = gui.until(lambda v: not v["led"] and not v["waiting"], "the model's own translation")
    gui.click(*gui.centre(*view["pin"]))
    cells_have_their_colours(gui)
    gui.key("ctrl+z")
    gui.until(lambda v: v["target"] == led, "the branch again")


def own_target(gui):
    """The translation is edited like the source; what is typed is aligned as the command line does."""
    view = gui.settled(SAMPLE)
    own = view["target"]
    gui.key("ctrl+t")
    gui.until(lambda v: v["focus"] == "target" and v["target_field"] and not v["led"], "the field")
    gui.key("Home")
    gui.type("a ")
    mine = "a " + own
    view = gui.until(lambda v: v["given"] == mine and not v["waiting"], "the target")
    done = subprocess.run([gui.binary, "align", "-m", MODEL, "--format", "json", SAMPLE, mine],
                          env=gui.environment, capture_output=True, text=True, check=True)
    want = json.loads(done.stdout)
    same_matrix(view, want)
    equal(view["target"], want["text"], "the aligned text")
    cells_have_their_colours(gui, want=want)
    view, scale = gui.view(), gui.state["scale"]
    x, y, w, h = box(view["target_field"])
    colours = {(21, 150, 75): 0.8, (176, 125, 5): 0.4, (207, 42, 42): 0.0}
    picture, under = gui.grab(), (y + h - 3.5) * scale
    p = math.exp(want["logprob"][0])
    colour = next(c for c, least in colours.items() if p >= least)
    row = [picture.pixel(px, under) for px in range(int(x * scale), int((x + 60) * scale))]
    require(any(near(pixel, colour, 12) for pixel in row), f"no underline for P = {p}: {set(row)}")
    gui.key("Escape")
    view = gui.until(lambda v: not v["led"] and not v["waiting"] and v["focus"] == "field",
                     "the model's own translation")
    equal(view["target"], own, "the model's own translation")
    gui.key("ctrl+z")
    view = gui.until(lambda v: v["given"] == mine and not v["waiting"], "the target again")
    gui.key("ctrl+a", "BackSpace")  # an empty field asks for nothing, too
    gui.until(lambda v: not v["led"] and v["target"] == own and not v["waiting"], "no target")
    gui.type("b")
    gui.until(lambda v: v["given"] == "b" and not v["waiting"], "another target")
    x, y, w, h = box(gui.view()["controls"]["own"])
    gui.click(x + w / 2, y + h / 2)
    gui.until(lambda v: not v["led"] and v["target"] == own and not v["waiting"], "the way back")
    x, y, w, h = box(gui.view()["translation"])
    gui.click(x + w - 5, y + 8)  # beside the words
    gui.until(lambda v: v["focus"] == "target", "the field to open")
    equal(gui.view()["source"], SAMPLE, "the source")
    gui.set_clipboard("un texte")
    gui.key("ctrl+a", "ctrl+v", "Escape")  # in one go: what was pasted is given up, too
    gui.until(lambda v: v["focus"] == "field" and not v["led"] and not v["waiting"], "the way back")
    equal(gui.view()["target"], own, "the model's own translation")


def beam(gui):
    """The tree's numbers are those of forced decoding; a node that is clicked is in the matrix."""
    first = gui.settled(SAMPLE)
    want = gui.json(SAMPLE)
    gui.key("ctrl+2")
    view = gui.until(lambda v: v["tab"] == "beam" and v["beam"], "the tree")
    path = [n for n in view["beam"] if n["chosen"]]
    equal([n["id"] for n in path], want["target_ids"], "the bold path")
    total = 0
    for node, logp in zip(path, want["logprob"]):
        total += logp
        close(node["total"], total, f"the sum up to {node['name']}")
    close(path[-1]["score"], want["score"], "the score")
    other = next(n for n in view["beam"] if n["length"] == 3 and not n["chosen"])
    x, y, w, h = box(other["box"])
    gui.click(x + w / 2, y + h / 2)
    view = gui.until(lambda v: v["node"] == other["node"] and not v["waiting"], "the node")
    equal(view["map"]["rows"], 3, "rows of the hypothesis")
    equal(view["pin"][0], 2, "the row of its last token")
    x, y, w, h = box(next(n for n in view["beam"] if n["node"] == other["node"])["box"])
    pixel = gui.grab().pixel((x + 4) * gui.state["scale"], (y + 17) * gui.state["scale"])
    equal(pixel, (248, 232, 225), "the ground of the node")
    gui.key("Up")
    view = gui.until(lambda v: v["node"] == other["parent"] and not v["waiting"], "the one before")
    equal(view["map"]["rows"], 2, "rows of the one before")
    gui.key("Return")
    view = gui.until(lambda v: any(n["fate"] != "kept" and n["length"] == 2 for n in v["beam"]),
                     "the row to open")
    gone = next(n for n in view["beam"] if n["fate"] == "discarded" and n["length"] == 2)
    x, y, w, h = box(gone["box"])
    gui.click(x + w / 2, y + h / 2)
    view = gui.until(lambda v: v["node"] == gone["node"] and not v["waiting"], "where it goes")
    require(view["map"]["rows"] >= 2, "the discarded hypothesis does not go on")
    gui.key("Escape")
    view = gui.until(lambda v: v["node"] == -1 and not v["waiting"], "the translation")
    equal(view["target"], first["target"], "the translation")
    cells_have_their_colours(gui)


def beam_width(gui):
    """The slider of the beam's width, by pointer and keys: the trees are the command line's; undo."""
    most, told = 12, {}
    gui.settled(SAMPLE)
    gui.key("ctrl+2")
    def at(width):
        """The state once the beam is so wide and its tree on the screen."""
        view = gui.until(lambda v: v["beam_width"] == width and v["beam"] and not v["waiting"],
                         f"a beam of {width}")
        if width not in told:
            told[width] = gui.json(SAMPLE, more=("-b", str(width), "--tree"))
        want = told[width]
        equal(view["target"], want["text"], f"the translation with a beam of {width}")
        nodes = want["tree"]["nodes"]
        equal([n["node"] for n in view["beam"]],
              [k for k, n in enumerate(nodes) if n["fate"] != "discarded" or n["chosen"]],
              f"the nodes with a beam of {width}")
        for n in view["beam"]:
            close(n["total"], nodes[n["node"]]["total"], f"the sum up to {n['name']}")
        if width <= BEAM or width > BEAM + 1:
            equal(view["tree_bar"] is not None, width > BEAM, f"a bar below a beam of {width}")
        return view
    def place(width):
        """The middle of the slider's place; the handle stays inside at both ends."""
        x, y, w, h = box(gui.view()["controls"]["width"])
        return x + h / 2 + (w - h) * (width - 1) / (most - 1), y + h / 2
    at(BEAM)
    accent = gui.grab().pixel(*(c * gui.state["scale"] for c in place(BEAM)))
    gui.key("alt+Right")
    at(BEAM + 1)
    gui.key("alt+Left", "alt+Left")
    at(BEAM - 1)
    drag(gui, place(4), place(7), place(9))
    at(9)
    gui.move(5, 5)
    gui.until(lambda v: not v["control_tip"], "no tooltip")
    picture, scale = gui.grab(), gui.state["scale"]
    equal(picture.pixel(*(c * scale for c in place(9))), accent, "the handle at its new place")
    equal(picture.pixel(*(c * scale for c in place(8))), accent, "the track up to it")
    require(picture.pixel(*(c * scale for c in place(10))) != accent, "the track goes on after it")
    gui.click(*place(1))
    at(1)
    equal(gui.view()["focus"], "width", "the focus")
    for key, width in (("Right", 2), ("Page_Up", 6), ("End", most), ("Right", most), ("Return", BEAM),
                       ("Home", 1)):
        gui.key(key)
        at(width)
    for width in (BEAM, most, 6, 2, 1, 9, BEAM - 1, BEAM, BEAM + 1, BEAM):  # the drag as one
        gui.key("ctrl+z")
        at(width)
    gui.key("ctrl+y")
    at(BEAM + 1)
    x, y = place(BEAM + 1)
    gui.xdotool("mousemove", int(x), int(y), "click", "--repeat", 2, "--delay", 60, 1)
    at(BEAM)
    cells_have_their_colours(gui)


def resizing(gui):
    """At every size the cells lie inside the window and have their colours."""
    for width, height in ((800, 500), (1280, 800), (1920, 1080)):
        gui.resize(width, height)
        view = gui.until(lambda v: (v["width"], v["height"]) == (width, height), "the new size")
        x, y, w, h = box(view["map"]["cells"])
        require(x >= 0 and y >= 0 and x + w <= width and y + h <= height and w > 50 and h > 50,
                f"at {width} x {height} the cells lie at {view['map']['cells']}")
        gui.move(*gui.centre(1, 1))
        gui.until(lambda v: v["hover"] == [1, 1], "hovering at the new size")
        cells_have_their_colours(gui)


def double_scale(gui):
    """At two device pixels for one the window is as large, sharper, and hit as precisely."""
    equal(gui.close(), None, "the first end")
    again = Gui(gui.display, gui.binary, [*ARGUMENTS, "--scale", "2"], home=gui.home, size=None)
    try:
        again.resize(1600, 1200)
        again.until(lambda v: (v["width"], v["height"]) == (800, 600), "the size")
        cells_have_their_colours(again)
        again.move(*again.centre(2, 1))
        again.until(lambda v: v["hover"] == [2, 1], "a cell to be hovered")
    finally:
        again.close()


def runs_of(picture, colour):
    """Boxes (x0, y0, x1, y1) of at least 8 x 8 pixels of exactly this colour."""
    pattern, boxes, open_runs = bytes(colour) * 8, [], {}
    for y, row in enumerate(picture.rows + [b""]):
        found, at = {}, 0
        while (at := row.find(pattern, at)) >= 0:
            if at % 3:
                at += 1
                continue
            end = at
            while row[end:end + 3] == bytes(colour):
                end += 3
            found[(at // 3, end // 3)] = open_runs.get((at // 3, end // 3), y)
            at = end
        boxes += [(x0, top, x1, y) for (x0, x1), top in open_runs.items()
                  if (x0, x1) not in found and y - top >= 8]
        open_runs = found
    return boxes


def grid_of(picture, alpha):
    """Origin and pitch of the matrix in a picture, fitted to cells of colours that occur once."""
    colours = [[tuple(round(c) for c in ink(a)) for a in row] for row in alpha]
    flat = [c for row in colours for c in row]
    places = []
    for t, row in enumerate(colours):
        for i, colour in enumerate(row):
            if alpha[t][i] > 0.3 and flat.count(colour) == 1:
                boxes = runs_of(picture, colour)
                if len(boxes) == 1:
                    x0, y0, x1, y1 = boxes[0]
                    places.append((t, i, (x0 + x1) / 2, (y0 + y1) / 2))
    def fit(pairs):
        n, sx, sy = len(pairs), sum(p[0] for p in pairs), sum(p[1] for p in pairs)
        sxx, sxy = sum(p[0] ** 2 for p in pairs), sum(p[0] * p[1] for p in pairs)
        pitch = (n * sxy - sx * sy) / (n * sxx - sx * sx)
        return (sy - pitch * sx) / n, pitch
    require(len({p[0] for p in places}) > 1 and len({p[1] for p in places}) > 1,
            f"too few cells are found in the picture: {places}")
    return fit([(p[1], p[2]) for p in places]), fit([(p[0], p[3]) for p in places])


def save(gui, path=None):
    """Ctrl+S, another path than the one proposed if there is one, Enter; where it was saved."""
    gui.key("ctrl+s")
    proposed = gui.until(lambda v: v["saving"], "the path to save to")["saving"]["path"]
    if path:
        gui.key("ctrl+a")
        gui.type(path)
        gui.until(lambda v: v["saving"]["path"] == path, "the path that was typed")
    gui.key("Return")
    view = gui.until(lambda v: not v["saving"], "the file to be saved")
    equal(view["message"], "saved " + (path or proposed), "the message")
    return path or proposed


def click_item(gui, control, item):
    """Opens the menu of a control and clicks the item whose label has this in it."""
    bx, by, bw, bh = box(gui.view()["controls"][control])
    gui.click(bx + bw / 2, by + bh / 2)
    menu = gui.until(lambda v: v["menu"], "the menu")["menu"]
    at = [item in label for label in menu["items"]].index(True)
    x, y, w, h = box(menu["box"])
    pad = (h - menu["row_h"] * len(menu["items"])) / 2
    gui.click(x + w / 2, y + pad + (at + 0.5) * menu["row_h"])
    return gui.until(lambda v: not v["menu"], "the menu to close")


def saving(gui):
    """Ctrl+S proposes a path and Enter writes the figure there, at 2x, with exact colours; the next
    one is numbered, a file that is there is asked about, and the folder is remembered."""
    gui.settled(SAMPLE)
    path = save(gui)
    equal((os.path.dirname(path), os.listdir(gui.home).count(os.path.basename(path))),
          (gui.home, 1), "the folder and the file in it")
    with open(path, "rb") as file:
        bytes_before = file.read()
    equal(save(gui), path.replace(".png", "-2.png"), "the second name")
    with open(path, "rb") as file:
        equal(file.read(), bytes_before, "the first picture")

    picture = read_png(path)
    equal(picture.density, 7559, "pixels per metre")  # 2 x 96 dpi
    equal(picture.pixel(1, 1), (255, 255, 255), "the ground")
    want = gui.json(SAMPLE)
    (x0, dx), (y0, dy) = grid_of(picture, want["alpha"])
    for t, row in enumerate(want["alpha"]):
        for i, alpha in enumerate(row):
            pixel = picture.pixel(round(x0 + i * dx), round(y0 + t * dy))
            require(near(pixel, ink(alpha)), f"cell ({t}, {i}) is {pixel}; want {ink(alpha)}")

    folder = os.path.join(gui.home, "my figures")
    os.mkdir(folder)
    mine = os.path.join(folder, "mine.png")
    with open(mine, "w") as file:
        file.write("somebody's")
    gui.key("ctrl+s")
    gui.until(lambda v: v["saving"], "the path")
    gui.type("my")  # in place of the name; Down and Enter go into the folder
    gui.until(lambda v: v["saving"]["listed"] == 1, "the folder")
    gui.key("Down", "Return")
    gui.until(lambda v: v["saving"]["path"].startswith(folder), "the folder in the path")
    gui.type("mine")
    gui.key("Return")
    view = gui.until(lambda v: v["saving"]["asked"], "a question")
    require(mine in view["message"], f"the message {view['message']!r}")
    gui.key("Escape")
    gui.until(lambda v: not v["saving"] and not v["message"], "nothing to be saved")
    with open(mine) as file:
        equal(file.read(), "somebody's", "the file that was there")
    gui.key("ctrl+s", "ctrl+a")
    gui.type(mine)
    gui.key("Return")
    gui.until(lambda v: v["saving"]["asked"], "the question again")
    gui.key("Return")
    gui.until(lambda v: not v["saving"], "the file to be replaced")
    equal(read_png(mine).pixel(1, 1), (255, 255, 255), "the ground")
    equal(gui.close(), None, "the first end")
    again = Gui(gui.display, gui.binary, ["window"], home=gui.home, size=None)
    try:
        again.settled(SAMPLE)
        again.key("ctrl+s")
        again.until(lambda v: v["saving"] and v["saving"]["path"].startswith(folder + "/"),
                    "a path in the folder of the last run")
    finally:
        equal(again.close(), None, "the second end")


def saving_every_kind(gui):
    """Every kind of file has what is on the screen: words, a part, a selection, turned around."""
    text = "May 3rd, 1998"
    gui.replace_text(text)
    want = gui.json(text)
    gui.key("alt+w")
    gui.until(lambda v: v["reading"]["words"], "words")
    gui.click(*row_label(gui, 0))
    gui.xdotool("keydown", "ctrl")
    gui.click(*row_label(gui, 0))
    gui.xdotool("keyup", "ctrl")
    gui.until(lambda v: v["chosen_target"], "a row to be selected")
    gui.key("alt+t")
    gui.until(lambda v: v["reading"]["transposed"], "the source down the side")
    words = [list(column) for column in zip(*by_words(want))]  # turned around

    def saved(item, ending):
        click_item(gui, "export", item)
        path = gui.until(lambda v: v["saving"], "the path")["saving"]["path"]
        require(path.endswith(ending), f"the path {path}")
        gui.key("Return")
        gui.until(lambda v: v["message"] == "saved " + path, "the file to be saved")
        with open(path, "rb") as file:
            return file.read()

    svg = ElementTree.fromstring(saved("SVG", ".svg"))
    texts = ["".join(t.itertext()) for t in svg.iter("{http://www.w3.org/2000/svg}text")]
    for label in ("May", "3rd", "1998", "</s>"):
        require(label in texts, f"no label {label!r} among {texts}")
    require(any("#1d4ed8" in e.attrib.values() for e in svg.iter()), "the selection is not marked")
    titles = [t.text for t in svg.iter("{http://www.w3.org/2000/svg}title")]
    equal(len(titles), 1 + len(words) * len(words[0]), "cells that tell their numbers")
    pdf = saved("PDF", ".pdf")
    require(pdf.startswith(b"%PDF-"), "no PDF")
    page = " ".join(f"{float(svg.get(side)) * 0.75:g}" for side in ("width", "height"))
    require(f"/MediaBox [ 0 0 {page} ]".encode() in pdf, f"the page is not {page} points large")
    html = saved("HTML", ".html").decode()
    require(html.startswith("<!DOCTYPE html>") and ">1998<" in html, "no web page")
    rows = [line.split("\t") for line in saved("TSV", ".tsv").decode().splitlines()]
    for row, values in zip(rows[1:], words):
        require(all(abs(float(a) - b) < 1e-6 for a, b in zip(row[1:], values)), f"the row {row}")
    equal((len(rows), len(rows[0])), (1 + len(words), 1 + len(words[0])), "rows and columns")
    got = json.loads(saved("JSON", ".json"))
    reading = got.pop("reading")
    equal(got, want, "the numbers of the command line")
    equal((reading["words"], reading["transposed"], reading["selected_target"][:1]),
          (True, True, [0]), "the reading")
    npy = saved("NPY", ".npy")
    require(npy.startswith(b"\x93NUMPY") and f"({len(words)}, {len(words[0])})".encode() in npy,
            f"the array {npy[:128]!r}")
    tree = saved("tree", "-tree.html").decode()  # as the last picture was
    require("Σ log P" in tree, "no tree")
    gui.key("F2")
    gui.until(lambda v: v["theme"] == "dark", "the dark theme")
    equal(read_png(save(gui, os.path.join(gui.home, "dark.png"))).pixel(1, 1), (27, 31, 38),
          "the ground of the dark theme")


def copying(gui):
    """Ctrl+C with the focus on the heatmap copies the matrix."""
    want = gui.json(SAMPLE)
    gui.click(*gui.centre(0, 0))
    gui.until(lambda v: v["focus"] == "heatmap", "the heatmap to have the focus")
    gui.key("ctrl+c")
    gui.until(lambda v: v["message"] != "", "a message")
    lines = gui.clipboard().splitlines()
    equal(len(lines), 1 + len(want["target"]), "lines")
    equal(len(lines[0].split("\t")), 1 + len(want["source"]), "columns of the first line")
    for line, row in zip(lines[1:], want["alpha"]):
        values = [float(v) for v in line.split("\t")[1:]]
        equal(len(values), len(row), "columns")
        require(all(abs(v - a) < 1e-6 for v, a in zip(values, row)), f"the row {line!r}")


def pasting(gui):
    """Line breaks in the clipboard become spaces."""
    gui.focus_field()
    gui.set_clipboard("I like\ntea and\r\ncoffee.\n")
    gui.key("ctrl+a", "ctrl+v")
    view = gui.until(lambda v: "coffee" in v["source"] and not v["waiting"], "the pasted text")
    require(not set("\r\n") & set(view["source"]), f"the text {view['source']!r}")
    equal(view["source"].split(), ["I", "like", "tea", "and", "coffee."], "the words")
    same_matrix(view, gui.json("I like tea and coffee."))


def nothing(gui):
    """An empty field and one of spaces show no matrix, and the program goes on."""
    view = gui.replace_text("")
    equal(view["map"], None, "the matrix")
    gui.key("ctrl+s")
    gui.until(lambda v: v["message"] != "", "a message that there is nothing to save")
    gui.type("   ")
    view = gui.settled("   ")
    equal(view["map"], None, "the matrix of spaces")
    gui.replace_text(OTHER)


def unknown_words(gui):
    """Words that the model cannot know keep their own forms as labels."""
    text = "☃☃ ☂"
    gui.focus_field()
    gui.set_clipboard(text)
    gui.key("ctrl+a", "ctrl+v")
    view = gui.settled(text)
    want = gui.json(text)
    same_matrix(view, want)
    equal(want["source_ids"].count(3), 3, f"unknown tokens of {want['source_ids']}")


def many_words(gui):
    """300 words: the matrix scrolls under headers that stay."""
    words = "the old man saw a small house near the river and his friend was happy .".split()
    text = " ".join((words * 20)[:300])
    gui.focus_field()
    gui.set_clipboard(text)
    gui.key("ctrl+a", "ctrl+v")
    view = gui.settled(text, timeout=120)
    require(view["map"]["columns"] >= 301, f"{view['map']['columns']} columns")
    m = view["map"]
    x, y, w, h = box(m["cells"])
    require(m["cell_w"] * view["map"]["columns"] > w, "the matrix fits; nothing to scroll")
    gui.move(2, 2)
    gui.until(lambda v: v["hover"] is None, "nothing to be hovered")
    before = gui.grab()
    gui.move(x - 20, y + h / 2)  # on the labels of the rows
    if m["cell_h"] * view["map"]["rows"] > h + 1:
        gui.scroll(3)
        gui.until(lambda v: v["map"]["scroll_y"] > 0, "scrolling down")
        gui.move(2, 2)
        view = gui.until(lambda v: v["hover"] is None, "the pointer to leave")
        equal(view["map"]["cells"], m["cells"], "the place of the cells")
        after = gui.grab()
        for row in range(int(y) - 40, int(y) - 4):  # the slanted headers
            part = slice(3 * int(x), 3 * int(x + w))
            require(after.rows[row][part] == before.rows[row][part],
                    f"line {row} of the headers changed while scrolling")
        gui.move(x + w / 2, y + h / 2)
    gui.xdotool("keydown", "shift")
    gui.scroll(3)
    gui.xdotool("keyup", "shift")
    gui.until(lambda v: v["map"]["scroll_x"] > 0, "scrolling right")
    gui.replace_text(OTHER)


def drag(gui, *places):
    """Presses at the first place, goes through the others and lets go at the last."""
    gui.xdotool("mousemove", *map(int, places[0]), "mousedown", 1)
    for x, y in places[1:]:
        gui.xdotool("mousemove", int(x), int(y))
    gui.xdotool("mouseup", 1)


def row_label(gui, t):
    x, y, w, h = gui.cell_box(t, 0)
    return x - 25 * gui.state["scale"], y + h / 2


def looking_closer(gui):
    """The wheel zooms at the pointer, a drag pans, the minimap leads anywhere, Home shows all."""
    words = "the old man saw a small house near the river and his friend was happy .".split()
    text = " ".join((words * 6)[:80])
    gui.focus_field()
    gui.set_clipboard(text)
    gui.key("ctrl+a", "ctrl+v")
    usual = gui.settled(text, timeout=120)["map"]
    alpha = gui.json(text)["alpha"]
    t, i = gui.visible()[0] // 2, gui.visible()[1] // 2
    place = gui.centre(t, i)
    gui.move(*place)
    gui.until(lambda v: v["hover"] == [t, i], "the cell to be hovered")
    gui.scroll(4, button=4)
    view = gui.until(lambda v: v["map"]["cell_w"] > 1.5 * usual["cell_w"], "larger cells")
    equal(view["hover"], [t, i], "the cell at the pointer")
    x, y, w, h = gui.cell_box(t, i)
    gui.move(x + 2, y + 2)
    gui.until(lambda v: v["hover"] == [t, i], "the corner of the same cell")
    gui.move(2, 2)
    view = gui.until(lambda v: v["hover"] is None, "the pointer to leave")
    pixel = gui.grab().pixel(x + w / 2, y + h / 2)
    require(near(pixel, ink(alpha[t][i])), f"the cell is {pixel}; want {ink(alpha[t][i])}")
    before = view["map"]  # the wheel has turned to its end by now
    drag(gui, place, (place[0] - 30, place[1] - 20), (place[0] - 60, place[1] - 40))
    view = gui.until(lambda v: v["map"]["scroll_x"] == before["scroll_x"] + 60
                     and v["map"]["scroll_y"] == before["scroll_y"] + 40, "the matrix to follow")
    equal(view["pin"], None, "the pin after a drag")
    mx, my, mw, mh = box(view["map"]["minimap"])
    gui.click(mx + mw - 2, my + mh - 2)
    gui.until(lambda v: v["map"]["scroll_x"] > before["scroll_x"] + 100, "the far corner")
    gui.key("Home")
    view = gui.until(lambda v: v["map"]["cell_w"] == usual["cell_w"], "the usual size")
    equal(view["controls"]["whole"], None, "the way back to the whole")
    gui.move(*gui.centre(t, i))
    gui.scroll(12, button=5)
    small = gui.until(lambda v: v["map"]["cell_w"] < usual["cell_w"] / 2, "the cells to shrink")
    small = gui.until(lambda v: v["map"]["cell_h"] * v["map"]["rows"] <= v["map"]["cells"]["h"] + 1,
                      "every row to be in view")
    whole = small["map"]["cell_w"] * small["map"]["columns"] <= small["map"]["cells"]["w"]
    require(whole, "not every column is in view")
    x, y, w, h = gui.cell_box(5, 41)
    gui.move(x + w / 2, y + h / 2)
    gui.until(lambda v: v["hover"] == [5, 41], "a small cell to be hovered")
    bx, by, bw, bh = box(small["controls"]["whole"])
    gui.click(bx + bw / 2, by + bh / 2)
    gui.until(lambda v: v["map"]["cell_w"] == usual["cell_w"], "the usual size again")


def lines(gui):
    """Two rows of words; a line's middle is as dark as its weight; a word's lines stand out."""
    gui.key("alt+l")
    view = gui.until(lambda v: v["show"] == "lines" and v["lines"], "the lines")
    alpha = gui.json(SAMPLE)["alpha"]
    gui.move(2, 2)
    picture, scale = gui.grab(), gui.state["scale"]
    white, accent, seen = (255, 255, 255), (29, 78, 216), 0
    for t, row in enumerate(alpha):
        i = row.index(max(row))
        top, foot = view["lines"]["above"][str(i)], view["lines"]["below"][str(t)]
        if row[i] < 0.9 or foot["x"] + foot["w"] > view["card"]["x"] + view["card"]["w"] - 20:
            continue
        x = (top["x"] + top["w"] / 2 + foot["x"] + foot["w"] / 2) / 2 * scale
        y = (top["y"] + top["h"] + foot["y"]) / 2 * scale
        want = [w + (a - w) * row[i] for w, a in zip(white, accent)]
        best = min((sum(abs(p - c) for p, c in zip(picture.pixel(x + d, y), want)), d)
                   for d in (-1, 0, 1))
        require(best[0] < 30, f"the line of {row[i]:.3f} is {picture.pixel(x, y)}; want {want}")
        seen += 1
    require(seen > 2, "no strong line was there to look at")
    x, y, w, h = box(view["lines"]["above"]["1"])
    gui.move(x + w / 2, y + h / 2)
    view = gui.until(lambda v: v["hover"] == [-1, 1] and v["tooltip"], "a word to be hovered")
    require(gui.grab().pixel(x - 4, y + h / 2) == (248, 232, 225), "the word is not marked")
    bx, by, bw, bh = box(view["controls"]["matrix"])
    gui.click(bx + bw / 2, by + bh / 2)
    gui.until(lambda v: v["show"] == "matrix", "the matrix")
    cells_have_their_colours(gui)


# The difference map's control points (src/view/colormap.c) from 0 to 1, more and less.
MORE = (0xf7f7f5, 0xc3d3f0, 0x8bacec, 0x4b7bdd, 0x1f4db3)
LESS = (0xf7f7f5, 0xf2d2a9, 0xdfa55d, 0xb77420, 0x804a07)


def difference_colour(d):
    points = MORE if d >= 0 else LESS
    place = min(abs(d), 1.0) * (len(points) - 1)
    k = min(int(place), len(points) - 2)
    return tuple((points[k] >> s & 255) + ((points[k + 1] >> s & 255) - (points[k] >> s & 255))
                 * (place - k) for s in (16, 8, 0))


def aligned(gui, text, target, model):
    done = subprocess.run([gui.binary, "align", "-m", model, "--format", "json", text, target],
                          env=gui.environment, capture_output=True, text=True, check=True)
    return json.loads(done.stdout)


def comparing(gui):
    """Another model gets the same target; both matrices and their difference have the colours of
    their numbers; pointing at one marks all; a kept sentence stays while another is typed."""
    if MODEL != "eng-fra":
        return
    text = "May 3rd, 1998"
    first = gui.replace_text(text)
    gui.key("alt+w")
    choose(gui, "compare", "dates")
    view = gui.until(lambda v: v["compare"] and v["compare"]["second"] and not v["compare"]["waiting"],
                     "the second pane")
    own, other = gui.json(text), aligned(gui, text, first["target"], "dates")
    equal(view["compare"]["target"], first["target"], "the second's target")
    a, b = by_words(own), [[0.0] * 6]
    def pane_cell(name, r, c):
        m = gui.view()["compare"][name] if name else gui.view()["map"]
        x = m["cells"]["x"] + (c + 0.5) * m["cell_w"] - m["scroll_x"]
        y = m["cells"]["y"] + (r + 0.5) * m["cell_h"] - m["scroll_y"]
        return x * gui.state["scale"], y * gui.state["scale"]
    gui.move(2, 2)
    gui.until(lambda v: v["hover"] is None, "nothing to be hovered")
    picture = gui.grab()
    for r, row in enumerate(a):
        for c, alpha in enumerate(row):
            pixel = picture.pixel(*pane_cell(None, r, c))
            require(near(pixel, ink(alpha)), f"left ({r}, {c}) is {pixel}; want {ink(alpha)}")
    b = by_words(other)
    if (len(a), len(a[0])) == (len(b), len(b[0])):
        for r, row in enumerate(b):
            for c, alpha in enumerate(row):
                pixel = picture.pixel(*pane_cell("second", r, c))
                require(near(pixel, ink(alpha)), f"second ({r}, {c}) is {pixel}; want {ink(alpha)}")
                want = difference_colour(a[r][c] - alpha)
                pixel = picture.pixel(*pane_cell("difference", r, c))
                require(near(pixel, want), f"difference ({r}, {c}) is {pixel}; want {want}")
    else:
        equal(view["compare"]["difference"], None, "the difference of unlike rows")
    before = picture
    gui.move(*pane_cell("second", 1, 1))
    gui.until(lambda v: v["compare"]["other"] == [1, 1] and v["hover"], "the second to be hovered")
    x, y = pane_cell(None, 1, 0)
    m = gui.view()["map"]
    left = m["cells"]["x"] * gui.state["scale"]
    after = gui.grab()
    require(any(after.pixel(left + d, y) != before.pixel(left + d, y) for d in range(-3, 4)),
            "the left pane is not marked")
    require(read_png(save(gui)).width > 1000, "the picture has not all panes")

    bx, by, bw, bh = box(gui.view()["controls"]["compare"])
    gui.click(bx + bw / 2, by + bh / 2)
    gui.until(lambda v: v["menu"], "the menu")
    gui.key("End", "Up", "Return")  # keep this sentence; the last item is the same target
    gui.until(lambda v: v["compare_with"] == -1 and v["compare"]
              and v["compare"]["source"] == text, "the sentence to be kept")
    gui.replace_text(OTHER)
    view = gui.until(lambda v: v["compare"] and v["compare"]["second"] and v["source"] == OTHER,
                     "both sentences")
    equal((view["compare"]["source"], view["target"] != first["target"]), (text, True),
          "the kept sentence")
    gui.key("alt+c")
    gui.until(lambda v: v["compare"] is None, "one alignment again")


def selecting(gui):
    """Selected rows are summed, a sweep over labels or words shows a part, and the saved picture
    has what is seen."""
    want = gui.json(SAMPLE)
    alpha = want["alpha"]
    for t in (1, 3):
        gui.xdotool("keydown", "ctrl")
        gui.click(*row_label(gui, t))
        gui.xdotool("keyup", "ctrl")
    view = gui.until(lambda v: v["chosen_target"] == [1, 3], "two rows to be selected")
    for got, a, b in zip(view["sums_of_target"], alpha[1], alpha[3]):
        close(got, a + b, "a sum of the selected rows")
    picture = read_png(save(gui))
    require(any(bytes((29, 78, 216)) in row for row in picture.rows), "the picture marks nothing")
    gui.key("Escape")
    gui.until(lambda v: v["chosen_target"] == [], "nothing to be selected")

    drag(gui, row_label(gui, 1), row_label(gui, 2), row_label(gui, 3))
    view = gui.until(lambda v: v["map"]["rows"] == 3, "three rows alone")
    equal(view["reading"]["target"], [1, 4], "the part of the target")
    matrix_has_colours(gui, alpha[1:4])
    require(view["controls"]["whole"], "nothing says that this is a part")
    gui.key("ctrl+z")
    gui.until(lambda v: v["map"]["rows"] == len(alpha), "every row")

    gui.focus_field()
    gui.key("Home", "ctrl+shift+Right")
    gui.key("alt+s")
    view = gui.until(lambda v: v["map"]["columns"] < len(alpha[0]), "the selected words alone")
    past = view["reading"]["source"][1]
    matrix_has_colours(gui, [row[:past] for row in alpha])
    bx, by, bw, bh = box(view["controls"]["whole"])
    gui.click(bx + bw / 2, by + bh / 2)
    gui.until(lambda v: v["map"]["columns"] == len(alpha[0]), "every column")


def undoing(gui):
    """Ctrl+Z takes back, Ctrl+Shift+Z does again."""
    gui.replace_text("one")
    gui.focus_field()
    gui.key("End")
    gui.set_clipboard(" two")
    gui.key("ctrl+v")
    gui.settled("one two")
    gui.key("ctrl+z")
    gui.settled("one")
    gui.key("ctrl+shift+z")
    gui.settled("one two")
    gui.key("ctrl+BackSpace")
    gui.until(lambda v: v["source"].strip() == "one", "the word to be erased")


def choosing_a_model(gui):
    """The menu lists the models found; choosing one translates with it."""
    x, y, w, h = box(gui.view()["controls"]["model"])
    gui.click(x + w / 2, y + h / 2)
    items = gui.until(lambda v: v["menu"], "the menu to open")["menu"]["items"]
    require(len(items) > 1, f"the menu has {items}")  # a heading and the models
    gui.key("Escape")
    view = gui.until(lambda v: not v["menu"], "the menu to close")
    if len(items) < 3:
        return
    generation = view["generation"]
    other = 1 if view["model"] == 0 else 0
    if MODEL == "eng-fra":
        other = items.index("dates") - 1  # the heading is item 0
    choose(gui, "model", other + 1)
    gui.until(lambda v: v["model"] == other and v["generation"] > generation
              and not v["waiting"], "another model's translation")
    if MODEL == "eng-fra":  # the untouched example gave way to one of the other model
        gui.settled("Tuesday, March 3rd, 1998")


def model_tab(gui):
    """The Model tab shows the card, in both languages, without a text too; undo leads back."""
    gui.replace_text("")
    x, y, w, h = box(gui.view()["controls"]["tab_model"])
    gui.click(x + w / 2, y + h / 2)
    view = gui.until(lambda v: v["tab"] == "model", "the tab")
    sx, sy, sw, sh = box(view["panel"])
    picture, scale = gui.grab(), gui.state["scale"]
    def ink_in(top, bottom):
        rows = picture.rows[int((sy + top) * scale):int((sy + bottom) * scale)]
        part = slice(3 * int((sx + 16) * scale), 3 * int((sx + sw - 30) * scale))
        return sum(row[part].count(b"\x1a\x1d\x22") for row in rows)
    require(ink_in(50, 400) > 100, "there is no text in the panel")
    gui.key("F5")
    gui.until(lambda v: v["language"] == "zh" and v["tab"] == "model", "the other language")
    gui.key("ctrl+1")
    gui.until(lambda v: v["tab"] == "step", "the first tab")
    gui.key("F6")
    gui.until(lambda v: v["panel"] is None, "the panel to close")
    gui.key("ctrl+3")
    gui.until(lambda v: v["panel"] and v["tab"] == "model", "the panel with the last tab")
    gui.key("ctrl+z")
    gui.until(lambda v: v["panel"] is None and v["tab"] == "step", "both to be undone")


def presenting(gui):
    """F11 covers the screen with large type and leads back; the size that is kept is the window's."""
    def present():
        gui.key("F11")
        gui.until(lambda v: v["presenting"] and (v["width"], v["height"]) == (1920, 1200),
                  "the whole screen")
        gui.resize(1920, 1200)  # what a window manager does; here is none
    before = gui.view()
    present()
    view = gui.settled()
    close(view["zoom"], 1.5 * before["zoom"], "the size of the text")
    cells_have_their_colours(gui)
    gui.key("F11")
    gui.until(lambda v: not v["presenting"], "the window again")
    gui.resize(1280, 800)
    view = gui.until(lambda v: (v["width"], v["height"]) == (1280, 800), "its size")
    equal(view["zoom"], before["zoom"], "the size of the text")
    gui.key("Down")
    gui.until(lambda v: v["focus"] == "heatmap", "the heatmap to have the focus")
    present()
    gui.key("Return", "Escape", "Escape")  # the pin, the focus, then the whole screen
    gui.until(lambda v: v["focus"] == "field" and v["presenting"], "the pin and the focus to go")
    gui.key("Escape")
    gui.until(lambda v: not v["presenting"], "the window once more")
    gui.resize(1280, 800)
    gui.until(lambda v: (v["width"], v["height"]) == (1280, 800), "its size")
    present()
    gui.resize(1280, 800)  # the window manager ends it by itself
    view = gui.until(lambda v: not v["presenting"] and (v["width"], v["height"]) == (1280, 800),
                     "the end of the presentation")
    equal(view["zoom"], before["zoom"], "the size of the text")
    gui.key("F11", "ctrl+q")
    equal(gui.wait_for_end(), 0, "the exit status")
    with open(os.path.join(gui.home, "config", "alphascope", "settings.json")) as file:
        s = json.load(file)
    equal((s["width"], s["height"]), (1280, 800), "the size that is kept")


def listing_keys(gui):
    """F1 lists every key; in a low window the wheel leads to the end of the list."""
    gui.resize(800, 500)
    gui.until(lambda v: (v["width"], v["height"]) == (800, 500), "the size")
    gui.key("F1")
    gui.until(lambda v: v["help"], "the keys")
    before = gui.grab()
    gui.move(400, 250)
    gui.scroll(40)
    gui.until(lambda v: v["help_scroll"] > 200, "the list to scroll")
    after = gui.grab()
    require(before.rows[30:60] == after.rows[30:60], "the heading scrolled away")
    require(before.rows[100:400] != after.rows[100:400], "the lines did not move")
    gui.click(400, 250)
    gui.until(lambda v: not v["help"], "a click to close it")


def sentences(gui):
    """The field's menu lists the model's examples and what was typed before, in the next run too."""
    with open(os.path.join(DATA, "assets", "examples", MODEL + ".txt"), encoding="utf-8") as file:
        examples = file.read().split("\n")
    gui.replace_text(OTHER)
    path = os.path.join(gui.home, "config", "alphascope", "settings.json")
    def noted():
        with open(path, encoding="utf-8") as file:
            return json.load(file).get("recent", [""])[0] == OTHER
    wait_until(lambda: os.path.exists(path) and noted(), "the sentence among the recent ones")
    gui.key("ctrl+e")
    items = gui.until(lambda v: v["menu"], "the menu")["menu"]["items"]
    require(set(examples) - {""} < set(items), f"the examples in {items}")
    require(OTHER in items, f"the recent sentence in {items}")
    gui.key("Down", "Return")
    gui.settled(examples[1])
    gui.key("ctrl+z")
    gui.settled(OTHER)
    equal(gui.close(), None, "the first end")
    again = Gui(gui.display, gui.binary, ["window"], home=gui.home, size=None)
    try:
        again.settled(OTHER)
        x, y, w, h = box(again.view()["controls"]["sentences"])
        again.click(x + w / 2, y + h / 2)
        items = again.until(lambda v: v["menu"], "the menu")["menu"]["items"]
        require(OTHER in items, f"the recent sentence in {items}")
    finally:
        equal(again.close(), None, "the second end")


def opening(gui):
    """Ctrl+O opens a model by its path, with what could follow; a bad path or file is explained."""
    folder = os.path.join(gui.home, "my models")
    os.mkdir(folder)
    model = os.path.join(folder, "mine.safetensors")
    shutil.copy(os.path.join(DATA, "models", "dates.safetensors"), model)
    with open(os.path.join(folder, "short.safetensors"), "wb") as file:
        file.write(b"\x10\0\0\0\0\0\0\0{")
    first = gui.view()["model"]
    gui.key("ctrl+o")
    gui.until(lambda v: v["focus"] == "path" and v["tab"] == "model", "the field")
    gui.type("~/my")
    gui.until(lambda v: v["path"] == "~/my" and v["completions"] == 1, "the folder")
    gui.key("Right")
    gui.until(lambda v: v["path"] == "~/my models/" and v["completions"] == 2, "the files in it")
    gui.type("sh")
    gui.until(lambda v: v["path"].endswith("/sh") and v["completions"] == 1, "the broken one")
    gui.key("Down", "Return")
    view = gui.until(lambda v: v["message"], "what is wrong with it")
    require("short.safetensors" in view["message"], f"the message {view['message']!r}")
    equal(view["model"], first, "the model")
    gui.key("ctrl+a")
    gui.type("~/nowhere")
    gui.key("Return")
    gui.until(lambda v: os.strerror(errno.ENOENT) in v["message"], "what is wrong with the path")
    gui.key("ctrl+a")
    gui.type("~/my models/mi")
    gui.until(lambda v: v["path"].endswith("/mi") and v["completions"] == 1, "the good one")
    gui.key("Down", "Return")
    view = gui.until(lambda v: v["model"] != first and not v["waiting"] and v["map"], "the model")
    equal(view["target"], gui.json(SAMPLE, model)["text"], "the translation")
    equal(view["focus"], "field", "who has the keyboard")
    gui.key("ctrl+z")
    gui.until(lambda v: v["model"] == first, "the first model again")
    gui.key("ctrl+y")
    gui.until(lambda v: v["model"] != first and not v["waiting"], "the other one again")
    equal(gui.close(), None, "the first end")
    again = Gui(gui.display, gui.binary, ["window"], home=gui.home, size=None)
    try:
        equal(again.settled(SAMPLE)["target"], gui.json(SAMPLE, model)["text"], "the translation")
    finally:
        equal(again.close(), None, "the second end")


def reopening(gui):
    """A model file that another has replaced since is read anew when it is opened again; one that is
    broken or gone leaves what was open."""
    model = os.path.join(gui.home, "mine.safetensors")
    shutil.copy(os.path.join(DATA, "models", "dates.safetensors"), model)

    def open_it():
        gui.key("ctrl+o", "ctrl+a")
        gui.type(model)
        gui.key("Return")

    shipped = gui.view()["model"]
    open_it()
    view = gui.until(lambda v: v["model"] != shipped and v["map"] and not v["waiting"], "the model")
    dates, place, columns = view["target"], view["model"], view["map"]["columns"]
    other = os.path.join(DATA, "models", "eng-fra.safetensors")
    if not os.path.exists(other):
        return
    shutil.copy(other, model + ".new")
    os.replace(model + ".new", model)
    open_it()
    view = gui.until(lambda v: v["map"] and v["map"]["columns"] != columns and not v["waiting"], "the new model")
    equal(view["model"], place, "its place in the menu")
    fresh = view["target"]
    require(fresh != dates, f"still {dates!r}")
    equal(fresh, gui.json(gui.view()["source"], model)["text"], "the translation")
    with open(model, "wb") as file:
        file.write(b"broken")
    open_it()
    view = gui.until(lambda v: v["error"], "what is wrong with it")
    require("mine.safetensors" in view["message"], f"the message {view['message']!r}")
    equal(view["target"], fresh, "what is on show")
    choose(gui, "model", view["model"] + 1)  # what is open is chosen: nothing is wrong with that
    gui.until(lambda v: not v["error"] and v["message"] == "", "the message to go")
    os.unlink(model)
    gui.key("Escape")
    gui.focus_field()
    gui.key("End")
    gui.type("!")
    equal(gui.settled(SAMPLE + "!")["error"], False, "an error for a model that is in memory")


def idling(gui):
    """Once the caret rests, the program uses no processor time."""
    gui.replace_text("tea")
    gui.move(2, 2)
    last = {"frame": -1, "since": time.monotonic()}
    def rests():
        frame = gui.dump()["frame"]
        if frame != last["frame"]:
            last.update(frame=frame, since=time.monotonic())
        return time.monotonic() - last["since"] > 1.5  # longer than a blink
    wait_until(rests, "the caret to rest", timeout=60)
    before = gui.ticks()
    time.sleep(2)
    equal(gui.ticks() - before, 0, "clock ticks used in two idle seconds")


def quitting(gui):
    """Ctrl+Q ends with status 0; the sentence comes back at the next start."""
    gui.replace_text(OTHER)
    gui.key("ctrl+q")
    equal(gui.wait_for_end(), 0, "the exit status")
    again = Gui(gui.display, gui.binary, ["window"], home=gui.home, size=None)
    try:
        again.settled(OTHER)
    finally:
        bad_end = again.close()
    equal(bad_end, None, "the second end")


def remembering(gui):
    """What changes is written while the program runs: a killed one comes back as it was."""
    path = os.path.join(gui.home, "config", "alphascope", "settings.json")
    gui.replace_text(OTHER)
    gui.key("F2", "F3", "F4", "ctrl+plus", "ctrl+plus", "F5")
    gui.resize(1100, 700)
    def written():
        try:
            with open(path, encoding="utf-8") as file:
                s = json.load(file)  # whole, at every moment
        except FileNotFoundError:
            return False
        return (s.get("sentence"), s.get("text_size"), s.get("language"), s.get("width")) == \
            (OTHER, 2, "zh", 1100)
    wait_until(written, "the settings file")
    want = gui.view()
    gui.process.kill()
    gui.process.wait()
    gui.errors.close()
    again = Gui(gui.display, gui.binary, ["window"], home=gui.home, size=None)
    try:
        view = again.settled(OTHER)
        for name in ("theme", "colormap", "range", "zoom", "language", "width", "height"):
            equal(view[name], want[name], name)
        require(view["range"] == 1 and view["theme"] == "dark" and view["zoom"] > 1.2, "no change")
    finally:
        equal(again.close(), None, "the second end")


def measuring(gui):
    """--bench-ui types, hovers, plays and pans by itself, ends, and leaves no settings behind."""
    equal(gui.close(), None, "the first end")
    shutil.rmtree(os.path.join(gui.home, "config"))
    done = subprocess.run([gui.binary, "--bench-ui", MODEL], env=gui.environment,
                          capture_output=True, text=True, timeout=300)
    equal((done.returncode, done.stderr), (0, ""), "the end")
    got = json.loads(done.stdout)
    equal((got["width"], got["height"], got["model"]), (1280, 800, MODEL), "the window")
    equal((got["pan"]["rows"], got["pan"]["columns"]), (300, 300), "the large matrix")
    require(0 < got["start"]["first_frame_ms"] <= got["start"]["first_picture_ms"], "the start")
    require(10 < got["peak_mb"] <= got["peak_with_pan_mb"], "the memory")
    for times, least in ((got["typing"]["frame"], 70), (got["typing"]["picture"], 70),
                         (got["hover"]["frame"], 250), (got["play"]["frame"], 50),
                         (got["pan"]["frame"], 250), (got["pan"]["hover"], 250)):
        require(times["n"] >= least, f"only {times['n']} frames of {least}")
        require(0 < times["median_ms"] <= times["p99_ms"] <= times["max_ms"], f"the order of {times}")
        require(0 < times["median_cpu_ms"] <= times["max_ms"], f"the processor time of {times}")
    typing = got["typing"]
    require(typing["frame"]["median_ms"] < typing["picture"]["median_ms"],
            "a picture is there before its character")
    require(not os.path.exists(os.path.join(gui.home, "config")), "settings were written")


def remembering_what_is_compared(gui):
    """The second model and the lines come back; a second model that is gone is said, once."""
    path = os.path.join(gui.home, "config", "alphascope", "settings.json")
    def settings():
        with open(path, encoding="utf-8") as file:
            return json.load(file)
    if MODEL == "eng-fra":
        choose(gui, "compare", "dates")
    else:
        gui.key("alt+c")
    gui.until(lambda v: v["compare"] and v["compare"]["second"], "the comparison")
    second, same = gui.view()["compare_with"], gui.view()["compare"]["same_target"]
    choose(gui, "compare", "the same target, forced on it")
    gui.until(lambda v: v["compare"] and v["compare"]["second"]
              and v["compare"]["same_target"] != same, "the target to be no longer forced, or forced")
    gui.key("alt+l")
    gui.until(lambda v: v["lines"], "the lines")
    equal(gui.close(), None, "the end")
    require(settings()["compare_model"], "no second model in the settings")
    again = Gui(gui.display, gui.binary, ["window"], home=gui.home, size=None)
    try:
        view = again.settled()
        equal((bool(view["lines"]), view["compare_with"]), (True, second), "what came back")
        again.key("alt+l")
        view = again.until(lambda v: v["compare"] and v["compare"]["second"], "the second pane")
        equal(view["compare"]["same_target"], not same, "whether the target is forced")
    finally:
        equal(again.close(), None, "the second end")
    changed = {**settings(), "compare_model": "/gone/second.safetensors"}
    with open(path, "w", encoding="utf-8") as file:
        json.dump(changed, file)
    third = Gui(gui.display, gui.binary, ["window"], home=gui.home, size=None)
    try:
        view = third.until(lambda v: "second.safetensors" in v["message"], "the message")
        equal((view["compare_with"], view["compare"]), (0, None), "what is compared with")
    finally:
        equal(third.close(), None, "the third end")
    equal(settings()["compare_model"], "", "the second model in the settings")


def bad_settings(gui):
    """A settings file that cannot be read is set aside and said."""
    equal(gui.close(), None, "the first end")
    folder = os.path.join(gui.home, "config", "alphascope")
    os.makedirs(folder, exist_ok=True)
    with open(os.path.join(folder, "settings.json"), "w") as file:
        file.write("{ broken")
    again = Gui(gui.display, gui.binary, ARGUMENTS, home=gui.home, size=None)
    try:
        again.until(lambda v: "settings.json.bad" in v["message"], "the message")
        require(os.path.exists(os.path.join(folder, "settings.json.bad")), "no .bad file")
        again.settled(SAMPLE)
    finally:
        again.close()


def unread_settings(gui):
    """A settings file that is not read, being too large, is said and left as it is."""
    equal(gui.close(), None, "the first end")
    path = os.path.join(gui.home, "config", "alphascope", "settings.json")
    with open(path, "w") as file:
        file.write("{}" + " " * (5 << 20))
    again = Gui(gui.display, gui.binary, ARGUMENTS, home=gui.home, size=None)
    try:
        again.until(lambda v: "settings.json" in v["message"], "the message")
    finally:
        equal(again.close(), None, "the second end")
    equal(os.path.getsize(path), 2 + (5 << 20), "the size of the settings file")


def failing(gui):
    """When the program cannot go on, it says why and still remembers the sentence."""
    gui.replace_text(OTHER)
    os.unlink(gui.dump_path)
    os.mkdir(gui.dump_path)  # the next state cannot be written
    gui.move(2, 2)
    gui.key("F1")
    equal(gui.wait_for_end(), 1, "the exit status")
    require("dump.json" in (gui.close() or ""), "the end is not explained")
    os.rmdir(gui.dump_path)
    again = Gui(gui.display, gui.binary, ["window"], home=gui.home, size=None)
    try:
        again.settled(OTHER)
    finally:
        equal(again.close(), None, "the second end")


def saving_nowhere(gui):
    """A path that cannot be written to says why, and the path and all else stay as they were."""
    before = gui.settled(SAMPLE)
    full = os.path.join(gui.home, "full.svg")
    os.symlink("/dev/full", full)  # a disk without room
    gui.key("ctrl+s")
    gui.until(lambda v: v["saving"], "the path")
    for path, why in (("/nowhere/a.png", os.strerror(errno.ENOENT)),
                      ("/proc/a.svg", "/proc/a.svg"), ("~/a.gif", ".png, .svg, .pdf or .html"),
                      (full, "exists"), (None, os.strerror(errno.ENOSPC))):
        if path:
            gui.key("ctrl+a")
            gui.type(path)
            gui.until(lambda v: v["saving"]["path"] == path and not v["message"], "the path")
        gui.key("Return")
        view = gui.until(lambda v: why in v["message"] and v["error"], f"why {path} is not saved")
        equal(view["saving"]["path"], path or full, "the path")
    equal([f for f in os.listdir(gui.home) if f.endswith((".png", ".gif"))], [], "files made")
    equal((view["target"], view["source"]), (before["target"], before["source"]), "the texts")
    require(view["map"], "the matrix is gone")


def model_by_hand(gui):
    """A model file named on the command line is the model of the next start, while it is there."""
    equal(gui.close(), None, "the first end")
    model = os.path.join(gui.home, "mine.safetensors")
    shutil.copy(os.path.join(DATA, "models", "dates.safetensors"), model)
    want = gui.json(SAMPLE, model)["text"]
    for arguments in (["window", "--text", SAMPLE, "mine.safetensors"], ["window"]):
        again = Gui(gui.display, gui.binary, arguments, home=gui.home, size=None)
        try:
            equal(again.settled(SAMPLE)["target"], want, f"the translation of {arguments}")
        finally:
            equal(again.close(), None, f"the end of {arguments}")
    os.unlink(model)
    again = Gui(gui.display, gui.binary, ["window"], home=gui.home, size=None)
    try:
        again.until(lambda v: "mine.safetensors" in v["message"], "the message")
        want = gui.json(SAMPLE)["text"]
        equal(again.settled(SAMPLE)["target"], want, "the default's translation")
    finally:
        equal(again.close(), None, "the last end")


def model_of_another_toolkit(gui):
    """It opens where it lies, beside the other models, and its card is shown."""
    equal(gui.close(), None, "the first end")
    model = os.path.join(TOOLKITS, "s2s", "model.npz")
    text = "we have no ."
    want = gui.json(text, model)["text"]
    again = Gui(gui.display, gui.binary, ["window", "--text", text, model], home=gui.home, size=None)
    try:
        view = again.settled(text)
        equal(view["target"], want, "the translation")
        x, y, w, h = box(view["controls"]["tab_model"])
        again.click(x + w / 2, y + h / 2)
        again.until(lambda v: v["tab"] == "model", "the tab")
    finally:
        equal(again.close(), None, "the last end")


def bad_model(gui):
    """A model file that is cut short is not in the menu, and the window says why."""
    equal(gui.close(), None, "the first end")
    data = os.path.join(gui.home, "data")
    models = os.path.join(data, "models")
    os.makedirs(models)
    os.symlink(os.path.join(DATA, "models", f"{MODEL}.safetensors"),
               os.path.join(models, f"{MODEL}.safetensors"))
    with open(os.path.join(models, "short.safetensors"), "wb") as file:
        file.write(b"\x10\0\0\0\0\0\0\0{")
    again = Gui(gui.display, gui.binary, ["--data", data, *ARGUMENTS], home=gui.home, size=None)
    try:
        view = again.settled(SAMPLE)
        require("short.safetensors" in view["message"], f"the message is {view['message']!r}")
        again.replace_text(OTHER)
        again.until(lambda v: v["message"] == "", "the message to go")
    finally:
        again.close()


SCENARIOS = (first_frame, glyphs, typing, zooming, cells_have_their_colours, hovering, control_tips, pinning, walking,
             step_numbers, narrow_panel, playing, sharpness, branching, own_target, beam, beam_width, reading, looking_closer, lines, comparing, selecting, resizing, double_scale, saving, saving_every_kind, copying, pasting, nothing, unknown_words, many_words,
             undoing, choosing_a_model,
             pasting_a_book, model_tab, opening, reopening, sentences, presenting, listing_keys, remembering,
             remembering_what_is_compared, measuring,
             idling, quitting, bad_settings, unread_settings, failing,
             saving_nowhere, model_by_hand, model_of_another_toolkit, bad_model)


def run(scenario, display, binary):
    gui = None
    start = time.monotonic()
    try:
        gui = Gui(display, binary, ARGUMENTS)
        scenario(gui)
        message = None
    except Failure as failure:
        message = str(failure)
    except Exception:  # noqa: BLE001  a broken scenario is a failure too
        message = traceback.format_exc()
    if message and gui and gui.process.poll() is None:
        keep = os.path.join(tempfile.gettempdir(), f"alphascope-gui-{scenario.__name__}.png")
        gui.grab().save(keep)
        message += f"\n    the screen is in {keep}"
    if gui and not gui.errors.closed:
        message = gui.close() or message
    print(f"{'FAIL' if message else 'ok  '} {scenario.__name__} "
          f"({time.monotonic() - start:.1f} s)", flush=True)
    if message:
        print(f"    {message}", flush=True)
    return message is None


def main():
    if len(sys.argv) < 2:
        sys.exit("usage: scenarios.py PROGRAM [SCENARIO …]")
    binary, wanted = os.path.abspath(sys.argv[1]), sys.argv[2:]
    unknown = set(wanted) - {s.__name__ for s in SCENARIOS}
    if unknown:
        sys.exit(f"no scenario named {', '.join(sorted(unknown))}")
    display, failures = Display(), 0
    try:
        for scenario in SCENARIOS:
            if not wanted or scenario.__name__ in wanted:
                failures += not run(scenario, display, binary)
            if failures == MAX_FAILURES:
                print("the rest is left out", flush=True)
                break
    finally:
        display.close()
    sys.exit(failures > 0)


if __name__ == "__main__":
    main()
