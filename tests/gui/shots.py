"""Pictures of the window's main states. Usage: shots.py PROGRAM FOLDER"""

import json
import os
import sys

from display import Display
from scenarios import DATA, MODEL, Gui, OTHER, SAMPLE, box

LONG = ("The report that the committee published last year says that small firms in the region "
        "need better access to credit , and the minister agreed . ") * 8


class Shots:
    def __init__(self, display, binary, folder):
        self.display, self.binary, self.folder = display, binary, folder

    def open(self, *options, size=(1440, 900), home=None):
        gui = Gui(self.display, self.binary, ["window", "--text", SAMPLE, *options], size=None,
                  home=home)
        gui.resize(*size)
        gui.wait(lambda s: round(s["view"]["width"] * s["scale"]) == size[0], "the size")
        gui.move(size[0] - 2, size[1] - 2)  # off everything that tells something when pointed at
        gui.settled()
        return gui

    def take(self, gui, name):
        gui.dump()
        gui.grab().save(os.path.join(self.folder, name + ".png"))
        print(name, flush=True)

    def point_at(self, gui, t, i):
        gui.move(*gui.centre(t, i))
        gui.until(lambda v: v["hover"] == [t, i], "hovering")

    def main_states(self, name, *options, size=(1440, 900)):
        gui = self.open(*options, size=size)
        self.take(gui, name)
        rows, columns = gui.view()["map"]["rows"], gui.view()["map"]["columns"]
        self.point_at(gui, min(4, rows - 1), min(3, columns - 1))
        self.take(gui, name + "-hover")
        gui.close()

    def menus(self, *options, name):
        gui = self.open(*options)
        for button in ("model", "colours", "export", "help"):
            x, y, w, h = box(gui.view()["controls"][button])
            gui.click(x + w / 2, y + h / 2)
            gui.until(lambda v: v["menu"] or v["help"], "something to open")
            self.take(gui, f"{name}-{button}")
            gui.key("Escape")
            gui.until(lambda v: not v["menu"] and not v["help"], "it to close")
        gui.close()

    def readings(self, *options, name, size=(1440, 900)):
        """Words with numbers, lines, a comparison."""
        gui = self.open(*options, size=size)
        gui.key("alt+w", "alt+n")
        gui.until(lambda v: v["reading"]["numbers"] == 2, "numbers")
        self.take(gui, name + "-words")
        gui.key("alt+l")
        gui.until(lambda v: v["lines"], "the lines")
        self.take(gui, name + "-lines")
        gui.key("alt+l", "alt+c")
        gui.until(lambda v: v["compare"] and not v["compare"]["waiting"], "the comparison")
        self.take(gui, name + "-compare")
        gui.close()

    def settings(self, name, **values):
        """A home whose last session had these."""
        home = os.path.join(self.display.folder, name)
        os.makedirs(os.path.join(home, "config", "alphascope"))
        with open(os.path.join(home, "config", "alphascope", "settings.json"), "w",
                  encoding="utf-8") as file:
            json.dump(values, file)
        return home

    def small_compare(self, *options, name):
        """A cell pinned, and one of the second pane pointed at, where there is little room."""
        gui = self.open(*options, size=(800, 500))
        gui.key("alt+c")
        gui.until(lambda v: v["compare"] and v["compare"]["second"], "the comparison")
        gui.click(*gui.centre(2, 2))
        gui.until(lambda v: v["pin"] == [2, 2], "the pin")
        self.take(gui, name)
        gui.close()

    def readme(self):
        """The README's pictures of the lines and of a comparison: of two models where those of the
        comparison set are there, else of two sentences."""
        gui = self.open()
        gui.key("alt+l")
        gui.until(lambda v: v["lines"], "the lines")
        self.take(gui, "readme-lines")
        gui.close()
        models = ["compare/additive", "compare/dot"]
        if all(os.path.exists(os.path.join(DATA, "models", m + ".safetensors")) for m in models):
            home = self.settings("pair", compare_model=models[1])
            gui = self.open(models[0], "--text", "My parents are not at home, but you can wait "
                            "here.", home=home)
        else:
            home = self.settings("pair", compare_sentence="The European Parliament will adopt "
                                 "the new rules on Monday.")
            gui = self.open(MODEL, home=home)
        gui.until(lambda v: v["compare"] and v["compare"]["second"], "the comparison")
        self.take(gui, "readme-compare")
        gui.close()

    def diagram(self, *options, name):
        """The step of the cell under the pointer, at the stage that makes the context."""
        gui = self.open(*options)
        self.point_at(gui, 4, 3)
        gui.key("F7")
        x, y, w, h = box(gui.until(lambda v: v["diagram"], "the diagram")["diagram"]["c"])
        gui.click(x + w / 2, y + h / 2)
        gui.until(lambda v: v["step"]["stage"] == "context" and v["diagram"]["progress"] == 1,
                  "the stage that makes c")
        self.take(gui, name + "-diagram")
        gui.close()

    def texts(self):
        gui = self.open()
        gui.replace_text("")
        self.take(gui, "empty")
        for name, text in (("spaces", "   "), ("unknown", "☃☃ ☂ 😀 日本語"), ("long", LONG.strip()),
                           ("bidi", "שלום world مرحبا"), ("invisible", "a\u200db \u2060c \u0301d"), ("one", "Yes")):
            gui.focus_field()
            gui.set_clipboard(text)
            gui.key("ctrl+a", "ctrl+v")
            gui.settled(text)
            self.take(gui, name)
        gui.replace_text(OTHER)
        gui.key("ctrl+a")
        self.take(gui, "selection")
        gui.key("ctrl+s")
        gui.until(lambda v: v["saving"], "the path")
        self.take(gui, "saving")
        gui.key("Return")
        gui.until(lambda v: v["message"], "the message")
        self.take(gui, "saved")
        picture = [f for f in os.listdir(gui.home) if f.endswith(".png")][0]
        os.replace(os.path.join(gui.home, picture), os.path.join(self.folder, "figure.png"))
        gui.close()

    def house(self, *options, name, size):
        """The model's card, a path in the making, sentences to choose from, all keys, a projector."""
        gui = self.open(*options, size=size)
        gui.key("ctrl+3")
        gui.until(lambda v: v["tab"] == "model", "the card")
        self.take(gui, name + "-card")
        gui.key("ctrl+o")
        gui.type(os.path.dirname(os.path.dirname(os.path.dirname(self.binary))) + "/")
        gui.until(lambda v: v["completions"] > 1, "what could follow")
        self.take(gui, name + "-path")
        gui.key("Escape", "Escape", "ctrl+1", "ctrl+e")
        gui.until(lambda v: v["menu"], "the sentences")
        self.take(gui, name + "-sentences")
        gui.key("Escape", "F1")
        gui.until(lambda v: v["help"], "the keys")
        self.take(gui, name + "-keys")
        gui.key("Escape", "F11")
        gui.until(lambda v: v["presenting"], "the whole screen")
        gui.resize(1920, 1200)  # what a window manager does; here is none
        gui.settled()
        self.take(gui, name + "-presented")
        gui.close()

    def leading(self, *options, name):
        """The beam with a node shown, a branch, a target of one's own."""
        gui = self.open(*options)
        gui.key("ctrl+2")
        view = gui.until(lambda v: v["beam"], "the tree")
        x, y, w, h = box(next(n for n in view["beam"] if n["length"] == 3 and not n["chosen"])["box"])
        gui.click(x + w / 2, y + h / 2)
        gui.until(lambda v: v["node"] >= 0 and not v["waiting"], "the node")
        self.take(gui, name + "-beam")
        gui.key("ctrl+b", "Down", "Down", "Return")
        gui.until(lambda v: v["chosen"] and not v["waiting"], "the branch")
        self.take(gui, name + "-branch")
        gui.key("ctrl+t", "Home")
        gui.type("a ")
        gui.until(lambda v: v["given"] and not v["waiting"], "the target")
        self.take(gui, name + "-target")
        gui.close()

    def all(self):
        self.main_states("light")
        self.main_states("dark", "--theme", "dark")
        self.main_states("paper", "--theme", "paper")
        self.main_states("zh-dark", "--theme", "dark", "--language", "zh")
        self.main_states("small", size=(800, 500))
        self.main_states("large", size=(1920, 1080))
        self.main_states("light-2x", "--scale", "2", size=(1920, 1200))
        self.menus(name="menu")
        self.menus("--theme", "dark", "--language", "zh", name="menu-zh")
        self.readings(name="light")
        self.readings("--theme", "dark", "--language", "zh", name="zh-dark", size=(800, 500))
        self.small_compare(name="small-compare")
        self.small_compare("--language", "zh", name="zh-small-compare")
        self.readme()
        self.diagram(name="light")
        self.diagram("--theme", "dark", "--language", "zh", name="zh-dark")
        self.leading(name="led")
        self.leading("--theme", "dark", "--language", "zh", name="led-zh")
        self.texts()
        self.house(name="house", size=(1280, 800))
        self.house("--theme", "dark", "--language", "zh", name="house-small", size=(800, 500))
        self.house("--theme", "paper", "--scale", "2", name="house-2x", size=(1920, 1200))


def main():
    if len(sys.argv) != 3:
        sys.exit("usage: shots.py PROGRAM FOLDER")
    os.makedirs(sys.argv[2], exist_ok=True)
    display = Display()
    try:
        Shots(display, os.path.abspath(sys.argv[1]), sys.argv[2]).all()
    finally:
        display.close()


if __name__ == "__main__":
    main()
