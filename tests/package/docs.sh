# SPDX-License-Identifier: Apache-2.0
# Makes the reference manual without a warning. It has every page of cmake/docs, every name of the C
# interface, and the types and enumerators of the C++ one. Skipped where doxygen is missing.
set -eu

if ! command -v doxygen > /dev/null; then
    echo "skipped: doxygen is not installed"
    exit 77
fi
cd "$source_dir"
rm -rf "$work_dir"
mkdir -p "$work_dir"
LIBSELECT_VERSION=$version LIBSELECT_DOCS_DIR=$work_dir doxygen cmake/Doxyfile

failed=0
python3 -B cmake/docs/pictures.py "$work_dir/pictures"
diff -r cmake/docs/pictures "$work_dir/pictures" \
    || { echo "cmake/docs/pictures is not what cmake/docs/pictures.py draws"; failed=1; }
for page in cmake/docs/*.md; do
    name=$(basename "$page" .md)
    [ -s "$work_dir/html/md_docs_$name.html" ] && grep -q "md_docs_$name" "$work_dir/html/index.html" \
        || { echo "the manual's first page does not lead to $page"; failed=1; }
done

# expect NAME TAG: the tag file lists whatever is in the HTML.
expect() {
    grep -q -E "<$2( [^>]*)?>(libselect::)?$1</$2>" "$work_dir/libselect.tag" \
        || { echo "the manual has no $1"; failed=1; }
}

for name in $(grep -o -w -E '(libselect|LIBSELECT)_[A-Za-z0-9_]+' tests/unit/abi_record.cpp \
    | grep -v -E '^(LIBSELECT_NODISCARD|libselect_(logical_tensor|condition|select_op|primitive))$'); do
    expect "$name" name
done
for header in libselect.hpp dnnl.hpp dnnl_graph.hpp; do
    for name in $(sed '/^namespace detail/,/^} .*namespace detail/d' "include/libselect/$header" \
        | sed -n -E 's/^(enum class|class|struct) ([a-z_]+) .*/\2/p'); do
        expect "$name" name
    done
done
for name in $(sed -n -E 's/^    ([a-z0-9_]+) = libselect_[a-z0-9_]+,$/\1/p' \
    include/libselect/libselect.hpp); do
    expect "$name" enumvalue
done
grep -q "libselect.*$version" "$work_dir/html/index.html" || { echo "no version $version"; failed=1; }
exit $failed
