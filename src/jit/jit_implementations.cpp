// SPDX-License-Identifier: Apache-2.0
// Refusals of the generated implementations, and the way of a kernel from generator to cache.
#include "jit/jit_implementations.hpp"

#include "jit/executable_memory.hpp"
#include "jit/generators.hpp"
#include "jit/kernel_cache.hpp"
#include "op/error.hpp"

namespace libselect {
namespace {

using make_generator = std::unique_ptr<row_generator> (*)(const kernel_params &);

// Never destroyed: a static destructor of the program may still run a kernel.
executable_memory &memory_of_process() {
    static executable_memory *const the_memory = new executable_memory;
    return *the_memory;
}

kernel_cache &cache_of_process() {
    static kernel_cache *const the_cache = new kernel_cache;
    return *the_cache;
}

kernel_fn generate_kernel(make_generator make, const kernel_params &params) {
    try {
        const std::unique_ptr<row_generator> generator = make(params);
        const void *code = memory_of_process().publish(generator->generate());
        return reinterpret_cast<kernel_fn>(reinterpret_cast<std::uintptr_t>(code));
    } catch (const Xbyak::Error &error) {
        fail(libselect_runtime_error,
                {"code generation: ", error.what(), " for ", to_string(params)});
    }
}

kernel_fn create(cpu_isa isa, make_generator make, const kernel_params &params) {
    return cache_of_process().find_or_generate(
            {isa, params}, [&] { return generate_kernel(make, params); });
}

// The vector kernels read and write whole vectors of neighbouring elements.
std::string refuse_strided(const kernel_params &params) {
    for (std::size_t i = 0; i < n_operands; ++i)
        if (params.roles[i] == role::strided)
            return std::string(operand_names[i])
                   + " is strided in the inner loop; vectors need unit stride or one element";
    return {};
}

} // namespace

std::string refusal_avx512(const kernel_params &params) {
    return refuse_strided(params);
}

std::string refusal_avx2(const kernel_params &params) {
    return refuse_strided(params);
}

std::string refusal_scalar(const kernel_params &) {
    return {};
}

kernel_fn create_avx512(const kernel_params &params) {
    return create(libselect_cpu_isa_avx512, make_avx512_generator, params);
}

kernel_fn create_avx2(const kernel_params &params) {
    return create(libselect_cpu_isa_avx2, make_avx2_generator, params);
}

kernel_fn create_scalar(const kernel_params &params) {
    return create(libselect_cpu_isa_scalar, make_scalar_generator, params);
}

} // namespace libselect
