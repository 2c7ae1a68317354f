// SPDX-License-Identifier: Apache-2.0
// `stream` and memcpy.
#include "yardstick.hpp"

#include <algorithm>
#include <cstring>

#include "parallel.hpp"

namespace bench {
namespace {

// Paced operands up to this size are read at once, before dst.
constexpr std::int64_t at_once_lines = (16 << 10) / line_bytes;
// Below this size of dst, threads cost more than they bring; the one-thread run is the limit then.
constexpr std::int64_t parallel_grain_lines = (64 << 10) / line_bytes;

const char *chars(const std::byte *data) {
    return reinterpret_cast<const char *>(data);
}

std::int64_t lines_of(std::size_t n_bytes) {
    return (static_cast<std::int64_t>(n_bytes) + line_bytes - 1) / line_bytes;
}

// Lines of dst per line of cond, when they move in step and the loop knows the ratio.
int ratio_of(std::size_t cond_bytes, std::size_t dst_bytes) {
    for (const int ratio : {1, 2, 4, 8, 16})
        if (cond_bytes * static_cast<std::size_t>(ratio) == dst_bytes) return ratio;
    return 0;
}

void add_source(
        stream_layout &layout, const std::byte *data, std::size_t n_bytes, std::size_t dst_bytes) {
    if (n_bytes != dst_bytes)
        layout.paced.push_back({chars(data), lines_of(n_bytes)});
    else
        (layout.full0 == nullptr ? layout.full0 : layout.full1) = chars(data);
}

} // namespace

stream_layout layout_of(const bench_case &one, const case_data &data) {
    const support::problem &what = one.what;
    const std::size_t dst_bytes = data.expected().size();
    const std::size_t cond_bytes = distinct_bytes(what.cond, 1);
    stream_layout layout {};
    layout.dst = reinterpret_cast<char *>(data.scratch());
    layout.n_lines = lines_of(dst_bytes);
    layout.cond_ratio = ratio_of(cond_bytes, dst_bytes);
    if (layout.cond_ratio != 0)
        layout.cond = chars(data.cond());
    else
        layout.paced.push_back({chars(data.cond()), lines_of(cond_bytes)});
    add_source(layout, data.src0(), distinct_bytes(what.src0, one.elem_bytes()), dst_bytes);
    add_source(layout, data.src1(), distinct_bytes(what.src1, one.elem_bytes()), dst_bytes);
    return layout;
}

stream_run::stream_run(const stream_loops &loops, const stream_layout &layout, bool nt, int threads)
    : loops_(&loops),
      layout_(layout),
      fn_(loops.stream(layout.n_full(), layout.cond_ratio, nt)),
      nt_(nt),
      threads_(threads) {
    // The loop never follows these, but offsets are added to them.
    for (const char **unused : {&layout_.full0, &layout_.full1, &layout_.cond})
        if (*unused == nullptr) *unused = layout_.dst;
}

void stream_run::lines(std::int64_t begin, std::int64_t end) const {
    const std::int64_t whole = layout_.n_lines;
    bool blocked = false;
    for (const paced_read &read : layout_.paced) {
        const std::int64_t first = read.n_lines * begin / whole;
        const std::int64_t last = std::max(first + 1, read.n_lines * end / whole);
        if (last - first <= at_once_lines)
            loops_->touch(read.data + first * line_bytes, last - first);
        else
            blocked = true;
    }
    const std::int64_t step = blocked ? block_lines : end - begin;
    for (std::int64_t at = begin; at < end; at += step) {
        const std::int64_t n = std::min(step, end - at);
        for (const paced_read &read : layout_.paced) {
            if (!blocked || read.n_lines * (end - begin) / whole <= at_once_lines) continue;
            const std::int64_t first = read.n_lines * at / whole;
            loops_->touch(read.data + first * line_bytes, read.n_lines * (at + n) / whole - first);
        }
        const std::int64_t offset = at * line_bytes;
        fn_(layout_.dst + offset, layout_.full0 + offset, layout_.full1 + offset,
                layout_.cond + (layout_.cond_ratio == 0 ? 0 : offset / layout_.cond_ratio), n);
    }
    if (nt_) loops_->fence();
}

void stream_run::operator()() const {
    parallel_parts(layout_.n_lines, parallel_grain_lines, threads_,
            [this](std::int64_t begin, std::int64_t end) { lines(begin, end); });
}

memcpy_run::memcpy_run(const case_data &data, int threads)
    : to_(data.scratch()),
      from_(data.expected().data()),
      n_bytes_(static_cast<std::int64_t>(data.expected().size())),
      threads_(threads) {
}

void memcpy_run::operator()() const {
    parallel_parts(n_bytes_, parallel_grain_lines * line_bytes, threads_,
            [this](std::int64_t begin, std::int64_t end) {
                std::memcpy(to_ + begin, from_ + begin, static_cast<std::size_t>(end - begin));
            });
}

} // namespace bench
