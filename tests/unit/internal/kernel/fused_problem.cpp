// SPDX-License-Identifier: Apache-2.0
// Laying out the operands of fused rows, and the plain loop that judges them.
#include "kernel/fused_problem.hpp"

#include <algorithm>
#include <cstring>

namespace internal {
namespace {

using libselect::cond;
using libselect::dst;
using libselect::fused_role;
using libselect::n_operands;
using libselect::src0;
using libselect::src1;

std::size_t width_of(const fused_problem &what, std::size_t which) {
    return which == cond ? 1 : static_cast<std::size_t>(what.params.elem_bytes);
}

// Elements that an operand has.
std::size_t elems_of(const fused_problem &what, std::size_t which) {
    switch (what.params.roles[which]) {
    case fused_role::full:
        return static_cast<std::size_t>(what.rows * what.params.cols);
    case fused_role::repeating:
        return static_cast<std::size_t>(what.rows);
    case fused_role::periodic:
        return static_cast<std::size_t>(what.params.cols);
    case fused_role::scalar:
        break;
    }
    return 1;
}

// The element that serves row r, column c.
std::size_t elem_at(const fused_problem &what, std::size_t which, std::int64_t r, std::int64_t c) {
    switch (what.params.roles[which]) {
    case fused_role::full:
        return static_cast<std::size_t>(r * what.params.cols + c);
    case fused_role::repeating:
        return static_cast<std::size_t>(r);
    case fused_role::periodic:
        return static_cast<std::size_t>(c);
    case fused_role::scalar:
        break;
    }
    return 0;
}

std::size_t bytes_of(const fused_problem &what, std::size_t which) {
    const fused_role kind = what.params.roles[which];
    const bool has_slack = kind == fused_role::repeating || kind == fused_role::periodic;
    return elems_of(what, which) * width_of(what, which)
           + (has_slack ? static_cast<std::size_t>(what.slack_bytes) : 0);
}

void repeat_row(std::byte *data, std::size_t row_bytes, std::size_t n_bytes) {
    for (std::size_t i = row_bytes; i < n_bytes; ++i)
        data[i] = data[i - row_bytes];
}

} // namespace

std::string to_string(const fused_problem &what) {
    std::string text = libselect::to_string(what.params) + ": " + std::to_string(what.rows)
                       + " rows, " + std::to_string(what.slack_bytes) + " bytes of slack";
    for (std::size_t i = 0; i < n_operands; ++i)
        text += std::string(", ") + libselect::operand_names[i]
                + (what.where[i].side == support::placement::guard::front ? " front+" : " back-")
                + std::to_string(what.where[i].gap_bytes);
    return text + (what.dst_is_src0 ? ", dst is src0" : "")
           + (what.dst_is_src1 ? ", dst is src1" : "");
}

void place(fused_problem &what, support::placement::guard side, std::size_t gap_bytes) {
    for (std::size_t i = 0; i < n_operands; ++i)
        what.where[i] = {side, gap_bytes * (2 * i + 1) % 64};
    if (what.params.how != libselect::store::streaming) return;
    const bool at_front = side == support::placement::guard::front;
    what.where[dst].gap_bytes = at_front ? 0 : (64 - bytes_of(what, dst) % 64) % 64;
}

void fused_buffers::prepare(const fused_problem &what, support::random_source &random) {
    for (std::size_t i = n_operands; i-- > 0;) {
        if ((i == src0 && what.dst_is_src0) || (i == src1 && what.dst_is_src1)) {
            data_[i] = data_[dst];
            continue;
        }
        data_[i] = buffers_[i].allocate(bytes_of(what, i), what.where[i]);
        if (i == cond)
            support::fill_cond(buffers_[i].whole(), random);
        else
            support::fill_elements(buffers_[i].whole(), width_of(what, i), random);
        if (what.params.roles[i] == fused_role::periodic)
            repeat_row(data_[i], elems_of(what, i) * width_of(what, i), bytes_of(what, i));
        if (i != dst) buffers_[i].make_read_only();
    }
    select_plainly(what);
}

// An input that is dst is read from the buffer, while the result goes to the copy.
void fused_buffers::select_plainly(const fused_problem &what) {
    const std::span<std::byte> whole = buffers_[dst].whole();
    wanted_.assign(whole.begin(), whole.end());
    std::byte *to = wanted_.data() + (data_[dst] - whole.data());
    for (std::int64_t r = 0; r < what.rows; ++r)
        for (std::int64_t c = 0; c < what.params.cols; ++c) {
            const bool taken = data_[cond][elem_at(what, cond, r, c)] != std::byte {0};
            const auto from = taken ? src0 : src1;
            const std::size_t width = width_of(what, dst);
            std::memcpy(to, data_[from] + elem_at(what, from, r, c) * width, width);
            to += width;
        }
}

std::string fused_buffers::difference() const {
    const std::span<const std::byte> whole = buffers_[dst].whole();
    const auto [have, want] = std::mismatch(whole.begin(), whole.end(), wanted_.begin());
    if (have == whole.end()) return "";
    return "dst: byte " + std::to_string(whole.data() + (have - whole.begin()) - data_[dst])
           + " is " + std::to_string(std::to_integer<int>(*have)) + ", expected "
           + std::to_string(std::to_integer<int>(*want));
}

std::vector<libselect::per_operand<fused_role>> all_fused_roles() {
    constexpr fused_role every[] = {
            fused_role::full, fused_role::repeating, fused_role::periodic, fused_role::scalar};
    std::vector<libselect::per_operand<fused_role>> mixes;
    for (const fused_role mask : every)
        for (const fused_role if_true : every)
            for (const fused_role if_false : every)
                mixes.push_back({mask, if_true, if_false, fused_role::full});
    return mixes;
}

} // namespace internal
