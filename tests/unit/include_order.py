# SPDX-License-Identifier: Apache-2.0
# `include_order.py SRC`: each folder of src/ includes only itself and the folders above it on the
# data path, and only the folders named here know Xbyak, oneTBB and stdio.
import pathlib
import re
import sys

ORDER = ["base", "op", "plan", "kernel", "code", "jit", "schedule", "exec", "api"]
# Uses the library through its public header, as any program does.
CLIENTS = ["python"]
# What only some folders may include: a pattern, and the folders.
RESERVED = [
    (r"xbyak/", {"jit"}),
    (r"(oneapi/)?tbb/", {"exec"}),
    (r"cstdio|stdio\.h|iostream", {"base", "code", "api"}),
]
INCLUDE = re.compile(r'^\s*#\s*include\s+["<]([^">]+)[">]', re.M)


def faults_of(folder, name, text):
    """What is wrong with the includes of one file of a folder."""
    faults = []
    for header in INCLUDE.findall(text):
        other = header.split("/")[0]
        if other in ORDER and folder in CLIENTS:
            faults.append(f"{name}: {header} is not a public header")
        elif other in ORDER and ORDER.index(other) > ORDER.index(folder):
            faults.append(f"{name}: {header} stands below {folder}/ on the data path")
        for pattern, folders in RESERVED:
            if re.match(pattern, header) and folder not in folders:
                faults.append(f"{name}: {header} is for {', '.join(sorted(folders))} only")
    return faults


def check(src):
    faults, folders = [], set()
    for path in sorted(src.rglob("*.[ch]pp")):
        name = path.relative_to(src)
        folders.add(name.parts[0])
        faults += faults_of(name.parts[0], name, path.read_text())
    if folders != set(ORDER + CLIENTS):
        faults.append(f"src/ has the folders {sorted(folders)}, expected {sorted(ORDER + CLIENTS)}")
    return faults


def show_that_rules_can_fail():
    cases = [("plan", '#include "exec/walk.hpp"'), ("schedule", "#include <xbyak/xbyak.h>"),
             ("op", "#include <cstdio>"), ("api", "#  include <oneapi/tbb/info.h>")]
    for folder, line in cases:
        assert faults_of(folder, "planted", line), f"{line} in {folder}/ was not found"
    assert not faults_of("exec", "good", '#include "plan/plan.hpp"\n#include <tbb/version.h>')


if __name__ == "__main__":
    show_that_rules_can_fail()
    found = check(pathlib.Path(sys.argv[1]))
    print("\n".join(found) or "every include points up the data path")
    sys.exit(1 if found else 0)
