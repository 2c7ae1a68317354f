// SPDX-License-Identifier: Apache-2.0
// A problem and its run: tensors filled, executed, compared with the oracle. A source of problems
// (problem_source.hpp) makes a `problem` and no more.
#ifndef SELECTBENCH_PROBLEM_HPP
#define SELECTBENCH_PROBLEM_HPP

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

#include <libselect/libselect.hpp>

#include "buffer.hpp"
#include "fill.hpp"

namespace selectbench {

// One Select to compute. Strides of the inputs may be any that are >= 0; cond is dense.
struct problem {
    std::string name; // what messages call it; may be empty
    ls::logical_tensor cond, src0, src1;
    std::optional<ls::logical_tensor> dst; // none: dense, as the op infers it
    ls::attributes attr;
};

// How to run it: what is in the tensors, where dst is, on how many threads.
struct run_settings {
    mask cond_mask = mask::random;
    bool in_place = false; // dst is src1's buffer; src1 is dense and has dst's shape
    std::uint64_t seed = 0;
    int max_threads = 0; // 0: as many as there are
};

// The first element of dst, in row-major order, that is not what the oracle says.
struct mismatch {
    ls::dims index;
    std::string dst, expected; // the bits in hex
};

class problem_run {
public:
    // Creates the primitive, so that a problem the library refuses allocates no tensor; then
    // allocates and fills cond, src0 and src1. Throws what the library throws.
    problem_run(const problem &what, const run_settings &how);

    void execute() const;

    // Executes once and compares every bit of dst with the oracle. In place, it must come before
    // any execute(), which overwrites src1.
    [[nodiscard]] std::optional<mismatch> execute_and_compare() const;

    [[nodiscard]] const ls::select_op &op() const noexcept { return op_; }
    [[nodiscard]] const char *implementation() const noexcept { return prim_.implementation(); }

    // Bytes that any implementation must move: each input once and dst once; in place only cond,
    // what the true elements read, and the true elements written.
    [[nodiscard]] std::size_t compulsory_bytes() const;

private:
    [[nodiscard]] const buffer &dst() const noexcept { return dst_ ? *dst_ : src1_; }
    void run_oracle(std::byte *expected) const;
    [[nodiscard]] mismatch describe(std::size_t byte, const std::byte *expected) const;

    ls::select_op op_;
    ls::primitive prim_;
    buffer cond_, src0_, src1_;
    std::optional<buffer> dst_; // none in place
};

} // namespace selectbench

#endif
