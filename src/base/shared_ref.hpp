// SPDX-License-Identifier: Apache-2.0
// Shared ownership of the objects behind C handles.
#ifndef LIBSELECT_BASE_SHARED_REF_HPP
#define LIBSELECT_BASE_SHARED_REF_HPP

#include <atomic>
#include <utility>

#include "base/handle.hpp"

namespace libselect {

// The numbers of owners of an object. It is born with one.
struct owner_counts {
    mutable std::atomic<long> owners {1};
    // The owners that came through the C interface. It gives up no more owners than it added.
    mutable std::atomic<long> callers {0};
};

// One owner of an object that derives from owner_counts: copies add an owner, the destructor
// removes one and deletes the object with the last.
template <typename Object>
class shared_ref {
public:
    shared_ref() noexcept = default;
    // The caller was the owner, and this object is from now on.
    explicit shared_ref(const Object *owned) noexcept : object_(owned) {}
    shared_ref(const shared_ref &other) noexcept : object_(retain(other.object_)) {}
    shared_ref(shared_ref &&other) noexcept : object_(std::exchange(other.object_, nullptr)) {}
    shared_ref &operator=(shared_ref other) noexcept {
        std::swap(object_, other.object_);
        return *this;
    }
    ~shared_ref() { give_up(object_); }

    [[nodiscard]] static shared_ref share(const Object *object) noexcept {
        return shared_ref(retain(object));
    }
    // retain adds an owner, give_up removes one. Both accept nullptr.
    static const Object *retain(const Object *object) noexcept {
        if (object != nullptr) object->owners.fetch_add(1, std::memory_order_relaxed);
        return object;
    }
    static void give_up(const Object *object) noexcept {
        if (object != nullptr && object->owners.fetch_sub(1, std::memory_order_acq_rel) == 1)
            destroy(object);
    }

    // The caller becomes the owner instead of this object.
    [[nodiscard]] const Object *release() noexcept { return std::exchange(object_, nullptr); }

    [[nodiscard]] const Object *get() const noexcept { return object_; }
    const Object &operator*() const noexcept { return *object_; }
    const Object *operator->() const noexcept { return object_; }

private:
    const Object *object_ = nullptr;
};

// Hands an object to a caller of the C interface.
template <typename Object>
[[nodiscard]] Object *hand_over(shared_ref<Object> owned) noexcept {
    const Object *object = owned.release();
    object->callers.fetch_add(1, std::memory_order_relaxed);
    return const_cast<Object *>(object);
}

// Takes one owner away from the callers. Does nothing when they have none left: whatever shares an
// object keeps it even when callers destroy it too often.
template <typename Object>
void take_back(const Object &object) noexcept {
    long n = object.callers.load(std::memory_order_relaxed);
    while (n > 0 && !object.callers.compare_exchange_weak(n, n - 1, std::memory_order_relaxed)) {
    }
    if (n > 0) shared_ref<Object>::give_up(&object);
}

} // namespace libselect

#endif
