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
