// SPDX-License-Identifier: Apache-2.0
// Memory of destroyed objects, and what is said of handles that cannot be used.
#include "base/handle.hpp"

#include <array>
#include <atomic>
#include <new>
#include <string>

#include "base/error.hpp"

namespace libselect {
namespace {

// The next one to come frees the oldest. Reachable to the end, so no leak.
template <std::size_t n>
class ring {
public:
    void push(void *memory) noexcept {
        const std::size_t slot = n_pushed_.fetch_add(1, std::memory_order_relaxed) % n;
        ::operator delete(slots_[slot].exchange(memory, std::memory_order_acq_rel));
    }

private:
    std::array<std::atomic<void *>, n> slots_ {};
    std::atomic<std::size_t> n_pushed_ {0};
};

ring<n_remembered_tensors> tensors;
ring<n_remembered> ops;
ring<n_remembered> primitives;

const char *name_of(handle_kind kind) noexcept {
    switch (kind) {
    case handle_kind::logical_tensor:
        return "logical tensor";
    case handle_kind::select_op:
        return "select_op";
    case handle_kind::primitive:
        return "primitive";
    default:
        return nullptr;
    }
}

std::string fault_of(const void *handle) {
    if (handle == nullptr) return " is NULL";
    const handle_kind found = kind_of(handle);
    if (found == handle_kind::destroyed) return " was destroyed";
    if (name_of(found) == nullptr) return " points to no object of this library";
    return std::string(" is a ") + name_of(found);
}

} // namespace

void fail_handle(const void *handle, handle_kind wanted, const char *name, const char *part) {
    fail(libselect_invalid_arguments, {name, ":", part, fault_of(handle), "; it must point to a ",
                                              name_of(wanted), " in use"});
}

void remember_destroyed(void *memory, handle_kind was) noexcept {
    ::new (memory) handle_kind(handle_kind::destroyed);
    if (was == handle_kind::logical_tensor)
        tensors.push(memory);
    else if (was == handle_kind::select_op)
        ops.push(memory);
    else
        primitives.push(memory);
}

} // namespace libselect
