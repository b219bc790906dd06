#!/usr/bin/env python3
"""The measure of copying, with programs that copy all, some or nothing.

    test_copying.py COPYING FOLDER        FOLDER is emptied and written into
"""
import os
import subprocess
import sys

from tap import run_functions

COPYING, FOLDER = map(os.path.abspath, sys.argv[1:3])


def program(name, filter_command):
    """A stand-in for the program: whatever its arguments, standard input through a filter."""
    where = os.path.join(FOLDER, name)
    with open(where, "w", encoding="utf-8") as file:
        file.write(f"#!/bin/sh\nexec {filter_command}\n")
    os.chmod(where, 0o755)
    return where


def run(*args, status=0):
    done = subprocess.run([sys.executable, COPYING, *args], capture_output=True, check=False,
                          encoding="utf-8", timeout=60)
    assert done.returncode == status, (args, done)
    return done.stdout, done.stderr


def measure(filter_command, *more, status=0):
    out, _ = run("-p", program("program", filter_command), "-m", "any", *more, status=status)
    return out


def test_sentences():
    out, _ = run("--list")
    assert out == run("--list")[0]
    lines = out.splitlines()
    assert len(lines) == 200 == len(set(lines))


def test_all_is_copied():
    out = measure("cat", "--names", "100", "--numbers", "100")
    assert out == "numbers 112 of 112 (100.0%); names 172 of 172 (100.0%)\n", out


def test_other_separators():
    """1,000 may become 1.000, 1 000 or 1000; a name may take an s."""
    for to in ".", " ", "", "\u202f":
        out = measure(f"sed -E 's/([0-9]),([0-9]{{3}})/\\1{to}\\2/g; s/,([0-9]{{3}})/{to}\\1/g'")
        assert out.startswith("numbers 112 of 112"), (to, out)
    out = measure("sed 's/Oluwaseun/&s/'")
    assert "names 172 of 172" in out, out


def test_losses_are_counted():
    out = measure("tr 0-9 1-90", "--numbers", "1", status=1)
    assert out == "numbers 0 of 112 (0.0%); names 172 of 172 (100.0%)\n", out
    out = measure("tr '[:upper:]' '[:lower:]'", "--names", "1", status=1)
    assert out == "numbers 112 of 112 (100.0%); names 0 of 172 (0.0%)\n", out
    out = measure("sed 's/[0-9]/&0/g'", "--show")
    assert out.endswith("numbers 0 of 112 (0.0%); names 172 of 172 (100.0%)\n"), out
    assert "lost: " in out


def test_refusals():
    seen = os.path.join(FOLDER, "seen.tsv")
    with open(seen, "w", encoding="utf-8") as file:
        file.write("I saw Ngozi.\tJ'ai vu Ngozi.\n")
    _, err = run("-p", program("program", "cat"), "-m", "any", "--unseen-in", seen, status=1)
    assert "seen in training: Ngozi\n" in err, err
    _, err = run("-p", program("program", "false"), "-m", "any", status=2)
    assert "exit status 1, 0 lines for 200" in err, err
    _, err = run("-p", os.path.join(FOLDER, "none"), "-m", "any", status=2)
    assert err.count("\n") == 1 and "none: No such file" in err, err
    _, err = run("-p", program("program", "cat"), "-m", "any", "--unseen-in", FOLDER, status=2)
    assert err.count("\n") == 1 and "Is a directory" in err, err
    _, err = run(status=2)
    assert "-m MODEL is missing" in err, err


run_functions(globals(), FOLDER)
