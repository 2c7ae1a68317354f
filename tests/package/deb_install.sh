# SPDX-License-Identifier: Apache-2.0
# Installs the Debian packages on this system, builds and runs a C, a C++ and a Python program with what
# they bring, removes them, and finds nothing left. Skipped without root, and where there is a libselect
# already, which is nobody's to remove.
set -eu

packages="$(dirname "$work_dir")/deb_build/packages"
skip() {
    echo "skipped: $1"
    exit 77
}
[ "$(id -u)" -eq 0 ] || skip "installing takes root"
[ -e "$packages" ] || skip "there are no packages, see package_deb_build"
# Two runs on one system would remove each other's packages.
exec 9> /tmp/libselect-deb-install.lock
flock -n 9 || skip "another run of this test has the system"

# What the system has of libselect, one path per line.
traces() {
    find /usr /etc /var/lib/dpkg -path '*/src' -prune -o \
        \( -name 'libselect*' -o -path '*/libselect/*' \) -print | LC_ALL=C sort
}
if dpkg-query -W libselect libselect-dev python3-libselect > /dev/null 2>&1; then skip "libselect is installed"; fi
if ldconfig -p | grep -F libselect.so; then skip "a libselect that dpkg does not know is installed"; fi

rm -rf "$work_dir"
mkdir -p "$work_dir"
traces > "$work_dir/before"

# dpkg_waiting OPTIONS...: with patience for whoever has its lock.
dpkg_waiting() {
    for _ in $(seq 60); do
        dpkg "$@" > "$work_dir/dpkg.log" 2>&1 && return 0
        grep -q 'lock' "$work_dir/dpkg.log" || break
        sleep 2
    done
    cat "$work_dir/dpkg.log"
    return 1
}
# The package of the Python module is there where Python's headers are.
python=
[ ! -e "$(echo "$packages"/python3-libselect_*.deb)" ] || python=python3-libselect
remove() {
    # shellcheck disable=SC2086 # a package or none
    dpkg_waiting --purge libselect-dev libselect $python
}
trap 'remove || true' EXIT
trap 'exit 1' HUP INT TERM
# shellcheck disable=SC2046 # a package or none
dpkg_waiting -i "$packages"/libselect_*.deb "$packages"/libselect-dev_*.deb \
    $([ -z "$python" ] || ls "$packages"/${python}_*.deb)

unset PKG_CONFIG_PATH LD_LIBRARY_PATH CMAKE_PREFIX_PATH
libdir=/usr/lib/$(dpkg-architecture -qDEB_HOST_MULTIARCH)
ldconfig -p | grep -F libselect.so.0 || { echo "ldconfig does not know libselect"; exit 1; }

# shellcheck disable=SC2046 # one word per flag
"$CC" -std=c99 -pedantic -Wall -Wextra -Werror "$source_dir/tests/package/consumer.c" \
    -o "$work_dir/c_consumer" $("$pkg_config" --cflags --libs libselect)
"$work_dir/c_consumer"
ldd "$work_dir/c_consumer" | grep -F libselect

"$cmake" -S "$source_dir/tests/package/find_package" -B "$work_dir/build" -G "$generator" \
    -DCMAKE_DISABLE_FIND_PACKAGE_TBB=TRUE -Dexpected_prefix="$libdir" \
    -Dexpected_version="$version" > /dev/null
"$cmake" --build "$work_dir/build"
"$work_dir/build/consumer"

if [ -n "$python" ]; then
    (cd / && /usr/bin/python3 -B -c "
import libselect, numpy
assert libselect.where([True, False], [1, 2], 0).tolist() == [1, 0]
assert libselect.__version__ == '$version'")
fi

# A package of a program would depend on the library by its shlibs.
mkdir -p "$work_dir/debian"
echo "Source: consumer" > "$work_dir/debian/control"
(cd "$work_dir" && dpkg-shlibdeps -O c_consumer) | grep -F "libselect (>= $version)"

trap - EXIT
remove
traces > "$work_dir/after"
diff "$work_dir/before" "$work_dir/after" || { echo "removed, but the paths above are left"; exit 1; }
if ldconfig -p | grep -F libselect.so; then
    echo "removed, but ldconfig still knows it"
    exit 1
fi
if "$work_dir/c_consumer" 2> /dev/null; then
    echo "removed, but the program still finds a library"
    exit 1
fi
