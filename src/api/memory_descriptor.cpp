// SPDX-License-Identifier: Apache-2.0
// The order of axes gives the tag, and says whether strides must be printed.
#include "api/memory_descriptor.hpp"

#include <algorithm>
#include <limits>
#include <vector>

namespace libselect {
namespace {

constexpr int n_letters = 26;

// An axis, with the numbers that decide its place in the order.
struct axis_order {
    int axis;
    std::int64_t extent;
    std::uint64_t distance; // elements from neighbour to neighbour; the largest number for 0
};

std::uint64_t distance_of(std::int64_t stride) noexcept {
    if (stride == 0) return std::numeric_limits<std::uint64_t>::max();
    const auto bits = static_cast<std::uint64_t>(stride);
    return stride < 0 ? std::uint64_t {0} - bits : bits;
}

// The axes, outermost first. Of equal distances the longer axis is the outer one, since an axis of
// extent 1 often has the stride of its inner neighbour.
std::vector<axis_order> order_of(const logical_tensor &tensor) {
    std::vector<axis_order> order;
    for (int axis = 0; axis < tensor.dims.rank; ++axis)
        order.push_back({axis, tensor.dims[axis],
                distance_of(tensor.strides[static_cast<std::size_t>(axis)])});
    std::stable_sort(
            order.begin(), order.end(), [](const axis_order &outer, const axis_order &inner) {
                if (outer.distance != inner.distance) return outer.distance > inner.distance;
                return outer.extent > inner.extent;
            });
    return order;
}

// Whether elements follow each other in this order without gaps; the stride of an axis of extent 1
// does not matter.
bool is_dense(const logical_tensor &tensor, const std::vector<axis_order> &order) noexcept {
    std::int64_t expected = 1;
    for (std::size_t i = order.size(); i-- > 0;) {
        if (order[i].extent == 1) continue;
        if (tensor.strides[static_cast<std::size_t>(order[i].axis)] != expected) return false;
        if (__builtin_mul_overflow(expected, order[i].extent, &expected)) return false;
    }
    return true;
}

std::string joined_strides(const logical_tensor &tensor) {
    std::string text;
    for (std::size_t i = 0; i < static_cast<std::size_t>(tensor.dims.rank); ++i)
        text += (i > 0 ? "x" : "") + std::to_string(tensor.strides[i]);
    return text;
}

// Tag and strides. The strides are left out where they say nothing: for a tensor without elements,
// and where they were computed as dense.
std::string layout_of(const logical_tensor &tensor) {
    if (tensor.dims.rank > n_letters) return "*:" + joined_strides(tensor);
    const bool is_plain = tensor.strides_from != stride_kind::given || tensor.dims.is_empty();
    std::vector<axis_order> order;
    if (!is_plain) order = order_of(tensor);
    std::string tag;
    for (int i = 0; i < tensor.dims.rank; ++i)
        tag += static_cast<char>('a' + (is_plain ? i : order[static_cast<std::size_t>(i)].axis));
    return tag + ":" + (is_plain || is_dense(tensor, order) ? "" : joined_strides(tensor));
}

} // namespace

std::string memory_descriptor(const char *name, const logical_tensor &tensor) {
    return std::string(name) + ":" + data_type_name(tensor.type) + "::blocked:" + layout_of(tensor)
           + ":f0";
}

std::string problem_dims(const shape &dims) {
    return dims.rank == 0 ? "1" : to_string(dims);
}

} // namespace libselect
