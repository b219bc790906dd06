#!/bin/sh
# Installs what is missing (Debian), builds into build/ and opens the window. Arguments go to the
# program: sh src/run.sh dates
set -eu
cd "$(dirname "$0")/.."
. src/packages.sh
install_packages $build_packages

[ -f build/build.ninja ] || meson setup --buildtype=release build
ninja -C build src/cli/alphascope

alphascope=build/src/cli/alphascope
if [ -n "${DISPLAY:-}${WAYLAND_DISPLAY:-}" ]; then
    exec "$alphascope" "$@"
fi
echo
echo "There is no display for the window (DISPLAY and WAYLAND_DISPLAY are empty); a sample instead:"
sentence='The European Parliament adopted the new rules in 1992.'
echo "  $sentence"
printf '  '
"$alphascope" translate "$sentence" | cat
"$alphascope" render --force -o build/sample.png "$sentence"
echo "Its alignment is drawn in build/sample.png. More: $alphascope --help"
