// SPDX-License-Identifier: Apache-2.0
// C entry points of the logical tensor.
#include "op/logical_tensor.hpp"

#include "api/guard.hpp"

using namespace libselect;

libselect_status_t libselect_logical_tensor_create(libselect_logical_tensor_t **tensor,
        libselect_data_type_t type, int rank, const int64_t *dims, const int64_t *strides) {
    return guarded([&] {
        check_not_null(tensor, "tensor");
        *tensor = hand_over(make_logical_tensor(type, rank, dims, strides));
    });
}

libselect_status_t libselect_logical_tensor_create_at(libselect_logical_tensor_t **tensor,
        libselect_data_type_t type, int rank, const int64_t *dims, const int64_t *strides,
        int64_t offset) {
    return guarded([&] {
        check_not_null(tensor, "tensor");
        *tensor = hand_over(make_logical_tensor(type, rank, dims, strides, offset));
    });
}

int64_t libselect_logical_tensor_offset(const libselect_logical_tensor_t *tensor) {
    return is_usable(tensor) ? tensor->offset : 0;
}

libselect_logical_tensor_t *libselect_logical_tensor_retain(
        const libselect_logical_tensor_t *tensor) {
    return is_usable(tensor) ? hand_over(tensor_ref::share(tensor)) : nullptr;
}

void libselect_logical_tensor_destroy(libselect_logical_tensor_t *tensor) {
    if (is_usable(tensor)) take_back(*tensor);
}

libselect_data_type_t libselect_logical_tensor_data_type(const libselect_logical_tensor_t *tensor) {
    return is_usable(tensor) ? tensor->type : libselect_undef;
}

int libselect_logical_tensor_rank(const libselect_logical_tensor_t *tensor) {
    return is_usable(tensor) ? tensor->dims.rank : LIBSELECT_UNKNOWN_RANK;
}

const int64_t *libselect_logical_tensor_dims(const libselect_logical_tensor_t *tensor) {
    return is_usable(tensor) ? tensor->dims.dims.data() : nullptr;
}

const int64_t *libselect_logical_tensor_strides(const libselect_logical_tensor_t *tensor) {
    const bool told = is_usable(tensor) && tensor->strides_from != stride_kind::unknown;
    return told ? tensor->strides.data() : nullptr;
}

libselect_status_t libselect_logical_tensor_size_bytes(
        const libselect_logical_tensor_t *tensor, size_t *size_bytes) {
    return guarded([&] {
        check_handle(tensor, "tensor");
        check_not_null(size_bytes, "size_bytes");
        const byte_span span = span_of(*tensor, "tensor");
        *size_bytes = static_cast<size_t>(span.high - span.low);
    });
}
