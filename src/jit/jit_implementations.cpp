// SPDX-License-Identifier: Apache-2.0
// Refusals of the generated implementations, and the way of a kernel from generator to cache.
#include "jit/jit_implementations.hpp"

#include "jit/code_publisher.hpp"
#include "jit/generators.hpp"

namespace libselect {
namespace {

using make_generator = std::unique_ptr<row_generator> (*)(const kernel_params &);

kernel_fn create(cpu_isa isa, make_generator make, const kernel_params &params, held_code &held) {
    std::unique_ptr<row_generator> generator;
    return as_function<kernel_fn>(find_or_publish(
            {isa, code_kind::rows, params, {}}, to_string(params),
            [&] {
                generator = make(params);
                return generator->generate();
            },
            held));
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

kernel_fn create_avx512(const kernel_params &params, held_code &held) {
    return create(libselect_cpu_isa_avx512,
            params.narrow ? make_avx2_generator : make_avx512_generator, params, held);
}

kernel_fn create_avx2(const kernel_params &params, held_code &held) {
    kernel_params plain = params;
    plain.narrow = false; // it always is
    return create(libselect_cpu_isa_avx2, make_avx2_generator, plain, held);
}

kernel_fn create_scalar(const kernel_params &params, held_code &held) {
    kernel_params plain;
    plain.elem_bytes = params.elem_bytes;
    plain.roles = params.roles;
    // In place every line has just been read, and would be written back past the caches.
    if (params.elem_bytes >= 4 && params.kept == in_place::none) plain.how = params.how;
    return create(libselect_cpu_isa_scalar, make_scalar_generator, plain, held);
}

} // namespace libselect
