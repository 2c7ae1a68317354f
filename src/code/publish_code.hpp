// SPDX-License-Identifier: Apache-2.0
// The way of generated code into executable memory, through the cache of the process.
#ifndef LIBSELECT_CODE_PUBLISH_CODE_HPP
#define LIBSELECT_CODE_PUBLISH_CODE_HPP

#include <cstddef>
#include <cstdint>
#include <vector>

#include "code/code_key.hpp"
#include "code/held_code.hpp"

namespace libselect {

// Writes the code of a key: position-independent bytes. Throws failure and std::bad_alloc. Handed
// in by the caller, so that this folder knows no generator.
using generate_fn = std::vector<std::byte> (*)(const code_key &key);

// Bytes of code that the cache keeps for the next primitive. Not tuned: it bounds what a program
// holds that makes ever new shapes.
inline constexpr std::size_t cached_code_bytes = std::size_t {1} << 20U;

// The code of the key, which `held` then holds too; when there is none, `generate` makes it and it
// is published. Throws what generate throws, failure(runtime_error) when executable memory is
// refused, and std::bad_alloc.
[[nodiscard]] const void *find_or_publish(
        const code_key &key, generate_fn generate, held_code &held);

// Code as a function, by way of an integer: only that is a cast that every compiler takes.
template <typename Function>
[[nodiscard]] Function as_function(const void *code) noexcept {
    return reinterpret_cast<Function>(reinterpret_cast<std::uintptr_t>(code));
}

} // namespace libselect

#endif
