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

#include "fill.hpp"
#include "tensor_memory.hpp"

namespace selectbench {

// One Select to compute, on any strides that the library takes.
struct problem {
    std::string name; // what messages call it; may be empty
    ls::logical_tensor cond, src0, src1;
    std::optional<ls::logical_tensor> dst; // none: as the op infers it
    ls::attributes attr;
};

// The input whose memory dst is. The two are one tensor: a dst that is not given takes its strides.
enum class in_place { no, src0, src1 };

// How to run it: what is in the tensors, where dst is, on how many threads.
struct run_settings {
    mask cond_mask;
    in_place alias = in_place::no;
    std::uint64_t seed = 0;
    int max_threads = 0; // 0: as many as there are
};

// The memory of a problem. dst is none in place.
struct operands {
    tensor_memory cond, src0, src1;
    std::optional<tensor_memory> dst;
};

// The first place in the memory of dst that is not what the oracle says.
struct mismatch {
    std::string place;         // "dst[0,1]", or a byte between the elements
    std::string dst, expected; // the bits in hex
};

class problem_run {
public:
    // Creates the primitive, so that a problem the library refuses allocates no tensor; then
    // allocates and fills the inputs. Throws what the library throws, and tool_error for tensors
    // that memory cannot hold or that cannot be in place.
    problem_run(const problem &what, const run_settings &how);

    void execute() const;

    // Executes once and compares with the oracle every bit of dst, and every byte between its
    // elements with what was there. In place, it must come before any execute(), which overwrites
    // an input.
    [[nodiscard]] std::optional<mismatch> execute_and_compare() const;

    [[nodiscard]] const ls::select_op &op() const noexcept { return op_; }
    [[nodiscard]] const char *implementation() const noexcept { return prim_.implementation(); }

    // True elements of cond, where one that is seen many times counts once; 0 when dst has no
    // elements.
    [[nodiscard]] std::size_t true_count() const;
    [[nodiscard]] int max_threads() const noexcept { return prim_.max_threads(); }

    // Bytes that any implementation must move: each input once and dst once; in place only cond,
    // the elements that dst takes from the other source, and what these read.
    [[nodiscard]] std::size_t compulsory_bytes() const;

private:
    [[nodiscard]] const tensor_memory &dst() const noexcept;
    void expect(std::span<std::byte> expected) const;
    [[nodiscard]] mismatch describe(const std::byte *expected) const;

    ls::select_op op_;
    ls::primitive prim_;
    in_place alias_;
    operands data_;
};

} // namespace selectbench

#endif
