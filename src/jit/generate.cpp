// SPDX-License-Identifier: Apache-2.0
// One function per kernel contract chooses its generator.
#include "jit/generate.hpp"

#include <span>

#include "base/error.hpp"
#include "jit/generators.hpp"
#include "jit/strided_generator.hpp"

namespace libselect {
namespace {

std::vector<std::byte> bytes_of(std::span<const std::byte> code) {
    return {code.begin(), code.end()};
}

std::vector<std::byte> code_for(cpu_isa isa, const row_params &params) {
    if (has_strided(params)) return bytes_of(strided_generator(params).generate());
    return bytes_of(make_row_generator(isa, params)->generate());
}

std::vector<std::byte> code_for(cpu_isa, const fused_params &params) {
    return bytes_of(make_fused_generator(params)->generate());
}

std::vector<std::byte> code_for(cpu_isa, const transpose_params &params) {
    return bytes_of(transpose_generator(params).generate());
}

} // namespace

std::vector<std::byte> generate(const code_key &key) {
    try {
        return std::visit(
                [&](const auto &params) { return code_for(key.isa, params); }, key.params);
    } catch (const Xbyak::Error &error) {
        fail(libselect_runtime_error, {"code generation: ", error.what(), " for ", to_string(key)});
    }
}

} // namespace libselect
