// SPDX-License-Identifier: Apache-2.0
// `needed` and `skip`: which lines of dst need which reads and stores, found before anything is
// timed, and the run over them.
#include <algorithm>
#include <cstring>

#include "loop_nest.hpp"
#include "parallel.hpp"
#include "yardstick.hpp"

namespace bench {
namespace {

// What some and all elements of a line do.
enum line_bits : std::uint8_t { some_true = 1, some_false = 2 };

void mark_row(const std::byte *cond, std::int64_t stride, std::int64_t n, std::int64_t first_byte,
        std::int64_t elem_bytes, std::vector<std::uint8_t> &lines) {
    for (std::int64_t i = 0; i < n; ++i) {
        const bool taken = cond[i * stride] != std::byte {0};
        std::uint8_t &line =
                lines[static_cast<std::size_t>((first_byte + i * elem_bytes) / line_bytes)];
        line = static_cast<std::uint8_t>(line | (taken ? some_true : some_false));
    }
}

// dst begins `offset` bytes inside its first line.
std::vector<std::uint8_t> mark_lines(const plain_nest &nest, std::int64_t elem_bytes,
        std::int64_t n_lines, std::int64_t offset) {
    std::vector<std::uint8_t> lines(static_cast<std::size_t>(n_lines));
    const auto *cond = static_cast<const std::byte *>(nest.data[0]);
    const int inner = nest.rank - 1;
    const std::int64_t rows = n_rows(nest);
    for (std::int64_t row = 0; row < rows; ++row) {
        std::int64_t at = 0;
        for (std::int64_t i = inner - 1, left = row; i >= 0; left /= nest.extents[i--])
            at += left % nest.extents[i] * nest.strides[0][i];
        mark_row(cond + at, nest.strides[0][inner], nest.extents[inner],
                offset + row * nest.extents[inner] * elem_bytes, elem_bytes, lines);
    }
    return lines;
}

// What the marks of a line mean for this case.
segment treat(std::uint8_t marks, bool full0, bool full1, support::in_place alias) {
    using support::in_place;
    const bool is_true = (marks & some_true) != 0, is_false = (marks & some_false) != 0;
    segment made {};
    made.reads0 = full0 && alias != in_place::src0 && is_true;
    made.reads1 = full1 && alias != in_place::src1 && is_false;
    made.stores = alias == in_place::no || (alias == in_place::src0 ? is_false : is_true);
    made.whole = alias == in_place::no || (alias == in_place::src0 ? !is_true : !is_false);
    return made;
}

bool same(const segment &a, const segment &b) {
    return a.reads0 == b.reads0 && a.reads1 == b.reads1 && a.stores == b.stores
           && a.whole == b.whole;
}

void append(segment_list &list, segment one, std::int64_t line, bool new_block) {
    if (new_block) list.block_begins.push_back(list.segments.size());
    if (!new_block && !list.segments.empty() && same(list.segments.back(), one)) {
        ++list.segments.back().n_lines;
        return;
    }
    one.first_line = line;
    one.n_lines = 1;
    list.segments.push_back(one);
}

// Nothing to do for a line that is neither read nor stored.
void drop_idle(segment_list &list) {
    std::vector<segment> kept;
    std::size_t next_block = 0;
    for (std::size_t i = 0; i <= list.segments.size(); ++i) {
        while (next_block < list.block_begins.size() && list.block_begins[next_block] == i)
            list.block_begins[next_block++] = kept.size();
        if (i == list.segments.size()) break;
        const segment &one = list.segments[i];
        if (one.stores || one.reads0 || one.reads1) kept.push_back(one);
    }
    list.segments = std::move(kept);
}

// cond becomes a paced read; full operands keep their places, which segments name.
stream_layout paced_layout(const bench_case &one, const case_data &data, bool full0, bool full1) {
    stream_layout layout = layout_of(one, data);
    if (layout.cond != nullptr)
        layout.paced.push_back(
                {layout.cond, (layout.n_lines + layout.cond_ratio - 1) / layout.cond_ratio});
    layout.cond = nullptr;
    layout.cond_ratio = 0;
    layout.full0 = full0 ? reinterpret_cast<const char *>(data.src0()) : layout.dst;
    layout.full1 = full1 ? reinterpret_cast<const char *>(data.src1()) : layout.dst;
    return layout;
}

std::int64_t offset_in_line(const char *data) {
    return static_cast<std::int64_t>(reinterpret_cast<std::uintptr_t>(data) % line_bytes);
}

// The loops move whole lines. In malloc's memory they begin with the line that an operand begins
// in, and dst may end one line later.
void begin_at_lines(stream_layout &layout) {
    layout.n_lines += offset_in_line(layout.dst) != 0;
    layout.dst -= offset_in_line(layout.dst);
    layout.full0 -= offset_in_line(layout.full0);
    layout.full1 -= offset_in_line(layout.full1);
    for (paced_read &read : layout.paced)
        read.data -= offset_in_line(read.data);
}

} // namespace

segment_list list_segments(const bench_case &one, const plain_nest &nest, stream_layout layout) {
    const bool full0 = moves_like_dst(nest, 1), full1 = moves_like_dst(nest, 2);
    segment_list list;
    list.layout = std::move(layout);
    const std::int64_t offset = offset_in_line(list.layout.dst);
    begin_at_lines(list.layout);
    const std::vector<std::uint8_t> lines = mark_lines(
            nest, static_cast<std::int64_t>(one.elem_bytes()), list.layout.n_lines, offset);
    std::int64_t n_reads = 0;
    for (std::int64_t i = 0; i < list.layout.n_lines; ++i) {
        const segment made =
                treat(lines[static_cast<std::size_t>(i)], full0, full1, one.what.alias);
        append(list, made, i, i % block_lines == 0);
        n_reads += made.reads0 + made.reads1;
    }
    list.block_begins.push_back(list.segments.size());
    drop_idle(list);
    segment nothing {}; // to be looked at from the last ones
    nothing.whole = 1;
    list.segments.insert(list.segments.end(), segments_ahead, nothing);
    // A list that leaves out less than 2 % of the reads gains nothing and takes time to walk.
    const std::int64_t all_reads = (full0 + full1) * list.layout.n_lines;
    const bool in_place = one.what.alias != support::in_place::no;
    list.worthwhile = in_place || n_reads * 50 < all_reads * 49;
    return list;
}

segment_list list_segments(const bench_case &one, const case_data &data) {
    const plain_nest &nest = data.nest();
    const bool in_place = one.what.alias != support::in_place::no;
    const bool full0 = moves_like_dst(nest, 1), full1 = moves_like_dst(nest, 2);
    const bool strided = layout_of(one, data).n_full() != full0 + full1;
    if (!in_place && (strided || (!full0 && !full1))) return {};
    return list_segments(one, nest, paced_layout(one, data, full0, full1));
}

segments_run::segments_run(const stream_loops &loops, std::shared_ptr<const segment_list> list,
        line_stores stores, int threads)
    : loops_(&loops),
      list_(std::move(list)),
      fn_(loops.segments(stores)),
      fences_(stores != line_stores::ordinary),
      threads_(threads) {
}

void segments_run::operator()() const {
    const stream_layout &layout = list_->layout;
    const auto n_blocks = static_cast<std::int64_t>(list_->block_begins.size()) - 1;
    const segment *segments = list_->segments.data();
    const std::size_t *begins = list_->block_begins.data();
    parallel_parts(n_blocks, 4, threads_, [&](std::int64_t begin, std::int64_t end) {
        for (std::int64_t i = begin; i < end; ++i) {
            for (const paced_read &read : layout.paced) {
                const std::int64_t first = read.n_lines * i / n_blocks;
                loops_->touch(
                        read.data + first * line_bytes, read.n_lines * (i + 1) / n_blocks - first);
            }
            fn_(layout.dst, layout.full0, layout.full1, segments + begins[i],
                    segments + begins[i + 1]);
        }
        if (fences_) loops_->fence();
    });
}

} // namespace bench
