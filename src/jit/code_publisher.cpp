// SPDX-License-Identifier: Apache-2.0
// The cache and the executable memory of the process.
#include "jit/code_publisher.hpp"

#include "jit/executable_memory.hpp"
#include "op/error.hpp"

namespace libselect {
namespace {

// Neither is ever destroyed: a static destructor of the program may still run a kernel.
executable_memory &memory_of_process() {
    static executable_memory *const the_memory = new executable_memory;
    return *the_memory;
}

kernel_cache &cache_of_process() {
    static kernel_cache *const the_cache = new kernel_cache;
    return *the_cache;
}

} // namespace

const void *find_or_publish(
        const code_key &key, const std::string &name, const write_code_fn &write) {
    return cache_of_process().find_or_generate(key, [&] {
        try {
            return memory_of_process().publish(write());
        } catch (const Xbyak::Error &error) {
            fail(libselect_runtime_error, {"code generation: ", error.what(), " for ", name});
        }
    });
}

} // namespace libselect
