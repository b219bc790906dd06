#!/usr/bin/env python3
"""Every header compiles alone, as the first and only include.

    headers.py SOURCE_ROOT BUILD_FOLDER COMPILER…
"""
import concurrent.futures
import os
import subprocess
import sys


def main():
    root, build = sys.argv[1:3]
    compiler = sys.argv[3:]
    headers = sorted(os.path.join(folder, name)
                     for folder, _, names in os.walk(os.path.join(root, "src"))
                     for name in names if name.endswith(".h"))
    flags = subprocess.run(["pkg-config", "--cflags", "sdl2", "pangocairo", "fontconfig", "libpng",
                            "openblas", "jansson", "libutf8proc"], capture_output=True, text=True,
                           check=False).stdout.split()

    def compile_alone(header):
        name = os.path.relpath(header, os.path.join(root, "src"))
        return name, subprocess.run(
            [*compiler, "-std=c11", "-Wall", "-Wextra", "-Wpedantic", "-Werror", "-fsyntax-only",
             "-D_POSIX_C_SOURCE=200809L", "-I", os.path.join(root, "src"),
             "-I", os.path.join(root, "assets"), *flags, "-x", "c", "-"],
            input=f'#include "{name}"\nint main(void);\n', text=True, capture_output=True, cwd=build,
            check=False)

    print(f"1..{len(headers)}")
    with concurrent.futures.ThreadPoolExecutor(max_workers=os.cpu_count()) as pool:
        for k, (name, done) in enumerate(pool.map(compile_alone, headers), 1):
            print("ok" if done.returncode == 0 else "not ok", k, "-", name)
            if done.returncode != 0:
                print("\n".join("# " + line for line in done.stderr.splitlines()))


main()
