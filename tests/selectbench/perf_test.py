# SPDX-License-Identifier: Apache-2.0
"""selectbench perf and verify: tables, JSON, modes, time, ISA caps, several problems at once."""
import json
import os
import re
import shlex
import time
import unittest

import numpy as np

from tool import run_tool, tool_case

WORD = "4x5:2x3x4x5:scalar"
QUICK = ("--seconds", "0")


class perf_case(tool_case):
    def table(self, *words, exit_status=0):
        """The rows as lists of words, heading first."""
        done = run_tool(*words)
        self.assertEqual(done.returncode, exit_status, (done.stdout, done.stderr))
        return [line.split() for line in done.stdout.splitlines()]

    def objects(self, *words, exit_status=0):
        done = run_tool(*words, "--json")
        self.assertEqual(done.returncode, exit_status, (done.stdout, done.stderr))
        return [json.loads(line) for line in done.stdout.splitlines()]


class tables(perf_case):
    def test_columns(self):
        heading, row = self.table("perf", WORD, *QUICK, "--threads", "1")
        self.assertEqual(heading, "cond:src0:src1 type implementation threads calls median us min "
                                  "us limit us memcpy us bytes GB/s result".split())
        self.assertEqual(row[:2] + row[3:4], [WORD, "f32", "1"])
        calls, median, least, limit, memcpy, size, rate = map(float, row[4:11])
        self.assertEqual((size, row[11]), (4 * (120 + 1 + 120) + 20, "PASS"))
        self.assertTrue(0 < limit <= memcpy, row)
        self.assertTrue(calls >= 3 and 0 < least <= median, row)
        self.assertAlmostEqual(rate, 1e-3 * size / median, delta=0.05 * rate)

    def test_rows_stand_below_the_heading(self):
        done = run_tool("perf", "1:1:1", "300x7x300x3:scalar:300x7x300x3", "--dt", "f8_e4m3",
                        "--strides", "::", *QUICK)
        lines = done.stdout.splitlines()
        for heading in ("type", "implementation"):
            place = lines[0].index(heading)
            self.assertTrue(all(line[place - 1] == " " != line[place] for line in lines))
        for heading in ("threads", "median us", "GB/s"):
            end = lines[0].index(heading) + len(heading)
            self.assertTrue(all(line[end - 1] != " " == line[end] for line in lines))

    def test_columns_of_the_unusual(self):
        heading, row = self.table("verify", "3:2x3x4:3", "--strides", "4", "--auto-broadcast",
                                  "pdpd", "--axis", "1")
        self.assertEqual((heading[2:4], row[2:4]), (["broadcast", "strides"], ["pdpd:1", "4"]))

    def test_modes(self):
        for command, mode, timed, verdict in [
                ("verify", (), False, "PASS"), ("perf", (), True, "PASS"),
                ("verify", ("--mode", "P"), True, "unchecked"),
                ("perf", ("--mode", "P"), True, "unchecked"),
                ("perf", ("--mode", "C"), False, "PASS"),
                ("verify", ("--mode", "CP"), True, "PASS"),
                ("verify", ("--mode", "PC"), True, "PASS")]:
            with self.subTest(command=command, mode=mode):
                heading, row = self.table(command, WORD, *QUICK, *mode)
                self.assertEqual(("GB/s" in heading, row[-1]), (timed, verdict))


class json_lines(perf_case):
    def test_fields(self):
        found, = self.objects("perf", "3:2x3x4:3", *QUICK, "--auto-broadcast", "pdpd", "--axis", "1",
                              "--dt", "bf16", "--strides", "-4::2", "--seed",
                              "18446744073709551615", "--inplace", "src0", "--threads", "1",
                              "--mask", "prefix:2")
        times = [found.pop(key) for key in ("calls", "median_s", "min_s", "gb_per_s")]
        self.assertTrue(times[0] >= 3 and 0 < times[2] <= times[1], times)
        self.assertAlmostEqual(times[3], 1e-9 * found["bytes"] / times[1])
        self.assertTrue(0 < found.pop("limit_s") <= found.pop("memcpy_s"))
        self.assertIn(found.pop("implementation"),
                      ("jit:avx512", "jit:avx2", "jit:scalar", "portable"))
        # One of three elements of cond is false: 8 elements of dst come from src1.
        self.assertEqual(found.pop("bytes"), 3 + 2 * (8 + 3))
        dense = {"type": "bf16", "dims": [2, 3, 4], "strides": [12, 4, 1]}
        self.assertEqual(found, {
            "name": "3:2x3x4:3", "problem": "3:2x3x4:3",
            "cond": {"type": "boolean", "dims": [3], "strides": [-4]}, "src0": dense,
            "src1": {"type": "bf16", "dims": [3], "strides": [2]}, "dst": dense,
            "auto_broadcast": "pdpd", "axis": 1, "mask": "prefix:2",
            "true_elements": 2, "inplace": "src0",
            "seed": 18446744073709551615, "threads": 1, "result": "pass"})

    def test_untimed_and_unchecked(self):
        found, = self.objects("verify", WORD)
        self.assertEqual((found["result"], "median_s" in found), ("pass", False))
        found, = self.objects("perf", WORD, "--mode", "P", *QUICK)
        self.assertEqual((found["result"], "median_s" in found), ("unchecked", True))

    def test_what_could_not_be_run(self):
        refused, passed, broken = self.objects("verify", "3:2:2", WORD, "1:1:1099511627776x1024",
                                               exit_status=1)
        self.assertEqual((refused["result"], refused["status"]), ("error", "invalid_shape"))
        self.assertEqual(refused["problem"], "3:2:2")
        self.assertTrue(refused["message"].startswith("cond: dim 0 is 3"))
        self.assertEqual(passed["result"], "pass")
        self.assertEqual((broken["result"], broken["status"]), ("error", "selectbench"))
        self.assertIn("memory", broken["message"])


