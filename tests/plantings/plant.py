# SPDX-License-Identifier: Apache-2.0
# `plant.py check BUILD`: each bug of plantings.txt still fits src/ and names tests that BUILD has.
# `plant.py run BUILD [PATTERN] [--search]`: plants each bug whose name or file matches PATTERN in a
# copy of the tree in BUILD/plant, and runs its tests there: all must fail. --search looks for the
# cheapest test that fails instead.
import argparse
import json
import os
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
COPIED = ["CMakeLists.txt", "LICENSE", "README.md", "cmake", "include", "src", "tests"]
LIBRARY = "libselect"  # its target; scripts test the library without a program
# Where --search looks: cheap tests first.
LADDER = ["fuzz.execute.replay", "fuzz.conditions.replay", "fuzz.descriptor.replay",
          "internal.base", "internal.plan", "internal.code", "internal.op", "internal.exec",
          "internal.jit", "internal.schedule", "internal.kernel", "select.avx2", "condition.avx2",
          "faults.stack"]
TIMEOUT_SECONDS = 120  # a bug may be an endless loop


class Planting:
    """A bug: `find`, which `file` has once, becomes `replacement`, and `tests` fail."""

    def __init__(self, name):
        self.name, self.file, self.tests, self.needs = name, "", [], ""
        self.find, self.replacement = [], []

    def planted(self, text):
        """The text of the file with the bug; None unless it applies exactly once."""
        find = "\n".join(self.find)
        if not find or text.count(find) != 1:
            return None
        return text.replace(find, "\n".join(self.replacement))


def read_plantings(path):
    """The plantings of a file, whose head says how one is written."""
    plantings = []
    for line in path.read_text().splitlines():
        word, _, rest = line.partition(" ")
        if line.startswith("["):
            plantings.append(Planting(line.strip("[]")))
        elif word == "in":
            plantings[-1].file = rest
        elif word == "-":
            plantings[-1].find.append(rest)
        elif word == "+":
            plantings[-1].replacement.append(rest)
        elif word == "needs":
            plantings[-1].needs = rest
        elif word == "caught":
            plantings[-1].tests = rest.split()[1:]
        elif line and word != "#":
            sys.exit(f"{path.name}: not understood: {line}")
    return plantings


def read_tests(build):
    """What CTest runs per test: its name, and the targets that its command needs."""
    shown = subprocess.run(["ctest", "--test-dir", build, "--show-only=json-v1"],
                           check=True, capture_output=True, text=True).stdout
    tests = {}
    for test in json.loads(shown)["tests"]:
        programs = [word for word in test.get("command", []) if "/bin/" in word]
        tests[test["name"]] = {pathlib.Path(word).name for word in programs
                               if str(build) in word}
    return tests


def faults_of(planting, tests):
    """What is wrong with a planting, in lines."""
    path = ROOT / planting.file
    if not path.is_file():
        return [f"{planting.name}: no file {planting.file}"]
    faults = []
    if planting.planted(path.read_text()) is None:
        faults.append(f"{planting.name}: its text is not in {planting.file} exactly once")
    for test in planting.tests or ["(none)"]:
        if test not in tests:
            faults.append(f"{planting.name}: no test {test}")
    return faults


def copy_tree(to):
    """Makes `to` the same as the tree. Files that are the same keep their time."""
    files = [path for name in COPIED for path in [ROOT / name, *(ROOT / name).rglob("*")]
             if path.is_file() and "__pycache__" not in path.parts]
    for path in files:
        copy, data = to / path.relative_to(ROOT), path.read_bytes()
        if copy.is_file() and copy.read_bytes() == data:
            continue
        copy.parent.mkdir(parents=True, exist_ok=True)
        copy.write_bytes(data)
    kept = {to / path.relative_to(ROOT) for path in files}
    for path in to.rglob("*"):
        if path.is_file() and path not in kept:
            path.unlink()


