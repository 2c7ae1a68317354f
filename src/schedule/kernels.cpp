// SPDX-License-Identifier: Apache-2.0
// From the form of rows and the memory policy to kernel parameters.
#include "schedule/kernels.hpp"

#include <numeric>
#include <tuple>

#include "base/cache_line.hpp"
#include "kernel/strided_rows.hpp"
#include "plan/tiling.hpp"

namespace libselect {
namespace {

// Rows of at most this many bytes get a kernel of their own length: straight code. Not tuned: it
// bounds code and the number of kernels.
constexpr std::int64_t fixed_row_bytes = 512;
// Such a kernel takes whole rows only, so no tile may cut one.
static_assert(fixed_row_bytes <= tile_bytes);

std::int64_t row_bytes_of(const walk_order &walk) noexcept {
    return walk.inner().extent * walk.elem_bytes;
}

// Whether rows of dst, and the bytes between their beginnings, are multiples of `unit` bytes.
bool rows_are_multiples(const walk_order &walk, std::int64_t unit) noexcept {
    if (row_bytes_of(walk) % unit != 0) return false;
    for (int i = 0; i < walk.rank - 1; ++i)
        if (walk.loops[static_cast<std::size_t>(i)].strides[dst] % unit != 0) return false;
    return true;
}

// Whether rows of dst follow each other without a gap: a line in which two meet is then streamed to
// by both.
bool rows_join(const walk_order &walk) noexcept {
    return walk.rank < 2
           || walk.loops[static_cast<std::size_t>(walk.rank - 2)].strides[dst]
                      == row_bytes_of(walk);
}

// Generated vectors stream to the ends of such rows, and compiled loops of whole blocks to the lines
// in which two rows meet (kernel/portable_joined.hpp).
bool may_stream_within_lines(
        const implementation &from, const walk_order &walk, const row_params &params) noexcept {
    constexpr int least_compiled_cols = 64; // of a block, or more; not tuned
    const bool has_vectors = from.create_fused != nullptr
                             && (!is_compiled(from) || params.cols >= least_compiled_cols);
    return has_vectors && params.cols != 0 && rows_join(walk)
           && rows_are_multiples(walk, streamed_row_unit);
}

// The bytes to which dst must be aligned for rows to be streamed to; 0 where they never are. Rows
// that begin within cache lines were copied from memory to memory, 6 MiB, 16 bytes behind a page,
// in us, by their bytes (Intel Xeon, family 6 model 106, 2026-11-23, a loop outside the tree):
//     bytes                                    | 128 | 512 | 1024 | 2048 | 8192
//     ordinary stores                          | 989 | 923 | 931  | 942  | 930
//     streaming, ordinary ends with a prefetch | 650 | 545 | 515  | 432  | 428
//     streaming, ends in pieces of 16 bytes    | 503 | 384 | 405  | 398  | 402
//     the same, rows 96 bytes apart            | 851 | 591 | 543  | 498  | 512
//     ordinary stores, rows 96 bytes apart     | 907 | 1001 | 962 | 938  | 974
// The bytes from which on rows with ordinary ends are streamed to are not tuned.
std::int64_t streaming_alignment(
        const implementation &from, const walk_order &walk, const row_params &params) noexcept {
    if (may_stream_within_lines(from, walk, params)) return streamed_row_alignment;
    const bool is_fixed = params.cols != 0;
    if (rows_are_multiples(walk, line_bytes)) return is_fixed ? line_bytes : walk.elem_bytes;
    const std::int64_t enough_bytes = rows_join(walk) ? 1024 : 2048;
    return !is_fixed && row_bytes_of(walk) >= enough_bytes ? walk.elem_bytes : 0;
}

// Whether a source could lie in dst, element for element, so that a kernel may keep it.
bool may_be_kept(const walk_order &walk, const row_form &form, operand which) noexcept {
    for (int i = 0; i < walk.rank; ++i) {
        const loop &each = walk.loops[static_cast<std::size_t>(i)];
        if (each.strides[which] != each.strides[dst]) return false;
    }
    return form.roles[which] == role::full && form.roles[dst] == role::full
           && form.gather[which] == gather_kind::none && form.gather[dst] == gather_kind::none;
}

// Bytes of a source that differ.
std::int64_t bytes_of_source(const walk_order &walk, operand which) noexcept {
    std::int64_t n_bytes = walk.elem_bytes;
    for (int i = 0; i < walk.rank; ++i)
        if (loop_at(walk, i).strides[which] != 0) n_bytes *= loop_at(walk, i).extent;
    return n_bytes;
}

// The source that comes from memory alone, in rows of dense elements. Time over the limit without >
// with a page prefetched ahead, 4-byte elements, one thread, aligned (AMD EPYC, family 25 model 17,
// 2026-11-27, a workloads file outside the tree, medians of 3 to 5):
//     one source, 1 M conditions for 16 rows of so many                1.17 > 0.99
//     one source, a condition for each, one row                        1.09 > 1.01
//     one source, one row of conditions for all: rows of 64 KiB        1.13 > 1.08
//         rows of 16 KiB                                               0.99 > 1.08
//     src1 is one row for all, 4 MiB                                   1.25 > 1.05
//         256 KiB                                                      1.53 > 1.38
//     two sources, both prefetched, 1 M conditions for 12 rows         1.04 > 1.07
// The part that another source may have is not tuned.
prefetched prefetched_of(const walk_order &walk, const row_form &form) noexcept {
    constexpr std::int64_t long_row = 65536; // bytes
    constexpr std::int64_t part = 4;
    if (walk.is_evaluated() || form.gathers || form.boxed || form.roles[cond] != role::full
            || row_bytes_of(walk) < long_row)
        return prefetched::none;
    const std::int64_t all = walk.n_elems * walk.elem_bytes;
    for (const auto &[which, other, ahead] :
            {std::tuple(src0, src1, prefetched::src0), std::tuple(src1, src0, prefetched::src1)})
        if (form.roles[which] == role::full && bytes_of_source(walk, which) == all
                && bytes_of_source(walk, other) <= all / part)
            return ahead;
    return prefetched::none;
}

// Scratch of one operand of fused rows, in whole cache lines.
std::int64_t scratch_bytes_of(const fused_kernel &kernel, operand which) noexcept {
    const fused_params &params = kernel.params;
    const std::int64_t unit = params.unit(which);
    const std::int64_t row_bytes = params.cols * unit;
    std::int64_t n_bytes = 0;
    switch (params.roles[which]) {
    case fused_role::full: // the rows that exist of a group
        n_bytes = kernel.group.rows * row_bytes;
        break;
    case fused_role::repeating: // the last groups
        n_bytes = max_padded_rows(kernel.group.rows) * unit + fused_slack_bytes;
        break;
    case fused_role::periodic: // doubled until the slack is there
        n_bytes = 2 * (row_bytes + fused_slack_bytes);
        break;
    case fused_role::constant:
        break;
    }
    return whole_lines(n_bytes);
}

row_kernel make_row_kernel(const implementation &from, const row_params &params, held_code &held) {
    return {from.create(params, held), params};
}

// The kernel of strided rows. Those of one condition each are compiled, unless they are chosen,
// which writes to all of dst.
kernel_fn strided_kernel_for(const implementation &from, const row_params &params,
        std::int64_t cols, held_code &held) {
    const bool are_taken =
            params.roles[cond] == role::constant && (params.skips || params.kept != in_place::none);
    const bool generates = !is_compiled(from) && !are_taken;
    const bool blends = !params.skips
                        && blends_strided(params.roles, params.elem_bytes, cols, !generates);
    const kernel_fn compiled = blends ? best_loops().strided(params) : nullptr;
    if (compiled != nullptr) return compiled;
    return generates ? from.create(params, held) : strided_kernel(params);
}

row_kernels make_strided_kernels(const implementation &from, const walk_order &walk,
        const row_form &form, const row_params &general, const memory_policy &policy,
        held_code &held) {
    row_kernels rows;
    row_params params = general;
    params.cols = straight_cols_of(walk, form);
    params.narrow = params.shares_masks = false;
    params.skips = params.roles[cond] == role::constant ? !policy.chooses : policy.looks;
    for (const in_place kept : {in_place::none, in_place::src0, in_place::src1}) {
        params.kept = kept;
        const kernel_fn run = strided_kernel_for(from, params, form.block_cols, held);
        rows.kernels[static_cast<std::size_t>(kept)].fill({run, params});
    }
    return rows;
}

} // namespace

bool stores_under_masks(const implementation &from) noexcept {
    return from.isa == libselect_cpu_isa_avx512 && !is_compiled(from);
}

int vector_bytes_of(const implementation &from, const memory_policy &policy) noexcept {
    if (from.create_fused == nullptr) return 0;
    return from.isa == libselect_cpu_isa_avx512 && !policy.narrow ? 64 : 32;
}

row_params make_row_params(
        const walk_order &walk, const row_form &form, const memory_policy &policy) noexcept {
    row_params params = params_of(walk);
    params.roles = form.roles;
    params.skips = policy.skips;
    params.narrow = policy.narrow;
    params.splits_blends = policy.splits_blends;
    const bool fits = form.roles[dst] == role::full && row_bytes_of(walk) <= fixed_row_bytes;
    if (!fits || form.gathers) return params;
    params.cols = static_cast<int>(walk.inner().extent);
    params.shares_masks = form.roles[cond] == role::full && walk.rank > 1
                          && loop_at(walk, walk.rank - 2).strides[cond] == 0;
    return params;
}

row_kernels make_row_kernels(const implementation &from, const walk_order &walk,
        const row_form &form, const memory_policy &policy, held_code &held) {
    row_kernels rows;
    row_params params = make_row_params(walk, form, policy);
    if (form.strided) return make_strided_kernels(from, walk, form, params, policy, held);
    const row_kernel ordinary = make_row_kernel(from, params, held);
    for (auto &of_place : rows.kernels)
        of_place.fill(ordinary);
    constexpr auto ordinary_stores = static_cast<std::size_t>(store_kind::ordinary);
    constexpr auto streaming = static_cast<std::size_t>(store_kind::streaming);
    const bool in_memory =
            form.gather[dst] == gather_kind::none && !(form.boxed && policy.streams_alone);
    const std::int64_t alignment = streaming_alignment(from, walk, params);
    if (policy.stores == store_kind::streaming && in_memory && alignment != 0) {
        params.stores = store_kind::streaming;
        row_params prefetching = params;
        if (policy.prefetches) prefetching.ahead = prefetched_of(walk, form);
        rows.kernels[0][streaming] = make_row_kernel(from, prefetching, held);
        rows.dst_alignment_mask = static_cast<std::uintptr_t>(alignment - 1);
        rows.streams_within_lines = may_stream_within_lines(from, walk, params);
    }
    // A row of one condition is left alone at any size, when dst has the source that it takes.
    const bool one_per_row = form.roles[cond] == role::constant;
    if (!one_per_row) {
        // Only 32-byte vectors have a form that lists what changes in a row.
        params.narrow = policy.lists;
        if (!policy.lists || params.cols != 0) params.stores = store_kind::ordinary;
    }
    const bool is_kept = policy.keeps || one_per_row || stores_under_masks(from);
    for (const operand which : {src0, src1}) {
        if (!is_kept || !may_be_kept(walk, form, which)) continue;
        params.kept = which == src0 ? in_place::src0 : in_place::src1;
        auto &of_place = rows.kernels[static_cast<std::size_t>(params.kept)];
        of_place[streaming] = make_row_kernel(from, params, held);
        row_params stored = params;
        stored.stores = store_kind::ordinary;
        of_place[ordinary_stores] = make_row_kernel(from, stored, held);
    }
    return rows;
}

fused_scratch scratch_of(const fused_kernel &kernel) noexcept {
    fused_scratch scratch;
    for (const operand which : all_operands) {
        scratch.starts[which] = scratch.n_bytes;
        scratch.n_bytes += scratch_bytes_of(kernel, which);
    }
    return scratch;
}

fused_kernels make_fused_kernels(const implementation &from, const walk_order &walk,
        const row_form &form, const memory_policy &policy, held_code &held) {
    fused_params params;
    params.decides = walk.decides;
    params.vector_bytes = vector_bytes_of(from, policy);
    params.elem_bytes = walk.elem_bytes;
    params.cols = static_cast<int>(walk.inner().extent);
    params.roles = form.fused_roles;
    params.splits_blends = policy.splits_blends && params.vector_bytes == 32;
    fused_kernels fused;
    fused.ordinary = from.create_fused(from.isa, params, held);
    fused.streaming = fused.ordinary;
    fused.scratch = scratch_of(fused.ordinary);
    if (policy.stores == store_kind::ordinary) return fused;
    params.stores = store_kind::streaming;
    fused.streaming = from.create_fused(from.isa, params, held);
    return fused;
}

namespace {

// The columns that a kernel transposes, of which each begins `stride` bytes after the one before.
struct columns {
    std::int64_t extent, stride;
};

// Of a box, as many as a whole one has.
columns columns_of(const box_copy &copy, bool gathers) noexcept {
    const copy_loop &loop = copy.loops[static_cast<std::size_t>(copy.rank - (gathers ? 2 : 1))];
    return {loop.extent, gathers ? loop.memory : loop.scratch};
}

// How many of n columns have their first lines in one set of the first cache level: 64 sets hold 4
// KiB.
std::int64_t columns_in_set(std::int64_t n, std::int64_t stride) noexcept {
    constexpr std::int64_t sets_bytes = 4096;
    const std::int64_t n_apart = sets_bytes / std::gcd(stride, sets_bytes);
    return (n - 1) / n_apart + 1;
}

// Vectors of 32 bytes take twice the columns at a time. That gains as long as a set of the first
// cache level holds the lines of all columns, and they come from a cache. us with 16 and with 32
// (AMD EPYC, family 25 model 17, 2026-11-27, src0 transposed, one thread, medians of 5):
//     columns in a set | bf16 1  | 8        | 16       | f32 1    | 4        | 8
//     rows x columns   | 700x700 | 1024x200 | 2048x100 | 750x750  | 2048x256 | 4096x256
//     us               | 94, 81  | 30, 30   | 34, 44   | 171, 163 | 143, 137 | 302, 285
// From memory it costs. Time with 32 over time with 16 (rounds of both in one process, one thread,
// AMD EPYC, Zen 3, 2026-11-22): u16 2048x2048 1.11 to 1.23, 2176x2176 1.15, f32 2048x2048 1.03 to
// 1.09.
// Those of 1-byte elements go by way of the stack, where columns are a line apart. ns of an element
// with 16 and with 32 (AMD EPYC, family 25 model 17, 2026-11-27, a loop outside the tree):
// 1024x1024 .042 .032, 2048x2048 .050 .037, 4096x4096 .145 .064, 4160x4160 .062 .057, 8256x8256
// .098 .075.
int vector_bytes_of(
        const transpose_params &params, const columns &all, bool come_from_memory) noexcept {
    constexpr std::int64_t ways = 8; // of the first cache level, or more
    transpose_params wide = params;
    wide.vector_bytes = 32;
    const int cols = wide.group_cols();
    if (params.is_narrow() || all.extent < cols) return params.vector_bytes;
    const bool pays = !come_from_memory && columns_in_set(cols, all.stride) <= ways;
    return pays || params.elem_bytes == 1 ? wide.vector_bytes : params.vector_bytes;
}

} // namespace

per_operand<transpose_kernel> make_transpose_kernels(const implementation &from,
        const walk_order &walk, const row_form &form, const box_form &box,
        const memory_policy &policy, held_code &held) {
    per_operand<transpose_kernel> kernels {};
    for (const operand which : all_operands) {
        const box_copy &copy = box.copies[which];
        const bool in_box = box.is_copied[which] && copy.transposes;
        if (form.gather[which] != gather_kind::transpose && !in_box) continue;
        transpose_params params =
                in_box ? transpose_params {copy.width, copy.narrow_cols, copy.narrow_rows}
                       : transpose_params {static_cast<int>(walk.unit(which)), narrow_cols(form),
                               narrow_rows(walk, form, which)};
        const columns all = in_box ? columns_of(copy, which != dst)
                                   : columns {form.block_cols, walk.inner().strides[which]};
        params.vector_bytes = vector_bytes_of(params, all, !in_box && policy.reads_memory);
        kernels[which] = from.create_transpose(from.isa, params, held);
    }
    return kernels;
}

} // namespace libselect
