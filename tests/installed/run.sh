#!/bin/sh
# sh run.sh BUILD PROGRAM.C [CC]: installs the build in BUILD under a folder of its own, compiles the program against what was
# installed, as a program outside would (headers and pkg-config only), and runs it.
set -eu
build=$1 program=$2 cc=${3:-cc}
root=$(mktemp -d)
trap 'rm -rf "$root"' EXIT
meson install -C "$build" --no-rebuild --destdir "$root" >/dev/null
pc=$(find "$root" -name alphascope.pc)
[ -n "$pc" ] || { echo "alphascope.pc was not installed"; exit 1; }
PKG_CONFIG_PATH=$(dirname "$pc")
export PKG_CONFIG_PATH
prefix=$root$(pkg-config --variable=prefix alphascope)
flags=$(pkg-config --define-variable=prefix="$prefix" --cflags --libs --static alphascope)
# shellcheck disable=SC2086
"$cc" -std=c11 -Wall -Wextra -Werror "$program" $flags -o "$root/program"
"$root/program" "$root/model.safetensors" >"$root/out" || { cat "$root/out"; exit 1; }
case $(cat "$root/out") in
'{"source":["a","b","▁","a","</s>"],"target":['*'"text":"'*'"}') ;;
*) echo "unexpected output:"; cat "$root/out"; exit 1 ;;
esac
