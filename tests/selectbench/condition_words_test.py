# SPDX-License-Identifier: Apache-2.0
"""selectbench verify: conditions as words, in place on what they read, and random problems."""
import json
import os
import unittest

from tool import run_tool, tool_case

RELATIONS = ("lt", "le", "gt", "ge", "eq", "ne")
NUMBERS = ("u8", "s8", "f8_e4m3", "f8_e5m2", "u16", "s16", "f16", "bf16", "u32", "s32", "f32",
           "u64", "s64", "f64", "c64", "c128")
# A word and how a row calls its condition.
WORDS = {
    "causal:2x9x8:scalar": "causal", "causal(3):9x8:9x1": "causal(3)",
    "causal(-2):9x8:scalar": "causal(-2)", "window(2,1):2x9x8:scalar": "window(2,1)",
    "window(2,0,3):9x8:scalar": "window(-1,3)", "lengths:4x9x8:scalar": "lengths(4x1x1)",
    "lengths(4x9x1):4x9x8:scalar": "lengths(4x9x1)", "lengths:4x1x1:4x9x8:scalar":
    "lengths(4x1x1)", "lengths:8:8": "lengths(1)", "interval:9x8:scalar": "interval",
    "interval(axis=0,row=2,lower=-1,upper=4,begin=9x1,end=8):7x9x8:7x9x8":
    "interval(axis=0,row=2,lower=-1,upper=4,begin=9x1,end=8)",
    "interval(begin=9x1,end=1):9x8:scalar": "interval(begin=9x1,end=1)",
    "bits:64x100:scalar": "bits(64x100)", "bits:100:64x100:scalar": "bits(100)",
    "bits(64x100,msb,offset=5):64x100:scalar": "bits(64x100,msb,offset=5)",
    "bits(offset=3):64x100:scalar": "bits(64x100,offset=3)", "bits(msb):9:9": "bits(9,msb)",
    "nonzero:9x8:scalar": "nonzero(9x8)", "nonzero(9x1):9x8:scalar": "nonzero(9x1)",
    "nonzero:scalar:scalar": "nonzero(scalar)", "bits:scalar:scalar": "bits(scalar)",
    **{f"{relation}(64x50,64x1):64x50:scalar": f"{relation}(64x50,64x1)" for relation in RELATIONS},
    "lt(1,9x8):9x8:9x8:9x8": "lt(1,9x8)",
}


class condition_words(tool_case):
    def rows(self, *words):
        done = run_tool("verify", "--json", *words)
        self.assertEqual((done.returncode, done.stderr), (0, ""), done.stdout)
        rows = [json.loads(line) for line in done.stdout.splitlines()]
        self.assertEqual({row["result"] for row in rows}, {"pass"})
        return rows

    def test_each(self):
        rows = self.rows(*WORDS)
        self.assertEqual([row["problem"].split(":")[0] for row in rows], list(WORDS.values()))
        self.assertEqual(rows[0]["condition"], "causal:0")

    def test_by_option(self):
        for word in WORDS:
            cond, src0, src1 = word.split(":")[0:3]
            if word.count(":") == 2:
                self.rows("--cond", cond, "--src0", src0, "--src1", src1)

    def test_a_row(self):
        done = run_tool("verify", "lt(64x50,64x1):64x50:scalar")
        self.assertRegex(done.stdout.splitlines()[1], r"\Alt\(64x50,64x1\):64x50:scalar  f32 .* PASS\Z")

    def test_types(self):
        for name in NUMBERS:
            words = ["nonzero:40:scalar", "eq(40,1):40:scalar", "ne(1,40):40:scalar"]
            if not name.startswith("c"):
                words += [f"{relation}(40,1):40:40" for relation in RELATIONS]
            for row in self.rows(*words, "--cond-dt", name, "--dt", "u16"):
                tensor = row.get("cond", row.get("lhs"))
                self.assertEqual((tensor["type"], row["dst"]["type"]), (name, "u16"))
            self.rows(*words, "--dt", name)
        for name in ("s32", "s64"):
            row = self.rows("interval(begin=9x1,end=9x1):9x8:1", "--cond-dt", name)[0]
            self.assertEqual((row["begin"]["type"], row["end"]["type"]), (name, name))

    def test_masks_decide_what_is_true(self):
        for word in ("100", "bits:100", "nonzero:100", "lt(100,1)", "ge(1,100)", "ne(100,100)",
                     "eq(100,scalar)"):
            for mask, count in (("all", 100), ("none", 0), ("prefix:7", 7), ("suffix:9", 9),
                                ("runs:50:1", 100)):
                row = self.rows(word + ":100:scalar", "--mask", mask)[0]
                self.assertEqual(row["true_elements"], count, (word, mask))

    def test_the_default_mask_has_numbers_that_tell(self):
        """NaNs and others, for which a true element of another mask of this chance is false."""
        for word in ("lt(4000,1)", "ge(1,4000)", "ne(4000,4000)", "nonzero:4000"):
            usual, named = (self.rows(word + ":4000:scalar", *mask)[0]["true_elements"]
                            for mask in ((), ("--mask", "random:0.5000001")))
            self.assertNotEqual(usual, named, word)

    def test_modes(self):
        for cond in ("causal", "window(1,0)", "lengths", "bits", "nonzero", "lt(9x8,9x8)"):
            for mode in ("none", "numpy", "pdpd", "multidirectional"):
                self.rows(cond + ":9x8:9x8", "--auto-broadcast", mode)
        for cond in ("bits(9)", "nonzero(9x1)", "le(9,9x8)", "interval(end=9x1)"):
            self.rows(cond + ":7x9x8:9", "--auto-broadcast", "pdpd", "--axis", "1")
        self.rows("gt(5x1x1,9x1):9x8:scalar", "--auto-broadcast", "multidirectional")

    def test_strides(self):
        for words, strides in (("bits(9x8)", "16x-1"), ("bits(9x8,msb,offset=11)", "1x9"),
                               ("nonzero(9x8)", "-1x9"), ("lt(9x8,9x1)", "1x9,-3x7"),
                               ("lt(9x8,9x1)", ",2x1"), ("interval(begin=9x1,end=9x1)", "0x0,-2x5")):
            for dst in (":::", "::1x2:1x9", ":-8x1::"):
                self.rows(words + ":9x8:9x8", "--strides", strides + dst)


