// SPDX-License-Identifier: Apache-2.0
// Choosing the implementation, making its kernels, the tiles and the threads.
#include "schedule/form_schedule.hpp"

#include <algorithm>

namespace libselect {
namespace {

// A problem that touches fewer bytes is computed by one thread. Time of two threads over the time
// of one (select_tune, Zen 4, 2026-11-21):
//     bytes touched | 256 KiB | 1 MiB
//     two over one  | 1.0     | 0.6
// The limit is not lower, because a thread that sleeps takes longer to start.
constexpr std::int64_t parallel_bytes = 1 << 20;

std::vector<form_choice> forms_for(
        const implementation &from, const plan &nest, const machine &model) {
    const kernel_traits kernels {vector_bytes_of(from, policy_of(nest, model)), is_compiled(from)};
    return choose_forms(nest, kernels, model.sizes);
}

} // namespace

std::string make_kernels(const implementation &from, const form_choice &choice,
        const memory_policy &policy, schedule &decided) {
    decided.held = {}; // drops the code of an attempt that failed
    decided.streams_on_one_thread_only = policy.streams_alone;
    decided.prefetches_rows = policy.reads_memory;
    decided.walk = choice.walk;
    decided.estimated_ns = choice.ns;
    decided.form = choice.form;
    decided.box = choice.box;
    std::string reason;
    if (!decided.form.strided)
        reason = from.refusal(make_row_params(decided.walk, decided.form, policy));
    if (!reason.empty()) return reason;
    decided.transposes = make_transpose_kernels(
            from, decided.walk, decided.form, decided.box, policy, decided.held);
    if (decided.form.fused)
        decided.fused = make_fused_kernels(from, decided.walk, decided.form, policy, decided.held);
    else
        decided.rows = make_row_kernels(from, decided.walk, decided.form, policy, decided.held);
    return {};
}

namespace {

// The rows of a tile should be a multiple of this.
std::int64_t tile_row_unit(const schedule &decided) noexcept {
    if (decided.form.fused) return decided.fused.ordinary.group.rows;
    return decided.form.gathers ? decided.form.block_rows : 1;
}

tiling tiles_of(const schedule &decided) noexcept {
    const row_form &form = decided.form;
    if (form.has_bands())
        return make_tiling_of_bands(decided.walk, form.block_rows, form.block_cols);
    if (form.gathers && !form.fused && !form.boxed)
        return make_tiling_of_blocks(decided.walk, tile_bytes, form.block_rows);
    return make_tiling(decided.walk, tile_bytes, tile_row_unit(decided));
}

// Whether rows of dst, in memory, have the same conditions, and there are enough of them to make up
// for a look at the conditions and a walk of their own (numbers that are not tuned; planes of 5
// rows of 20 bytes, conditions at random, took 2.4 times the best loop nest that way and 0.5
// without, AMD EPYC, family 25 model 17, 2026-11-23). Rows that tiles cut are left out.
bool repeats_conditions(
        const walk_order &walk, const row_form &form, const tiling &tiles) noexcept {
    constexpr std::int64_t enough_rows = 4, enough_bytes = 1024;
    if (tiles.tile_cols < walk.inner().extent) return false;
    if (walk.rank < 2 || form.boxed || walk.decides.kind != condition_kind::boolean) return false;
    const loop &rows = walk.loops[static_cast<std::size_t>(walk.rank - 2)];
    const std::int64_t n_bytes = rows.extent * walk.inner().extent * walk.elem_bytes;
    return rows.strides[cond] == 0 && rows.extent >= enough_rows && n_bytes >= enough_bytes
           && walk.roles[cond] == role::full && walk.roles[dst] == role::full;
}

// The loops of the one kernel call that does the whole walk; planes is 0 when one call cannot.
kernel_loops loops_of_whole(const walk_order &walk, const row_form &form) noexcept {
    if (walk.rank > 3 || form.fused || form.gathers || form.has_bands()) return {};
    const auto extent = [&](int from_inside) {
        const int at = walk.rank - from_inside;
        return at < 0 ? 1 : walk.loops[static_cast<std::size_t>(at)].extent;
    };
    return loops_of(walk, extent(3), extent(2), extent(1));
}

// Whether rows are long and lie as kernels read them.
bool has_direct_rows(const schedule &decided) noexcept {
    const row_params &params = decided.rows.params();
    return !decided.form.fused && !decided.form.gathers && params.cols == 0 && !has_strided(params);
}

// Whether all operands lie in the first-level cache, but for some lines. Rows that run backwards
// pay nowhere else: beyond it, those that share lines with their neighbours take longer. ns of rows
// with dst 16 bytes behind both sources in the lowest 12 bits and behind a line, forwards and
// backwards (Intel Xeon, Granite Rapids class, AVX-512, 2026-11-25, calls of the kernels alone):
//     KiB of dst        | 16       | 24        | 32         | 256
//     rows of 64 bytes  | 254, 211 | 786, 1477 | 1100, 2115 | 8574, 16998
//     rows of 128 bytes | 251, 236 | 823, 1107 | 1054, 1466 | 7888, 11782
//     rows of 256 bytes | 245, 221 | 736, 855  | 1010, 1149 | 7638, 9043
bool fits_l1(const plan &nest, const machine &model) noexcept {
    return bytes_touched(nest) <= model.sizes.l1d + model.sizes.l1d / 4;
}

// The innermost loops of the plan that every kernel call of this schedule takes as a whole.
int whole_loops(const plan &nest, const schedule &decided) noexcept {
    if (decided.form.boxed) return nest.rank + 1 - decided.walk.rank;
    return decided.form.fused ? 1 : 0;
}

} // namespace

kernel_loops loops_of(const walk_order &walk, std::int64_t planes, std::int64_t rows,
        std::int64_t cols) noexcept {
    kernel_loops loops {planes, rows, cols, {}, {}, walk.inner().strides};
    const auto rank = static_cast<std::size_t>(walk.rank);
    if (rank < 2) return loops;
    loops.row_strides = walk.loops[rank - 2].strides;
    if (rank < 3) return loops;
    // Computed modulo 2^64, as addresses are: offsets of elements fit 63 bits, but the offset of
    // the row behind the last one may not.
    for (std::size_t i = 0; i < n_operands; ++i) {
        const auto plane = static_cast<std::uint64_t>(walk.loops[rank - 3].strides[i]);
        const auto row = static_cast<std::uint64_t>(loops.row_strides[i]);
        loops.plane_steps[i] =
                static_cast<std::int64_t>(plane - static_cast<std::uint64_t>(rows) * row);
    }
    return loops;
}

namespace {

// How the condition of the plan is evaluated.
void set_evaluation(const plan &nest, schedule &decided) {
    const portable_kernels &loops = best_loops();
    const bool is_direct = has_direct_rows(decided);
    decided.has_range_rows = is_direct && nest.evaluated == evaluated_as::ranges;
    decided.has_condition_rows = is_direct && nest.evaluated == evaluated_as::rows;
    const bool needs_scratch = !decided.has_range_rows && !decided.has_condition_rows;
    const std::int64_t block_elems =
            !needs_scratch ? direct_bytes / nest.elem_bytes : evaluated_bytes;
    decided.evaluated = make_evaluation(nest, whole_loops(nest, decided), block_elems, loops);
}

} // namespace

void complete(const plan &nest, const machine &model, schedule &decided) {
    const row_form &form = decided.form;
    decided.tiles = tiles_of(decided);
    // Blocks of evaluated conditions that cut rows have only the conditions of a part.
    decided.repeats_conditions =
            repeats_conditions(decided.walk, form, decided.tiles)
            && (!nest.is_evaluated() || decided.walk.inner().extent <= evaluated_bytes);
    decided.parallel = decided.max_threads != 1 && bytes_touched(nest) >= parallel_bytes
                       && decided.tiles.n_tiles() > 1;
    decided.whole = loops_of_whole(decided.walk, decided.form);
    if (fits_l1(nest, model))
        decided.backwards = make_backward_rows(decided.walk, decided.whole);
    if (nest.is_evaluated()) set_evaluation(nest, decided);
}

schedule schedule_of(
        const plan &nest, int max_threads, const machine &model, std::vector<form_choice> &forms) {
    schedule decided;
    decided.max_threads = max_threads;
    decided.chosen = choose_implementation([&](const implementation &from) {
        if (nest.is_empty()) return from.refusal(params_of(nest));
        forms = forms_for(from, nest, model);
        return make_kernels(from, forms.front(), policy_of(nest, model), decided);
    });
    if (!nest.is_empty()) complete(nest, model, decided);
    return decided;
}

} // namespace libselect
