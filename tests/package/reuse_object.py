# SPDX-License-Identifier: Apache-2.0
"""Stands before the compiler in a second build of the library, and saves compiling it again.

Usage: reuse_object.py BUILD_DIR COMPILER ARGUMENTS...

A source that BUILD_DIR compiled with the same definitions, include folders, standard and code options
is not compiled again: its object is copied. Everything else goes to the compiler, so that a build
whose command is wrong fails. Optimization, warnings and debug information make no difference here:
the tests of packages ask whether the library builds and runs, not whether it is fast.
"""
import json
import os
import pathlib
import shlex
import shutil
import sys

IRRELEVANT = ("-O", "-g", "-W", "-M", "-DNDEBUG", "-U_FORTIFY_SOURCE", "-D_FORTIFY_SOURCE",
              "-ffile-prefix-map=")
WITH_VALUE = ("-o", "-MF", "-MT", "-MQ")


def relevant(arguments, source):
    """The arguments that decide whether a source compiles, and what its object may be linked to."""
    kept = set()
    rest = iter(arguments)
    for argument in rest:
        if argument in WITH_VALUE:
            next(rest)
        elif argument != source and not argument.startswith(IRRELEVANT):
            kept.add(argument)
    return kept


def are_same(source, built):
    """Whether two sources are one file, or batches of the same files, which CMake writes anew."""
    source, built = pathlib.Path(source), pathlib.Path(built)
    return source == built or (source.name.startswith("unity_") and source.name == built.name
                               and source.read_bytes() == built.read_bytes())


def built_object(build_dir, command):
    """The object that BUILD_DIR has for this command, or None."""
    source = command[command.index("-c") + 1]
    for entry in json.loads((build_dir / "compile_commands.json").read_text()):
        if not are_same(source, entry["file"]):
            continue
        built = shlex.split(entry["command"])
        # A compiler cache may stand before the compiler.
        if command[0] not in built:
            continue
        path = pathlib.Path(entry["directory"]) / built[built.index("-o") + 1]
        built = built[built.index(command[0]):]
        if relevant(command, source) == relevant(built, entry["file"]) and path.exists():
            return path
    return None


def main():
    build_dir, command = pathlib.Path(sys.argv[1]), sys.argv[2:]
    reused = built_object(build_dir, command) if "-c" in command else None
    if reused is None:
        os.execvp(command[0], command)
    shutil.copy(reused, command[command.index("-o") + 1])


main()
