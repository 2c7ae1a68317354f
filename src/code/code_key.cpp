// SPDX-License-Identifier: Apache-2.0
// Hashing and printing, one function per kernel contract.
#include "code/code_key.hpp"

namespace libselect {
namespace {

class hasher {
public:
    template <typename... Parts>
    void add(Parts... parts) noexcept {
        ((value_ = value_ * 31 + static_cast<std::size_t>(parts)), ...);
    }
    [[nodiscard]] std::size_t value() const noexcept { return value_; }

private:
    std::size_t value_ = 0;
};

void add(hasher &hash, const row_params &params) noexcept {
    hash.add(params.decides.kind, params.elem_bytes, params.stores, params.kept, params.skips,
            params.narrow, params.splits_blends, params.cols, params.ahead, params.shares_masks);
    for (const role each : params.roles)
        hash.add(each);
}

void add(hasher &hash, const fused_params &params) noexcept {
    hash.add(params.decides.kind, params.vector_bytes, params.elem_bytes, params.cols,
            params.stores, params.splits_blends);
    for (const fused_role each : params.roles)
        hash.add(each);
}

void add(hasher &hash, const transpose_params &params) noexcept {
    hash.add(params.elem_bytes, params.vector_bytes);
}

} // namespace

std::size_t hash_of(const code_key &key) noexcept {
    hasher hash;
    hash.add(key.isa, key.params.index());
    std::visit([&](const auto &params) { add(hash, params); }, key.params);
    return hash.value();
}

std::string to_string(const code_key &key) {
    return std::visit([](const auto &params) { return to_string(params); }, key.params);
}

} // namespace libselect
