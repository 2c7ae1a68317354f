// SPDX-License-Identifier: Apache-2.0
// The cache and the executable memory of the process.
#include "code/publish_code.hpp"

#include <span>

#include "code/executable_memory.hpp"
#include "code/kernel_cache.hpp"
#include "code/profile/jit_profile.hpp"

namespace libselect {
namespace {

// Neither is ever destroyed: a static destructor of the program may still run a kernel.
executable_memory &memory_of_process() {
    static executable_memory *const the_memory = new executable_memory;
    return *the_memory;
}

kernel_cache &cache_of_process() {
    static kernel_cache *const the_cache = new kernel_cache(cached_code_bytes);
    return *the_cache;
}

generated_code publish(const code_key &key, std::span<const std::byte> code) {
    executable_memory &memory = memory_of_process();
    const void *at = memory.publish(code);
    record_code(key, {static_cast<const std::byte *>(at), code.size()});
    // When shared_ptr has no memory for its count of owners, it calls the deleter.
    return {code_ref(at, [n_bytes = code.size(), &memory](
                                 const void *freed) { memory.give_back(freed, n_bytes); }),
            code.size()};
}

} // namespace

const void *find_or_publish(const code_key &key, generate_fn generate, held_code &held) {
    held.codes.reserve(held.codes.size() + 1);
    cached_code found =
            cache_of_process().find_or_generate(key, [&] { return publish(key, generate(key)); });
    held.n_generated += found.is_new ? 1 : 0;
    return held.codes.emplace_back(std::move(found.code)).get();
}

} // namespace libselect
