// SPDX-License-Identifier: Apache-2.0
// From a key to executable code, through the kernel cache of the process.
#ifndef LIBSELECT_CODE_PUBLISH_CODE_HPP
#define LIBSELECT_CODE_PUBLISH_CODE_HPP

#include <cstddef>
#include <cstdint>
#include <vector>

#include "code/code_key.hpp"
#include "code/held_code.hpp"

namespace libselect {

// Generates the code of a key: position-independent bytes. Throws failure and std::bad_alloc. The
// caller passes this function in, so that this folder knows no generator.
using generate_fn = std::vector<std::byte> (*)(const code_key &key);

// Bytes of code that the cache keeps for the next primitive. The size is a guess: it bounds the
// memory of a program that creates ever new shapes.
inline constexpr std::size_t cached_code_bytes = std::size_t {1} << 20U;

// Returns the code of the key, and adds a reference to it to `held`. When the cache has no such
// code, `generate` is called and its bytes are published. Throws what generate throws,
// failure(runtime_error) when executable memory is refused, and std::bad_alloc.
[[nodiscard]] const void *find_or_publish(
        const code_key &key, generate_fn generate, held_code &held);

// Converts an address of code to a function pointer. The cast goes through an integer, since not
// every compiler takes the direct one.
template <typename Function>
[[nodiscard]] Function as_function(const void *code) noexcept {
    return reinterpret_cast<Function>(reinterpret_cast<std::uintptr_t>(code));
}

} // namespace libselect

#endif
