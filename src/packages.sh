# Debian packages: what building and testing need, and installing those that are missing. Sourced by
# src/run.sh and tests/run.sh. Nothing is fetched when everything is there.

build_packages='gcc libc6-dev meson ninja-build pkg-config libopenblas-dev libutf8proc-dev
libjansson-dev libzip-dev libyaml-dev libpng-dev libcairo2-dev libpango1.0-dev libfontconfig-dev
libharfbuzz-dev libsdl2-dev fonts-noto-core fonts-noto-mono fonts-noto-cjk'
test_packages="$build_packages python3 libcmocka-dev xvfb xdotool xclip libopenmpi-dev openmpi-bin"

# missing_packages NAME…: those that are not installed.
missing_packages() {
    for package in "$@"; do
        dpkg-query -W -f='${Status}\n' "$package" 2>/dev/null | grep -q '^install ok installed$' ||
            printf '%s ' "$package"
    done
}

# install_packages NAME…: as root or through sudo.
install_packages() {
    if ! command -v apt-get >/dev/null; then
        echo "This is no Debian: install the counterparts of these yourself:" $* >&2
        return 0
    fi
    missing=$(missing_packages "$@")
    [ -n "$missing" ] || return 0
    as_root=
    if [ "$(id -u)" != 0 ]; then
        command -v sudo >/dev/null || {
            echo "These packages are missing, and there is no sudo: $missing" >&2
            return 1
        }
        as_root=sudo
    fi
    echo "Installing: $missing"
    $as_root apt-get update -q &&
        $as_root env DEBIAN_FRONTEND=noninteractive apt-get install -q -y --no-install-recommends \
            $missing
}
