// SPDX-License-Identifier: Apache-2.0
// The buffer of a generator: ordinary memory, never executed.
#ifndef LIBSELECT_JIT_CODE_BUFFER_HPP
#define LIBSELECT_JIT_CODE_BUFFER_HPP

#include <cstddef>
#include <span>

#include <xbyak/xbyak.h>

namespace libselect {

// A base class of generators. It stands before Xbyak's base class, whose constructor needs the
// memory.
template <std::size_t n_bytes>
struct code_buffer {
    alignas(64) std::byte code[n_bytes];
};

[[nodiscard]] inline std::span<const std::byte> code_of(const Xbyak::CodeGenerator &generator) {
    return {reinterpret_cast<const std::byte *>(generator.getCode()), generator.getSize()};
}

} // namespace libselect

#endif
