# SPDX-License-Identifier: Apache-2.0
# Makes the Debian packages, and reads what they say of themselves. Objects of the library that are
# built already with the same options are taken as they are.
set -eu

for tool in dpkg-deb dpkg-shlibdeps file; do
    command -v $tool > /dev/null || { echo "skipped: $tool is not installed"; exit 77; }
done
rm -rf "$work_dir"
mkdir -p "$work_dir/packages"
(cd "$source_dir" && sh cmake/debian/build.sh "$work_dir/build" "$work_dir/packages" \
    -DCMAKE_CXX_COMPILER_LAUNCHER="$launcher")

failed=0
# expect PACKAGE FIELD PATTERN
expect() {
    value=$(dpkg-deb -f "$work_dir/packages/$1"_*.deb "$2")
    echo "$value" | grep -q -x -E -e "$3" || { echo "$1: $2 is '$value', expected $3"; failed=1; }
}

packages="libselect libselect-dev"
# Where Python's headers are missing, there is no package of the Python module.
[ ! -e "$work_dir/build/python" ] || packages="$packages python3-libselect"
for package in $packages; do
    expect $package Package $package
    expect $package Version "$version"
    expect $package Architecture "$(dpkg --print-architecture)"
    expect $package Maintainer 'libselect maintainers <.*>'
    expect $package Priority optional
    unpacked="$work_dir/$package"
    dpkg-deb -x "$work_dir/packages/${package}_"*.deb "$unpacked"
    dpkg-deb -e "$work_dir/packages/${package}_"*.deb "$unpacked/DEBIAN"
    for document in copyright changelog.gz; do
        [ -s "$unpacked/usr/share/doc/$package/$document" ] \
            || { echo "$package: has no $document"; failed=1; }
    done
    gzip -dc "$unpacked/usr/share/doc/$package/changelog.gz" | head -n 1 \
        | grep -q -F "libselect ($version)" || { echo "$package: changelog of another version"; failed=1; }
    if find "$unpacked" -mindepth 1 ! -type l -perm /022 | grep .; then
        echo "$package: the files above may be written by others"
        failed=1
    fi
done
expect libselect Section libs
expect libselect-dev Section libdevel
if [ -e "$work_dir/python3-libselect" ]; then
    expect python3-libselect Section python
    expect python3-libselect Depends "(.*, )?libselect \\(= $version\\)(, .*)?"
    expect python3-libselect Depends '(.*, )?python3-numpy(, .*)?'
    extension=$(find "$work_dir/python3-libselect" -name '_libselect*.so')
    if readelf -d "$extension" | grep -E 'RUNPATH|RPATH'; then
        echo "python3-libselect: looks for libraries in folders of its own"
        failed=1
    fi
    if find "$work_dir/python3-libselect" -name 'libselect.so*' | grep .; then
        echo "python3-libselect: has a copy of the library"
        failed=1
    fi
fi
expect libselect-dev Depends "libselect \\(= $version\\)"
for needed in libtbb12 libc6 libstdc++6 libgcc-s1; do
    dpkg-deb -f "$work_dir/packages/libselect_"*.deb Depends | tr ',' '\n' \
        | grep -q -w -F -e "$needed" || { echo "libselect: does not depend on $needed"; failed=1; }
done
if readelf -d "$work_dir/libselect/usr/lib/"*/libselect.so.0 | grep -E 'RUNPATH|RPATH'; then
    echo "libselect: looks for libraries in folders of its own"
    failed=1
fi
grep -q -x 'activate-noawait ldconfig' "$work_dir/libselect/DEBIAN/triggers" \
    || { echo "libselect: does not have ldconfig run"; failed=1; }
grep -q -x -F "libselect 0 libselect (>= $version)" "$work_dir/libselect/DEBIAN/shlibs" \
    || { echo "libselect: its shlibs do not say what programs depend on"; failed=1; }
exit $failed
