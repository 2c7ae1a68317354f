# SPDX-License-Identifier: Apache-2.0
# The wheel, in an environment of its own, runs the tests of the package: README's example, what is
# loaded from where. Skipped without pip and venv.
set -eu

"$interpreter" -c "
from importlib.util import find_spec
raise SystemExit(not all(map(find_spec, ['pip', 'venv', 'ensurepip', 'setuptools', 'wheel'])))" \
    || { echo "skipped: needs python3-pip, -venv, -setuptools and -wheel"; exit 77; }
rm -rf "$work_dir"
sh "$source_dir/cmake/python_wheel.sh" "$build_dir" "$work_dir/wheel" "$work_dir/venv" "$interpreter"
cd "$work_dir"
unset PYTHONPATH
venv/bin/python -c "
import libselect
assert libselect.__file__.startswith('$work_dir/venv/'), libselect.__file__
libselect.where([True], [1.0], 0)
maps = open('/proc/self/maps').read()
assert '$work_dir/venv/' in maps and '/libselect/libselect.so.0' in maps
assert '$work_dir/venv' not in [line for line in maps.splitlines() if 'libtbb.so' in line][0]"
venv/bin/python -B -m pytest -q -rs -p no:cacheprovider "$source_dir/tests/python/test_package.py"
