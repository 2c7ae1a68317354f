// SPDX-License-Identifier: Apache-2.0
// Kinds of handles: they tell a handle from NULL, from a handle of another kind and from other
// memory.
#ifndef LIBSELECT_BASE_HANDLE_HPP
#define LIBSELECT_BASE_HANDLE_HPP

#include <cstdint>
#include <cstring>
#include <type_traits>

namespace libselect {

// Every object behind a C handle begins with its kind. The values are words that other memory
// hardly ever begins with.
enum class handle_kind : std::uint64_t {
    none = 0,
    logical_tensor = 0x746e736f'6c696273,
    condition = 0x636f6e64'6c696273,
    select_op = 0x73656c6f'6c696273,
    primitive = 0x7072696d'6c696273
};

// The first base of an object behind a C handle: it begins with its kind.
template <handle_kind own>
struct marked {
    static constexpr handle_kind kind = own;
    const handle_kind mark = own;
};

// The kind in the first bytes of an object; none for NULL.
[[nodiscard]] inline handle_kind kind_of(const void *handle) noexcept {
    handle_kind found = handle_kind::none;
    if (handle != nullptr) std::memcpy(&found, handle, sizeof found);
    return found;
}

template <typename Object>
[[nodiscard]] bool is_usable(const Object *handle) noexcept {
    return kind_of(handle) == Object::kind;
}

// Throws invalid_arguments, for example "op: is a primitive; it must point to a select_op in use".
// `part` names the part of the argument that the handle is, for example " the memory's logical
// tensor"; it is empty when the handle is the argument.
[[noreturn]] void fail_handle(
        const void *handle, handle_kind wanted, const char *name, const char *part);

template <typename Object>
void check_handle(const Object *handle, const char *name, const char *part = "") {
    if (!is_usable(handle)) [[unlikely]]
        fail_handle(handle, Object::kind, name, part);
}

// Deletes an object that `new` created. NULL and an object of another kind are left alone.
template <typename Object>
void destroy(const Object *object) noexcept {
    static_assert(!std::is_polymorphic_v<Object>); // the kind comes first, no vtable pointer
    if (is_usable(object)) delete object;
}

} // namespace libselect

#endif