class masks(perf_case):
    def test_true_elements(self):
        for word, count in (("all", 600), ("none", 0), ("causal", 20 * 21 // 2), ("prefix:3", 60),
                            ("suffix:4", 80), ("runs:7:1", 600), ("random:0", 0), ("random:1", 600),
                            ("prefix:0", 0), ("suffix:9223372036854775807", 600)):
            # An element that is seen many times, by a stride of 0, counts once.
            for strides, seen in (("", 1), ("1x20", 1), ("-90x-3", 1), ("0x1", 20)):
                if seen == 1 or word in ("all", "none", "prefix:3"):
                    found, = self.objects("verify", "20x30:20x30:1", "--mask", word, "--strides",
                                          strides)
                    self.assertEqual((found["true_elements"], found["result"]),
                                     (count // seen, "pass"), (word, strides))
        found, = self.objects("verify", "20x30:20x30:1")
        self.assertEqual(found["mask"], "random:0.5")
        self.assertTrue(200 < found["true_elements"] < 400)

    def test_seed(self):
        counts = [self.objects("verify", "20x30:20x30:1", "--seed", seed)[0]["true_elements"]
                  for seed in (0, 1, 2, 3, 0)]
        self.assertEqual(counts[0], counts[4])
        self.assertGreater(len(set(counts)), 1)

    def test_every_mask_computes(self):
        for word in ("random:0.01", "random:0.99", "causal", "prefix", "suffix", "runs", "runs:5:0.5",
                     "discs", "all", "none"):
            for alias in ("no", "src0"):
                for shape in ("130x70:130x70:scalar", "130x1:130x70:scalar"):
                    self.objects("verify", shape, "--mask", word, "--inplace", alias, "--dt", "u8")

    def test_bytes_in_place(self):
        for alias, word, size in (("src0", "100:100:scalar", 100 + 4 * (30 + 1)),
                                  ("src1", "100:scalar:100", 100 + 4 * (70 + 1)),
                                  ("src0", "100:100:100", 100 + 4 * (30 + 30)),
                                  ("src1", "100:100x1:100x100", 100 + 4 * (7000 + 100))):
            found, = self.objects("perf", word, "--mode", "P", *QUICK, "--mask", "prefix:70",
                                  "--inplace", alias)
            self.assertEqual(found["bytes"], size, word)

    def test_words(self):
        for word, text in (("random", "random:0.5"), ("runs", "runs:64:0.05"),
                           ("runs:7", "runs:7:0.05"), ("random:1e-09", "random:1e-09"),
                           ("random:0.125", "random:0.125"), ("prefix", "prefix"),
                           ("runs:9223372036854775807:0.5", "runs:9223372036854775807:0.5"),
                           ("suffix:17", "suffix:17"), ("causal", "causal"), ("discs", "discs")):
            found, = self.objects("verify", "3:3:3", "--mask", word)
            self.assertEqual(found["mask"], text)

    def test_no_mask(self):
        for word in ("", ":", "maybe", "randomly", "Random", "random:", "random:1.5", "random:-0.1",
                     "random:nan", "random:inf", "random:0.5:1", "random:0x1", "random:+1",
                     "random:1e999", "random: 1", "random:0.5x", "runs:0", "runs:-1", "runs:1.5",
                     "runs::0.5", "runs:4:1.1", "runs:4:0.5:1", "prefix:-1", "prefix:", "suffix:x",
                     "suffix:9223372036854775808", "causal:1", "discs:", "all:1", "none:0"):
            self.check_failed(run_tool("verify", WORD, "--mask", word), "--mask", f'"{word}"',
                              "runs[:LENGTH[:P]]")


class several(perf_case):
    def test_one_that_is_refused_stops_no_other(self):
        done = run_tool("verify", "3:2:2", WORD, "?:2:2")
        self.assertEqual((done.returncode, done.stdout.count("PASS")), (2, 1))
        self.assertRegex(done.stderr, r"\Ainvalid_shape: 3:2:2: [^\n]+\n"
                                      r"invalid_graph_op: \?:2:2: [^\n]+\n\Z")

    def test_one_that_is_no_problem_stops_no_other(self):
        done = run_tool("verify", "1:2", WORD, "x:1:1", "3:1:1", WORD)
        self.assertEqual((done.returncode, done.stdout.count("PASS")), (1, 2))
        self.assertEqual([line.split(":")[0] for line in done.stderr.splitlines()],
                         ["selectbench", "selectbench", "invalid_shape"])

    def test_more_than_the_table_is_laid_out_by(self):
        words = ["1:1:1"] * 150 + ["1000000:1000000:1000000"]
        for options in ((), ("--strides", "0")):
            done = run_tool("verify", *words, *options)
            rows = done.stdout.splitlines()
            self.assertEqual((done.returncode, len(rows)), (0, 152), done.stderr)
            self.assertEqual(rows[0].split()[:4], ["name", "cond:src0:src1", "type", "broadcast"])
            self.assertTrue(all(row.endswith("  PASS") for row in rows[1:]))

    def test_a_failure_outranks_a_refusal(self):
        done = run_tool("verify", "3:2:2", WORD, "1:1:2", "--inplace", "src1")
        self.assertEqual(done.returncode, 1)
        self.assertIn(f"selectbench: {WORD}: --inplace: src1 is scalar", done.stderr)

    def test_lost_rows(self):
        with open("/dev/full", "w", encoding="ascii") as full:
            done = run_tool("verify", WORD, WORD, stdout=full)
        self.assertEqual((done.returncode, done.stderr.count("\n")), (1, 1))


class manual(tool_case):
    ARRAYS = {"mask.npy": np.eye(8, 9, dtype=np.bool_), "a.npy": np.ones((8, 9), np.float32),
              "b.npy": np.zeros((8, 9), np.float32), "scores.npy": np.ones((2, 8, 9), np.float32),
              "fill.npy": np.zeros((), np.float32)}

    def words_of(self, command):
        """Arrays lie in a directory of the test."""
        for name, array in self.ARRAYS.items():
            self.save(name, array)
        return [self.file(word) if word.endswith(".npy") else word
                for word in shlex.split(command, comments=True)]

    def test_commands(self):
        """Those of README.md and of the tool's page run as they stand, in the top directory."""
        top = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")
        for page, least in (("README.md", 1), ("cmake/docs/tool.md", 8)):
            with open(os.path.join(top, page), encoding="ascii") as file:
                commands = re.findall(r"^build/bin/selectbench (.*)$", file.read(), re.MULTILINE)
            self.assertGreaterEqual(len(commands), least, page)
            for command in commands:
                with self.subTest(page=page, command=command):
                    done = run_tool(*self.words_of(command), cwd=top)
                    self.assertEqual((done.returncode, done.stderr), (0, ""), done.stdout)


class time_budget(perf_case):
    def test_seconds(self):
        begin = time.monotonic()
        found, = self.objects("perf", WORD, "--mode", "P", "--seconds", "1.5")
        self.assertGreaterEqual(time.monotonic() - begin, 1.5)
        # At most: the machine may have stopped the process meanwhile.
        self.assertGreater(found["calls"] * found["median_s"], 0.1)

    def test_no_seconds(self):
        for word in ("", "nan", "inf", "-1", "-0.1", "1e300", "86401", "1s", "0x1", " 1", "1e999",
                     "1,5"):
            self.check_failed(run_tool("perf", WORD, "--seconds", word), "--seconds", f'"{word}"',
                              "86400")

    def test_no_mode(self):
        for word in ("", "c", "R", "CPC", "C P"):
            self.check_failed(run_tool("perf", WORD, "--mode", word), "--mode", f'"{word}"',
                              "performance")


class threads_and_isa(perf_case):
    def test_threads(self):
        all_threads = len(os.sched_getaffinity(0))
        for wanted, most in ((0, all_threads), (1, 1), (2147483647, all_threads)):
            found, = self.objects("verify", "1000003:1000003:1", "--threads", wanted)
            self.assertEqual((found["threads"], found["result"]), (most, "pass"))

    def test_caps(self):
        best_first = ("avx512", "avx2", "scalar", "portable")
        for place, isa in enumerate(best_first):
            done, = self.objects("verify", WORD, "--max-cpu-isa", isa)
            self.assertEqual(done["result"], "pass")
            self.assertIn(done["implementation"].removeprefix("jit:"), best_first[place:])

    def test_cap_wins_over_the_environment(self):
        done = run_tool("verify", WORD, "--max-cpu-isa", "portable",
                        env={**os.environ, "LIBSELECT_MAX_CPU_ISA": "scalar"})
        self.assertIn(" portable ", done.stdout)

    def test_no_isa(self):
        for word in ("", "sse", "AVX2", "0", "jit:avx2"):
            self.check_failed(run_tool("verify", WORD, "--max-cpu-isa", word), "--max-cpu-isa",
                              f'"{word}"', "avx512, avx2, scalar, portable")


if __name__ == "__main__":
    unittest.main()
