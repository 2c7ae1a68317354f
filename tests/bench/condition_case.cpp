// SPDX-License-Identifier: Apache-2.0
// The cases of the suite `conditions`.
#include "condition_case.hpp"

#include <algorithm>
#include <utility>

#include "harness/oracle.hpp"

namespace bench {
namespace {

using support::mask;
using support::mask_kind;

support::operand tensor_of(const dims &extents, std::int64_t offset = 0) {
    support::operand made {extents, support::dense_strides(extents), {}};
    made.offset = offset;
    return made;
}

class case_list {
public:
    explicit case_list(bool quick) : quick_(quick) {}

    std::vector<condition_case> all() {
        add_bits();
        add_positions();
        add_bounds();
        add_comparisons();
        add_small();
        return std::move(made_);
    }

private:
    // The first axis of a large tensor.
    [[nodiscard]] std::int64_t cut(std::int64_t extent) const {
        return quick_ ? std::max<std::int64_t>(extent / 16, 1) : extent;
    }
    // So many elements in two dims, which the library sees as one.
    [[nodiscard]] dims flat(std::int64_t n) const {
        constexpr std::int64_t columns = 1 << 16;
        return {cut(n / columns), columns};
    }

    condition_case &add(std::string name, libselect_data_type_t type, const dims &src0,
            const dims &src1, const dims &dst) {
        condition_case one {std::move(name), {}};
        one.what.type = type;
        one.what.src0 = tensor_of(src0);
        one.what.src1 = tensor_of(src1);
        one.what.dst = tensor_of(dst);
        one.what.seed = 1;
        made_.push_back(std::move(one));
        return made_.back();
    }

    condition_case &add_bits(const std::string &name, libselect_data_type_t type, const dims &dst,
            bool in_place, const mask &conditions, std::int64_t offset = 0) {
        condition_case &one = add(name, type, dst, in_place ? dims {} : dst, dst);
        one.what.rule.kind = libselect_condition_bits;
        one.what.rule.type = libselect_u1;
        one.what.cond = tensor_of(dst, offset);
        one.what.conditions = conditions;
        if (in_place) one.what.alias = support::in_place::src0;
        return one;
    }

    // Logits of 64 requests under a grammar: what it forbids becomes -inf.
    void add_bits() {
        const dims logits {cut(64), 128256};
        constexpr mask runs {
                .kind = mask_kind::uneven_runs, .chance = 0.064, .length = 500}; // 8,256 stay
        constexpr mask random {.kind = mask_kind::random, .chance = 0.99};
        for (const auto &[type, name] :
                {std::pair {libselect_f32, "f32"}, {libselect_bf16, "bf16"}}) {
            add_bits(std::string("bits in runs, ") + name + ", in place", type, logits, true, runs);
            add_bits(std::string("bits, 1 %, ") + name + ", in place", type, logits, true, random);
        }
        for (const std::int64_t offset : {0, 3}) {
            const std::string at = offset == 0 ? "" : ", offset 3";
            add_bits("bits, f32, 1M" + at, libselect_f32, flat(1 << 20), false, {}, offset);
            add_bits("bits, f32, 16M" + at, libselect_f32, flat(16 << 20), false, {}, offset);
        }
        add_bits("bits, u8, 4M", libselect_u8, flat(4 << 20), false, {});
    }

    // What is outside of the interval is filled, or comes from a second tensor.
    void add_interval(const std::string &name, libselect_data_type_t type, const dims &dst,
            const support::condition_rule &rule, const dims &begin = {}, const dims &end = {},
            bool two_tensors = false) {
        for (const bool in_place : {true, false}) {
            condition_case &one = add(name + (in_place ? ", in place" : ""), type, dst,
                    two_tensors && !in_place ? dst : dims {}, dst);
            one.what.rule = rule;
            one.what.rule.kind = libselect_condition_interval;
            one.what.begin = tensor_of(begin);
            one.what.end = tensor_of(end);
            if (in_place) one.what.alias = support::in_place::src0;
        }
    }

    void add_positions() {
        const dims scores {1, cut(12), 1024, 1024}, decoded {1, cut(12), 1024, 4096};
        add_interval("causal, f32", libselect_f32, scores, {.upper = 0});
        add_interval("causal, bf16", libselect_bf16, scores, {.upper = 0});
        add_interval("causal, bottom right", libselect_f32, decoded, {.upper = 4096 - 1024});
        // Two of the eight heads that the table of conditions has: that is beyond all caches too.
        const dims windowed = quick_ ? dims {1, 1024, 1024} : dims {2, 4096, 4096};
        add_interval(
                "window 256", libselect_f32, windowed, {.lower = -256, .upper = 0}, {}, {}, true);
    }

    void add_bounds() {
        const std::int64_t batch = cut(64);
        const dims rows {batch, 512, 1024};
        add_interval("lengths", libselect_f32, rows, {.end = libselect_s32}, {}, {batch, 1, 1});
        add_interval("begin and end", libselect_f32, rows,
                {.begin = libselect_s32, .end = libselect_s32}, {batch, 512, 1}, {batch, 512, 1});
    }

