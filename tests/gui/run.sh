#!/bin/sh
# Runs the real program on a private X display, with real keys and a real pointer, and checks what it
# shows. Usage: tests/gui/run.sh PROGRAM [SCENARIO …]. Exit status 77: skipped, tools are missing.
# Needs Xvfb, xdotool, xclip and Python 3 (Debian: xvfb xdotool xclip python3).
set -u
here=$(cd "$(dirname "$0")" && pwd)
for tool in Xvfb xdotool xclip python3; do
    command -v "$tool" >/dev/null || { echo "skipped: no $tool"; exit 77; }
done
exec python3 "$here/scenarios.py" "$@"
