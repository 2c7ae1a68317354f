// SPDX-License-Identifier: Apache-2.0
// Each rule by itself, with its message.
#include "exec/condition_inputs.hpp"

#include <algorithm>

#include "base/error.hpp"
#include "base/overlap.hpp"

namespace libselect {
namespace {

constexpr std::int64_t byte_bits = 8;

struct input_check {
    const condition_checks &wanted;
    const libselect_memory_t &memory;
    std::size_t input;

    [[nodiscard]] const char *name() const noexcept {
        return input_name(wanted.made.condition.kind, input);
    }
    [[nodiscard]] const logical_tensor &tensor() const noexcept { return *wanted.tensors[input]; }
    [[nodiscard]] const linear_walk &walk() const noexcept {
        return wanted.made.condition.walks[input];
    }
};

std::uintptr_t address_of(const libselect_memory_t &memory) noexcept {
    return reinterpret_cast<std::uintptr_t>(memory.data);
}

std::size_t needed_bytes(const input_check &check) noexcept {
    const byte_span &span = check.wanted.made.condition.spans[check.input];
    return static_cast<std::size_t>(span.high - span.low);
}

void check_buffer(const input_check &check) {
    check_memory_tensor(check.name(), check.memory.tensor, check.tensor());
    if (!check.wanted.made.nest.is_empty())
        check_memory_size(check.name(), check.memory, check.tensor(), needed_bytes(check));
}

// Whether the input is dst, element for element.
bool is_dst(const input_check &check, const libselect_memory_t &dst_memory) noexcept {
    const planned &made = check.wanted.made;
    const condition_kind kind = made.condition.kind;
    if (kind != condition_kind::compare && kind != condition_kind::nonzero) return false;
    if (static_cast<int>(data_type_size(check.tensor().type)) != made.nest.elem_bytes) return false;
    for (std::size_t i = 0; i < static_cast<std::size_t>(made.nest.rank); ++i)
        if (made.nest.loops[i].extent != 1
                && check.walk().strides[i] != made.nest.loops[i].strides[dst])
            return false;
    return address_of(check.memory) + static_cast<std::uintptr_t>(check.walk().start)
           == address_of(dst_memory) + static_cast<std::uintptr_t>(made.nest.starts[dst]);
}

bool is_apart(const input_check &check, const libselect_memory_t &dst_memory) noexcept {
    const byte_span &own = check.wanted.made.condition.spans[check.input];
    const byte_span &other = check.wanted.made.nest.spans[dst];
    const std::uintptr_t begin = address_of(check.memory), dst_begin = address_of(dst_memory);
    return begin + static_cast<std::uintptr_t>(own.high)
                   <= dst_begin + static_cast<std::uintptr_t>(other.low)
           || dst_begin + static_cast<std::uintptr_t>(other.high)
                      <= begin + static_cast<std::uintptr_t>(own.low);
}

// The elements of the input and of dst, both counted in bits: dst's elements are whole bytes, so a
// shared byte is a shared bit. Returns undecided where a number does not fit.
overlap overlap_with_dst(const input_check &check, const libselect_memory_t &dst_memory) noexcept {
    const plan &nest = check.wanted.made.nest;
    const bool is_bits = is_bit_type(check.tensor().type);
    const std::int64_t to_bits = is_bits ? byte_bits : 1;
    strided_set own, written;
    own.rank = written.rank = nest.rank;
    own.elem_bytes = unit_of(check.tensor().type).step;
    written.elem_bytes = nest.elem_bytes * to_bits;
    // Addresses count from the lowest byte of the two: as bits they fit, and none is below 0.
    const byte_span &own_span = check.wanted.made.condition.spans[check.input];
    const std::uintptr_t low =
            std::min(address_of(check.memory) + static_cast<std::uintptr_t>(own_span.low),
                    address_of(dst_memory) + static_cast<std::uintptr_t>(nest.spans[dst].low));
    const auto start = static_cast<std::uintptr_t>(to_bits);
    own.base = (address_of(check.memory) - low) * start
               + static_cast<std::uintptr_t>(check.walk().start);
    written.base = (address_of(dst_memory) - low) * start
                   + static_cast<std::uintptr_t>(nest.starts[dst]) * start;
    const byte_span &span = nest.spans[dst];
    std::int64_t last = 0;
    if (__builtin_mul_overflow(span.high - span.low, to_bits, &last)) return overlap::undecided;
    for (std::size_t i = 0; i < static_cast<std::size_t>(nest.rank); ++i) {
        own.extents[i] = written.extents[i] = nest.loops[i].extent;
        own.strides_bytes[i] = check.walk().strides[i];
        written.strides_bytes[i] = nest.loops[i].strides[dst] * to_bits;
    }
    return overlap_between(own, written);
}

void check_overlap(const input_check &check, const libselect_memory_t &dst_memory,
        const logical_tensor &dst_tensor) {
    if (is_apart(check, dst_memory) || is_dst(check, dst_memory)) return;
    const overlap found = overlap_with_dst(check, dst_memory);
    if (found == overlap::none) return;
    const condition_kind kind = check.wanted.made.condition.kind;
    const bool may_be_dst = kind == condition_kind::compare || kind == condition_kind::nonzero;
    fail(libselect_invalid_arguments,
            {check.name(), ": ", to_string(check.tensor()), distance_text(check.memory, dst_memory),
                    found == overlap::shared ? " overlaps dst " : " may overlap dst ",
                    to_string(dst_tensor),
                    may_be_dst ? "; dst may be the input itself, with the same data, width and "
                                 "strides, or share no byte with it"
                               : "; dst may not overlap it"});
}

bool is_plainly_good(const input_check &check, const libselect_memory_t &dst_memory) noexcept {
    return check.memory.tensor == &check.tensor() && check.memory.data != nullptr
           && check.memory.size_bytes >= needed_bytes(check)
           && (is_apart(check, dst_memory) || is_dst(check, dst_memory));
}

[[gnu::noinline, gnu::cold]] void check_each_closely(const condition_checks &wanted,
        const condition_memories &given, const libselect_memory_t &dst_memory) {
    for (std::size_t i = 0; i < n_condition_inputs; ++i)
        if (wanted.tensors[i].get() != nullptr) check_buffer({wanted, *given[i], i});
    if (wanted.made.nest.is_empty()) return;
    for (std::size_t i = 0; i < n_condition_inputs; ++i)
        if (wanted.tensors[i].get() != nullptr)
            check_overlap({wanted, *given[i], i}, dst_memory, *dst_memory.tensor);
}

} // namespace

void check_condition_inputs(const condition_checks &wanted, const condition_memories &given,
        const libselect_memory_t &dst_memory) {
    for (std::size_t i = 0; i < n_condition_inputs; ++i)
        if (wanted.tensors[i].get() != nullptr
                && !is_plainly_good({wanted, *given[i], i}, dst_memory)) [[unlikely]]
            return check_each_closely(wanted, given, dst_memory);
}

} // namespace libselect
