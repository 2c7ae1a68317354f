// SPDX-License-Identifier: Apache-2.0
// Conditions as data: where a condition is true, and its bytes. The unit tests, the benchmark and
// the tool take theirs from here.
#ifndef LIBSELECT_TESTS_HARNESS_MASK_HPP
#define LIBSELECT_TESTS_HARNESS_MASK_HPP

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "harness/random.hpp"

namespace support {

using dims = std::vector<std::int64_t>;

// A row is one run of the last dim.
enum class mask_kind : std::uint8_t {
    random,        // each element is true with this chance
    runs,          // runs of `length` elements, aligned to it, each true with this chance
    uneven_runs,   // runs of 1 to 2 * length - 1 elements, true and false in turn, so that about
                   // this chance is true in all
    stretches,     // stretches of 1 to 200 elements: all true, all false, or mixed
    stripes,       // `length` true elements, as many false ones, and so on; alternating: length 1
    mixed_stripes, // the same, but in a true stripe only elements of even index are true
    single,        // one element, a random one
    prefix,        // the first `length` of each row: the tokens that exist
    suffix,        // the last `length` of each row: the padding
    causal,        // column <= row in the last two dims
    blobs,         // cells of cell[0] x cell[1] of the last two dims that are not 1, each true with
                   // this chance
    discs,         // one disc in each cell of 37 x 53, over the first dim and the others
    all,           // every element
    none           // no element
};

// The byte of a true element. Any byte but 0 is true.
enum class true_byte : std::uint8_t {
    is_one,
    varies // 1, 2, 0x80 or 0xff, at random
};

struct mask {
    static constexpr std::int64_t random_length = -1; // of prefix and suffix, anew for each row

    mask_kind kind = mask_kind::random;
    double chance = 0.5;
    std::int64_t length = random_length;
    std::array<std::int64_t, 2> cell {1, 1};
    true_byte value = true_byte::is_one;
    bool inverted = false; // true where the kind says false
};

// "random", "uneven_runs": the enumerator. mask_kind_of is the inverse; it throws
// std::runtime_error for any other word.
[[nodiscard]] std::string_view to_string(mask_kind kind);
[[nodiscard]] mask_kind mask_kind_of(std::string_view name);

// "random 0.5", "runs 64 0.05 inverted": the kind and the numbers that it takes.
[[nodiscard]] std::string to_string(const mask &what);

// Fills a dense condition of these extents, in row-major order. Equal seeds give equal masks.
// `cond` has as many bytes as they have elements.
void fill_mask(
        std::span<std::byte> cond, const dims &extents, const mask &what, random_source &random);

// Stretches of varying true bytes: a kernel may skip one source in a stretch that is all true or
// all false.
void fill_cond(std::span<std::byte> cond, random_source &random);

} // namespace support

#endif
