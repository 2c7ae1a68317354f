// SPDX-License-Identifier: Apache-2.0
// A map of futures: whoever inserts one generates, everyone else waits on it.
#include "jit/kernel_cache.hpp"

namespace libselect {

std::size_t kernel_cache::hash::operator()(const code_key &key) const noexcept {
    std::size_t value = static_cast<std::size_t>(key.isa) * 4 + static_cast<std::size_t>(key.kind);
    const auto add = [&](auto part) { value = value * 31 + static_cast<std::size_t>(part); };
    add(key.params.elem_bytes);
    add(key.params.cols);
    add(key.params.how);
    add(key.params.kept);
    add(key.params.skips);
    add(key.params.narrow);
    for (std::size_t i = 0; i < n_operands; ++i) {
        add(key.params.roles[i]);
        add(key.fused_roles[i]);
    }
    return value;
}

const void *kernel_cache::find_or_generate(const code_key &key, const generate_fn &generate) {
    std::unique_lock guard(lock_);
    const auto found = kernels_.find(key);
    if (found != kernels_.end()) {
        const std::shared_future<const void *> other = found->second;
        guard.unlock();
        return other.get();
    }
    std::promise<const void *> made;
    kernels_.emplace(key, made.get_future().share());
    guard.unlock();
    try {
        const void *code = generate();
        made.set_value(code);
        return code;
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
