// SPDX-License-Identifier: Apache-2.0
// Creating, comparing and printing logical tensors.
#include "op/logical_tensor.hpp"

#include <algorithm>

#include "base/error.hpp"

namespace {

using libselect::stride_kind;

// Computes row-major strides. False when a dim is unknown or a stride does not fit 63 bits.
bool dense_strides(const libselect::shape &dims, libselect::axis_array &strides) {
    if (!dims.is_known()) return false;
    std::int64_t stride = 1;
    for (int axis = dims.rank - 1; axis >= 0; --axis) {
        strides[static_cast<std::size_t>(axis)] = stride;
        // A zero-size tensor keeps strides as if the zero were a 1, as NumPy prints them.
        if (__builtin_mul_overflow(stride, std::max<std::int64_t>(dims[axis], 1), &stride))
            return false;
    }
    return true;
}

stride_kind fill_strides(
        const libselect::shape &dims, const std::int64_t *given, libselect::axis_array &strides) {
    if (given == nullptr)
        return dense_strides(dims, strides) ? stride_kind::dense : stride_kind::unknown;
    std::copy_n(given, dims.rank, strides.begin());
    return stride_kind::given;
}

} // namespace

libselect_logical_tensor::libselect_logical_tensor(libselect::data_type element_type,
        const libselect::shape &extents, const std::int64_t *element_strides,
        std::int64_t first_element)
    : type(element_type),
      dims(extents),
      strides_from(fill_strides(extents, element_strides, strides)),
      offset(first_element) {
}

namespace libselect {
namespace {

shape checked_shape(int rank, const std::int64_t *dims) {
    if (rank != unknown_rank && (rank < 0 || rank > max_rank))
        fail(libselect_invalid_arguments,
                {"logical_tensor: rank is ", rank, "; it must be 0 to ", max_rank, " or unknown"});
    if (rank > 0 && dims == nullptr)
        fail(libselect_invalid_arguments,
                {"logical_tensor: dims is NULL, rank is ", rank, "; one dim per axis is needed"});
    shape result;
    result.rank = rank;
    for (int axis = 0; axis < rank; ++axis) {
        result[axis] = dims[axis];
        if (dims[axis] < 0 && dims[axis] != unknown_dim)
            fail(libselect_invalid_arguments, {"logical_tensor: dim ", axis, " is ", dims[axis],
                                                      "; a dim must be >= 0 or unknown"});
    }
    return result;
}

std::string joined(const axis_array &values, int rank) {
    std::string text;
    for (int axis = 0; axis < rank; ++axis) {
        if (axis > 0) text += 'x';
        text += std::to_string(values[static_cast<std::size_t>(axis)]);
    }
    return text;
}

// Extends the span by one axis: by (dim - 1) * stride * step, downwards when the product is
// negative. False when the span no longer fits 63 bits.
bool extend(byte_span &span, std::int64_t dim, std::int64_t stride, std::int64_t step) {
    std::int64_t reach = 0;
    if (__builtin_mul_overflow(dim - 1, stride, &reach)) return false;
    if (__builtin_mul_overflow(reach, step, &reach)) return false;
    std::int64_t &end = reach < 0 ? span.low : span.high;
    return !__builtin_add_overflow(end, reach, &end);
}

// The addresses of a tensor of this unit, moved by its offset; false when one of them does not fit
// 63 bits.
bool find_span(const logical_tensor &tensor, const element_unit &unit, std::int64_t offset,
        byte_span &span) {
    span = {0, unit.step};
    if (tensor.strides_from == stride_kind::unknown) return false;
    for (int axis = 0; axis < tensor.dims.rank; ++axis) {
        if (tensor.dims[axis] == 1) continue;
        const std::int64_t stride = tensor.strides[static_cast<std::size_t>(axis)];
        if (!extend(span, tensor.dims[axis], stride, unit.step)) return false;
    }
    std::int64_t start = 0, size = 0;
    return !__builtin_mul_overflow(offset, std::int64_t {unit.step}, &start)
           && !__builtin_add_overflow(span.low, start, &span.low)
           && !__builtin_add_overflow(span.high, start, &span.high)
           && !__builtin_sub_overflow(span.high, span.low, &size);
}

} // namespace

tensor_ref make_logical_tensor(data_type type, int rank, const std::int64_t *dims,
        const std::int64_t *strides, std::int64_t offset) {
    if (!is_data_type(type))
        fail(libselect_invalid_arguments,
                {"logical_tensor: type ", static_cast<int>(type), " is not a data type"});
    const shape extents = checked_shape(rank, dims);
    return tensor_ref(
            new logical_tensor(type, extents, rank == unknown_rank ? nullptr : strides, offset));
}

bool equal(const logical_tensor &a, const logical_tensor &b) noexcept {
    if (a.type != b.type || a.dims.rank != b.dims.rank) return false;
    for (int axis = 0; axis < a.dims.rank; ++axis)
        if (a.dims[axis] != b.dims[axis]) return false;
    if (a.dims.is_empty()) return true; // no element, so no place can matter
    if (a.offset != b.offset) return false;
    const bool a_unknown = a.strides_from == stride_kind::unknown;
    if (a_unknown != (b.strides_from == stride_kind::unknown)) return false;
    for (int axis = 0; !a_unknown && axis < a.dims.rank; ++axis) {
        const auto i = static_cast<std::size_t>(axis);
        if (a.dims[axis] != 1 && a.strides[i] != b.strides[i]) return false;
    }
    return true;
}

byte_span span_of(const logical_tensor &tensor, const char *name) {
    if (!tensor.dims.is_known())
        fail(libselect_invalid_shape, {name, ": dims are ", to_string(tensor.dims),
                                              "; a size needs every dim to be known"});
    if (tensor.dims.is_empty()) return {};
    const element_unit unit = unit_of(tensor.type);
    byte_span span;
    if (!find_span(tensor, unit, tensor.offset, span)) {
        // The shape is at fault where nothing that the caller chose beside it is.
        byte_span without_offset;
        const bool is_shape =
                tensor.strides_from != stride_kind::given
                && (tensor.offset == 0 || !find_span(tensor, unit, 0, without_offset));
        fail(is_shape ? libselect_invalid_shape : libselect_invalid_arguments,
                {name, ": ", to_string(tensor), " addresses offsets that do not fit 63 bits"});
    }
    if (unit.space == address_space::bits) { // the bytes that are touched
        span.low = span.low >> 3;
        span.high = ((span.high - 1) >> 3) + 1;
    }
    return span;
}

std::string to_string(const shape &dims) {
    if (!dims.has_rank()) return "*";
    if (dims.rank == 0) return "scalar";
    std::string text;
    for (int axis = 0; axis < dims.rank; ++axis) {
        if (axis > 0) text += 'x';
        text += dims[axis] == unknown_dim ? "?" : std::to_string(dims[axis]);
    }
    return text;
}

std::string to_string(const logical_tensor &tensor) {
    std::string text = std::string(data_type_name(tensor.type)) + ":" + to_string(tensor.dims);
    if (tensor.strides_from == stride_kind::given && tensor.dims.rank > 0)
        text += ":strides " + joined(tensor.strides, tensor.dims.rank);
    if (tensor.offset != 0) text += ":offset " + std::to_string(tensor.offset);
    return text;
}

} // namespace libselect
