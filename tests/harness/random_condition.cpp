// SPDX-License-Identifier: Apache-2.0
// Random valid problems with a condition of any kind.
#include "harness/random_condition.hpp"

#include <algorithm>
#include <array>
#include <limits>

#include "harness/oracle.hpp"
#include "harness/random_problem.hpp"

namespace support {
namespace {

template <typename T>
T pick(const std::vector<T> &from, random_source &random) {
    return from[random.below(from.size())];
}

// Ones up to the greatest rank, anywhere.
dims random_high_rank(dims extents, random_source &random) {
    const std::size_t rank = extents.size() + random.below(LIBSELECT_MAX_RANK + 1 - extents.size());
    while (extents.size() < rank)
        extents.insert(
                extents.begin() + static_cast<std::ptrdiff_t>(random.below(extents.size() + 1)), 1);
    return extents;
}

// Half of the time of the width of dst's type, so that it can lie in dst.
libselect_data_type_t random_number_type(const problem &what, random_source &random) {
    std::vector<libselect_data_type_t> fitting = numeric_types();
    if (random.one_in(2) && what.type != libselect_boolean)
        std::erase_if(fitting, [&](libselect_data_type_t type) {
            return libselect_data_type_size(type) != what.elem_bytes();
        });
    return pick(fitting, random);
}

// The two sides of a comparison whose shape is that of cond.
void split_comparison(problem &what, random_source &random) {
    operand &lhs = what.cond, &rhs = what.rhs;
    if (what.mode == "pdpd") {
        rhs.dims = random_pdpd_input(what.src0.dims, what.axis, random);
        return;
    }
    rhs.dims = lhs.dims;
    if (what.mode == "none") return;
    const std::uint64_t rate = 2 + random.below(5);
    for (std::size_t i = 0; i < lhs.dims.size(); ++i)
        if (random.one_in(rate)) (random.one_in(2) ? lhs : rhs).dims[i] = 1;
    for (operand *side : {&lhs, &rhs})
        while (!side->dims.empty() && side->dims.front() == 1 && random.one_in(2))
            side->dims.erase(side->dims.begin());
    const dims both = dst_dims({}, lhs.dims, rhs.dims, "numpy");
    what.dst.dims = dst_dims(both, what.src0.dims, what.src1.dims, what.mode);
}

void compare_numbers(problem &what, random_source &random) {
    condition_rule &rule = what.rule;
    rule.type = random_number_type(what, random);
    if (!rule.is_compare()) return;
    const std::uint64_t n_relations = is_complex(rule.type) ? 2 : 6;
    rule.relation = static_cast<libselect_relation_t>(random.below(n_relations));
    split_comparison(what, random);
}

int random_axis(std::size_t rank, random_source &random) {
    const auto axis = static_cast<int>(random.below(rank));
    return random.one_in(2) ? axis : axis - static_cast<int>(rank);
}

std::optional<std::int64_t> random_bound(std::int64_t reach, random_source &random) {
    using limits = std::numeric_limits<std::int64_t>;
    if (random.one_in(3)) return std::nullopt;
    if (random.one_in(12)) return random.one_in(2) ? limits::max() : limits::min();
    return random.between(-reach - 2, reach + 2);
}

// A tensor begin or end, or none.
libselect_data_type_t random_columns(
        problem &what, operand &tensor, std::size_t axis, random_source &random) {
    if (random.one_in(2)) return libselect_undef;
    tensor.dims = what.dst.dims;
    tensor.dims[axis] = 1;
    tensor.dims = random_broadcast(tensor.dims, random);
    return random.one_in(2) ? libselect_s32 : libselect_s64;
}

void lay_interval(problem &what, random_source &random) {
    if (what.mode == "multidirectional")
        what.dst.dims = dst_dims({}, what.src0.dims, what.src1.dims, what.mode);
    const dims &extents = what.dst.dims;
    condition_rule &rule = what.rule;
    rule.type = libselect_undef;
    rule.axis = random_axis(extents.size(), random);
    const auto rank = static_cast<int>(extents.size());
    const auto axis = static_cast<std::size_t>((rule.axis + rank) % rank);
    const std::int64_t reach = *std::max_element(extents.begin(), extents.end());
    if (rank > 1 && !random.one_in(4)) {
        rule.lower = random_bound(reach, random);
        rule.upper = random_bound(reach, random);
    }
    // Where no row counts, row_axis may be any number.
    rule.row_axis = random.one_in(2) ? rule.axis : 99;
    if (rule.looks_at_rows()) {
        const auto row_axis = static_cast<int>(axis + 1 + random.below(extents.size() - 1)) % rank;
        rule.row_axis = random.one_in(2) ? row_axis : row_axis - rank;
    }
    rule.begin = random_columns(what, what.begin, axis, random);
    rule.end = random_columns(what, what.end, axis, random);
}

void lay_out(operand &tensor, bool is_dst, random_source &random) {
    tensor.strides = dense_strides(tensor.dims);
    if (random.one_in(2))
        tensor.strides = is_dst ? random_dst_strides(tensor.dims, random)
                                : random_input_strides(tensor.dims, random);
    if (random.one_in(2)) tensor.offset = random.between(-20, 70);
    tensor.where = random_placement(random);
}

// Long runs of equal conditions, and few that differ, as well as any bytes.
mask random_mask(random_source &random) {
    constexpr std::array kinds {mask_kind::random, mask_kind::uneven_runs, mask_kind::single,
            mask_kind::all, mask_kind::none, mask_kind::suffix};
    if (random.one_in(2)) return {.kind = mask_kind::stretches, .value = true_byte::varies};
    return {.kind = kinds[random.below(kinds.size())],
            .chance = random.one_in(2) ? 0.01 : 0.5,
            .length = 40,
            .value = true_byte::varies,
            .inverted = random.one_in(2)};
}

// An input of dst's width and dims may be dst itself.
void maybe_compare_in_place(problem &what, random_source &random) {
    const auto fits = [&](const operand &side) {
        return what.rule.reads_numbers() && side.dims == what.dst.dims
               && libselect_data_type_size(what.rule.type) == what.elem_bytes();
    };
    what.cond_is_dst = fits(what.cond) && random.one_in(3);
    what.rhs_is_dst = what.rule.is_compare() && fits(what.rhs) && random.one_in(4);
    if (what.cond_is_dst) what.cond = what.dst;
    if (what.rhs_is_dst) what.rhs = what.dst;
}

} // namespace

const std::vector<libselect_data_type_t> &numeric_types() {
    static const std::vector<libselect_data_type_t> types = [] {
        std::vector<libselect_data_type_t> all;
        for (int type = libselect_u8; type <= libselect_c128; ++type)
            all.push_back(static_cast<libselect_data_type_t>(type));
        return all;
    }();
    return types;
}

problem random_condition_problem(libselect_condition_kind_t kind, random_source &random) {
    dims base = random_dims(random);
    if (kind == libselect_condition_interval)
        while (base.size() < 1 + random.below(2))
            base.push_back(1 + static_cast<std::int64_t>(random.below(70)));
    if (random.one_in(20)) base = random_high_rank(base, random);
    const auto type = static_cast<libselect_data_type_t>(1 + random.below(libselect_c128));
    problem made = random_shapes(type, base, random);
    while (kind == libselect_condition_interval && made.src0.dims.empty() && made.src1.dims.empty())
        made = random_shapes(type, base, random);
    made.rule.kind = kind;
    if (kind == libselect_condition_bits)
        made.rule.type = random.one_in(2) ? libselect_u1 : libselect_u1_msb;
    else if (made.rule.reads_numbers())
        compare_numbers(made, random);
    else if (kind == libselect_condition_interval)
        lay_interval(made, random);
    made.infer_dst = random.one_in(2);
    for (operand *tensor :
            {&made.cond, &made.rhs, &made.begin, &made.end, &made.src0, &made.src1, &made.dst})
        lay_out(*tensor, tensor == &made.dst, random);
    if (made.infer_dst)
        made.dst = {made.dst.dims, dense_strides(made.dst.dims), random_placement(random)};
    maybe_in_place(made, random);
    maybe_compare_in_place(made, random);
    made.conditions = random_mask(random);
    made.max_threads = static_cast<int>(random.below(4));
    return made;
}

problem random_condition_problem(random_source &random) {
    constexpr std::array kinds {libselect_condition_bits, libselect_condition_nonzero,
            libselect_condition_compare, libselect_condition_interval};
    // A tensor of bytes may have an offset too.
    const auto kind =
            random.one_in(16) ? libselect_condition_boolean : kinds[random.below(kinds.size())];
    return random_condition_problem(kind, random);
}

} // namespace support
