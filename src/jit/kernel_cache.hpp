// SPDX-License-Identifier: Apache-2.0
// The kernel cache: each kernel is generated once and shared by all primitives.
#ifndef LIBSELECT_JIT_KERNEL_CACHE_HPP
#define LIBSELECT_JIT_KERNEL_CACHE_HPP

#include <cstddef>
#include <functional>
#include <future>
#include <mutex>
#include <unordered_map>

#include "kernel/cpu_isa.hpp"
#include "kernel/kernel.hpp"
#include "plan/row_form.hpp"

namespace libselect {

// The kinds of generated code.
enum class code_kind : std::uint8_t { rows, fused, transpose };

// What code is generated for. Fused kernels have an element width, columns and a store kind in
// `params` and their roles in `fused_roles`; transpose kernels have only the width.
struct code_key {
    cpu_isa isa;
    code_kind kind;
    kernel_params params;
    per_operand<fused_role> fused_roles {};
    bool operator==(const code_key &) const = default;
};

// Maps what a kernel is generated for to the kernel. Kernels stay for the life of the process:
// there is one per key, so their number is bounded by the number of parameter values.
class kernel_cache {
public:
    using generate_fn = std::function<const void *()>;

    // The kernel of the key. When there is none, one caller runs generate, outside the lock, while
    // others that want the same key wait for it and callers of other keys go on. When generate
    // throws, the exception reaches everyone who waited, and the cache is as it was: the next call
    // tries again.
    [[nodiscard]] const void *find_or_generate(const code_key &key, const generate_fn &generate);

    [[nodiscard]] std::size_t size() const;

private:
    struct hash {
        std::size_t operator()(const code_key &key) const noexcept;
    };
    mutable std::mutex lock_;
    std::unordered_map<code_key, std::shared_future<const void *>, hash> kernels_;
};

} // namespace libselect

#endif
