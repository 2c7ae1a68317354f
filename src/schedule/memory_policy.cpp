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

// Whether a kernel in place should leave lines alone. Time over that of storing every line, on AMD
// EPYC (Zen 3 virtual machine, 512 KiB L2), 2026-11-22, one thread, src0 a scalar, 0.5 % of cond
// true in runs of 64 | 1 % true at random | 50 % true at random:
//     bytes of dst                    | 256 KiB        | 4 MiB          | 16 MiB         | 64 MiB
//     rows with lists, 8-byte elements| 0.11 0.56 1.02 | 0.13 0.75 1.10 | 0.10 0.46 1.04 | 0.05 0.59 1.08
//     4-byte elements                 | 0.29 1.03 1.33 | 0.25 1.06 1.33 | 0.13 0.68 1.25 | 0.20 0.78 1.19
//     2-byte elements                 | 0.68 1.74 1.56 | 0.37 0.99 1.55 | 0.18 0.49 1.30 | 0.24 1.37 1.14
//     1-byte elements                 | 0.47 1.22 0.96 | 0.75 1.72 1.65 | 0.64 1.51 1.33 | 0.80 1.46 1.48
//     rows of 1024 4-byte elements    | 0.92 0.64 1.24 | 0.68 1.38 1.06 | 0.26 1.46 1.11 | 0.30 1.51 1.03
//     rows of 1024 2-byte elements    | 1.11 1.62 1.49 | 1.08 2.97 1.45 | 0.47 2.37 1.03 | 0.55 1.99 1.04
// A look at the lines pays before the data leaves the caches, and what it costs where everything
// changes hardly depends on the size. So it begins where the data leaves L2: were it to begin at
// the last level, 36 MiB with few changes would take longer than 60 (which they did).
bool pays_to_keep(const plan &nest, const machine &model, bool streams) noexcept {
    // A whole row that is not taken costs nothing to leave alone.
    if (nest.roles[cond] == role::constant) return true;
    const bool has_lists = nest.inner().extent >= listed_cols(nest.elem_bytes);
    return has_lists || nest.elem_bytes >= 4 ? bytes_read(nest) >= model.keep_from : streams;
}

} // namespace

std::int64_t bytes_touched(const plan &nest) noexcept {
    return bytes_read(nest) + bytes_of(nest, dst);
}

memory_policy policy_of(const plan &nest, const machine &model) noexcept {
    memory_policy policy;
    const std::int64_t touched = bytes_touched(nest);
    const bool leaves_l2 = touched > 2 * model.sizes.l2;
    const bool reads_two = bytes_read(nest) >= 2 * bytes_of(nest, dst);
    const bool streams = touched >= (reads_two ? model.stream_two_from : model.stream_from);
    policy.narrow = leaves_l2 && model.vector_bytes == 32;
    policy.keeps = pays_to_keep(nest, model, streams);
    if (streams) {
        policy.stores = store_kind::streaming;
        policy.streams_alone = touched < model.stream_shared_from;
        return policy;
    }
    const std::int64_t largest = std::max(bytes_of(nest, src0), bytes_of(nest, src1));
    policy.skips = leaves_l2 && largest > model.sizes.l2 / 2;
    return policy;
}

} // namespace libselect
