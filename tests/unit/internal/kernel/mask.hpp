// SPDX-License-Identifier: Apache-2.0
// Conditions of one kernel call, in patterns that decide which way a kernel takes.
#ifndef INTERNAL_KERNEL_MASK_HPP
#define INTERNAL_KERNEL_MASK_HPP

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

#include "harness/random.hpp"

namespace internal {

// Which elements are true, in the order of the loops.
enum class mask_kind : std::uint8_t {
    mixed,        // stretches that mix, and stretches that are all true or all false
    constant,     // all of them
    sparse,       // 1 %
    runs,         // about 64 in a row, 5 % in all
    single,       // one
    stripes,      // the first `stripe`, not the next as many, and so on
    mixed_stripes // the same, but in a stripe only every other element
};

struct mask {
    mask_kind kind = mask_kind::mixed;
    bool inverted = false; // false where the kind says true
    std::int64_t stripe = 1;
};

// "sparse", "all but sparse".
[[nodiscard]] std::string to_string(const mask &what);

// Every kind but the stripes, each as it is and inverted.
[[nodiscard]] std::span<const mask> every_mask();

// Gives the condition bytes of a mask that is not mixed, one by one.
class mask_source {
public:
    mask_source(const mask &what, std::int64_t n_elems, support::random_source &random);
    [[nodiscard]] std::byte next();

private:
    [[nodiscard]] bool is_marked(std::int64_t at);
    [[nodiscard]] bool is_in_run();

    const mask what_;
    support::random_source &random_;
    const std::int64_t single_;
    std::int64_t at_ = 0;
    bool in_run_ = false;
    std::uint64_t left_in_run_ = 0; // or in the gap before the next one
};

} // namespace internal

#endif
