"""A private X display, the program in it, and what can be seen of both. Standard library only."""

import json
import os
import shutil
import signal
import struct
import subprocess
import tempfile
import time
import zlib

TIMEOUT = float(os.environ.get("ALPHASCOPE_GUI_TIMEOUT", "30"))  # for one condition, seconds


class Failure(Exception):
    pass


def wait_until(condition, what, timeout=TIMEOUT):
    """Polls until condition() is truthy and returns it: no sleep is longer than it must be."""
    end = time.monotonic() + timeout
    while True:
        value = condition()
        if value:
            return value
        if time.monotonic() > end:
            raise Failure(f"waited {timeout:g} s for {what}")
        time.sleep(0.01)


class Display:
    """Xvfb, whose frame buffer is a file that we read pixels from."""

    def __init__(self, width=1920, height=1200):
        self.folder = tempfile.mkdtemp(prefix="alphascope-gui-")
        read_end, write_end = os.pipe()
        self.server = subprocess.Popen(
            ["Xvfb", "-displayfd", str(write_end), "-screen", "0", f"{width}x{height}x24",
             "-fbdir", self.folder, "-nolisten", "tcp", "-noreset"],
            pass_fds=[write_end], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(write_end)
        with os.fdopen(read_end) as numbers:  # Xvfb picks a free display and says which
            number = numbers.readline().strip()
        if not number:
            raise Failure("Xvfb does not start")
        self.name = ":" + number

    def close(self):
        self.server.terminate()
        self.server.wait()
        shutil.rmtree(self.folder, ignore_errors=True)

    def screen(self):
        """(width, height, stride, bytes of B G R x) of the whole screen, from the XWD file."""
        with open(os.path.join(self.folder, "Xvfb_screen0"), "rb") as file:
            data = file.read()
        header = struct.unpack(">25I", data[:100])
        header_size, width, height = header[0], header[4], header[5]
        stride, n_colours = header[12], header[19]
        start = header_size + 12 * n_colours
        return width, height, stride, data[start:start + stride * height]


class Picture:
    """RGB pixels."""

    def __init__(self, width, height, rows):
        self.width, self.height, self.rows = width, height, rows

    def pixel(self, x, y):
        row = self.rows[int(y)]
        return tuple(row[3 * int(x):3 * int(x) + 3])

    def save(self, path):
        def chunk(kind, body):
            return (struct.pack(">I", len(body)) + kind + body
                    + struct.pack(">I", zlib.crc32(kind + body)))
        raw = b"".join(b"\0" + bytes(row) for row in self.rows)
        with open(path, "wb") as out:
            out.write(b"\x89PNG\r\n\x1a\n"
                      + chunk(b"IHDR", struct.pack(">2I5B", self.width, self.height, 8, 2, 0, 0, 0))
                      + chunk(b"IDAT", zlib.compress(raw, 6)) + chunk(b"IEND", b""))


def grab(display, width, height):
    """The top left width x height pixels of the screen, where the window is."""
    _, _, stride, data = display.screen()
    rows = []
    for y in range(height):
        line = data[y * stride:y * stride + 4 * width]
        row = bytearray(3 * width)
        row[0::3], row[1::3], row[2::3] = line[2::4], line[1::4], line[0::4]
        rows.append(bytes(row))
    return Picture(width, height, rows)


def unfilter(kind, line, above, step=3):
    """Undoes one of PNG's line filters."""
    for i in range(len(line)):
        a = line[i - step] if i >= step else 0
        b = above[i]
        c = above[i - step] if i >= step else 0
        if kind == 1:
            line[i] = (line[i] + a) & 255
        elif kind == 2:
            line[i] = (line[i] + b) & 255
        elif kind == 3:
            line[i] = (line[i] + (a + b) // 2) & 255
        elif kind == 4:
            p = a + b - c
            pa, pb, pc = abs(p - a), abs(p - b), abs(p - c)
            line[i] = (line[i] + (a if pa <= pb and pa <= pc else b if pb <= pc else c)) & 255
    return line


def read_png(path):
    """An 8-bit RGB file, as the program writes them; also its pixels per metre."""
    with open(path, "rb") as file:
        data = file.read()
    if data[:8] != b"\x89PNG\r\n\x1a\n":
        raise Failure(f"{path} is no PNG file")
    at, body, size, density = 8, b"", None, None
    while at < len(data):
        length, kind = struct.unpack(">I4s", data[at:at + 8])
        part = data[at + 8:at + 8 + length]
        if kind == b"IHDR":
            size = struct.unpack(">2I", part[:8])
            if part[8:10] != b"\x08\x02":
                raise Failure(f"{path} is not 8-bit RGB")
        elif kind == b"pHYs":
            density = struct.unpack(">I", part[:4])[0]
        elif kind == b"IDAT":
            body += part
        at += 12 + length
    raw = zlib.decompress(body)
    width, height = size
    rows, above = [], bytearray(3 * width)
    for y in range(height):
        start = y * (3 * width + 1)
        above = unfilter(raw[start], bytearray(raw[start + 1:start + 1 + 3 * width]), above)
        rows.append(bytes(above))
    picture = Picture(width, height, rows)
    picture.density = density
    return picture


class Program:
    """The real program, with a home folder of its own."""

    def __init__(self, display, binary, arguments=(), home=None, environment=None):
        self.display = display
        self.home = home or tempfile.mkdtemp(prefix="home-", dir=display.folder)
        self.dump_path = os.path.join(self.home, "dump.json")
        if os.path.exists(self.dump_path):
            os.unlink(self.dump_path)
        self.environment = {
            **{k: v for k, v in os.environ.items() if k not in ("WAYLAND_DISPLAY", "XMODIFIERS")},
            "DISPLAY": display.name, "HOME": self.home, "LANG": "C.UTF-8", "LC_ALL": "C.UTF-8",
            "XDG_CONFIG_HOME": os.path.join(self.home, "config"),
            "SDL_VIDEODRIVER": "x11", "ALPHASCOPE_TEST_DUMP": self.dump_path,
            **(environment or {})}
        self.errors = open(os.path.join(self.home, "stderr"), "w+")
        self.started = time.monotonic()
        self.process = subprocess.Popen([binary, *arguments], cwd=self.home, env=self.environment,
                                        stdout=subprocess.DEVNULL, stderr=self.errors)
        self.window = None

    def check_alive(self):
        if self.process.poll() is not None:
            self.errors.seek(0)
            raise Failure(f"the program ended with {self.process.returncode}: "
                          f"{self.errors.read().strip()}")

    # ---- seeing ----

    def dump(self):
        """The state after the last frame, or None."""
        self.check_alive()
        try:
            with open(self.dump_path, encoding="utf-8") as file:
                return json.load(file)
        except FileNotFoundError:
            return None

    def wait(self, condition, what, timeout=TIMEOUT):
        """Waits until condition(state) holds; returns that state."""
        def check():
            state = self.dump()
            return state if state is not None and condition(state) else None
        try:
            return wait_until(check, what, timeout)
        except Failure as failure:
            raise Failure(f"{failure}; the state is {json.dumps(self.dump())[:1500]}") from None

    def grab(self):
        state = self.dump()
        width, height = state["view"]["width"], state["view"]["height"]
        return grab(self.display, int(width * state["scale"]), int(height * state["scale"]))

    def ticks(self):
        """Processor time used so far, in clock ticks (user + system, all threads)."""
        with open(f"/proc/{self.process.pid}/stat") as file:
            fields = file.read().rpartition(")")[2].split()
        return int(fields[11]) + int(fields[12])

    # ---- doing ----

    def xdotool(self, *arguments):
        subprocess.run(["xdotool", *map(str, arguments)], env=self.environment, check=True,
                       stdout=subprocess.DEVNULL)

    def find_window(self):
        def search():
            self.check_alive()
            found = subprocess.run(["xdotool", "search", "--onlyvisible", "--pid",
                                    str(self.process.pid)],
                                   env=self.environment, capture_output=True, text=True)
            return found.stdout.split()
        self.window = wait_until(search, "the window")[-1]
        # Without a window manager a window lies where it asked to, and nothing has the focus.
        self.xdotool("windowmove", self.window, 0, 0)
        self.xdotool("windowfocus", "--sync", self.window)

    def key(self, *keys):
        self.xdotool("key", "--clearmodifiers", *keys)

    def type(self, text):
        self.xdotool("type", "--delay", "4", "--", text)

    def move(self, x, y):
        self.xdotool("mousemove", int(x), int(y))

    def click(self, x, y, button=1):
        self.xdotool("mousemove", int(x), int(y), "click", button)

    def resize(self, width, height):
        self.xdotool("windowsize", self.window, width, height)

    def clipboard(self):
        return subprocess.run(["xclip", "-o", "-selection", "clipboard"], env=self.environment,
                              capture_output=True, timeout=TIMEOUT, check=True).stdout.decode()

    def set_clipboard(self, text):
        subprocess.run(["xclip", "-i", "-selection", "clipboard"], env=self.environment,
                       input=text.encode(), check=True, timeout=TIMEOUT,
                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    def close(self):
        """Ends the program as a session manager does; what it says about a bad end, else None."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
            try:
                self.process.wait(TIMEOUT)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()
        self.errors.seek(0)
        said = self.errors.read().strip()
        self.errors.close()
        status = self.process.returncode
        return f"the exit status is {status}: {said[-2000:]}" if status else None

    def wait_for_end(self):
        wait_until(lambda: self.process.poll() is not None, "the program to end")
        return self.process.returncode
