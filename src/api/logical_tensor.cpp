// SPDX-License-Identifier: Apache-2.0
// C entry points of the logical tensor.
#include "op/logical_tensor.hpp"

#include "api/guard.hpp"

using namespace libselect;

libselect_status_t libselect_logical_tensor_create(libselect_logical_tensor_t **tensor,
        libselect_data_type_t type, int rank, const int64_t *dims, const int64_t *strides) {
    return guarded([&] {
        check_not_null(tensor, "tensor");
        tensor_ref made = make_logical_tensor(type, rank, dims, strides);
        *tensor = const_cast<libselect_logical_tensor_t *>(made.release());
    });
}

libselect_logical_tensor_t *libselect_logical_tensor_retain(
        const libselect_logical_tensor_t *tensor) {
    return const_cast<libselect_logical_tensor_t *>(tensor_ref::retain(tensor));
}

void libselect_logical_tensor_destroy(libselect_logical_tensor_t *tensor) {
    tensor_ref::give_up(tensor);
}

libselect_data_type_t libselect_logical_tensor_data_type(const libselect_logical_tensor_t *tensor) {
    return tensor != nullptr ? tensor->type : libselect_undef;
}

int libselect_logical_tensor_rank(const libselect_logical_tensor_t *tensor) {
    return tensor != nullptr ? tensor->dims.rank : LIBSELECT_UNKNOWN_RANK;
}

const int64_t *libselect_logical_tensor_dims(const libselect_logical_tensor_t *tensor) {
    return tensor != nullptr ? tensor->dims.dims.data() : nullptr;
}

const int64_t *libselect_logical_tensor_strides(const libselect_logical_tensor_t *tensor) {
    const bool told = tensor != nullptr && tensor->strides_from != stride_kind::unknown;
    return told ? tensor->strides.data() : nullptr;
}

libselect_status_t libselect_logical_tensor_size_bytes(
        const libselect_logical_tensor_t *tensor, size_t *size_bytes) {
    return guarded([&] {
        check_not_null(tensor, "tensor");
        check_not_null(size_bytes, "size_bytes");
        const byte_span span = span_of(*tensor, "tensor");
        *size_bytes = static_cast<size_t>(span.high - span.low);
    });
}
