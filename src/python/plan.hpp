// SPDX-License-Identifier: Apache-2.0
// A plan: libselect's primitive for one key, and what a call of it needs besides.
#ifndef LIBSELECT_PYTHON_PLAN_HPP
#define LIBSELECT_PYTHON_PLAN_HPP

#include <memory>
#include <vector>

#include "call.hpp"

namespace libselect_python {

struct destroy_handle {
    void operator()(libselect_logical_tensor_t *handle) const noexcept {
        libselect_logical_tensor_destroy(handle);
    }
    void operator()(libselect_condition_t *handle) const noexcept {
        libselect_condition_destroy(handle);
    }
    void operator()(libselect_select_op_t *handle) const noexcept {
        libselect_select_op_destroy(handle);
    }
    void operator()(libselect_primitive_t *handle) const noexcept {
        libselect_primitive_destroy(handle);
    }
};
template <typename Handle>
using handle = std::unique_ptr<Handle, destroy_handle>;

// Never changes after its creation, apart from `owners`, which the GIL protects.
struct plan {
    Py_ssize_t owners = 1;
    libselect_condition_kind_t kind {};
    libselect_data_type_t type {};    // of x, y and the result
    handle<libselect_select_op_t> op; // the tensors below are its
    handle<libselect_primitive_t> primitive;
    const libselect_logical_tensor_t *first = nullptr, *second = nullptr; // as in call
    const libselect_logical_tensor_t *x = nullptr, *y = nullptr, *out = nullptr;
    std::size_t bytes = 0;      // of the result
    std::vector<npy_intp> dims; // of the result
    std::vector<npy_intp>
            strides_bytes; // of the result; empty where it is dense, last axis fastest
    bool may_be_new =
            false;        // whether the result may be new memory: it is dense in some order of axes
    bool is_long = false; // whether other threads of Python should run meanwhile
};

// One owner of a plan.
class plan_ref {
public:
    plan_ref() noexcept = default;
    explicit plan_ref(plan *owned) noexcept : plan_(owned) {}
    plan_ref(const plan_ref &other) noexcept : plan_(other.plan_) {
        if (plan_ != nullptr) ++plan_->owners;
    }
    plan_ref(plan_ref &&other) noexcept : plan_(std::exchange(other.plan_, nullptr)) {}
    plan_ref &operator=(plan_ref other) noexcept {
        std::swap(plan_, other.plan_);
        return *this;
    }
    ~plan_ref() {
        if (plan_ != nullptr && --plan_->owners == 0) delete plan_;
    }
    const plan *operator->() const noexcept { return plan_; }
    const plan &operator*() const noexcept { return *plan_; }
    explicit operator bool() const noexcept { return plan_ != nullptr; }

private:
    plan *plan_ = nullptr;
};

// Shapes broadcast as in NumPy. Where the call has no `out`, the axes of the result lie in memory
// in the order of those of the first operand among x, y and the condition that has its shape.
[[nodiscard]] plan_ref new_plan(const select_call &of);

// Computes into `out`; every operand of the call has data. Releases the GIL for long plans, so the
// caller owns the plan meanwhile.
void run(const plan &ready, const select_call &with, void *out);

} // namespace libselect_python

#endif
