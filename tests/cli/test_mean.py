#!/usr/bin/env python3
"""The mean of models: its numbers, that the program takes it, and what is refused.

    test_mean.py ALPHASCOPE MAKE_MODEL FOLDER MEAN        FOLDER is emptied and written into
"""
import array
import json
import os
import struct
import subprocess
import sys

from program import FOLDER, MAKE_MODEL, run, run_tests
from runs import contents

MEAN = os.path.abspath(sys.argv[4])


def path(name):
    return os.path.join(FOLDER, name)


def mean(*args, status=0):
    done = subprocess.run([sys.executable, MEAN, *args], capture_output=True, check=False,
                          encoding="utf-8", timeout=60)
    assert done.returncode == status, (args, done)
    return done.stderr


def write(name, dtype, raw, card):
    header = {"__metadata__": card,
              "w": {"dtype": dtype, "shape": [len(raw) // (4 if dtype == "F32" else 2)],
                    "data_offsets": [0, len(raw)]}}
    text = json.dumps(header).encode()
    with open(path(name), "wb") as file:
        file.write(struct.pack("<Q", len(text)) + text + raw)


def test_whole_models():
    for seed in ("1", "2"):
        subprocess.run([MAKE_MODEL, path(seed), seed], check=True)
    mean("-o", path("mean.safetensors"), "0.25:" + path("1"), "0.75:" + path("2"))
    (header, a), (_, b), (told, m) = map(contents, map(path, ("1", "2", "mean.safetensors")))
    for name, tensor in header.items():
        if name == "__metadata__":
            continue
        first, last = tensor["data_offsets"]
        xs, ys = array.array("f", a[first:last]), array.array("f", b[first:last])
        where = told[name]["data_offsets"]
        got = array.array("f", m[where[0]:where[1]])
        assert len(got) == len(xs)
        assert all(abs(0.25 * x + 0.75 * y - z) < 1e-6 for x, y, z in zip(xs, ys, got)), name
    run("translate", "-m", path("mean.safetensors"), "abc", status=0)


def test_halves_are_rounded_to_even():
    """0x3F80 is 1 in BF16, 0x3F81 the next number: half-way goes to the even one."""
    card = {"training": json.dumps({"steps": 3, "valid_nll": 1.0})}
    write("x", "BF16", struct.pack("<3H", 0x3F80, 0x3F81, 0x3F80), card)
    write("y", "BF16", struct.pack("<3H", 0x3F81, 0x3F82, 0x4000), card)
    mean("-o", path("z"), "0.5:" + path("x"), "0.5:" + path("y"))
    header, raw = contents(path("z"))
    assert struct.unpack("<3H", raw) == (0x3F80, 0x3F82, 0x3FC0)
    assert json.loads(header["__metadata__"]["training"]) == {"steps": 3, "mean": [0.5, 0.5]}


def test_refused():
    write("x", "BF16", b"\0" * 6, {"source.vocab": "a"})
    write("y", "BF16", b"\0" * 4, {"source.vocab": "a"})
    write("z", "BF16", b"\0" * 6, {"source.vocab": "b"})
    out = ["-o", path("none")]
    assert "sum to 0.9" in mean(*out, "0.5:" + path("x"), "0.4:" + path("x"), status=1)
    assert "sum to nan" in mean(*out, "nan:" + path("x"), "1:" + path("x"), status=1)
    assert "w is BF16 [3] in one" in mean(*out, "0.5:" + path("x"), "0.5:" + path("y"), status=1)
    assert "expected WEIGHT:MODEL" in mean(*out, path("x"), status=1)
    assert "none: No such file" in mean(*out, "1:" + path("none"), status=1)
    with open(path("text"), "w", encoding="utf-8") as file:
        file.write("one\tun\ntwo\tdeux\n")
    assert "no .safetensors file" in mean(*out, "1:" + path("text"), status=1)
    assert "no-folder/z: No such" in mean("-o", path("no-folder/z"), "1:" + path("x"), status=1)
    assert "vocabularies" in mean(*out, "0.5:" + path("x"), "0.5:" + path("z"), status=1)
    assert not os.path.exists(path("none"))


run_tests(globals())
