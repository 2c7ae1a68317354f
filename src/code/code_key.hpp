// SPDX-License-Identifier: Apache-2.0
// The key of generated code: an ISA and the parameters of a kernel.
#ifndef LIBSELECT_CODE_CODE_KEY_HPP
#define LIBSELECT_CODE_CODE_KEY_HPP

#include <cstddef>
#include <string>
#include <variant>

#include "kernel/cpu_isa.hpp"
#include "kernel/fused_kernel.hpp"
#include "kernel/kernel.hpp"
#include "kernel/transpose_kernel.hpp"

namespace libselect {

// The parameters of one kernel contract. The alternative in use tells which contract.
using code_params = std::variant<row_params, fused_params, transpose_params>;

// Equal keys mean the same instructions, so one copy of the code serves all of them.
struct code_key {
    cpu_isa isa = libselect_cpu_isa_portable;
    code_params params;
    bool operator==(const code_key &) const = default;
};

// Equal keys hash alike.
[[nodiscard]] std::size_t hash_of(const code_key &key) noexcept;

// The parameters as their contract prints them: "w4 cond full, src0 constant, ...".
[[nodiscard]] std::string to_string(const code_key &key);

} // namespace libselect

#endif
