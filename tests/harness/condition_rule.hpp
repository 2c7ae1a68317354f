// SPDX-License-Identifier: Apache-2.0
// What decides at each index of dst, apart from the tensors that it reads.
#ifndef LIBSELECT_TESTS_HARNESS_CONDITION_RULE_HPP
#define LIBSELECT_TESTS_HARNESS_CONDITION_RULE_HPP

#include <cstdint>
#include <optional>

#include <libselect/libselect.h>

namespace support {

struct condition_rule {
    libselect_condition_kind_t kind = libselect_condition_boolean;
    libselect_data_type_t type = libselect_boolean; // of cond, or of both sides of a comparison
    libselect_relation_t relation = libselect_relation_eq;

    // Of an interval.
    int axis = -1, row_axis = -2;
    std::optional<std::int64_t> lower = std::nullopt, upper = std::nullopt;
    // The type of the tensor begin or end, s32 or s64; undef where there is none.
    libselect_data_type_t begin = libselect_undef, end = libselect_undef;

    [[nodiscard]] bool is_compare() const { return kind == libselect_condition_compare; }
    [[nodiscard]] bool is_interval() const { return kind == libselect_condition_interval; }
    // Whether its tensors hold numbers, which it looks at the value of.
    [[nodiscard]] bool reads_numbers() const {
        return kind == libselect_condition_nonzero || kind == libselect_condition_compare;
    }
    [[nodiscard]] bool looks_at_rows() const { return lower || upper; }
};

inline bool is_bits(libselect_data_type_t type) {
    return type == libselect_u1 || type == libselect_u1_msb;
}

inline bool is_complex(libselect_data_type_t type) {
    return type == libselect_c64 || type == libselect_c128;
}

} // namespace support

#endif
