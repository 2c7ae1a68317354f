// SPDX-License-Identifier: Apache-2.0
#include "faults/sample.hpp"

#include <algorithm>
#include <utility>

#include "harness/oracle.hpp"
#include "harness/mask.hpp"
#include "harness/random.hpp"

namespace faults {
namespace {

using support::operand;

std::size_t size_of(const operand &tensor, std::size_t elem_bytes) {
    return support::addressed_bytes(tensor, elem_bytes).size();
}

} // namespace

sample::sample(support::problem what) : what_(std::move(what)) {
    support::random_source random(20240201);
    const std::size_t elem_bytes = what_.elem_bytes();
    buffers_[0].resize(size_of(what_.cond, 1));
    buffers_[1].resize(size_of(what_.src0, elem_bytes));
    buffers_[2].resize(size_of(what_.src1, elem_bytes));
    support::fill_cond(buffers_[0], random);
    for (const std::size_t i : {1U, 2U})
        support::fill_elements(buffers_[i], elem_bytes, random);
    dst_.resize(size_of(what_.dst, elem_bytes));
    wanted_ = dst_;
    support::select_oracle({buffers_[0].data(), what_.cond.dims, what_.cond.strides},
            {buffers_[1].data(), what_.src0.dims, what_.src0.strides},
            {buffers_[2].data(), what_.src1.dims, what_.src1.strides},
            {wanted_.data(), what_.dst.dims, what_.dst.strides}, elem_bytes, what_.mode,
            what_.axis);
}

libselect_status_t sample::create() {
    const libselect_status_t status = create_objects();
    if (status != libselect_success) destroy();
    return status;
}

libselect_status_t sample::create_objects() {
    const auto type = static_cast<libselect_data_type_t>(what_.type);
    libselect_auto_broadcast_t mode {};
    libselect_status_t status = libselect_auto_broadcast_from_string(what_.mode.c_str(), &mode);
    const operand *const operands[4] {&what_.cond, &what_.src0, &what_.src1, &what_.dst};
    for (std::size_t i = 0; i < 4 && status == libselect_success; ++i) {
        libselect_logical_tensor_t *made = nullptr;
        status = libselect_logical_tensor_create(&made, i == 0 ? libselect_boolean : type,
                static_cast<int>(operands[i]->dims.size()), operands[i]->dims.data(),
                operands[i]->strides.data());
        tensors_[i].reset(made);
    }
    if (status != libselect_success) return status;
    libselect_select_op_t *op = nullptr;
    status = libselect_select_op_create(&op, tensors_[0].get(), tensors_[1].get(),
            tensors_[2].get(), tensors_[3].get(), mode, what_.axis);
    op_.reset(op);
    if (status != libselect_success) return status;
    libselect_primitive_t *primitive = nullptr;
    status = libselect_primitive_create(&primitive, op, what_.max_threads);
    primitive_.reset(primitive);
    return status;
}

void sample::destroy() {
    primitive_.reset();
    op_.reset();
    for (unit::c_tensor &tensor : tensors_)
        tensor.reset();
}

libselect_status_t sample::execute() {
    std::fill(dst_.begin(), dst_.end(), std::byte {0});
    return execute(*this);
}

libselect_status_t sample::execute(const sample &of) {
    libselect_memory_t memories[4] {};
    for (std::size_t i = 0; i < 4; ++i) {
        std::vector<std::byte> &buffer = i == 3 ? dst_ : buffers_[i];
        memories[i] = {of.tensors_[i].get(), buffer.data(), buffer.size()};
    }
    return libselect_execute(
            of.primitive_.get(), &memories[0], &memories[1], &memories[2], &memories[3]);
}

std::string sample::create_and_run() {
    const libselect_status_t status = create();
    if (status != libselect_success)
        return std::string("create: ") + libselect_status_name(status) + ": "
               + libselect_last_error();
    return run();
}

std::string sample::run() {
    const libselect_status_t status = execute();
    if (status != libselect_success)
        return std::string("execute: ") + libselect_status_name(status) + ": "
               + libselect_last_error();
    return is_right() ? "" : "wrong result";
}

std::string sample::print() const {
    std::string text(libselect_primitive_print(primitive_.get(), nullptr, 0) + 1, '\0');
    (void)libselect_primitive_print(primitive_.get(), text.data(), text.size());
    text.pop_back();
    return text;
}

} // namespace faults
