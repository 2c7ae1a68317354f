// SPDX-License-Identifier: Apache-2.0
// Patterns of conditions, element by element.
#include "kernel/mask.hpp"

#include <array>

namespace internal {
namespace {

constexpr std::array<std::byte, 4> true_bytes {
        std::byte {1}, std::byte {2}, std::byte {0x80}, std::byte {0xff}};

} // namespace

std::string to_string(const mask &what) {
    constexpr std::array<const char *, 7> names {
            "mixed", "constant", "sparse", "runs", "single", "stripes", "mixed stripes"};
    return (what.inverted ? "all but " : "")
           + std::string(names[static_cast<std::size_t>(what.kind)]);
}

std::span<const mask> every_mask() {
    static constexpr std::array<mask, 9> all {{
            {mask_kind::mixed, false},
            {mask_kind::constant, false},
            {mask_kind::constant, true},
            {mask_kind::sparse, false},
            {mask_kind::sparse, true},
            {mask_kind::runs, false},
            {mask_kind::runs, true},
            {mask_kind::single, false},
            {mask_kind::single, true},
    }};
    return all;
}

mask_source::mask_source(const mask &what, std::int64_t n_elems, support::random_source &random)
    : what_(what),
      random_(random),
      single_(static_cast<std::int64_t>(random.below(static_cast<std::uint64_t>(n_elems)))),
      left_in_run_(random.below(1000)) {
}

std::byte mask_source::next() {
    if (is_marked(at_++) == what_.inverted) return std::byte {0};
    return true_bytes[random_.below(true_bytes.size())];
}

bool mask_source::is_marked(std::int64_t at) {
    const bool in_stripe = at / what_.stripe % 2 == 0;
    switch (what_.kind) {
    case mask_kind::sparse:
        return random_.one_in(100);
    case mask_kind::runs:
        return is_in_run();
    case mask_kind::single:
        return at == single_;
    case mask_kind::stripes:
        return in_stripe;
    case mask_kind::mixed_stripes:
        return in_stripe && at % 2 == 0;
    case mask_kind::mixed:
    case mask_kind::constant:
        break;
    }
    return true;
}

bool mask_source::is_in_run() {
    if (left_in_run_ == 0) {
        in_run_ = !in_run_;
        left_in_run_ = 1 + random_.below(in_run_ ? 127 : 19 * 127);
    }
    --left_in_run_;
    return in_run_;
}

} // namespace internal
