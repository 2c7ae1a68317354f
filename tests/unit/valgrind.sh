#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Runs a program under valgrind: sh valgrind.sh PROGRAM. Ends with 77, which CTest shows as skipped,
# where there is no valgrind.
set -eu
if ! command -v valgrind > /dev/null; then
    echo "SKIPPED: valgrind is not installed"
    exit 77
fi
# Generated code appears where other code was, in mappings of files in memory.
exec valgrind --quiet --error-exitcode=1 --smc-check=all \
    --leak-check=full --errors-for-leak-kinds=definite "$1"