    condition_case &add_compare(const std::string &name, libselect_data_type_t type,
            const dims &src0, const dims &src1, const dims &dst, libselect_data_type_t number,
            libselect_relation_t relation, const dims &rhs, const mask &conditions = {}) {
        condition_case &one = add(name, type, src0, src1, dst);
        one.what.rule.kind = libselect_condition_compare;
        one.what.rule.type = number;
        one.what.rule.relation = relation;
        one.what.cond = tensor_of(dst);
        one.what.rhs = tensor_of(rhs);
        one.what.conditions = conditions;
        return one;
    }

    void add_nan(const std::string &name, libselect_data_type_t type) {
        const dims dst = flat(16 << 20);
        condition_case &one = add_compare(name, type, {}, dst, dst, type, libselect_relation_ne,
                dst, {.kind = mask_kind::random, .chance = 0.0001});
        one.what.alias = support::in_place::src1;
        one.what.cond_is_dst = one.what.rhs_is_dst = one.looks_for_nan = true;
    }

    void add_comparisons() {
        const dims logits {cut(64), 128256};
        condition_case &top_k = add_compare("top-k, f32, in place", libselect_f32, {}, logits,
                logits, libselect_f32, libselect_relation_lt, {logits[0], 1},
                {.kind = mask_kind::random, .chance = 1 - 50.0 / 128256});
        top_k.what.alias = support::in_place::src1;
        top_k.what.cond_is_dst = true;
        for (const auto &[type, name] :
                {std::pair {libselect_f32, "f32"}, {libselect_bf16, "bf16"}}) {
            const dims dst = flat(16 << 20);
            add_compare(std::string("x > c ? x : a, ") + name, type, dst, {}, dst, type,
                    libselect_relation_gt, {})
                    .lhs_is_src0 = true;
        }
        const dims sides = flat(1 << 20);
        add_compare("s64 < s64, f32, 1M", libselect_f32, sides, sides, sides, libselect_s64,
                libselect_relation_lt, sides);
        add_nan("x is NaN, f32, in place", libselect_f32);
        add_nan("x is NaN, bf16, in place", libselect_bf16);
    }

    // What a call costs where the data is at hand.
    void add_small() {
        const dims row {1, 1024};
        add_bits("1,024 f32, bits", libselect_f32, row, false, {});
        add_bits("1,024 f32, bits, offset 3", libselect_f32, row, false, {}, 3);
        add_compare("1,024 f32, x > c ? x : a", libselect_f32, row, {}, row, libselect_f32,
                libselect_relation_gt, {})
                .lhs_is_src0 = true;
        add_compare("1,024 f32, x < y", libselect_f32, row, row, row, libselect_f32,
                libselect_relation_lt, row);
        condition_case &nonzero = add("1,024 f32, x != 0", libselect_f32, row, row, row);
        nonzero.what.rule.kind = libselect_condition_nonzero;
        nonzero.what.rule.type = libselect_f32;
        nonzero.what.cond = tensor_of(row);
        condition_case &interval = add("1,024 f32, an interval", libselect_f32, row, row, row);
        interval.what.rule.kind = libselect_condition_interval;
        interval.what.rule.upper = 511;
        // The query of a decode step sees every key.
        condition_case &decode =
                add("decode, in place", libselect_f32, {1, 32, 1, 4096}, {}, {1, 32, 1, 4096});
        decode.what.rule.kind = libselect_condition_interval;
        decode.what.rule.upper = 4095;
        decode.what.alias = support::in_place::src0;
        decode.has_limit = false;
    }

    bool quick_;
    std::vector<condition_case> made_;
};

} // namespace

std::vector<condition_case> condition_cases(bool quick) {
    return case_list(quick).all();
}

dims condition_case::mask_dims() const {
    dims made = what.dst.dims;
    if (!what.rule.is_interval()) return made;
    const auto depends = [&](const support::operand &bound, std::size_t from_end) {
        return bound.dims.size() >= from_end && bound.dims[bound.dims.size() - from_end] > 1;
    };
    for (std::size_t from_end = 2; from_end <= made.size(); ++from_end) {
        const bool is_row = from_end == 2 && what.rule.looks_at_rows();
        if (!is_row && !depends(what.begin, from_end) && !depends(what.end, from_end))
            made[made.size() - from_end] = 1;
    }
    return made;
}

bench_case byte_mask_case(const condition_case &one) {
    bench_case made {one.name, one.what};
    made.what.rule = {};
    made.what.cond = tensor_of(one.mask_dims());
    made.what.cond_is_dst = made.what.rhs_is_dst = false;
    return made;
}

std::string shape_text(const condition_case &one) {
    const auto text = [](const support::operand &tensor) {
        return tensor.dims.empty() ? std::string("scalar") : support::to_string(tensor.dims, "x");
    };
    std::string words = std::string(libselect_data_type_name(one.what.type)) + " "
                        + support::to_string(one.what.rule);
    for (const support::part &each : support::parts(one.what))
        if (each.arg != libselect_arg_dst) words += " " + text(*each.tensor);
    return words + (one.in_place() ? " in place" : "");
}

} // namespace bench
