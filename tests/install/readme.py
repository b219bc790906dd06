#!/usr/bin/env python3
"""What `meson install` puts down works from where it is put: the program finds its models, every
header compiles alone, and the README's example compiles with the flags of pkg-config and runs.

    readme.py SOURCE_ROOT BUILD_ROOT FOLDER MAKE_MODEL COMPILER…     FOLDER is emptied
"""
import os
import re
import shutil
import subprocess
import sys

SOURCE, BUILD, FOLDER, MAKE_MODEL = sys.argv[1:5]
COMPILER = sys.argv[5:]


def run(*command, **more):
    done = subprocess.run(command, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          check=False, **more)
    if done.returncode != 0:
        sys.exit(f"{command}: exit status {done.returncode}\n{done.stdout}")
    return done.stdout


def find(suffix):
    for folder, _, names in os.walk(FOLDER):
        for name in names:
            path = os.path.join(folder, name)
            if path.endswith(suffix):
                return path
    sys.exit(f"{suffix} was not installed")


def pkg_config(pc):
    """The flags for the place where the files lie now instead of the prefix they were made for."""
    moved = os.path.join(FOLDER, "pkgconfig")
    os.makedirs(moved)
    prefix = os.path.dirname(os.path.dirname(find("bin/alphascope")))
    with open(pc, encoding="utf-8") as file:
        text = re.sub(r"(?m)^prefix=.*$", f"prefix={prefix}", file.read())
    with open(os.path.join(moved, "alphascope.pc"), "w", encoding="utf-8") as file:
        file.write(text)
    path = os.pathsep.join(filter(None, [moved, os.environ.get("PKG_CONFIG_PATH")]))
    return run("pkg-config", "--cflags", "--libs", "alphascope",
               env={**os.environ, "PKG_CONFIG_PATH": path}).split()


def main():
    shutil.rmtree(FOLDER, ignore_errors=True)
    run("meson", "install", "-C", BUILD, "--no-rebuild", "--destdir", FOLDER)

    program = find("bin/alphascope")
    for name in ("man1/alphascope.1", "applications/alphascope.desktop", "apps/alphascope.svg"):
        find(name)
    share = os.path.join(os.path.dirname(os.path.dirname(program)), "share", "alphascope", "models")
    os.makedirs(share, exist_ok=True)
    model = os.path.join(share, "tiny.safetensors")
    run(MAKE_MODEL, model)
    env = {k: v for k, v in os.environ.items() if k not in ("ALPHASCOPE_DATA", "HOME")}
    text = run(program, "translate", "-m", "tiny", "abc", env=env, cwd="/").strip()

    with open(os.path.join(SOURCE, "README.md"), encoding="utf-8") as file:
        example = re.search(r"```c\n(.*?)```", file.read(), re.DOTALL).group(1)
    code = os.path.join(FOLDER, "example.c")
    with open(code, "w", encoding="utf-8") as file:
        file.write(example)
    binary = os.path.join(FOLDER, "example")
    flags = pkg_config(find("pkgconfig/alphascope.pc"))
    run(*COMPILER, "-std=c11", "-Wall", "-Wextra", "-Werror", code, "-o", binary, *flags)
    for header in sorted(os.listdir(os.path.dirname(find("core/decode.h")))):
        run(*COMPILER, "-std=c11", "-fsyntax-only", "-x", "c", "-", *flags,
            input=f"#include <core/{header}>\n")
    rows = run(binary, model, "abc").splitlines()
    if len(rows) < 1 or not all(re.fullmatch(r"\S+ <- \S+ [01]\.\d{3}", row) for row in rows):
        sys.exit(f"the example printed {rows}")
    if text == "":
        sys.exit("the installed program translated nothing")


main()
