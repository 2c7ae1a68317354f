// SPDX-License-Identifier: Apache-2.0
// The kernel cache: each kernel is generated once and shared by all primitives.
#ifndef LIBSELECT_CODE_KERNEL_CACHE_HPP
#define LIBSELECT_CODE_KERNEL_CACHE_HPP

#include <cstddef>
#include <functional>
#include <future>
#include <list>
#include <mutex>
#include <unordered_map>

#include "code/code_key.hpp"
#include "code/held_code.hpp"

namespace libselect {

struct generated_code {
    code_ref code;
    std::size_t n_bytes;
};

struct cached_code {
    code_ref code;
    bool is_new; // this call generated it
};

// Maps what a kernel is generated for to its code. The kernels used last are kept for the next
// primitive, capacity_bytes of code in all; one that falls out of the cache lives on in the
// primitives that hold it, and would be generated again for others.
class kernel_cache {
public:
    using generate_fn = std::function<generated_code()>;

    explicit kernel_cache(std::size_t capacity_bytes) : capacity_bytes_(capacity_bytes) {}

    // The kernel of the key. When there is none, one caller runs generate, outside the lock, while
    // others that want the same key wait for it and callers of other keys go on. When generate
    // throws, the exception reaches everyone who waited, and the cache is as it was: the next call
    // tries again.
    [[nodiscard]] cached_code find_or_generate(const code_key &key, const generate_fn &generate);

    [[nodiscard]] std::size_t size() const;

private:
    struct entry {
        code_key key;
        std::shared_future<code_ref> code;
        std::size_t n_bytes = 0; // 0 while it is generated
    };
    using entries = std::list<entry>;
    struct hash {
        std::size_t operator()(const code_key &key) const noexcept { return hash_of(key); }
    };
    entries::iterator insert(const code_key &key, std::shared_future<code_ref> code);
    void erase(entries::iterator at);
    // Counts an entry that is ready, and takes out the ones used longest ago that are too many.
    [[nodiscard]] entries settle(entries::iterator at, std::size_t n_bytes);

    mutable std::mutex lock_;
    entries entries_; // the one used last comes first
    std::unordered_map<code_key, entries::iterator, hash> by_key_;
    std::size_t n_bytes_ = 0;
    const std::size_t capacity_bytes_;
};

} // namespace libselect

#endif
