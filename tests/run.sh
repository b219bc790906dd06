#!/bin/sh
# Installs what is missing (Debian), builds, and runs every test: with gcc, with the address and
# undefined-behaviour sanitizers, and the threaded parts with the thread sanitizer. Ends with one
# line "N passed, N failed". Writes into build-*/ only.
set -u
cd "$(dirname "$0")/.." || exit 1
. src/packages.sh
install_packages $test_packages || exit 1

# No test may lean on the person who runs it.
unset DISPLAY WAYLAND_DISPLAY NO_COLOR COLORTERM ALPHASCOPE_DATA || true
export LC_ALL=C.UTF-8
export TMPDIR="$PWD/build-test/tmp"
mkdir -p "$TMPDIR" || exit 1
status=0
logs=

# run_tests FOLDER "SETUP OPTIONS" "TEST OPTIONS": builds what the tests need, and runs them.
run_tests() {
    echo "== $1: $2"
    [ -f "$1/build.ninja" ] || meson setup -Dwerror=true $2 "$1" || { status=1; return; }
    rm -f "$1"/meson-logs/testlog*
    meson test -C "$1" --print-errorlogs $3 || status=1
    logs="$logs $1/meson-logs/testlog"
}

run_tests build-test '' ''
run_tests build-asan '-Db_sanitize=address,undefined' '--timeout-multiplier=4'
run_tests build-tsan '-Db_sanitize=thread' '--timeout-multiplier=4 --suite threads'

python3 tests/count.py $logs || status=1
exit $status