class in_place(tool_case):
    def check(self, word, inputs, *options):
        with self.subTest(word=word, inputs=inputs):
            done = run_tool("verify", "--json", word, "--inplace", inputs, *options)
            self.assertEqual((done.returncode, done.stderr), (0, ""), done.stdout)
            row = json.loads(done.stdout)
            self.assertEqual((row["result"], row["inplace"]), ("pass", inputs))

    def test_what_a_condition_reads(self):
        for dt in ("u8", "bf16", "f32", "s64"):
            for mask in ("random", "runs:30", "all", "none"):
                options = ("--dt", dt, "--mask", mask)
                self.check("lt(64x50,64x1):scalar:64x50", "lhs", *options)
                self.check("ge(64x50,64x50):scalar:64x50", "rhs", *options)
                self.check("nonzero:64x50:scalar", "cond", *options)

    def test_one_tensor_that_is_more_than_dst(self):
        self.check("lt(64x50,64x1):scalar:64x50", "lhs+src1")
        self.check("gt(64x50,scalar):64x50:scalar", "lhs+src0")
        self.check("ne(40,40):40:scalar", "lhs+rhs")
        self.check("eq(40,40):40:40", "lhs+rhs+src0+src1")
        self.check("nonzero:40:40", "cond+src0")

    def test_a_source(self):
        for word in ("causal", "window(9,0)", "lengths", "bits", "nonzero", "lt(64x50,50)"):
            self.check(word + ":64x50:scalar", "src0")
            self.check(word + ":scalar:64x50", "src1")

    def test_strides_are_those_of_the_input(self):
        self.check("lt(9x8,9x1):scalar:9x8", "lhs", "--strides", "-1x9")
        self.check("lt(9x8,9x1):scalar:9x8", "lhs+src1", "--strides", "1x9::1x9:1x9")

    def test_what_cannot_be_one_tensor(self):
        for word, inputs, part in (
                ("lt(9,1):9:9", "rhs", "rhs is 1, dst is 9"),
                ("lt(1,9):9:9", "lhs", "lhs is 1, dst is 9"),
                ("9:9:9", "cond", '"cond" is for nonzero; cond is 9'),
                ("causal:9x9:1", "lhs", '"lhs" and "rhs" are for comparisons'),
                ("bits:9:9", "cond", "cond is bits(9)"),
                ("nonzero:9:9", "rhs", "cond is nonzero(9)"),
                ("9:9:9", "lhs+x", '"x" is none of'), ("9:9:9", "src0+", '"" is none of')):
            with self.subTest(word=word, inputs=inputs):
                self.check_failed(run_tool("verify", word, "--inplace", inputs), part)
        done = run_tool("verify", "lt(9,1):9:9", "--inplace", "lhs", "--cond-dt", "f64")
        self.check_failed(done, "lhs is f64, dst is f32; in place both are of one width")
        done = run_tool("verify", "lt(9x8,1):9x8:9x8", "--inplace", "lhs+src0", "--strides", "1x9")
        self.check_failed(done, "src0 is dense, dst is of strides 1x9")


