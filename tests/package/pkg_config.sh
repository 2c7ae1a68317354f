# SPDX-License-Identifier: Apache-2.0
# Builds and runs a C99 program with the flags that pkg-config gives for the installed library.
set -eu

export PKG_CONFIG_PATH="$prefix/$libdir/pkgconfig"
export LD_LIBRARY_PATH="$prefix/$libdir"
rm -rf "$work_dir"
mkdir -p "$work_dir"

found=$("$pkg_config" --modversion libselect)
if [ "$found" != "$version" ]; then
    echo "libselect.pc has version $found, expected $version" >&2
    exit 1
fi

# eval, because pkg-config quotes the spaces of the prefix for a shell to read.
flags=$("$pkg_config" --cflags --libs libselect)
echo "flags: $flags"
eval "\"\$CC\" -std=c99 -pedantic -Wall -Wextra -Werror \"\$source_dir/tests/package/consumer.c\" \
    -o \"\$work_dir/consumer\" $flags"
"$work_dir/consumer"

# README's line for a prefix of one's own: the program starts without LD_LIBRARY_PATH.
unset LD_LIBRARY_PATH
eval "libs=$("$pkg_config" --variable=libdir libselect)" # it quotes spaces too
eval "\"\$CC\" -std=c99 \"\$source_dir/tests/package/consumer.c\" -o \"\$work_dir/started\" $flags \
    \"-Wl,-rpath,\$libs\""
"$work_dir/started"
