// SPDX-License-Identifier: Apache-2.0
// Where the elements of a tensor lie in its memory.
#include "tensor_memory.hpp"

namespace selectbench {
namespace {

// Bytes below the element of index 0, ..., 0. They fit: the library has told the whole size.
std::ptrdiff_t bytes_below(const ls::logical_tensor &tensor, std::size_t size_bytes) {
    if (size_bytes == 0) return 0; // the strides of an empty tensor may be unknown
    const ls::dims dims = tensor.dims();
    const ls::dims strides = tensor.strides();
    std::int64_t elements = 0;
    for (std::size_t axis = 0; axis < dims.size(); ++axis)
        if (strides[axis] < 0) elements -= (dims[axis] - 1) * strides[axis];
    return elements * static_cast<std::ptrdiff_t>(ls::size_of(tensor.type()));
}

} // namespace

tensor_memory::tensor_memory(const ls::logical_tensor &tensor)
    : tensor_(tensor),
      bytes_(tensor.size_bytes()),
      bytes_before_(bytes_below(tensor, bytes_.size())) {
}

ls::dims distinct_dims(const ls::logical_tensor &tensor) {
    ls::dims dims = tensor.dims();
    const ls::dims strides = tensor.strides();
    for (std::size_t axis = 0; axis < strides.size(); ++axis)
        if (strides[axis] == 0 && dims[axis] > 1) dims[axis] = 1;
    return dims;
}

std::size_t element_count(const ls::dims &dims) {
    std::size_t count = 1;
    for (const std::int64_t dim : dims)
        count *= static_cast<std::size_t>(dim);
    return count;
}

} // namespace selectbench
