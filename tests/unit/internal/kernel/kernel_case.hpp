// SPDX-License-Identifier: Apache-2.0
// Implementations and the parameters that they take, as the cases of parameterized tests.
#ifndef INTERNAL_KERNEL_KERNEL_CASE_HPP
#define INTERNAL_KERNEL_KERNEL_CASE_HPP

#include <gtest/gtest.h>

#include <iosfwd>
#include <string>
#include <tuple>
#include <vector>

#include "kernel/kernel_problem.hpp"
#include "schedule/implementation_list.hpp"

namespace internal {

// The portable kernels of each ISA; best first. Under a sanitizer, whose builds compile the loops
// once, those of the baseline.
[[nodiscard]] std::vector<const libselect::implementation *> every_portable_implementation();

// Those of the list, but each ISA of the portable kernels instead of the best one; best first.
// Under a sanitizer without generated code, which it cannot check.
[[nodiscard]] std::vector<const libselect::implementation *> every_implementation();

[[nodiscard]] bool is_generated(const libselect::implementation &from);

// Of every_implementation, those that make fused and transpose kernels.
[[nodiscard]] std::vector<const libselect::implementation *> vector_implementations();

// "jit_avx2": a name that GoogleTest takes.
[[nodiscard]] std::string test_name(const libselect::implementation &from);

// Tests of what an implementation has for elements of a width.
class test_of_width
    : public testing::TestWithParam<std::tuple<const libselect::implementation *, int>> {
protected:
    [[nodiscard]] static const libselect::implementation &from() {
        return *std::get<0>(GetParam());
    }
    [[nodiscard]] static std::int64_t width() { return std::get<1>(GetParam()); }
};

// "jit_avx2_w4".
[[nodiscard]] std::string name_of_width(
        const testing::TestParamInfo<test_of_width::ParamType> &info);

// Calls a kernel, where generated code can be made under a watch: the calling convention that it
// broke, or "".
[[nodiscard]] std::string watched_call(
        libselect::kernel_fn run, const libselect::kernel_args &args);
[[nodiscard]] std::string watched_call(
        libselect::transpose_fn run, const libselect::transpose_args &args);

struct kernel_case {
    const libselect::implementation *from;
    libselect::row_params params; // width and roles
};

// The name of the case where GoogleTest would print bytes.
void PrintTo(const kernel_case &one, std::ostream *out);
[[nodiscard]] std::string name_of(const testing::TestParamInfo<kernel_case> &info);

// All that the implementations take, and the reference and strided kernels; a refusal here is
// judged by implementation_list_test. What portable kernels leave to the reference kernel is its
// case only.
[[nodiscard]] std::vector<kernel_case> all_kernel_cases();

// Those of implementations with vectors, which have other forms for the rest of the parameters; no
// role is strided.
[[nodiscard]] std::vector<kernel_case> vector_kernel_cases();

// Columns in the widest vector.
[[nodiscard]] inline std::int64_t lanes_of(const libselect::row_params &params) {
    return 64 / params.elem_bytes;
}

// How a source that a kernel keeps lies in dst when no other does.
[[nodiscard]] support::in_place alias_of(libselect::in_place kept);

// Runs kernels over problems and judges each call.
class kernel_judge {
public:
    // What the kernel broke: bits, bounds or the calling convention; "" when it kept the contract.
    [[nodiscard]] std::string judge(libselect::kernel_fn run, const libselect::row_params &params,
            const support::problem &what);

    support::random_source random {1};

private:
    support::operand_buffers buffers_;
};

} // namespace internal

#endif