class Copy:
    """A copy of the tree and its build. CTest names the programs of tests only once they are built,
    so these names are read from BUILD."""

    def __init__(self, build):
        self.tree, self.build = build / "plant" / "tree", build / "plant" / "out"
        copy_tree(self.tree)
        self.tests = read_tests(build)
        self.nice = ["nice"]
        self.call(["cmake", "-C", self.tree / "cmake/cache/release.cmake", "-S", self.tree, "-B",
                   self.build, "-G", "Ninja", "-DLIBSELECT_BUILD_BENCH=OFF"], True)

    def call(self, command, check=False):
        """Whether a command succeeds; its output is shown when it must and does not."""
        done = subprocess.run(self.nice + [str(word) for word in command], text=True,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        if check and done.returncode != 0:
            sys.exit(done.stdout[-4000:])
        return done.returncode == 0

    def builds(self, tests, check=False):
        """Builds the library and what tests need; whether that succeeds."""
        targets = {LIBRARY}.union(*(self.tests[test] for test in tests))
        return self.call(["cmake", "--build", self.build, "--target", *sorted(targets),
                          "--parallel", os.cpu_count()], check)

    def failing(self, tests):
        """Those of the tests that fail."""
        return [test for test in tests
                if not self.call(["ctest", "--test-dir", self.build, "--no-tests=error",
                                  "--timeout", TIMEOUT_SECONDS, "-R", f"^{re.escape(test)}$"])]

    def first_failing(self, tests):
        """The first of the tests that fails, in a list."""
        return next(([test] for test in tests if self.builds([test]) and self.failing([test])), [])

    def try_planting(self, planting, search):
        """The tests that fail while the bug is planted; None when it does not build."""
        path = self.tree / planting.file
        text = path.read_text()
        path.write_text(planting.planted(text))
        try:
            if not self.builds(LADDER[:1] if search else planting.tests):
                return None
            return self.first_failing(LADDER) if search else self.failing(planting.tests)
        finally:
            path.write_text(text)


def check(build, plantings):
    """Prints what is wrong with the plantings."""
    tests = read_tests(build)
    faults = [fault for planting in plantings for fault in faults_of(planting, tests)]
    for fault in faults:
        print(fault)
    print(f"{len(plantings)} plantings")
    return 1 if faults else 0


def row_of(planting, failing, search):
    """What the table says of a planting, and whether that is as it should be."""
    if failing is None:
        return "DOES NOT BUILD", False
    missing = [test for test in planting.tests if test not in failing]
    if not failing or (missing and not search):
        return "NOT CAUGHT by " + " ".join(LADDER if search else missing), False
    return " ".join(failing), True


def run(build, plantings, pattern, search):
    """Plants each bug and prints a row of the table; 1 when one is not caught."""
    cpu = pathlib.Path("/proc/cpuinfo").read_text()
    copy = Copy(build)
    missed = 0
    wanted = [each for each in plantings if re.search(pattern, each.name + " " + each.file)]
    # By file, so that an object is built once per planting and once more.
    for planting in sorted(wanted, key=lambda each: each.file):
        if planting.needs and planting.needs not in cpu:
            print(f"{planting.name} | skipped: needs {planting.needs}", flush=True)
            continue
        row, good = row_of(planting, copy.try_planting(planting, search), search)
        missed += not good
        print(f"{planting.name} | {row}", flush=True)
    # Without a planting every test must pass, else its failing says nothing.
    tests = sorted({test for each in wanted for test in each.tests})
    if not search and copy.builds(tests, True):
        for test in copy.failing(tests):
            print(f"no planting | {test} FAILS")
            missed += 1
    return 1 if missed else 0


def main():
    """Reads the command line."""
    parser = argparse.ArgumentParser()
    parser.add_argument("command", choices=["check", "run"])
    parser.add_argument("build", type=lambda text: pathlib.Path(text).resolve())
    parser.add_argument("pattern", nargs="?", default="")
    parser.add_argument("--search", action="store_true")
    given = parser.parse_args()
    plantings = read_plantings(pathlib.Path(__file__).with_name("plantings.txt"))
    if given.command == "check":
        return check(given.build, plantings)
    return run(given.build, plantings, given.pattern, given.search)


if __name__ == "__main__":
    sys.exit(main())
