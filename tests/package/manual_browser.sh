# SPDX-License-Identifier: Apache-2.0
# Opens the manual, which package_docs has made, in a browser. Debian's interpreter has Debian's
# Selenium; another one may stand before it.
set -eu

manual="$(dirname "$work_dir")/docs/html"
if [ ! -e "$manual/index.html" ]; then
    echo "skipped: the manual was not made, since doxygen is not installed"
    exit 77
fi
for python in python3 /usr/bin/python3; do
    if command -v "$python" > /dev/null && "$python" -c 'import selenium' 2> /dev/null; then
        exec "$python" -B "$source_dir/tests/package/manual_browser.py" "$manual"
    fi
done
echo "skipped: Debian's python3-selenium is not installed"
exit 77
