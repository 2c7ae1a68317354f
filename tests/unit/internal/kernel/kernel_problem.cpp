// SPDX-License-Identifier: Apache-2.0
// Layouts of one kernel call, and the plain loop that judges it.
#include "kernel/kernel_problem.hpp"

#include <algorithm>
#include <array>
#include <cstring>

namespace internal {
namespace {

using libselect::dst;
using libselect::n_operands;
using libselect::role;
using support::random_source;

std::int64_t width_of(const libselect::kernel_params &params, std::size_t which) {
    return which == libselect::cond ? 1 : params.elem_bytes;
}

std::int64_t pick(std::initializer_list<std::int64_t> values, random_source &random) {
    return values.begin()[random.below(values.size())];
}

std::int64_t random_col_stride(
        const libselect::kernel_params &params, std::size_t which, random_source &random) {
    const std::int64_t width = width_of(params, which);
    switch (params.roles[which]) {
    case role::full:
        return width;
    case role::scalar:
        return 0;
    case role::strided:
        break;
    }
    return pick({2 * width, 3 * width, -width, -2 * width, width + 1}, random);
}

// Rows of dst must not meet; rows of an input may.
std::int64_t random_row_stride(
        std::size_t which, std::int64_t row_bytes, std::int64_t width, random_source &random) {
    const std::int64_t apart = pick({row_bytes, row_bytes + width, row_bytes + 5, row_bytes + 64,
                                            -row_bytes, -row_bytes - 3},
            random);
    if (which == dst) return apart;
    return pick({apart, apart, 0, width, -width, 1}, random);
}

// Bytes that the elements of an operand take, relative to element (0, 0).
struct reach {
    std::int64_t low, high;
};

reach reach_of(const kernel_problem &what, std::size_t which) {
    reach bytes {0, width_of(what.params, which)};
    for (const std::int64_t last :
            {(what.rows - 1) * what.row_strides[which], (what.cols - 1) * what.col_strides[which]})
        (last < 0 ? bytes.low : bytes.high) += last;
    return bytes;
}

} // namespace

std::string to_string(const kernel_problem &what) {
    std::string text = libselect::to_string(what.params) + ": " + std::to_string(what.rows) + " x "
                       + std::to_string(what.cols);
    for (std::size_t i = 0; i < n_operands; ++i)
        text += std::string(", ") + libselect::operand_names[i] + " strides "
                + std::to_string(what.row_strides[i]) + " " + std::to_string(what.col_strides[i])
                + (what.where[i].side == support::placement::guard::front ? " front+" : " back-")
                + std::to_string(what.where[i].gap_bytes);
    constexpr std::array<const char *, 4> aliases {"none", "src0", "src1", "both"};
    return text + ", in place: " + aliases[static_cast<std::size_t>(what.alias)];
}

kernel_problem random_kernel_problem(const libselect::kernel_params &params, std::int64_t rows,
        std::int64_t cols, random_source &random) {
    kernel_problem what;
    what.params = params;
    what.rows = rows;
    what.cols = cols;
    for (std::size_t i = 0; i < n_operands; ++i) {
        const std::int64_t width = width_of(params, i);
        what.col_strides[i] = random_col_stride(params, i, random);
        const std::int64_t row_bytes = (cols - 1) * std::abs(what.col_strides[i]) + width;
        what.row_strides[i] = random_row_stride(i, row_bytes, width, random);
        what.where[i].side = random.one_in(2) ? support::placement::guard::front
                                              : support::placement::guard::back;
        what.where[i].gap_bytes = random.one_in(2) ? 0 : random.below(64);
    }
    return what;
}

bool lay_in_place(kernel_problem &what, in_place alias) {
    what.alias = alias;
    for (const auto which : {libselect::src0, libselect::src1}) {
        const in_place alone = which == libselect::src0 ? in_place::src0 : in_place::src1;
        if (alias != in_place::both && alias != alone) continue;
        if (what.params.roles[which] != what.params.roles[dst]) return false;
        what.row_strides[which] = what.row_strides[dst];
        what.col_strides[which] = what.col_strides[dst];
    }
    return true;
}

bool kernel_buffers::is_dst(const kernel_problem &what, std::size_t which) const {
    return (which == libselect::src0
                   && (what.alias == in_place::src0 || what.alias == in_place::both))
           || (which == libselect::src1
                   && (what.alias == in_place::src1 || what.alias == in_place::both));
}

void kernel_buffers::prepare(const kernel_problem &what, random_source &random) {
    args_ = {{}, what.rows, what.cols, what.row_strides, what.col_strides};
    for (std::size_t i = n_operands; i-- > 0;) {
        wanted_[i].clear();
        if (is_dst(what, i)) {
            args_.data[i] = args_.data[dst];
            continue;
        }
        const reach bytes = reach_of(what, i);
        std::byte *low = buffers_[i].allocate(
                static_cast<std::size_t>(bytes.high - bytes.low), what.where[i]);
        args_.data[i] = low - bytes.low;
        const std::span<std::byte> whole = buffers_[i].whole();
        if (i == libselect::cond)
            support::fill_cond(whole, random);
        else
            support::fill_elements(whole, static_cast<std::size_t>(what.params.elem_bytes), random);
        wanted_[i].assign(whole.begin(), whole.end());
    }
    select_plainly(what);
}

// The contract as a loop, on the copy of dst's buffer. In place it reads the element of the buffer
// that it replaces in the copy.
void kernel_buffers::select_plainly(const kernel_problem &what) {
    const std::byte *begin = buffers_[dst].whole().data();
    for (std::int64_t r = 0; r < what.rows; ++r)
        for (std::int64_t c = 0; c < what.cols; ++c) {
            const auto element = [&](std::size_t which) {
                return args_.data[which] + r * what.row_strides[which]
                       + c * what.col_strides[which];
            };
            const std::byte taken = *element(libselect::cond);
            const auto from = taken != std::byte {0} ? libselect::src0 : libselect::src1;
            std::memcpy(wanted_[dst].data() + (element(dst) - begin), element(from),
                    static_cast<std::size_t>(what.params.elem_bytes));
        }
}

std::string kernel_buffers::difference() const {
    for (std::size_t i = 0; i < n_operands; ++i) {
        const std::span<const std::byte> whole = buffers_[i].whole();
        const auto [want, have] =
                std::mismatch(wanted_[i].begin(), wanted_[i].end(), whole.begin());
        if (want == wanted_[i].end()) continue;
        const std::byte *low = &*have;
        return std::string(libselect::operand_names[i]) + ": byte "
               + std::to_string(low - args_.data[i]) + " from element (0, 0) is "
               + std::to_string(std::to_integer<int>(*have)) + ", expected "
               + std::to_string(std::to_integer<int>(*want));
    }
    return "";
}

} // namespace internal
