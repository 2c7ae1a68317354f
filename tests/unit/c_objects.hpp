// SPDX-License-Identifier: Apache-2.0
// Objects of the C interface for tests of it: made without exceptions, destroyed at the end.
#ifndef LIBSELECT_TESTS_UNIT_C_OBJECTS_HPP
#define LIBSELECT_TESTS_UNIT_C_OBJECTS_HPP

#include <cstdint>
#include <memory>
#include <vector>

#include <libselect/libselect.h>

namespace unit {

struct destroy {
    void operator()(libselect_logical_tensor_t *tensor) const {
        libselect_logical_tensor_destroy(tensor);
    }
    void operator()(libselect_select_op_t *op) const { libselect_select_op_destroy(op); }
    void operator()(libselect_primitive_t *primitive) const {
        libselect_primitive_destroy(primitive);
    }
};
using c_tensor = std::unique_ptr<libselect_logical_tensor_t, destroy>;
using c_op = std::unique_ptr<libselect_select_op_t, destroy>;
using c_primitive = std::unique_ptr<libselect_primitive_t, destroy>;

// Null when the library refuses. Empty strides mean dense.
inline c_tensor make_tensor(libselect_data_type_t type, const std::vector<std::int64_t> &dims,
        const std::vector<std::int64_t> &strides = {}) {
    libselect_logical_tensor_t *made = nullptr;
    const libselect_status_t status = libselect_logical_tensor_create(&made, type,
            static_cast<int>(dims.size()), dims.data(), strides.empty() ? nullptr : strides.data());
    return c_tensor(status == libselect_success ? made : nullptr);
}

inline c_op make_op(const c_tensor &cond, const c_tensor &src0, const c_tensor &src1,
        const c_tensor &dst = nullptr) {
    libselect_select_op_t *made = nullptr;
    const libselect_status_t status = libselect_select_op_create(&made, cond.get(), src0.get(),
            src1.get(), dst.get(), libselect_auto_broadcast_numpy, LIBSELECT_DEFAULT_AXIS);
    return c_op(status == libselect_success ? made : nullptr);
}

inline c_primitive make_primitive(const c_op &op) {
    libselect_primitive_t *made = nullptr;
    const libselect_status_t status = libselect_primitive_create(&made, op.get(), 0);
    return c_primitive(status == libselect_success ? made : nullptr);
}

} // namespace unit

#endif
