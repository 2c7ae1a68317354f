// SPDX-License-Identifier: Apache-2.0
// Estimated times of rows, fused rows and boxes.
#include "plan/form_choice.hpp"

#include <algorithm>
#include <array>

#include "base/cache_line.hpp"

namespace libselect {
namespace {

// Costs of rows and fused rows in nanoseconds, measured as those of box_form.cpp.
constexpr double call_ns = 30;    // of a call of a kernel, with what prepares it
constexpr double group_ns = 60;   // of rows that do not fill a group, and go through scratch
constexpr double each_row_ns = 5; // of a row, and of a row that is copied
constexpr double each_byte_ns = 0.02;
constexpr double each_transposed_ns = 0.15; // of an element
constexpr double each_narrow_byte_ns = 0.03;
constexpr std::int64_t transposed_bytes = 16; // of a column that a transpose kernel takes at least
constexpr double lone_ns = 1.5;               // of an element that is gathered alone

// Short rows have straight code, up to 512 bytes (schedule/kernels.cpp).
double row_cost(const walk_order &walk) noexcept {
    constexpr std::int64_t straight_bytes = 512, vector_bytes = 32;
    const std::int64_t n_bytes = walk.inner().extent * walk.elem_bytes;
    if (n_bytes > straight_bytes) return each_row_ns;
    return n_bytes % vector_bytes == 0 ? 1 : 3;
}

double gather_cost(const walk_order &walk, const row_form &form) noexcept {
    double ns = 0;
    for (const operand which : inputs) {
        const auto unit = static_cast<double>(walk.unit(which));
        switch (form.gather[which]) {
        case gather_kind::none:
        case gather_kind::box:
            break;
        case gather_kind::copy:
            ns += each_row_ns / static_cast<double>(walk.inner().extent) + unit * each_byte_ns;
            break;
        case gather_kind::transpose:
            if (narrow_rows(walk, form, which) != 0 || narrow_cols(form) != 0)
                ns += unit * each_narrow_byte_ns;
            else
                ns += form.block_rows * walk.unit(which) < transposed_bytes || form.block_cols < 8
                              ? lone_ns
                              : each_transposed_ns;
            break;
        case gather_kind::elementwise:
            ns += lone_ns;
            break;
        }
    }
    return ns * static_cast<double>(walk.n_elems);
}

double cost_of(const walk_order &walk, const row_form &form, int vector_bytes) noexcept {
    const auto n_elems = static_cast<double>(walk.n_elems);
    const double kernel_ns = n_elems * walk.elem_bytes * each_byte_ns;
    const std::int64_t rows =
            walk.rank < 2 ? 1 : walk.loops[static_cast<std::size_t>(walk.rank - 2)].extent;
    const auto n_rows = n_elems / static_cast<double>(walk.inner().extent);
    const std::int64_t block_rows = std::min(form.block_rows, rows);
    const double n_blocks = n_rows / static_cast<double>(block_rows)
                            * static_cast<double>((walk.inner().extent - 1) / form.block_cols + 1);
    if (form.fused) {
        const group_size group =
                group_of(walk.elem_bytes, static_cast<int>(walk.inner().extent), vector_bytes);
        const double ends_ns = block_rows % group.rows != 0 ? group_ns : 0;
        return n_blocks * (call_ns + ends_ns) + gather_cost(walk, form) + kernel_ns;
    }
    if (form.gathers)
        return n_blocks * 2 * call_ns
               + n_rows * static_cast<double>((walk.inner().extent - 1) / form.block_cols + 1) * 2
                         * each_row_ns
               + gather_cost(walk, form) + kernel_ns;
    // A call takes all planes of the third loop.
    const std::int64_t planes =
            walk.rank < 3 ? 1 : walk.loops[static_cast<std::size_t>(walk.rank - 3)].extent;
    const double n_calls = n_rows / static_cast<double>(rows * planes);
    return n_calls * call_ns + n_rows * row_cost(walk) + kernel_ns;
}

row_form row_form_of(const box_form &box) noexcept {
    row_form form;
    form.boxed = form.gathers = true;
    form.roles = box.roles;
    for (const operand which : all_operands)
        if (box.is_copied[which]) form.gather[which] = gather_kind::box;
    form.block_rows = box.rows;
    form.block_cols = box.columns;
    return form;
}

} // namespace

form_choice choose_form(const plan &nest, int vector_bytes) noexcept {
    if (vector_bytes == 0) return {nest, make_row_form(nest, 0), {}};
    // The bytes of an evaluated condition lie in the order of the plan's loops.
    const std::array orders {
            nest.is_evaluated() ? walk_order(nest) : order_for_gathering(nest), walk_order(nest)};
    form_choice best {orders[0], make_row_form(orders[0], vector_bytes), {}};
    double best_ns = cost_of(best.walk, best.form, vector_bytes);
    // Without vectors an element takes a nanosecond or two.
    if (nest.roles[dst] != role::full) best_ns = 2 * static_cast<double>(nest.n_elems);
    for (const walk_order &walk : orders)
        for (int n_loops = walk.rank < max_rank ? 0 : 1;
                n_loops <= std::min(walk.rank, max_column_loops); ++n_loops) {
            const box_form box = make_box_form(walk, n_loops);
            if (box.rows == 0) break;
            const bool copies = std::count(box.is_copied.begin(), box.is_copied.end(), true) != 0;
            const double ns = cost_of(box, walk);
            if (!copies || ns >= best_ns) continue;
            best_ns = ns;
            best = {merge_columns(walk, n_loops), row_form_of(box), box};
        }
    return best;
}

} // namespace libselect
