// SPDX-License-Identifier: Apache-2.0
// Choosing the implementation, its kernels, the stores and the threads.
#include "schedule/schedule.hpp"

#include <algorithm>

namespace libselect {
namespace {

// Bytes of dst in a tile. Not tuned.
constexpr std::int64_t tile_bytes = 64 << 10;
// The bytes of all operands below which one thread does it all: there
// two threads take 0.6 of the time, at a quarter of it as much as one (select_tune, same machine; a
// thread that sleeps takes longer to come, so the limit is not set lower).
constexpr std::int64_t parallel_bytes = 1 << 20;

constexpr std::int64_t line_bytes = 64;
// Rows of at most this many bytes get a kernel of their own length: straight code. Not tuned: it
// bounds code and the number of kernels.
constexpr std::int64_t fixed_row_bytes = 512;
// Rows of at least this many bytes are streamed to though they begin and end within cache lines: 2
// lines in 32 then go through the caches. Not tuned.
constexpr std::int64_t streamed_row_bytes = 2048;

// Each size fits 63 bits, their sum may not. Sizes beyond this one are all the same to a machine.
constexpr std::int64_t most_bytes = std::int64_t {1} << 59;

std::int64_t bytes_of(const plan &made, operand which) noexcept {
    return std::min(made.spans[which].high - made.spans[which].low, most_bytes);
}

std::int64_t bytes_read(const plan &made) noexcept {
    return bytes_of(made, cond) + bytes_of(made, src0) + bytes_of(made, src1);
}

// Bytes that the walk touches, each counted once.
std::int64_t bytes_touched(const plan &made) noexcept {
    return bytes_read(made) + bytes_of(made, dst);
}

// Whether rows of dst are whole cache lines when the first one begins with one.
bool rows_are_lines(const plan &walked) noexcept {
    if (walked.inner().extent * walked.elem_bytes % line_bytes != 0) return false;
    for (int i = 0; i < walked.rank - 1; ++i)
        if (walked.loops[static_cast<std::size_t>(i)].strides_bytes[dst] % line_bytes != 0)
            return false;
    return true;
}

// How the memory that a plan touches asks for it to be touched. The sizes come from select_tune
// and, where a workload is named, from select_bench with the choice changed here, on AMD EPYC (Zen
// 4, 1 MiB L2, 32 MiB L3), 2026-11-21. Time over that of the other way:
// - streaming stores, two dense sources: 1.1 below 8 MiB, 0.8 at 12, 0.6 at 24; by two threads 1.3
//   at 16 (llc_4m_u8: 152 against 116 us). One source: 1.5 below 8 MiB, and 1.6 at 16 when it is
//   partly read (llm_decode_bf16: 300 against 187 us);
// - vectors of 32 bytes: 1.2 within L1, 1.0 beyond L2, and 0.85 to 0.95 there when others use the
//   last level too (distilbert: 157 against 164 us);
// - looking for equal blocks: 0.7 when all are equal, 1.0 when none is;
// - in place, looking for lines that change: 0.15 from memory (inplace_masked_fill), but 1.3 to 1.7
//   within the last level.
struct memory_policy {
    store how;
    bool is_marginal; // streams by one thread only
    bool leaves_l2;   // vectors of 32 bytes
    bool skips;       // looks for equal blocks, to read one source only
    bool keeps;       // in place, leaves lines alone that do not change
};

memory_policy policy_of(const plan &made, const cache_sizes &caches) noexcept {
    const std::int64_t touched = bytes_touched(made);
    const bool leaves_l2 = touched > 2 * caches.l2;
    const bool is_large = touched > caches.last;
    const bool reads_two = bytes_read(made) >= 2 * bytes_of(made, dst);
    const bool is_marginal = !is_large && reads_two && touched >= caches.last / 8 * 3;
    // From memory, reading on and on is what prefetchers are good at: nothing is skipped there.
    if (is_large || is_marginal) return {store::streaming, is_marginal, leaves_l2, false, is_large};
    const std::int64_t largest = std::max(bytes_of(made, src0), bytes_of(made, src1));
    return {store::ordinary, false, leaves_l2, leaves_l2 && largest > caches.l2 / 2, false};
}

int vector_bytes_of(cpu_isa isa, const memory_policy &policy) noexcept {
    if (isa < libselect_cpu_isa_avx2) return 0;
    return isa == libselect_cpu_isa_avx512 && !policy.leaves_l2 ? 64 : 32;
}

row_params make_row_params(const plan &walked, const row_form &form, const memory_policy &policy) {
    row_params params = params_of(walked);
    params.roles = form.roles;
    params.skips = policy.skips;
    params.narrow = policy.leaves_l2;
    const std::int64_t row_bytes = walked.inner().extent * walked.elem_bytes;
    const bool fits = walked.roles[dst] == role::full && row_bytes <= fixed_row_bytes;
    if (fits && !form.staged) params.cols = static_cast<int>(walked.inner().extent);
    return params;
}

bool rows_may_stream(const plan &walked) noexcept {
    return rows_are_lines(walked)
           || walked.inner().extent * walked.elem_bytes >= streamed_row_bytes;
}

// Whether a source, full in rows, could lie in dst, so that a kernel may keep it.
bool may_be_kept(const schedule &how, operand which) noexcept {
    return how.form.roles[which] == role::full && how.form.roles[dst] == role::full
           && how.form.kinds[which] == stage_kind::none;
}

row_kernels make_row_kernels(
        const implementation &from, schedule &how, const memory_policy &policy) {
    row_kernels made;
    made.params = make_row_params(how.walked, how.form, policy);
    made.ordinary = from.create(made.params, how.held);
    made.by_kept.fill(made.ordinary);
    if (policy.how == store::streaming && rows_may_stream(how.walked)) {
        const auto unit = made.params.cols != 0 ? line_bytes : std::int64_t {how.walked.elem_bytes};
        made.params.how = store::streaming;
        made.by_kept[0] = from.create(made.params, how.held);
        made.dst_alignment_mask = static_cast<std::uintptr_t>(unit - 1);
    }
    row_params params = made.params;
    for (const operand which : {src0, src1}) {
        if (!policy.keeps || !may_be_kept(how, which)) continue;
        params.kept = which == src0 ? in_place::src0 : in_place::src1;
        made.by_kept[static_cast<std::size_t>(params.kept)] = from.create(params, how.held);
    }
    return made;
}

fused_kernels make_fused_kernels(
        const implementation &from, schedule &how, const memory_policy &policy) {
    fused_kernels made;
    made.params.vector_bytes = vector_bytes_of(from.isa, policy);
    made.params.elem_bytes = how.walked.elem_bytes;
    made.params.cols = static_cast<int>(how.walked.inner().extent);
    made.params.roles = how.form.fused_roles;
    made.ordinary = from.create_fused(from.isa, made.params, how.held);
    if (policy.how == store::ordinary) return made;
    made.params.how = store::streaming;
    made.streaming = from.create_fused(from.isa, made.params, how.held);
    return made;
}

// Makes all kernels of an implementation; the reason why it does not take the plan, or "".
std::string attempt(
        const implementation &from, const plan &made, const cache_sizes &caches, schedule &how) {
    how.held = {}; // what an attempt before this one made
    const memory_policy policy = policy_of(made, caches);
    const int vector_bytes = vector_bytes_of(from.isa, policy);
    how.streams_marginally = policy.is_marginal;
    how.walked = vector_bytes == 0 ? made : order_for_staging(made);
    how.form = make_row_form(how.walked, vector_bytes);
    std::string reason = from.refusal(make_row_params(how.walked, how.form, policy));
    if (!reason.empty()) return reason;
    for (const operand which : {cond, src0, src1})
        if (how.form.kinds[which] == stage_kind::transpose)
            how.transposes[which] = from.create_transpose(
                    from.isa, {which == cond ? 1 : how.walked.elem_bytes}, how.held);
    if (how.form.fused)
        how.fused = make_fused_kernels(from, how, policy);
    else
        how.rows = make_row_kernels(from, how, policy);
    return {};
}

// Rows that a tile should be a multiple of.
std::int64_t tile_row_unit(const schedule &how) noexcept {
    if (how.form.fused) return how.fused.ordinary.group.rows;
    return how.form.staged ? how.form.block_rows : 1;
}

} // namespace

kernel_loops loops_of(
        const plan &walked, std::int64_t planes, std::int64_t rows, std::int64_t cols) noexcept {
    kernel_loops loops {planes, rows, cols, {}, {}, walked.inner().strides_bytes};
    const auto rank = static_cast<std::size_t>(walked.rank);
    if (rank < 2) return loops;
    loops.row_strides_bytes = walked.loops[rank - 2].strides_bytes;
    if (rank < 3) return loops;
    // Modulo 2^64, as addresses are: offsets of elements fit 63 bits, that of the row behind the
    // last one may not.
    for (std::size_t i = 0; i < n_operands; ++i) {
        const auto plane = static_cast<std::uint64_t>(walked.loops[rank - 3].strides_bytes[i]);
        const auto row = static_cast<std::uint64_t>(loops.row_strides_bytes[i]);
        loops.plane_steps_bytes[i] =
                static_cast<std::int64_t>(plane - static_cast<std::uint64_t>(rows) * row);
    }
    return loops;
}

schedule make_schedule(const plan &made, int max_threads, const cache_sizes &caches) {
    schedule how;
    how.max_threads = max_threads;
    how.chosen = choose_implementation([&](const implementation &from) {
        return made.is_empty() ? from.refusal(params_of(made)) : attempt(from, made, caches, how);
    });
    if (made.is_empty()) return how;
    how.tiles = make_tiling(how.walked, tile_bytes, tile_row_unit(how));
    how.parallel =
            max_threads != 1 && bytes_touched(made) >= parallel_bytes && how.tiles.n_tiles() > 1;
    if (how.walked.rank <= 3 && !how.form.fused && !how.form.staged) {
        const auto extent = [&](int from_inside) {
            const int at = how.walked.rank - from_inside;
            return at < 0 ? 1 : how.walked.loops[static_cast<std::size_t>(at)].extent;
        };
        how.whole = loops_of(how.walked, extent(3), extent(2), extent(1));
    }
    return how;
}

} // namespace libselect
