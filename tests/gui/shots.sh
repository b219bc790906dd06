#!/bin/sh
# Pictures of the window's main states, to be looked at: in .shots/ (ignored by git).
# Usage: tests/gui/shots.sh PROGRAM [FOLDER]
set -eu
here=$(cd "$(dirname "$0")" && pwd)
exec python3 "$here/shots.py" "$1" "${2:-$here/../../.shots}"
