// SPDX-License-Identifier: Apache-2.0
// One thing to measure: a problem with a name, and the file that lists the workloads.
#ifndef LIBSELECT_TESTS_BENCH_BENCH_CASE_HPP
#define LIBSELECT_TESTS_BENCH_BENCH_CASE_HPP

#include <cstdint>
#include <string>
#include <vector>

#include <libselect/libselect.hpp>

#include "harness/problem.hpp"

namespace bench {

using support::dims;

// Where buffers lie. `aligned` is the best that a program can do: at cache lines, on huge pages.
// `malloc` is what programs have: 16 bytes into a small page.
enum class memory_kind { aligned, malloc };
const char *memory_name(memory_kind memory);

struct bench_case {
    std::string name;
    support::problem what; // dst is dense and made by make_case; no stride is negative

    [[nodiscard]] std::int64_t n_elems() const { return support::n_elems(what.dst.dims); }
    [[nodiscard]] std::size_t elem_bytes() const { return what.elem_bytes(); }
};

// Dense operands, not in place.
bench_case make_case(const std::string &name, const std::string &type, const dims &cond,
        const dims &src0, const dims &src1, const support::mask &mask = {},
        const std::string &mode = "numpy");

// The bytes an operand addresses: what has to be read of it, once.
std::size_t distinct_bytes(const support::operand &tensor, std::size_t elem_bytes);

// "f32 cond 8x1x1x128 src0 1 src1 8x12x128x128"
std::string shape_text(const bench_case &one);

// Reads workloads.json. In quick runs the first axis of a problem far beyond the caches is cut to
// an eighth, which keeps it beyond them. Throws std::runtime_error.
std::vector<bench_case> load_workloads(const std::string &path, bool quick);

} // namespace bench

#endif
