// SPDX-License-Identifier: Apache-2.0
// One function per kernel contract chooses its generator.
#include "jit/generate.hpp"

#include <memory>
#include <span>

#include "base/error.hpp"
#include "jit/generators.hpp"

namespace libselect {
namespace {

std::vector<std::byte> bytes_of(std::span<const std::byte> code) {
    return {code.begin(), code.end()};
}

std::unique_ptr<row_generator> make_generator(cpu_isa isa, const row_params &params) {
    return make_row_generator(isa, params);
}

std::unique_ptr<fused_generator> make_generator(cpu_isa, const fused_params &params) {
    return make_fused_generator(params);
}

std::unique_ptr<transpose_generator> make_generator(cpu_isa, const transpose_params &params) {
    return std::make_unique<transpose_generator>(params);
}

} // namespace

std::vector<std::byte> generate(const code_key &key) {
    try {
        return std::visit(
                [&](const auto &params) {
                    return bytes_of(make_generator(key.isa, params)->generate());
                },
                key.params);
    } catch (const Xbyak::Error &error) {
        fail(libselect_runtime_error, {"code generation: ", error.what(), " for ", to_string(key)});
    }
}

} // namespace libselect
