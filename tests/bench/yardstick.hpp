// SPDX-License-Identifier: Apache-2.0
// The yardsticks of a case: loops no Select can beat by more than luck, since they move the bytes
// that have to move and decide nothing.
//
// stream: reads every distinct byte of each operand once, writes dst. needed: the same without the
// lines of src0 and src1 of which no element is selected, known beforehand. skip: in place, reads
// cond and stores only lines that change, known beforehand. Each with ordinary and with
// non-temporal stores, with AVX-512 and AVX2; the limit of a case is the fastest of those that
// apply. It runs in aligned memory, whatever memory the case is in. For orientation, `skip` runs in
// malloc's memory too (`_here`).
#ifndef LIBSELECT_TESTS_BENCH_YARDSTICK_HPP
#define LIBSELECT_TESTS_BENCH_YARDSTICK_HPP

#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "case_data.hpp"
#include "stream.hpp"

namespace bench {

// An operand that does not move line by line beside dst: broadcast, or cond of an odd ratio. It is
// read in step with dst, a share per block, once.
struct paced_read {
    const char *data;
    std::int64_t n_lines;
};

// Lines of dst between two shares of the paced operands. A guess: 8 to 64 KiB made no difference.
constexpr std::int64_t block_lines = (16 << 10) / line_bytes;

// How the operands of a case are read.
struct stream_layout {
    char *dst;
    std::int64_t n_lines;
    const char *full0 = nullptr; // moves beside dst; NULL when there is none
    const char *full1 = nullptr; // only beside full0
    const char *cond = nullptr;  // read beside dst, a line per cond_ratio lines
    int cond_ratio = 0;
    std::vector<paced_read> paced;

    [[nodiscard]] int n_full() const { return (full0 != nullptr) + (full1 != nullptr); }
};
stream_layout layout_of(const bench_case &one, const case_data &data);

// The segments of `needed` or `skip`, and where each block of dst begins in them.
struct segment_list {
    stream_layout layout; // cond is paced here
    std::vector<segment> segments;
    std::vector<std::size_t> block_begins; // one more than blocks
    bool worthwhile = false; // lines are left out; otherwise the list measures `stream` again
};
segment_list list_segments(const bench_case &one, const case_data &data);
// Of a nest whose conditions are bytes. The layout has the sources that move beside dst, and cond
// in no place or a paced one.
segment_list list_segments(const bench_case &one, const plain_nest &nest, stream_layout layout);

// One yardstick, ready to run; `threads` share it out.
class stream_run {
public:
    stream_run(const stream_loops &loops, const stream_layout &layout, bool nt, int threads);
    void operator()() const;

    // One call of the loop does it all, when ordinary stores need no fence.
    [[nodiscard]] bool is_one_loop() const { return threads_ == 1 && layout_.paced.empty(); }
    [[nodiscard]] auto one_loop() const {
        return [run = fn_, dst = layout_.dst, full0 = layout_.full0, full1 = layout_.full1,
                       cond = layout_.cond,
                       n = layout_.n_lines] { run(dst, full0, full1, cond, n); };
    }

private:
    void lines(std::int64_t begin, std::int64_t end) const;

    const stream_loops *loops_;
    stream_layout layout_;
    stream_fn fn_;
    bool nt_;
    int threads_;
};

class segments_run {
public:
    segments_run(const stream_loops &loops, std::shared_ptr<const segment_list> list,
            line_stores stores, int threads);
    void operator()() const;

private:
    const stream_loops *loops_;
    std::shared_ptr<const segment_list> list_;
    segments_fn fn_;
    bool fences_;
    int threads_;
};

class memcpy_run {
public:
    memcpy_run(const case_data &data, int threads);
    void operator()() const;

private:
    std::byte *to_;
    const std::byte *from_;
    std::int64_t n_bytes_;
    int threads_;
};

} // namespace bench

#endif
