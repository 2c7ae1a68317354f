# SPDX-License-Identifier: Apache-2.0
# Every relative link of the README files leads to a file.
set -eu

cd "$source_dir"
broken=0
for readme in README.md src/README.md; do
    for link in $(grep -oE '\]\([^)]+\)' "$readme" | sed -E 's/^\]\(|\)$//g' | grep -v '^https*:'); do
        if [ ! -e "$(dirname "$readme")/${link%%#*}" ]; then
            echo "$readme: $link does not exist" >&2
            broken=1
        fi
    done
done
exit "$broken"
