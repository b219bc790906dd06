"""What the tests of the program share: running it on a tiny model, and comparing.

Reads its script's arguments: ALPHASCOPE MAKE_MODEL FOLDER; FOLDER is emptied and written into.
"""
import os
import shutil
import subprocess
import sys
import traceback

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
    """Runs every function of `names` that is called test_…, after prepare, and prints TAP."""
    shutil.rmtree(FOLDER, ignore_errors=True)
    os.makedirs(os.path.dirname(MODEL))
    subprocess.run([MAKE_MODEL, MODEL], check=True)
    if prepare:
        prepare()
    tests = [(name, f) for name, f in names.items() if name.startswith("test_")]
    print(f"1..{len(tests)}")
    for k, (name, function) in enumerate(tests, 1):
        try:
            function()
            print(f"ok {k} - {name[5:]}", flush=True)
        except Exception:  # every test is run, whatever the others do
            print(f"not ok {k} - {name[5:]}")
            print("\n".join("# " + line for line in traceback.format_exc().splitlines()), flush=True)
