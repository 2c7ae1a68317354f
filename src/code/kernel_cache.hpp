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

// Maps the key of a kernel to its code. The cache keeps the kernels used last for the next
// primitive, up to capacity_bytes of code. A kernel that falls out of the cache lives on in the
// primitives that hold it; other primitives would generate it again.
class kernel_cache {
public:
    using generate_fn = std::function<generated_code()>;

    explicit kernel_cache(std::size_t capacity_bytes) : capacity_bytes_(capacity_bytes) {}

    // The kernel of the key. When the cache has none, one caller runs generate, outside the lock.
    // Other callers that want the same key wait for it, and callers of other keys go on. When
    // generate throws, the exception reaches everyone who waited, and the cache is as before: the
    // next call tries again.
    [[nodiscard]] cached_code find_or_generate(const code_key &key, const generate_fn &generate);

    [[nodiscard]] std::size_t size() const;

private:
    struct entry {
        code_key key;
        std::shared_future<code_ref> code;
        std::size_t n_bytes = 0; // 0 until it is generated
    };
    using entries = std::list<entry>;
    struct hash {
        std::size_t operator()(const code_key &key) const noexcept { return hash_of(key); }
    };
    entries::iterator insert(const code_key &key, std::shared_future<code_ref> code);
    void erase(entries::iterator at);
    // Counts the bytes of an entry that is ready, and takes out the entries used longest ago until
    // the rest fits the capacity. Returns those, for the caller to destroy without the lock.
    [[nodiscard]] entries settle(entries::iterator at, std::size_t n_bytes);

    mutable std::mutex lock_;
    entries entries_; // in the order of use, the last one first
    std::unordered_map<code_key, entries::iterator, hash> by_key_;
    std::size_t n_bytes_ = 0;
    const std::size_t capacity_bytes_;
};

} // namespace libselect

#endif
