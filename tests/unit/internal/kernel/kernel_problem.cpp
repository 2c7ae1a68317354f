// SPDX-License-Identifier: Apache-2.0
// Layouts of one kernel call, and the plain loop that judges it.
#include "kernel/kernel_problem.hpp"

#include <algorithm>
#include <array>
#include <cstring>

namespace internal {
namespace {

using libselect::cond;
using libselect::dst;
using libselect::kernel_loops;
using libselect::n_operands;
using libselect::role;
using libselect::row_params;
using support::placement;
using support::random_source;

constexpr std::int64_t line_bytes = 64;

std::int64_t width_of(const row_params &params, std::size_t which) {
    return which == cond ? 1 : params.elem_bytes;
}

// What the address of every element, or in rows of fixed length every row, of an operand is a
// multiple of.
std::int64_t alignment_of(const row_params &params, std::size_t which) {
    if (which != dst || params.how == libselect::store::ordinary) return 1;
    return params.cols != 0 ? line_bytes : params.elem_bytes;
}

std::int64_t pick(std::initializer_list<std::int64_t> values, random_source &random) {
    return values.begin()[random.below(values.size())];
}

std::int64_t random_col_stride(const row_params &params, std::size_t which, random_source &random) {
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

// From one row or plane to the next. Those of dst must not meet; those of an input may.
std::int64_t random_step(
        const row_params &params, std::size_t which, std::int64_t bytes, random_source &random) {
    const std::int64_t width = width_of(params, which);
    const std::int64_t unit = alignment_of(params, which);
    const auto round_up = [&](std::int64_t n) { return (n + unit - 1) / unit * unit; };
    const std::int64_t apart =
            round_up(pick({bytes, bytes + width, bytes + 5, bytes + 64}, random));
    const std::int64_t either_way = random.one_in(3) ? -apart : apart;
    if (which == dst) return either_way;
    return pick({either_way, either_way, 0, width, -width, 1}, random);
}

std::int64_t plane_stride(const kernel_loops &loops, std::size_t which) {
    return loops.rows * loops.row_strides_bytes[which] + loops.plane_steps_bytes[which];
}

// Bytes that the elements of an operand take, relative to the first one.
struct reach {
    std::int64_t low, high;
};

reach reach_of(const kernel_problem &what, std::size_t which) {
    const kernel_loops &loops = what.loops;
    reach bytes {0, width_of(what.params, which)};
    for (const std::int64_t last : {(loops.planes - 1) * plane_stride(loops, which),
                 (loops.rows - 1) * loops.row_strides_bytes[which],
                 (loops.cols - 1) * loops.col_strides_bytes[which]})
        (last < 0 ? bytes.low : bytes.high) += last;
    return bytes;
}

void choose_strides(kernel_problem &what, std::size_t which, random_source &random) {
    kernel_loops &loops = what.loops;
    const std::int64_t col_stride = random_col_stride(what.params, which, random);
    loops.col_strides_bytes[which] = col_stride;
    const std::int64_t row_bytes =
            (loops.cols - 1) * std::abs(col_stride) + width_of(what.params, which);
    const std::int64_t row_stride = random_step(what.params, which, row_bytes, random);
    loops.row_strides_bytes[which] = row_stride;
    const std::int64_t plane_bytes = (loops.rows - 1) * std::abs(row_stride) + row_bytes;
    loops.plane_steps_bytes[which] =
            random_step(what.params, which, plane_bytes, random) - loops.rows * row_stride;
}

// Moves dst so that its first element lies `offset` bytes behind the beginning of a cache line.
void place_dst(kernel_problem &what, std::int64_t offset) {
    const reach bytes = reach_of(what, dst);
    placement &where = what.where[dst];
    const std::int64_t gap =
            where.side == placement::guard::front ? offset + bytes.low : -offset - bytes.high;
    where.gap_bytes = static_cast<std::size_t>((gap % line_bytes + line_bytes) % line_bytes);
}

void align_dst(kernel_problem &what, random_source &random) {
    const std::int64_t unit = alignment_of(what.params, dst);
    if (unit == 1) return;
    if (unit == line_bytes || random.one_in(3))
        place_dst(what, 0);
    else if (random.one_in(2))
        place_dst(what, unit);
    else
        what.where[dst].gap_bytes -= what.where[dst].gap_bytes % static_cast<std::size_t>(unit);
}

bool is_dst(const kernel_problem &what, std::size_t which) {
    if (which == libselect::src0)
        return what.alias == aliasing::src0 || what.alias == aliasing::both;
    return which == libselect::src1
           && (what.alias == aliasing::src1 || what.alias == aliasing::both);
}

// Calls visit(addresses) for each element, in the order of the loops.
template <typename Visit>
void for_each_element(const libselect::kernel_args &args, const Visit &visit) {
    const kernel_loops &loops = *args.loops;
    for (std::int64_t p = 0; p < loops.planes; ++p)
        for (std::int64_t r = 0; r < loops.rows; ++r)
            for (std::int64_t c = 0; c < loops.cols; ++c) {
                libselect::per_operand<std::byte *> at = args.data;
                for (std::size_t i = 0; i < n_operands; ++i)
                    at[i] += p * plane_stride(loops, i) + r * loops.row_strides_bytes[i]
                             + c * loops.col_strides_bytes[i];
                visit(at);
            }
}

} // namespace

std::string to_string(const kernel_problem &what) {
    const kernel_loops &loops = what.loops;
    std::string text = libselect::to_string(what.params) + ": " + std::to_string(loops.planes)
                       + " x " + std::to_string(loops.rows) + " x " + std::to_string(loops.cols);
    for (std::size_t i = 0; i < n_operands; ++i)
        text += std::string(", ") + libselect::operand_names[i] + " strides "
                + std::to_string(plane_stride(loops, i)) + " "
                + std::to_string(loops.row_strides_bytes[i]) + " "
                + std::to_string(loops.col_strides_bytes[i])
                + (what.where[i].side == placement::guard::front ? " front+" : " back-")
                + std::to_string(what.where[i].gap_bytes);
    constexpr std::array<const char *, 4> aliases {"none", "src0", "src1", "both"};
    return text + ", in place: " + aliases[static_cast<std::size_t>(what.alias)]
           + ", true: " + to_string(what.conditions);
}

kernel_problem random_kernel_problem(
        const row_params &params, const extents &size, random_source &random) {
    kernel_problem what;
    what.params = params;
    what.loops = {size.planes, size.rows, size.cols, {}, {}, {}};
    for (std::size_t i = 0; i < n_operands; ++i) {
        choose_strides(what, i, random);
        what.where[i].side = random.one_in(2) ? placement::guard::front : placement::guard::back;
        what.where[i].gap_bytes = random.one_in(2) ? 0 : random.below(64);
    }
    align_dst(what, random);
    return what;
}

void place(kernel_problem &what, placement::guard side, std::size_t gap_bytes) {
    for (std::size_t i = 0; i < n_operands; ++i)
        what.where[i] = {side, gap_bytes * (2 * i + 1) % line_bytes};
}

bool lay_in_place(kernel_problem &what, aliasing alias) {
    what.alias = alias;
    for (const auto which : {libselect::src0, libselect::src1}) {
        if (!is_dst(what, which)) continue;
        if (what.params.roles[which] != what.params.roles[dst]) return false;
        for (auto *strides : {&what.loops.plane_steps_bytes, &what.loops.row_strides_bytes,
                     &what.loops.col_strides_bytes})
            (*strides)[which] = (*strides)[dst];
    }
    return true;
}

void kernel_buffers::prepare(const kernel_problem &what, random_source &random) {
    loops_ = what.loops;
    args_ = {{}, &loops_};
    allocate(what, dst);
    for (std::size_t i = 0; i < dst; ++i)
        if (is_dst(what, i))
            args_.data[i] = args_.data[dst];
        else
            allocate(what, i);
    for (std::size_t i = 0; i < n_operands; ++i) {
        wanted_[i].clear();
        if (is_dst(what, i)) continue;
        fill(what, i, random);
        if (i != dst) buffers_[i].make_read_only();
    }
    select_plainly(what.params.elem_bytes);
}

void kernel_buffers::allocate(const kernel_problem &what, std::size_t which) {
    const reach bytes = reach_of(what, which);
    std::byte *low = buffers_[which].allocate(
            static_cast<std::size_t>(bytes.high - bytes.low), what.where[which]);
    args_.data[which] = low - bytes.low;
}

void kernel_buffers::fill(
        const kernel_problem &what, std::size_t which, support::random_source &random) {
    const std::span<std::byte> whole = buffers_[which].whole();
    if (which == cond) {
        support::fill_cond(whole, random);
        mask_source source(what.conditions, loops_.planes * loops_.rows * loops_.cols, random);
        if (what.conditions.kind != mask_kind::mixed)
            for_each_element(args_, [&](const auto &at) { *at[cond] = source.next(); });
    } else {
        support::fill_elements(whole, static_cast<std::size_t>(what.params.elem_bytes), random);
    }
    wanted_[which].assign(whole.begin(), whole.end());
}

// The contract as a loop, on the copy of dst's buffer. In place it reads the element of the buffer
// that it replaces in the copy.
void kernel_buffers::select_plainly(int elem_bytes) {
    const std::byte *begin = buffers_[dst].whole().data();
    for_each_element(args_, [&](const auto &at) {
        const auto from = *at[cond] != std::byte {0} ? libselect::src0 : libselect::src1;
        std::memcpy(wanted_[dst].data() + (at[dst] - begin), at[from],
                static_cast<std::size_t>(elem_bytes));
    });
}

std::string kernel_buffers::difference() const {
    for (std::size_t i = 0; i < n_operands; ++i) {
        const std::span<const std::byte> whole = buffers_[i].whole();
        const auto [want, have] =
                std::mismatch(wanted_[i].begin(), wanted_[i].end(), whole.begin());
        if (want == wanted_[i].end()) continue;
        const std::byte *low = &*have;
        return std::string(libselect::operand_names[i]) + ": byte "
               + std::to_string(low - args_.data[i]) + " from the first element is "
               + std::to_string(std::to_integer<int>(*have)) + ", expected "
               + std::to_string(std::to_integer<int>(*want));
    }
    return "";
}

} // namespace internal
