// SPDX-License-Identifier: Apache-2.0
// The condition: what decides, at each index of dst, between src0 and src1.
#ifndef LIBSELECT_OP_CONDITION_HPP
#define LIBSELECT_OP_CONDITION_HPP

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>

#include "op/logical_tensor.hpp"
#include "op/relation.hpp"

namespace libselect {

// The rule by which a condition is true. It has a shape, which takes part in broadcasting as that
// of an input does, and is true or false at each index of it.
enum class condition_kind : std::int8_t {
    boolean = libselect_condition_boolean,  // a tensor of bytes: the byte is not zero
    bits = libselect_condition_bits,        // a tensor of u1 or u1_msb: the bit is 1
    nonzero = libselect_condition_nonzero,  // a tensor of numbers: the number is not zero
    compare = libselect_condition_compare,  // two tensors: lhs relation rhs
    interval = libselect_condition_interval // the column is between bounds; it has dst's shape
};

// "compare".
[[nodiscard]] const char *condition_kind_name(condition_kind kind) noexcept;

// The bounds of an interval. With col and row the indices of dst on the two axes, all that is given
// holds: row + lower <= col, col <= row + upper. Its tensors begin and end are inputs.
struct interval_bounds {
    int axis = -1; // an axis of dst, from the end when negative
    int row_axis = -2;
    std::optional<std::int64_t> lower {};
    std::optional<std::int64_t> upper {};

    [[nodiscard]] bool has_rows() const noexcept { return lower || upper; }
    bool operator==(const interval_bounds &) const = default;
};

// The most tensors that a condition reads.
inline constexpr std::size_t n_condition_inputs = 2;

} // namespace libselect

// The object behind the opaque C handle. Born with one owner, immutable. Its inputs are
// - for boolean, bits and nonzero: the tensor;
// - for compare: lhs and rhs;
// - for an interval: begin and end, each of which may be absent.
struct libselect_condition : libselect::marked<libselect::handle_kind::condition>,
                             libselect::owner_counts {
    libselect_condition(libselect::condition_kind rule,
            std::array<libselect::tensor_ref, libselect::n_condition_inputs> tensors,
            libselect::relation compared = libselect_relation_eq,
            const libselect::interval_bounds &positions = {}) noexcept
        : decides_by(rule),
          inputs(std::move(tensors)),
          how(compared),
          bounds(positions) {}

    const libselect::condition_kind decides_by;
    const std::array<libselect::tensor_ref, libselect::n_condition_inputs> inputs;
    const libselect::relation how; // of compare
    const libselect::interval_bounds bounds;
};

namespace libselect {

// One owner of a condition.
class condition : public shared_ref<libselect_condition> {
public:
    using shared_ref::shared_ref;
    condition(const shared_ref &other) noexcept : shared_ref(other) {}
    // A tensor by itself: boolean, or bits where it has a type of one bit. check() has the rules.
    condition(const logical_tensor &tensor);

    [[nodiscard]] condition_kind kind() const noexcept { return get()->decides_by; }
    // The tensor of a condition that has one; else nullptr.
    [[nodiscard]] const logical_tensor *tensor() const noexcept;
};

// Throw invalid_data_type unless the inputs have types that the kind takes.
void check(const condition &decides);
[[nodiscard]] condition make_nonzero(const logical_tensor &tensor);
// Throws invalid_arguments too, when the relation is none.
[[nodiscard]] condition make_compare(
        const logical_tensor &lhs, relation how, const logical_tensor &rhs);
// begin and end may be nullptr.
[[nodiscard]] condition make_interval(
        const interval_bounds &bounds, const logical_tensor *begin, const logical_tensor *end);

// What messages and arguments call an input: "cond", "lhs", "rhs", "begin", "end".
[[nodiscard]] const char *input_name(condition_kind kind, std::size_t input) noexcept;

// Its part in libselect_execute_args.
[[nodiscard]] libselect_arg_t input_arg(condition_kind kind, std::size_t input) noexcept;

// The rule without its tensors, in one word: "boolean", "bits", "nonzero", "compare:lt",
// "causal:0", "lengths", "interval:lower=-3:upper=0:axis=0:row_axis=1".
[[nodiscard]] std::string rule_text(const condition &decides);

// With the tensors: "boolean:4x5", "nonzero:f32:4x5", "compare:lt:f32:4x5:f32:4x1", "causal:0",
// "lengths:end s32:4x1".
[[nodiscard]] std::string to_string(const condition &decides);

} // namespace libselect

#endif
