// SPDX-License-Identifier: Apache-2.0
// A map of futures: the caller that inserts a future generates the code, and all others wait on it.
// A list keeps the order of use.
#include "code/kernel_cache.hpp"

namespace libselect {

kernel_cache::entries::iterator kernel_cache::insert(
        const code_key &key, std::shared_future<code_ref> code) {
    entries inserted;
    inserted.push_back({key, std::move(code)});
    by_key_.emplace(key, inserted.begin());
    entries_.splice(entries_.begin(), inserted);
    return entries_.begin();
}

void kernel_cache::erase(entries::iterator at) {
    const std::lock_guard guard(lock_);
    by_key_.erase(at->key);
    entries_.erase(at);
}

kernel_cache::entries kernel_cache::settle(entries::iterator at, std::size_t n_bytes) {
    const std::lock_guard guard(lock_);
    at->n_bytes = n_bytes;
    n_bytes_ += n_bytes;
    entries dropped;
    for (auto next = entries_.end(); n_bytes_ > capacity_bytes_ && next != entries_.begin();) {
        const auto last = std::prev(next);
        if (last->n_bytes == 0) {
            next = last;
            continue;
        }
        n_bytes_ -= last->n_bytes;
        by_key_.erase(last->key);
        dropped.splice(dropped.begin(), entries_, last);
    }
    return dropped;
}

cached_code kernel_cache::find_or_generate(const code_key &key, const generate_fn &generate) {
    std::unique_lock guard(lock_);
    const auto found = by_key_.find(key);
    if (found != by_key_.end()) {
        entries_.splice(entries_.begin(), entries_, found->second);
        const std::shared_future<code_ref> other = found->second->code;
        guard.unlock();
        return {other.get(), false};
    }
    std::promise<code_ref> promised;
    const auto own = insert(key, promised.get_future().share());
    guard.unlock();
    generated_code generated;
    try {
        generated = generate();
    } catch (...) {
        erase(own);
        promised.set_exception(std::current_exception());
        throw;
    }
    // The dropped entries are freed at the end of this statement, outside the lock.
    (void)settle(own, generated.n_bytes);
    promised.set_value(generated.code);
    return {generated.code, true};
}

std::size_t kernel_cache::size() const {
    const std::lock_guard guard(lock_);
    return entries_.size();
}

} // namespace libselect
