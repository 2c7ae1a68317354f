// SPDX-License-Identifier: Apache-2.0
// What tells a handle that may be used from one that was destroyed, or is of another kind.
#ifndef LIBSELECT_BASE_HANDLE_HPP
#define LIBSELECT_BASE_HANDLE_HPP

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>

namespace libselect {

// Every object behind a C handle begins with one of these. The values are words that other memory
// hardly ever begins with.
enum class handle_kind : std::uint64_t {
    none = 0,
    destroyed = 0x64656164'6c696273,
    logical_tensor = 0x746e736f'6c696273,
    select_op = 0x73656c6f'6c696273,
    primitive = 0x7072696d'6c696273
};

// How many of the objects destroyed last are still told from others. Each keeps its memory, not
// what it owned, until so many more are destroyed. Not tuned.
inline constexpr std::size_t n_remembered = 16;
// One call may destroy an op or primitive, and with it the four tensors that it was the last to
// own. So that all of the last n_remembered calls count, tensors are remembered apart from others.
// (Of threads that destroy at once, one may take the turn of another.)
inline constexpr std::size_t n_remembered_tensors = 4 * n_remembered;
// Of one object. README.md tells the sum of all.
[[nodiscard]] constexpr std::size_t max_remembered_bytes(handle_kind kind) {
    if (kind == handle_kind::logical_tensor) return 1088;
    return kind == handle_kind::select_op ? 64 : 6144;
}

// The kind in the first bytes of an object, even of one whose lifetime has ended; none for NULL.
[[nodiscard]] inline handle_kind kind_of(const void *handle) noexcept {
    handle_kind found = handle_kind::none;
    if (handle != nullptr) std::memcpy(&found, handle, sizeof found);
    return found;
}

template <typename Object>
[[nodiscard]] bool is_usable(const Object *handle) noexcept {
    return kind_of(handle) == Object::kind;
}

// Throws invalid_arguments: "op: was destroyed; it must point to a select_op in use". `part` is
// what of the argument the handle is, " the memory's logical tensor".
[[noreturn]] void fail_handle(
        const void *handle, handle_kind wanted, const char *name, const char *part);

template <typename Object>
void check_handle(const Object *handle, const char *name, const char *part = "") {
    if (!is_usable(handle)) [[unlikely]]
        fail_handle(handle, Object::kind, name, part);
}

// Marks memory whose object has ended as destroyed, and frees it when enough others came.
void remember_destroyed(void *memory, handle_kind was) noexcept;

// Ends an object that `new` made. NULL, one that was destroyed, and one of another kind stay as
// they are.
template <typename Object>
void destroy(Object *object) noexcept {
    static_assert(std::is_standard_layout_v<Object>); // it begins with its first member
    static_assert(sizeof(Object) <= max_remembered_bytes(Object::kind));
    static_assert(alignof(Object) <= __STDCPP_DEFAULT_NEW_ALIGNMENT__);
    if (!is_usable(object)) return;
    object->~Object();
    remember_destroyed(object, Object::kind);
}

} // namespace libselect

#endif
