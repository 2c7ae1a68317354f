#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Makes the wheel from a build folder that has libselect_python, and installs it in a new virtual
# environment, without the network. The environment sees the packages of the system, which serve the
# tests; of libselect it has the wheel.
# Usage: sh cmake/python_wheel.sh BUILD_FOLDER WHEEL_FOLDER VENV_FOLDER [PYTHON]
set -eu
build=$1 wheels=$2 venv=$3 python=${4:-/usr/bin/python3}

# What setuptools has left of an earlier build would come into the wheel.
rm -rf "$wheels" "$venv" "$build/python/build"
"$python" -m pip wheel --quiet --no-index --no-deps --no-build-isolation --no-cache-dir \
    --wheel-dir "$wheels" "$build/python"
ls "$wheels"/*.whl
"$python" -m venv --system-site-packages "$venv"
"$venv/bin/python" -m pip install --quiet --no-index --no-deps "$wheels"/*.whl
