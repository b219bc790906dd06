"""What the tests of the program share: running it on a tiny model, and comparing.

Reads its script's arguments: ALPHASCOPE MAKE_MODEL FOLDER; FOLDER is emptied and written into.
"""
import os
import subprocess
import sys

from tap import run_functions

PROGRAM, MAKE_MODEL, FOLDER = map(os.path.abspath, sys.argv[1:4])
MODEL = os.path.join(FOLDER, "data", "models", "tiny.safetensors")


def environment(**more):
    env = {k: v for k, v in os.environ.items()
           if k.startswith(("ASAN", "LSAN", "UBSAN", "TSAN", "LD_")) or k == "PATH"}
    return {**env, "TERM": "dumb", **more}  # HOME and DISPLAY are not set


def run(*args, stdin=b"", env=None, status=None):
    """Runs the program; checks the exit status; returns standard output and error as bytes."""
    done = subprocess.run([PROGRAM, *args], input=stdin, capture_output=True, check=False,
                          env=env or environment(), timeout=120, cwd=FOLDER)
    if status is not None and done.returncode != status:
        raise AssertionError(f"{args}: exit status {done.returncode}, want {status}\n"
                             f"{done.stderr.decode(errors='replace')}")
    return done.stdout, done.stderr


def tiny(command, *args, **more):
    return run(command, "-m", MODEL, *args, **more)


def same(got, want):
    if got != want:
        raise AssertionError(f"got {got!r}, want {want!r}")


def one_line(err, *parts):
    """Exactly one line, which holds each part."""
    text = err.decode()
    if text.count("\n") != 1 or not text.endswith("\n"):
        raise AssertionError(f"not one line: {text!r}")
    for part in parts:
        if part not in text:
            raise AssertionError(f"{part!r} is not in {text!r}")


def corpus(name, content):
    """Writes a file; returns its path."""
    path = os.path.join(FOLDER, name)
    with open(path, "wb") as file:
        file.write(content)
    return path


def run_tests(names, prepare=None):
    """Runs every function of `names` that is called test_…, with the tiny model there."""
    def make():
        os.makedirs(os.path.dirname(MODEL))
        subprocess.run([MAKE_MODEL, MODEL], check=True)
        if prepare:
            prepare()
    run_functions(names, FOLDER, make)
