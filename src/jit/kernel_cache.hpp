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

namespace libselect {

struct kernel_key {
    cpu_isa isa;
    kernel_params params;
    bool operator==(const kernel_key &) const = default;
};

// Maps what a kernel is generated for to the kernel. Kernels stay for the life of the process:
// there is one per key, so their number is bounded by the number of parameter values.
class kernel_cache {
public:
    using generate_fn = std::function<kernel_fn()>;

    // The kernel of the key. When there is none, one caller runs generate, outside the lock, while
    // others that want the same key wait for it and callers of other keys go on. When generate
    // throws, the exception reaches everyone who waited, and the cache is as it was: the next call
    // tries again.
    [[nodiscard]] kernel_fn find_or_generate(const kernel_key &key, const generate_fn &generate);

    [[nodiscard]] std::size_t size() const;

private:
    struct hash {
        std::size_t operator()(const kernel_key &key) const noexcept;
    };
    mutable std::mutex lock_;
    std::unordered_map<kernel_key, std::shared_future<kernel_fn>, hash> kernels_;
};

} // namespace libselect

#endif
