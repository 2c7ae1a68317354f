// SPDX-License-Identifier: Apache-2.0
// Logical tensor: type, dims and strides of one operand. Immutable and shared by reference count.
#ifndef LIBSELECT_OP_LOGICAL_TENSOR_HPP
#define LIBSELECT_OP_LOGICAL_TENSOR_HPP

#include <cstdint>
#include <string>

#include "base/shared_ref.hpp"
#include "op/data_type.hpp"
#include "op/shape.hpp"

namespace libselect {

// The origin of the strides of a logical tensor.
enum class stride_kind : std::uint8_t {
    given,  // by the caller
    dense,  // row-major, computed
    unknown // to be dense, but a dim is unknown or their product does not fit 63 bits
};

} // namespace libselect

// The object behind the opaque C handle. Born with one owner.
struct libselect_logical_tensor : libselect::marked<libselect::handle_kind::logical_tensor>,
                                  libselect::owner_counts {
    // element_strides may be nullptr: dense.
    libselect_logical_tensor(libselect::data_type element_type, const libselect::shape &extents,
            const std::int64_t *element_strides, std::int64_t first_element = 0);

    const libselect::data_type type;
    const libselect::shape dims;
    libselect::axis_array strides; // elements; the first dims.rank mean anything unless unknown
    const libselect::stride_kind strides_from;
    const std::int64_t offset; // elements from the caller's pointer to the element of index 0
};

namespace libselect {

using logical_tensor = libselect_logical_tensor;

// One owner of a logical tensor.
using tensor_ref = shared_ref<logical_tensor>;

// Checks the arguments of a caller and creates the tensor. strides may be nullptr: dense.
[[nodiscard]] tensor_ref make_logical_tensor(data_type type, int rank, const std::int64_t *dims,
        const std::int64_t *strides, std::int64_t offset = 0);

// Equal as operands: type, dims and, where there are elements, the offset and the strides of dims
// other than 1.
[[nodiscard]] bool equal(const logical_tensor &a, const logical_tensor &b) noexcept;

// The bytes a tensor addresses, relative to the caller's pointer: [low, high).
struct byte_span {
    std::int64_t low = 0;
    std::int64_t high = 0;
    bool operator==(const byte_span &) const = default;
};

// Throws invalid_shape when a dim is unknown or the product of the dims does not fit 63 bits, and
// invalid_arguments when the given strides or the given offset lead to an address that does not fit
// 63 bits. `name` is the operand in messages.
[[nodiscard]] byte_span span_of(const logical_tensor &tensor, const char *name);

// "2x3x4x5"; "?" for an unknown dim, "*" for an unknown rank, "scalar" for rank 0.
[[nodiscard]] std::string to_string(const shape &dims);

// "f32:2x3x4x5", with ":strides 60x20x5x1" where they are given and ":offset 3" where it is not 0.
[[nodiscard]] std::string to_string(const logical_tensor &tensor);

} // namespace libselect

#endif
