// SPDX-License-Identifier: Apache-2.0
// The way of generated code into executable memory, through the cache of the process.
#ifndef LIBSELECT_JIT_CODE_PUBLISHER_HPP
#define LIBSELECT_JIT_CODE_PUBLISHER_HPP

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>

#include <xbyak/xbyak.h>

#include "jit/kernel_cache.hpp"
#include "kernel/held_code.hpp"

namespace libselect {

// Holds code while it is written: ordinary memory, never executed. A base class that comes before
// Xbyak's, which needs the memory when it is made.
template <std::size_t n_bytes>
struct code_buffer {
    alignas(64) std::byte code[n_bytes];
};

using write_code_fn = std::function<std::span<const std::byte>()>;

// Bytes of code that the cache keeps for the next primitive. Not tuned: it bounds what a program
// holds that makes ever new shapes.
inline constexpr std::size_t cached_code_bytes = std::size_t {1} << 20U;

// The code of the key, which `held` then holds too; when there is none, `write` makes it and it is
// published. Throws failure, with runtime_error when generation fails (the message says `name`) or
// executable memory is refused, and std::bad_alloc.
[[nodiscard]] const void *find_or_publish(
        const code_key &key, const std::string &name, const write_code_fn &write, held_code &held);

// Code as a function, by way of an integer: only that is a cast that every compiler takes.
template <typename Function>
[[nodiscard]] Function as_function(const void *code) noexcept {
    return reinterpret_cast<Function>(reinterpret_cast<std::uintptr_t>(code));
}

[[nodiscard]] inline std::span<const std::byte> code_of(const Xbyak::CodeGenerator &generator) {
    return {reinterpret_cast<const std::byte *>(generator.getCode()), generator.getSize()};
}

} // namespace libselect

#endif
