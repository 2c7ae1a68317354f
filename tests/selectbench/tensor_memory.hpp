// SPDX-License-Identifier: Apache-2.0
// The memory of one tensor of any strides, and a walk over its elements.
#ifndef SELECTBENCH_TENSOR_MEMORY_HPP
#define SELECTBENCH_TENSOR_MEMORY_HPP

#include <cstddef>
#include <cstdint>
#include <span>

#include <libselect/libselect.hpp>

#include "buffer.hpp"

namespace selectbench {

namespace ls = libselect;

// The bytes from the lowest to the highest that a tensor addresses. With a negative stride the
// element of index 0, ..., 0 lies inside them.
class tensor_memory {
public:
    // Not initialised. Throws what the library throws for a size that it cannot tell.
    explicit tensor_memory(const ls::logical_tensor &tensor);

    [[nodiscard]] const ls::logical_tensor &tensor() const noexcept { return tensor_; }
    [[nodiscard]] std::span<std::byte> bytes() const noexcept { return bytes_.bytes(); }
    // The element of index 0, ..., 0, and how many bytes lie before it.
    [[nodiscard]] std::byte *origin() const noexcept { return bytes_.data() + bytes_before_; }
    [[nodiscard]] std::ptrdiff_t bytes_before() const noexcept { return bytes_before_; }
    [[nodiscard]] ls::const_memory input() const noexcept {
        return {tensor_, origin(), bytes_.size()};
    }
    [[nodiscard]] ls::memory output() const noexcept { return {tensor_, origin(), bytes_.size()}; }

private:
    ls::logical_tensor tensor_;
    buffer bytes_;
    std::ptrdiff_t bytes_before_;
};

// The dims without repetition: a dim of stride 0 is one element that is seen many times.
ls::dims distinct_dims(const ls::logical_tensor &tensor);

// The product of dims, which must fit 63 bits.
std::size_t element_count(const ls::dims &dims);

// Calls visit(index, offset in elements) for each index in row-major order while it returns true.
template <typename visitor>
void walk(const ls::dims &dims, const ls::dims &strides, const visitor &visit) {
    for (const std::int64_t dim : dims)
        if (dim == 0) return;
    ls::dims index(dims.size(), 0);
    std::int64_t offset = 0;
    const auto step = [&] {
        for (std::size_t axis = dims.size(); axis-- > 0;) {
            if (++index[axis] < dims[axis]) {
                offset += strides[axis];
                return true;
            }
            // A dim of 1 adds nothing, whatever its stride is.
            offset -= (dims[axis] - 1) * strides[axis];
            index[axis] = 0;
        }
        return false;
    };
    while (visit(index, offset) && step()) {
    }
}

} // namespace selectbench

#endif
