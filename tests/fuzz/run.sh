#!/bin/sh
# Fuzzes one target with clang's libFuzzer and sanitizers:  sh tests/fuzz/run.sh NAME SECONDS
# New inputs gather in build-fuzz/NAME; a failing input is left there as crash-…, leak-… or slow-….
# With SECONDS 0 those that reach new code are added to tests/fuzz/corpus/NAME.
set -eu
[ $# -eq 2 ] || { echo "usage: run.sh NAME SECONDS" >&2; exit 2; }
name=$1 seconds=$2
cd "$(dirname "$0")/../.."
build=build-fuzz
[ -f $build/build.ninja ] || CC=clang meson setup $build -Db_lundef=false \
  -Db_sanitize=address,undefined -Dc_args=-fsanitize=fuzzer-no-link >/dev/null
ours="$build/src/interop/libalphascope_interop.a $build/src/train/libalphascope_train.a
  $build/src/core/libalphascope.a"
# shellcheck disable=SC2086
ninja -C $build $(printf '%s\n' $ours | sed "s,^$build/,,") >/dev/null
libs=$(pkg-config --libs openblas libutf8proc jansson libzip yaml-0.1)
# shellcheck disable=SC2086
clang -g -O1 -std=c11 -D_DEFAULT_SOURCE -D_POSIX_C_SOURCE=200809L -Isrc \
  -fsanitize=fuzzer,address,undefined -fno-sanitize-recover=all \
  tests/fuzz/fuzz_"$name".c tests/fuzz/sentence.c tests/fuzz/arrays.c $ours $libs -lm -lpthread \
  -o $build/fuzz_"$name"
mkdir -p $build/"$name" tests/fuzz/corpus/"$name"
if [ "$seconds" -eq 0 ]; then
  exec $build/fuzz_"$name" -merge=1 -use_counters=0 tests/fuzz/corpus/"$name" $build/"$name"
fi
exec $build/fuzz_"$name" -max_total_time="$seconds" -timeout=10 -max_len=4096 \
  -artifact_prefix=$build/"$name"/ $build/"$name" tests/fuzz/corpus/"$name"
