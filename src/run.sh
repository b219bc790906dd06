#!/bin/sh
# Installs what is missing (Debian), builds into build/ and opens the window, on the model given:
# sh src/run.sh dates
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
model=${1:-eng-fra}
examples=assets/examples/$(basename "$model" .safetensors).txt
[ -f "$examples" ] || examples=assets/examples/eng-fra.txt
sentence=$(head -n 1 "$examples")
echo "  $sentence"
printf '  '
"$alphascope" translate -m "$model" "$sentence" | cat
"$alphascope" render --force -m "$model" -o build/sample.png "$sentence"
echo "Its alignment is drawn in build/sample.png. More: $alphascope --help"
