// SPDX-License-Identifier: Apache-2.0
// The condition: what decides, at each index of dst, between src0 and src1.
#ifndef LIBSELECT_OP_CONDITION_HPP
#define LIBSELECT_OP_CONDITION_HPP

#include <cstdint>
#include <string>

#include "op/logical_tensor.hpp"

namespace libselect {

// The rule by which a condition is true.
enum class condition_kind : std::uint8_t {
    boolean // one byte per element: true where the byte is not zero
};

// What the addresses of an operand count. The strides of a plan are linear in the indices of dst,
// so they serve any space.
enum class address_space : std::uint8_t {
    bytes // memory, one address per byte
};

// How the elements of an operand lie in its space: neighbours of a dense row are `step` apart.
struct element_unit {
    address_space space = address_space::bytes;
    int step = 1;
    bool operator==(const element_unit &) const = default;
};

// The unit of a kind of condition. No other place knows what a condition walks.
[[nodiscard]] constexpr element_unit unit_of(condition_kind kind) noexcept {
    switch (kind) {
    case condition_kind::boolean:
        break;
    }
    return {address_space::bytes, 1};
}

[[nodiscard]] const char *condition_kind_name(condition_kind kind) noexcept;

// A condition has a shape and is true or false at each index of it. That shape takes part in
// broadcasting as an input's does. Immutable; shares the tensors it was made from.
class condition {
public:
    // A tensor by itself is a boolean condition.
    condition(const logical_tensor &tensor) noexcept : tensor_(tensor_ref::share(&tensor)) {}

    [[nodiscard]] condition_kind kind() const noexcept { return kind_; }
    [[nodiscard]] const shape &dims() const noexcept { return tensor_->dims; }
    // The tensor that is read.
    [[nodiscard]] const tensor_ref &tensor() const noexcept { return tensor_; }

private:
    condition_kind kind_ = condition_kind::boolean;
    tensor_ref tensor_;
};

// Throws invalid_data_type unless the inputs have types that the kind takes.
void check(const condition &decides);

// As its tensor: "boolean:4x5".
[[nodiscard]] std::string to_string(const condition &decides);

} // namespace libselect

#endif
