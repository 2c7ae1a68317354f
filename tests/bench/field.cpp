// SPDX-License-Identifier: Apache-2.0
// Gathering the contestants of a case.
#include "field.hpp"

#include <cstdio>
#include <memory>

#include "harness/run_problem.hpp"
#include "loop_nest.hpp"
#include "parallel.hpp"
#include "yardstick.hpp"

namespace bench {
namespace {

std::string yardstick_name(
        std::string name, const stream_loops &loops, bool nt, const std::string &suffix) {
    return name.append(loops.isa).append(nt ? "_nt" : "").append(suffix);
}

void add_stream(std::vector<contestant> &field, const stream_loops &loops,
        const stream_layout &layout, int threads, const std::string &suffix) {
    for (const bool nt : {false, true}) {
        const std::string name = yardstick_name("stream_", loops, nt, suffix);
        const stream_run run(loops, layout, nt, threads);
        // Without shares and threads to deal with, the loop itself is the call.
        if (!nt && run.is_one_loop())
            field.push_back(make_contestant(name, kind::yardstick, false, run.one_loop()));
        else
            field.push_back(make_contestant(name, kind::yardstick, false, run));
    }
}

void add_segments(std::vector<contestant> &field, const stream_loops &loops,
        const std::shared_ptr<const segment_list> &list, const std::string &name, kind what,
        int threads, const std::string &suffix) {
    for (const bool nt : {false, true})
        field.push_back(make_contestant(yardstick_name(name, loops, nt, suffix), what, false,
                segments_run(loops, list,
                        nt ? line_stores::whole_non_temporal : line_stores::ordinary, threads)));
}

void add_yardsticks(std::vector<contestant> &field, const bench_case &one, const case_data &data,
        int threads, const std::string &suffix) {
    const bool in_place = one.what.alias != support::in_place::no;
    const auto list = std::make_shared<const segment_list>(list_segments(one, data));
    for (const stream_loops *loops : {stream_loops_avx512(), stream_loops_avx2()}) {
        if (loops == nullptr) continue;
        if (!in_place) add_stream(field, *loops, layout_of(one, data), threads, suffix);
        if (list->worthwhile)
            add_segments(field, *loops, list, in_place ? "skip_" : "needed_", kind::yardstick,
                    threads, suffix);
    }
}

// `skip` in malloc's memory. A run of changes that is whole lines in aligned memory has a line more
// there, and two of its lines have to be read.
void add_skip_here(
        std::vector<contestant> &field, const bench_case &one, const case_data &data, int threads) {
    const auto list = std::make_shared<const segment_list>(list_segments(one, data));
    for (const stream_loops *loops : {stream_loops_avx512(), stream_loops_avx2()})
        if (loops != nullptr)
            add_segments(field, *loops, list, "skip_", kind::reference, threads, "_here");
}

// Below this size of dst, an engineer would not start threads.
constexpr std::int64_t plain_parallel_bytes = 256 << 10;
constexpr std::int64_t plain_grain_bytes = 16 << 10;

void add_plain(std::vector<contestant> &field, const char *name, kind what, plain_fn run,
        const bench_case &one, const case_data &data, int threads) {
    const auto elem_bytes = static_cast<std::int64_t>(one.elem_bytes());
    const plain_nest &nest = data.nest();
    const plain_range whole = whole_range(nest);
    if (threads == 1 || one.n_elems() * elem_bytes < plain_parallel_bytes) {
        field.push_back(
                make_contestant(name, what, true, [run, nest, whole] { run(nest, whole); }));
        return;
    }
    const bool by_rows = whole.row_end > 1;
    const std::int64_t unit = by_rows ? whole.col_end * elem_bytes : elem_bytes;
    const std::int64_t grain = (plain_grain_bytes + unit - 1) / unit;
    field.push_back(make_contestant(name, what, true, [=] {
        parallel_parts(by_rows ? whole.row_end : whole.col_end, grain, threads,
                [&](std::int64_t begin, std::int64_t end) {
                    run(nest, by_rows ? plain_range {begin, end, 0, whole.col_end}
                                      : plain_range {0, 1, begin, end});
                });
    }));
}

// The best implementation, as a user calls it: the linked library and the C++ interface.
struct linked {
    linked(const bench_case &one, const case_data &data, int max_threads)
        : op(support::make_op(one.what)),
          primitive(op, max_threads),
          cond(op.cond(), data.cond()),
          src0(op.src0(), data.src0()),
          src1(op.src1(), data.src1()),
          dst(op.dst(), data.dst()) {}
    libselect::select_op op;
    libselect::primitive primitive;
    libselect::const_memory cond, src0, src1;
    libselect::memory dst;
};

// Named for the cap, whatever ran: where an implementation refuses, its users get the next one.
template <typename Ready, typename Execute>
void add_library(std::vector<contestant> &field, const bench_case &one, libselect::cpu_isa cap,
        const std::shared_ptr<Ready> &ready, const char *implementation, Execute execute) {
    contestant made = make_contestant(implementation_name(cap), kind::library, true, execute);
    made.owner = ready;
    if (made.name != implementation)
        std::printf("%s: capped at %s, %s ran\n", one.name.c_str(), libselect::to_string(cap),
                implementation);
    field.push_back(std::move(made));
}

void add_linked(std::vector<contestant> &field, const bench_case &one, const case_data &data,
        libselect::cpu_isa best, int max_threads) {
    const auto ready = std::make_shared<const linked>(one, data, max_threads);
    add_library(field, one, best, ready, ready->primitive.implementation(), [raw = ready.get()] {
        raw->primitive.execute(raw->cond, raw->src0, raw->src1, raw->dst);
    });
}

void add_capped(std::vector<contestant> &field, const bench_case &one, const case_data &data,
        const capped_library &from, int max_threads) {
    const auto ready =
            std::make_shared<const c_primitive>(*from.functions, one, &data, max_threads);
    add_library(field, one, from.isa, ready, ready->implementation(),
            [raw = ready.get()] { raw->execute(); });
}

} // namespace

field_maker::field_maker() : best_(libselect::effective_cpu_isa()), lower_(libraries_below(best_)) {
}

std::vector<contestant> field_maker::make(const bench_case &one, const case_data &data,
        const case_data &aligned, int threads, const field_options &options) const {
    std::vector<contestant> field;
    add_yardsticks(field, one, aligned, threads, "");
    if (threads > 1) add_yardsticks(field, one, aligned, 1, "_1t");
    if (options.references) {
        if (one.what.alias != support::in_place::no && &data != &aligned)
            add_skip_here(field, one, data, threads);
        const std::size_t bytes = one.elem_bytes();
        field.push_back(
                make_contestant("memcpy", kind::reference, false, memcpy_run(data, threads)));
        add_plain(field, "plain_avx2", kind::reference, plain_avx2(data.nest(), bytes), one, data,
                threads);
        add_plain(field, "plain_scalar", kind::reference, plain_scalar(data.nest(), bytes), one,
                data, threads);
    }
    if (options.plain)
        add_plain(field, "plain", kind::plain, plain_native(data.nest(), one.elem_bytes()), one,
                data, threads);
    // On several threads the arena is the bound.
    const int max_threads = threads == 1 ? 1 : 0;
    add_linked(field, one, data, best_, max_threads);
    for (const capped_library &from : lower_)
        if (options.lower_isas && (!options.only_avx2 || from.isa == libselect::cpu_isa::avx2))
            add_capped(field, one, data, from, max_threads);
    if (options.peers) {
        add_highway(field, one, data, threads);
        add_eigen(field, one, data, threads);
    }
    return field;
}

} // namespace bench
