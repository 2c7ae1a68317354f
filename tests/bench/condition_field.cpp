// SPDX-License-Identifier: Apache-2.0
// Gathering the contestants of a case of the suite `conditions`.
#include <algorithm>
#include <memory>

#include "field.hpp"
#include "loop_nest.hpp"
#include "parallel.hpp"
#include "plain_condition.hpp"
#include "yardstick.hpp"

namespace bench {
namespace {

std::int64_t lines_of(std::size_t n_bytes) {
    return (static_cast<std::int64_t>(n_bytes) + line_bytes - 1) / line_bytes;
}

const char *chars(const std::byte *data) {
    return reinterpret_cast<const char *>(data);
}

// What has to be read and written, each buffer once. An operand that moves beside dst is full.
stream_layout layout_of(const condition_case &one, const condition_data &data) {
    stream_layout layout {};
    layout.dst = reinterpret_cast<char *>(data.scratch());
    layout.n_lines = lines_of(data.dst_bytes());
    std::vector<const std::byte *> seen;
    for (const support::part &each : support::parts(one.what)) {
        const bool is_source = each.arg == libselect_arg_src0 || each.arg == libselect_arg_src1;
        if (each.arg == libselect_arg_dst || (is_source && each.is_dst)) continue;
        const std::byte *at = each.is_dst ? data.scratch() : data.at(each.arg);
        if (std::find(seen.begin(), seen.end(), at) != seen.end()) continue;
        seen.push_back(at);
        const auto n_bytes =
                static_cast<std::size_t>(support::addressed_bytes(*each.tensor, each.type).high);
        const bool is_full = n_bytes == data.dst_bytes();
        if (is_full && layout.full0 == nullptr)
            layout.full0 = chars(at);
        else if (is_full && layout.full1 == nullptr)
            layout.full1 = chars(at);
        else
            layout.paced.push_back({chars(at), lines_of(n_bytes)});
    }
    return layout;
}

// For lists of lines: sources in their places, what decides is paced.
stream_layout listed_layout(const condition_case &one, const condition_data &data) {
    stream_layout layout = layout_of(one, data);
    layout.paced.clear();
    for (const support::part &each : support::parts(one.what)) {
        if (each.arg == libselect_arg_src0) break; // what decides stands before it
        const bool is_seen = each.arg == libselect_arg_rhs && one.looks_for_nan;
        const std::byte *at = each.is_dst ? data.scratch() : data.at(each.arg);
        const auto n_bytes =
                static_cast<std::size_t>(support::addressed_bytes(*each.tensor, each.type).high);
        if (!is_seen) layout.paced.push_back({chars(at), lines_of(n_bytes)});
    }
    layout.full0 = chars(data.at(libselect_arg_src0));
    layout.full1 = chars(data.at(libselect_arg_src1));
    return layout;
}

std::shared_ptr<const segment_list> lines_that_move(
        const condition_case &one, const condition_data &data) {
    const bench_case with_mask = byte_mask_case(one);
    plain_nest nest = collapsed(with_mask);
    nest.data[0] = data.mask();
    return std::make_shared<const segment_list>(
            list_segments(with_mask, nest, listed_layout(one, data)));
}

// `stream` moves whole tensors: out of place, and where dst is itself compared.
void add_yardsticks(std::vector<contestant> &field, const condition_case &one,
        const condition_data &data, int threads, const std::string &suffix) {
    const bool streams = !one.in_place() || one.what.cond_is_dst;
    const auto list = lines_that_move(one, data);
    const std::string listed = one.in_place() ? "skip_" : "needed_";
    const auto add = [&](const std::string &name, auto call) {
        field.push_back(make_contestant(name + suffix, kind::yardstick, false, std::move(call)));
    };
    for (const stream_loops *loops : {stream_loops_avx512(), stream_loops_avx2()}) {
        if (loops == nullptr) continue;
        const std::string isa = loops->isa;
        const auto with = [&](line_stores stores) {
            return segments_run(*loops, list, stores, threads);
        };
        for (const bool nt : {false, true}) {
            if (!streams) break;
            const stream_run run(*loops, layout_of(one, data), nt, threads);
            if (!nt && run.is_one_loop())
                add("stream_" + isa, run.one_loop());
            else
                add("stream_" + isa + (nt ? "_nt" : ""), run);
        }
        if (!list->worthwhile || one.lhs_is_src0) continue;
        add(listed + isa, with(line_stores::ordinary));
        add(listed + isa + "_nt", with(line_stores::whole_non_temporal));
        if (!one.in_place()) continue;
        add(listed + isa + "_ahead", with(line_stores::whole_non_temporal_ahead));
        add(listed + isa + "_all_nt", with(line_stores::all_non_temporal));
    }
}

std::int64_t rows_per(const support::operand &bound, std::int64_t n_rows) {
    return n_rows / std::max<std::int64_t>(support::n_elems(bound.dims), 1);
}

// The plain loops' view of a case.
plain_condition plain_of(const condition_case &one, const condition_data &data) {
    const support::problem &what = one.what;
    const support::condition_rule &rule = what.rule;
    static constexpr float zero = 0;
    plain_condition made {};
    made.kind = rule.kind;
    made.n_cols = what.dst.dims.back();
    made.n_rows = support::n_elems(what.dst.dims) / made.n_cols;
    made.elem_bytes = what.elem_bytes();
    made.lhs = data.at(libselect_arg_cond);
    made.rhs = rule.is_compare() ? static_cast<const void *>(data.at(libselect_arg_rhs)) : &zero;
    made.bit_offset = what.cond.offset;
    made.number = rule.type;
    made.relation = rule.is_compare() ? rule.relation : libselect_relation_ne;
    made.rhs_col = what.rhs.dims.empty() || what.rhs.dims.back() == 1 ? 0 : 1;
    made.rhs_row = made.rhs_col != 0 ? made.n_cols : what.rhs.dims.empty() ? 0 : 1;
    constexpr std::int64_t far = std::int64_t {1} << 40; // beyond all columns
    made.lower = rule.lower.value_or(-far);
    made.upper = rule.upper.value_or(far);
    made.rows_per_plane = what.dst.dims[what.dst.dims.size() - 2];
    if (rule.begin != libselect_undef)
        made.begin = reinterpret_cast<const std::int32_t *>(data.at(libselect_arg_begin));
    if (rule.end != libselect_undef)
        made.end = reinterpret_cast<const std::int32_t *>(data.at(libselect_arg_end));
    made.rows_per_bound = rows_per(what.end, made.n_rows);
    made.src0 = data.at(libselect_arg_src0);
    made.src1 = data.at(libselect_arg_src1);
    made.src0_col = what.src0.dims.empty() ? 0 : 1;
    made.src1_col = what.src1.dims.empty() ? 0 : 1;
    made.dst = data.at(libselect_arg_dst);
    made.mask = reinterpret_cast<std::uint8_t *>(data.mask());
    return made;
}

// The same for the byte mask, which may have fewer rows.
plain_condition mask_of(const condition_case &one, const condition_data &data) {
    plain_condition made = plain_of(one, data);
    const dims extents = one.mask_dims();
    made.n_rows = support::n_elems(extents) / made.n_cols;
    made.elem_bytes = 1;
    made.rows_per_bound = rows_per(one.what.end, made.n_rows);
    return made;
}

// Rows on several threads, where there are bytes enough for an engineer to start them.
std::function<void()> over_rows(const plain_condition &what, plain_condition_fn run, int threads) {
    constexpr std::int64_t parallel_bytes = 256 << 10, grain_bytes = 16 << 10;
    const std::int64_t row_bytes = what.n_cols * static_cast<std::int64_t>(what.elem_bytes);
    if (threads == 1 || what.n_rows * row_bytes < parallel_bytes)
        return [what, run] { run(what, 0, what.n_rows); };
    const std::int64_t grain = (grain_bytes + row_bytes - 1) / row_bytes;
    return [=] {
        parallel_parts(what.n_rows, grain, threads,
                [&](std::int64_t begin, std::int64_t end) { run(what, begin, end); });
    };
}

using ready_primitive = std::shared_ptr<const c_condition_primitive>;

ready_primitive prepare(const library &from, const support::problem &what,
        const condition_data &data, int max_threads) {
    const bool has_mask = what.rule.kind == libselect_condition_boolean;
    const auto at = [&](libselect_arg_t arg) -> void * {
        return has_mask && arg == libselect_arg_cond ? data.mask() : data.at(arg);
    };
    return std::make_shared<const c_condition_primitive>(from, what, at, max_threads);
}

void add_library(std::vector<contestant> &field, const condition_case &one,
        const condition_data &data, libselect::cpu_isa isa, const library &from, int max_threads) {
    const ready_primitive ready = prepare(from, one.what, data, max_threads);
    contestant made = make_contestant(
            implementation_name(isa), kind::library, true, [raw = ready.get()] { raw->execute(); });
    made.owner = ready;
    field.push_back(std::move(made));
}

void add_byte_mask(std::vector<contestant> &field, const condition_case &one,
        const condition_data &data, const std::function<void()> &build, int max_threads) {
    const ready_primitive ready =
            prepare(linked_library(), byte_mask_case(one).what, data, max_threads);
    contestant at_hand = make_contestant(
            "mask ready", kind::byte_mask, true, [raw = ready.get()] { raw->execute(); });
    contestant built = make_contestant("mask built", kind::byte_mask, true,
            [build, raw = ready.get()] { build(), raw->execute(); });
    at_hand.owner = built.owner = ready;
    field.push_back(std::move(at_hand));
    field.push_back(std::move(built));
}

} // namespace

std::vector<contestant> field_maker::make(const condition_case &one, const condition_data &data,
        const condition_data &aligned, int threads) const {
    std::vector<contestant> field;
    if (one.has_limit) {
        add_yardsticks(field, one, aligned, threads, "");
        if (threads > 1) add_yardsticks(field, one, aligned, 1, "_1t");
    }
    const plain_condition by_hand = plain_of(one, data);
    if (one.what.rule.is_interval())
        field.push_back(make_contestant("copy and fill", kind::reference, true,
                over_rows(by_hand, plain_segments, threads)));
    field.push_back(make_contestant(
            "plain", kind::plain, true, over_rows(by_hand, plain_select(by_hand), threads)));
    const int max_threads = threads == 1 ? 1 : 0; // on several threads the arena is the bound
    const plain_condition mask = mask_of(one, data);
    add_byte_mask(field, one, data, over_rows(mask, plain_mask(mask), threads), max_threads);
    add_library(field, one, data, best_, linked_library(), max_threads);
    for (const capped_library &from : lower_)
        add_library(field, one, data, from.isa, *from.functions, max_threads);
    return field;
}

} // namespace bench
