// SPDX-License-Identifier: Apache-2.0
// What decides, as it was asked for: the library has not checked it, and dims may be unknown.
#ifndef SELECTBENCH_CONDITION_HPP
#define SELECTBENCH_CONDITION_HPP

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include <libselect/libselect.hpp>

#include "commands.hpp"

namespace selectbench {

// A tensor that a condition reads.
struct condition_input {
    ls::arg part;
    ls::logical_tensor tensor;
};

struct condition_request {
    ls::condition_kind kind = ls::condition_kind::boolean;
    std::vector<condition_input> inputs {};   // cond; lhs and rhs; of begin and end what is given
    ls::relation relation = ls::relation::eq; // of compare
    ls::interval positions {};                // of interval; begin and end are in `inputs`

    // Throws what the library throws.
    [[nodiscard]] ls::condition make() const;
    // The tensor of this part, or null.
    [[nodiscard]] const ls::logical_tensor *input(ls::arg part) const;
};

// "lhs".
const char *part_name(ls::arg part);

// A tensor of bytes or bits.
condition_request condition_of_tensor(const ls::logical_tensor &tensor);

// "4x5", "lt(64x128256,64x1)", "causal(3)": what parse_condition() reads.
std::string condition_text(const condition_request &what);

// What a word of the command line does not say itself.
struct condition_context {
    std::string place;                           // begins messages
    ls::data_type number = ls::data_type::f32;   // of nonzero and compare
    ls::data_type position = ls::data_type::s32; // of begin and end
    std::function<ls::dims()> dst_dims;          // for shapes that the word leaves out
};

// The condition of a word of verify and perf. Throws tool_error with the grammar, and what the
// library throws.
condition_request parse_condition(const std::string &word, const condition_context &context);

// Which of the five kinds the options of run or infer name. Throws tool_error when none or two of
// them are named, when one is incomplete, and when an option is of another kind.
ls::condition_kind kind_of(const condition_options &options);
// Whether any of them is given.
bool is_given(const condition_options &options);

// The condition of the options of infer.
condition_request parse_condition(const condition_options &options);

// The options that hold no tensor, for run and infer.
ls::interval parse_positions(const condition_options &options);
ls::data_type parse_bit_order(const condition_options &options);
ls::logical_tensor parse_bits(
        const condition_options &options, const std::string &shape, const std::string &option);

// The memory of one input of a condition.
struct condition_memory {
    const void *data = nullptr;
    std::size_t size_bytes = 0; // counted from the lowest byte that the tensor uses
};

// Executes. `inputs` are in the order of condition.inputs.
void execute(const ls::primitive &prim, const condition_request &condition,
        const std::vector<condition_memory> &inputs, const ls::const_memory &src0,
        const ls::const_memory &src1, const ls::memory &dst);

} // namespace selectbench

#endif
