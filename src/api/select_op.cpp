// SPDX-License-Identifier: Apache-2.0
// C entry points of the op descriptor.
#include "op/select_op.hpp"

#include "api/guard.hpp"
#include "api/trace.hpp"
#include "base/verbose.hpp"

using namespace libselect;

libselect_status_t libselect_select_op_create(libselect_select_op_t **op,
        const libselect_logical_tensor_t *cond, const libselect_logical_tensor_t *src0,
        const libselect_logical_tensor_t *src1, const libselect_logical_tensor_t *dst,
        libselect_auto_broadcast_t auto_broadcast, int64_t axis) {
    const libselect_status_t status = guarded([&] {
        check_not_null(op, "op");
        check_handle(cond, "cond");
        check_handle(src0, "src0");
        check_handle(src1, "src1");
        if (dst != nullptr) check_handle(dst, "dst");
        *op = new select_op(make_select_op(*cond, *src0, *src1, dst, {auto_broadcast, axis}));
    });
    if (status != libselect_success && is_verbose())
        write_failure("create:check", "libselect_select_op_create", status);
    return status;
}

libselect_status_t libselect_select_op_create_with(libselect_select_op_t **op,
        const libselect_condition_t *condition, const libselect_logical_tensor_t *src0,
        const libselect_logical_tensor_t *src1, const libselect_logical_tensor_t *dst,
        libselect_auto_broadcast_t auto_broadcast, int64_t axis) {
    const libselect_status_t status = guarded([&] {
        check_not_null(op, "op");
        check_handle(condition, "condition");
        check_handle(src0, "src0");
        check_handle(src1, "src1");
        if (dst != nullptr) check_handle(dst, "dst");
        const libselect::condition decides(libselect::condition::share(condition));
        *op = new select_op(make_select_op(decides, *src0, *src1, dst, {auto_broadcast, axis}));
    });
    if (status != libselect_success && is_verbose())
        write_failure("create:check", "libselect_select_op_create_with", status);
    return status;
}

const libselect_condition_t *libselect_select_op_condition(const libselect_select_op_t *op) {
    return is_usable(op) ? op->cond.get() : nullptr;
}

void libselect_select_op_destroy(libselect_select_op_t *op) {
    destroy(op);
}

const libselect_logical_tensor_t *libselect_select_op_cond(const libselect_select_op_t *op) {
    return is_usable(op) ? op->cond.tensor() : nullptr;
}

const libselect_logical_tensor_t *libselect_select_op_src0(const libselect_select_op_t *op) {
    return is_usable(op) ? op->src0.get() : nullptr;
}

const libselect_logical_tensor_t *libselect_select_op_src1(const libselect_select_op_t *op) {
    return is_usable(op) ? op->src1.get() : nullptr;
}

const libselect_logical_tensor_t *libselect_select_op_dst(const libselect_select_op_t *op) {
    return is_usable(op) ? op->dst.get() : nullptr;
}

libselect_auto_broadcast_t libselect_select_op_auto_broadcast(const libselect_select_op_t *op) {
    return is_usable(op) ? op->attr.mode : attributes {}.mode;
}

int64_t libselect_select_op_axis(const libselect_select_op_t *op) {
    return is_usable(op) ? op->attr.axis : attributes {}.axis;
}

size_t libselect_select_op_print(const libselect_select_op_t *op, char *text, size_t text_bytes) {
    return print_guarded(op, text, text_bytes, libselect::to_string);
}
