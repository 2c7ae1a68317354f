// SPDX-License-Identifier: Apache-2.0
// A map of futures: whoever inserts one generates, everyone else waits on it.
#include "jit/kernel_cache.hpp"

namespace libselect {

std::size_t kernel_cache::hash::operator()(const kernel_key &key) const noexcept {
    std::size_t value = static_cast<std::size_t>(key.isa);
    value = value * 31 + static_cast<std::size_t>(key.params.elem_bytes);
    for (const role kind : key.params.roles)
        value = value * 4 + static_cast<std::size_t>(kind);
    return value;
}

kernel_fn kernel_cache::find_or_generate(const kernel_key &key, const generate_fn &generate) {
    std::unique_lock guard(lock_);
    const auto found = kernels_.find(key);
    if (found != kernels_.end()) {
        const std::shared_future<kernel_fn> other = found->second;
        guard.unlock();
        return other.get();
    }
    std::promise<kernel_fn> made;
    kernels_.emplace(key, made.get_future().share());
    guard.unlock();
    try {
        const kernel_fn run = generate();
        made.set_value(run);
        return run;
    } catch (...) {
        guard.lock();
        kernels_.erase(key);
        guard.unlock();
        made.set_exception(std::current_exception());
        throw;
    }
}

std::size_t kernel_cache::size() const {
    const std::lock_guard guard(lock_);
    return kernels_.size();
}

} // namespace libselect
