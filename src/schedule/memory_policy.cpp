// SPDX-License-Identifier: Apache-2.0
// Comparing what a plan touches with the model of the machine.
#include "schedule/memory_policy.hpp"

#include <algorithm>

namespace libselect {
namespace {

constexpr std::int64_t most_bytes = std::int64_t {1} << 59;

std::int64_t bytes_of(const plan &nest, operand which) noexcept {
    return std::min(nest.spans[which].high - nest.spans[which].low, most_bytes);
}

std::int64_t bytes_read(const plan &nest) noexcept {
    return bytes_of(nest, cond) + bytes_of(nest, src0) + bytes_of(nest, src1);
}

bool is_wide_or_long(const plan &nest) noexcept {
    constexpr std::int64_t long_row = 32768; // columns
    return nest.elem_bytes >= 4 || nest.inner().extent >= long_row;
}

// Whether a kernel in place should leave lines alone. Time over that of storing every line, one
// thread, src0 a scalar; cond is true for 0.5 % in runs of 64, for 1 % at random, for 50 % at
// random (AMD EPYC, Zen 3 virtual machine, 512 KiB L2, 2026-11-22, noise of 0.1; the last part of
// select_tune repeats the first two rows):
//     bytes of dst               | 256 KiB        | 4 MiB          | 64 MiB
//     one row, 8-byte elements   | 0.17 0.75 1.02 | 0.17 0.88 1.02 | 0.05 0.58 0.98
//     4-byte elements            | 0.33 1.11 1.07 | 0.29 0.86 1.11 | 0.20 0.96 1.10
//     2-byte elements            | 0.60 1.04 1.0  | 0.55 1.12 1.00 | 0.35 1.02 1.09
//     1-byte elements            | 0.94 1.16 1.05 | 0.88 0.97 1.26 | 0.74 0.77 1.29
//     rows of 1024 4-byte ones   | 0.92 0.64 1.24 | 0.68 1.38 1.06 | 0.30 1.51 1.03
//     rows of 1024 2-byte ones   | 1.11 1.62 1.49 | 1.08 2.97 1.45 | 0.55 1.99 1.04
// What it gains and costs hardly depends on the size. Were it to begin at the last level, 36 MiB
// with few changes would take twice as long as 60, which they did. Were it to begin at L2, 256 KiB
// would take longer than 512, of which executions time a look at what changes. us without and with
// it, src0 a scalar; cond is true for 1 % in runs of 64, for 1 % and for 50 % at random:
//     4-byte elements, Zen 3     |                |
//         16 KiB                 | 0.36 0.34 0.33 | 0.13 0.44 0.48
//         64 KiB                 | 1.28 1.49 1.35 | 0.45 1.66 1.44
//         256 KiB                | 5.4  4.2  4.8  | 1.7  5.1  5.5
//         512 KiB                | 3.9  12.9 14.0 | 3.5  11.4 13.0
//     4-byte elements, Intel
//         4 KiB                  | 0.12 0.12 0.14 | 0.05 0.10 0.14
//         16 KiB                 | 0.34 0.39 0.37 | 0.07 0.27 0.38
//         256 KiB                | 8.83 7.55 7.52 | 0.98 4.09 6.42
//         64 rows of 1024        | 6.85 7.50 6.76 | 1.24 4.63 7.62
//         64 rows of 256         | 1.92 1.77 2.03 | 0.80 0.97 2.08
//     8-byte elements, Intel
//         2 KiB                  | 0.07 0.07 0.07 | 0.04 0.04 0.09
//         100 rows of 64         | 2.20 2.28 1.73 | 0.33 0.63 1.96
//         64 rows of 1024        | 13.5 13.3 13.1 | 1.30 6.06 17.7
// Zen 3 is AMD EPYC, family 25 model 1, 2026-11-28, medians of 3; `select_bench --suite search
// --threads 1 --problem w4/65536/1/0/1/1/runs,0.01,64/src1` and the like repeat what is there now.
// Intel is family 6 model 207, 2 MiB L2, 2026-11-28, medians of 3 of a workloads file outside the
// tree. All are jit:avx2, one thread. Executions time whether it pays (other_ways.cpp); plans too
// short for that lose where much changes at random.
// Rows too short for lists were looked at in blocks of 32 columns with a branch each, which
// elements of one or two bytes are computed too fast for; rows of 1024 columns have lists since.
// From memory, 24 MB of rows of 512 bytes take so long as a part of storing every line (AMD EPYC,
// family 25 model 17, 2026-11-23, a program outside the tree; cond is true for 0.5 % in runs of 16,
// for 5 % at random, for 50 % at random, for 50 % in runs of 64): 1 byte 0.48 1.57 1.06 1.65,
// 2 bytes 0.25 0.90 0.95 0.79. So bytes, which gain from few changes only, are all stored.
// Rows of 1- and 2-byte elements are long from 32,768 columns on. Were it 16,384, 800 rows of
// 20,000 bytes with 1 % true at random would take 1.21 of the limit of select_bench in place of
// 0.77, and 400 of 2-byte elements 1.52 in place of 1.19 (jit:avx512, aligned, one thread, AMD
// EPYC, family 25 model 17, 2026-11-26; a workloads file outside the tree).
bool pays_to_keep(const plan &nest, bool streams) noexcept {
    constexpr std::int64_t enough_bytes = 4096;
    // A whole row that is not taken costs nothing to leave alone.
    if (nest.roles[cond] == role::constant) return true;
    if (is_wide_or_long(nest)) return bytes_read(nest) >= enough_bytes;
    return nest.elem_bytes > 1 && streams;
}

// Whether it does by lists of what changes, where the CPU could store under masks instead. us with
// masks and with lists, otherwise as above (jit:avx512):
//     4-byte elements, 16 KiB    | 0.12 0.12 0.16 | 0.07 0.40 0.23
//         256 KiB                | 1.84 1.94 6.51 | 1.00 2.79 6.32
//         64 rows of 1024        | 1.45 1.85 6.19 | 1.30 4.89 6.54
//     8-byte elements, 64 rows of 1024 | 2.94 2.97 12.2 | 1.34 4.53 13.7
bool pays_to_list(const plan &nest, const machine &model, bool streams) noexcept {
    if (is_wide_or_long(nest) && bytes_read(nest) < model.keep_from) return false;
    return pays_to_keep(nest, streams);
}

// The bytes touched from which on one thread streams.
std::int64_t streaming_from(const plan &nest, const machine &model) noexcept {
    const bool reads_two = bytes_read(nest) >= 2 * bytes_of(nest, dst);
    return reads_two ? model.stream_two_from : model.stream_from;
}

// Whether the last level is so much faster than memory that rows in it need no prefetch. us with
// and without it, src0 transposed, one thread (AMD EPYC, family 25 model 17, 32 MiB of last level,
// 2026-11-27, a program outside the tree, medians of 5):
//     MiB touched | u8  12    16    21  | bf16  11    16.5  22    28   | f32  13
//     with        |     334   465   639 |       283   405   593   857  |      307
//     without     |     309   442   683 |       262   398   639   1161 |      285
// Other kinds were not measured. A mesh is hardly faster than memory; the others count as fast.
bool has_fast_last_level(const machine &model) noexcept {
    return model.kind != last_level::mesh_slice;
}

memory_policy policy_with(store_kind stores, const plan &nest, const machine &model) noexcept {
    memory_policy policy;
    policy.stores = stores;
    const bool streams = stores == store_kind::streaming;
    const std::int64_t touched = bytes_touched(nest);
    // The parts of the second level, here and below, are not tuned.
    policy.leaves_l2 = touched > 2 * model.sizes.l2;
    policy.keeps = pays_to_keep(nest, streams);
    policy.lists = pays_to_list(nest, model, streams);
    policy.reads_memory = streams || (policy.leaves_l2 && !has_fast_last_level(model));
    policy.streams_alone = streams && touched < model.stream_shared_from;
    const std::int64_t largest = std::max(bytes_of(nest, src0), bytes_of(nest, src1));
    policy.skips = !streams && policy.leaves_l2 && largest > model.sizes.l2 / 2;
    policy.splits_blends = model.splits_blends;
    policy.prefetches = streams && model.prefetches;
    policy.narrow = policy.leaves_l2 && (model.vector_bytes == 32 || policy.skips);
    return policy;
}

} // namespace

std::int64_t bytes_touched(const plan &nest) noexcept {
    return bytes_read(nest) + bytes_of(nest, dst);
}

memory_policy policy_of(const plan &nest, const machine &model) noexcept {
    const bool streams = bytes_touched(nest) >= streaming_from(nest, model);
    return policy_with(streams ? store_kind::streaming : store_kind::ordinary, nest, model);
}

memory_policy with_other_stores(
        const plan &nest, const machine &model, bool on_several_threads) noexcept {
    const memory_policy usual = policy_of(nest, model);
    const bool streams =
            usual.stores == store_kind::streaming && !(on_several_threads && usual.streams_alone);
    memory_policy policy =
            policy_with(streams ? store_kind::ordinary : store_kind::streaming, nest, model);
    policy.streams_alone = false;
    return policy;
}

// What a core really has of a last level depends on what others do with theirs. Time over that of
// ordinary stores, dense, one thread, select_tune on the same kind of machine (AMD EPYC, family 25
// model 1, 512 KiB L2, 32 MiB L3) on two days:
//     touched                 8 MiB  12 MiB  16 MiB
//     one source, 2026-11-22  1.10   1.00    0.63
//     one source, 2026-11-25  0.87   0.71    0.44
// Half of the threshold and twice the threshold bound what is timed; they are not tuned.
bool may_store_otherwise(const plan &nest, const machine &model) noexcept {
    const std::int64_t touched = bytes_touched(nest), from = streaming_from(nest, model);
    return touched >= from / 2 && touched / 2 < from;
}

memory_policy looking_closely(memory_policy policy) noexcept {
    policy.looks = policy.skips = policy.keeps = policy.lists = true;
    policy.narrow = true; // the only vectors that look
    return policy;
}

memory_policy storing_all(memory_policy policy) noexcept {
    policy.keeps = policy.lists = false;
    return policy;
}

// Between the first level and twice the second one, on a mesh. Vectors that lie across two lines
// are slow to come from the second level there, and buffers of malloc rarely share dst's place in a
// line. ns of a loop with 64 and with 32 bytes, dense elements of 2 bytes, dst at a line (Intel
// Xeon, family 6 model 106, 1.25 MiB L2, 2026-11-28, a program outside the tree):
//     elements                      | 2,048    | 4,000    | 10,500   | 40,000
//     sources 16 bytes into a line  | 139, 147 | 195, 196 | 804, 706 | 4167, 3088
//     at a line                     | 63, 86   | 166, 247 | 768, 817 | 2619, 3020
// So executions time it. Other kinds of last levels were not measured.
bool may_gain_by_narrow(const plan &nest, const machine &model) noexcept {
    const memory_policy usual = policy_of(nest, model);
    return model.kind == last_level::mesh_slice && !usual.narrow && !usual.leaves_l2
           && bytes_touched(nest) > model.sizes.l1d;
}

memory_policy with_narrow_vectors(memory_policy policy) noexcept {
    policy.narrow = true;
    return policy;
}

memory_policy choosing_rows(memory_policy policy) noexcept {
    policy.chooses = true;
    return policy;
}

} // namespace libselect
