# SPDX-License-Identifier: Apache-2.0
# Every relative link of the README files and of the manual's pages leads to a file.
set -eu

cd "$source_dir"
broken=0
for page in README.md src/README.md .github/*.md cmake/docs.md cmake/docs/*.md; do
    for link in $(grep -oE '\]\([^)]+\)' "$page" | sed -E 's/^\]\(|\)$//g' | grep -v '^https*:'); do
        if [ ! -e "$(dirname "$page")/${link%%#*}" ]; then
            echo "$page: $link does not exist" >&2
            broken=1
        fi
    done
done
exit "$broken"