class wrong_words(tool_case):
    def test_no_condition(self):
        for word in ("casual", "causal(", "causal()", "causal(1,2)", "causal(x)", "window",
                     "window(1)", "window(1,2,3,4)", "lengths(1,2)", "interval(3)",
                     "interval(lower=)", "interval(lower=1,lower=1)", "interval(end=)extra",
                     "interval(axis=2147483648)", "bits(offset=x)", "bits(9,9)", "nonzero(9,9)",
                     "lt", "lt(9)", "lt(9,9,9)", "less(9,9)", "f32"):
            with self.subTest(word=word):
                self.check_failed(run_tool("verify", word + ":9x9:9x9"), f'"{word}" is no condition')
        for word in ("bits()", "nonzero(9y)", "lt(9,)", "lengths()", "interval(end=9y)"):
            with self.subTest(word=word):
                self.check_failed(run_tool("verify", word + ":9x9:9x9"), "is no shape")

    def test_refused_by_the_library(self):
        for word, status in (("causal:9:9", "invalid_shape"), ("lt(8,9):9:9", "invalid_shape"),
                             ("interval(axis=3):9x9:9", "invalid_arguments"),
                             ("bits(10):9:9", "invalid_shape"),
                             ("bits(9,offset=9223372036854775807):9:9", "invalid_arguments")):
            with self.subTest(word=word):
                done = run_tool("verify", word)
                self.check_refused(done, status)
                self.assertIn(f"{status}: {word}: ", done.stderr)
        for options in (("--cond-dt", "boolean"), ("--cond-dt", "u1"), ("--dt", "u1")):
            done = run_tool("verify", "nonzero:9:9", *options)
            self.assertEqual((done.returncode, done.stdout), (2, ""))

    def test_strides(self):
        for word, strides, part in (
                ("causal:9x9:1", "1", "more strides"), ("bits:9:9", "1,1", "more strides"),
                ("lt(9,9):9:9", "1,1,1", "more strides"), ("lt(9,9):9:9", "1,x", "of rhs of lt"),
                ("interval(end=1):9:9", "1x1", "end of interval")):
            with self.subTest(word=word, strides=strides):
                self.check_failed(run_tool("verify", word, "--strides", strides), part)


class wrong_library(tool_case):
    """A library that is wrong is found with each kind."""

    def test_each_kind(self):
        env = {**os.environ, "LD_PRELOAD": os.environ["WRONG_EXECUTE"], "WRONG_BYTE": "22",
               "ASAN_OPTIONS": os.environ.get("ASAN_OPTIONS", "") + ":verify_asan_link_order=0"}
        words = ["causal:9x9:1", "lengths:9x9:1", "interval(begin=1,end=9x1):9x9:9", "bits:9:9",
                 "nonzero:9:9", "lt(9,9):9:9"]
        done = run_tool("verify", *words, env=env)
        self.assertEqual((done.returncode, done.stderr), (1, ""))
        self.assertEqual(done.stdout.count("FAIL dst["), len(words))
        done = run_tool("verify", "--random", "50", env=env)
        self.assertEqual(done.returncode, 1)
        self.assertEqual(done.stdout.count("FAIL --seed "), 5)


class random_problems(tool_case):
    def test_every_kind_passes(self):
        for cap in ("avx512", "avx2", "scalar", "portable"):
            done = run_tool("verify", "--random", "100", "--seed", "7", "--max-cpu-isa", cap)
            self.assertEqual((done.returncode, done.stderr), (0, ""), done.stdout)
            lines = done.stdout.splitlines()
            self.assertEqual([line.split()[1] for line in lines],
                             ["boolean", "bits", "nonzero", "compare", "interval"])
            for line in lines:
                self.assertRegex(line, r" 100 problems from seed 7 on  PASS\Z")

    def test_json(self):
        done = run_tool("verify", "--random", "3", "--json", "9:9:9")
        rows = [json.loads(line) for line in done.stdout.splitlines()]
        self.assertEqual([row["name"] for row in rows][:3], ["9:9:9", "random boolean",
                                                             "random bits"])
        self.assertEqual({row["result"] for row in rows}, {"pass"})

    def test_wrong_counts(self):
        for count in ("-1", "x", "1.5", ""):
            self.check_failed(run_tool("verify", "--random", count), "--random")
        self.check_failed(run_tool("perf", "9:9:9", "--random", "1"))


if __name__ == "__main__":
    unittest.main()
