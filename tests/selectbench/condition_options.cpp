// SPDX-License-Identifier: Apache-2.0
// The options of run and infer that say what decides: which belong together, and what they say.
#include <algorithm>
#include <array>
#include <string_view>

#include "condition.hpp"
#include "failure.hpp"
#include "text.hpp"

namespace selectbench {
namespace {

constexpr unsigned bit_of(ls::condition_kind which) {
    return 1U << static_cast<unsigned>(which);
}

// An option, whether it is given, and the kinds that take it. An option that names its kind says
// alone which kind is meant; one that is needed must be there with its kind.
struct option_row {
    const char *name;
    bool given;
    unsigned kinds;
    bool names_kind = false, needed = false;
};

constexpr std::size_t n_rows = 18;

std::array<option_row, n_rows> rows_of(const condition_options &options) {
    return {{
            {"--cond", options.cond.has_value(), bit_of(ls::condition_kind::boolean), true, true},
            {"--nonzero", options.nonzero.has_value(), bit_of(ls::condition_kind::nonzero), true,
                    true},
            {"--bits", options.bits.has_value(), bit_of(ls::condition_kind::bits), true, true},
            {"--lhs", options.lhs.has_value(), bit_of(ls::condition_kind::compare), true, true},
            {"--rhs", options.rhs.has_value(), bit_of(ls::condition_kind::compare), true, true},
            {"--compare", options.relation.has_value(), bit_of(ls::condition_kind::compare), true,
                    true},
            {"--interval", options.interval, bit_of(ls::condition_kind::interval), true, true},
            {"--bits-dims", options.bits_dims.has_value(), bit_of(ls::condition_kind::bits), false,
                    options.of_files},
            {"--bit-order", options.order.has_value(), bit_of(ls::condition_kind::bits)},
            {"--bit-offset", options.offset.has_value(), bit_of(ls::condition_kind::bits)},
            {"--bit-strides", options.strides.has_value(), bit_of(ls::condition_kind::bits)},
            {"--cond-dt", options.type.has_value(),
                    bit_of(ls::condition_kind::nonzero) | bit_of(ls::condition_kind::compare)},
            {"--col-axis", options.col_axis.has_value(), bit_of(ls::condition_kind::interval)},
            {"--row-axis", options.row_axis.has_value(), bit_of(ls::condition_kind::interval)},
            {"--lower", options.lower.has_value(), bit_of(ls::condition_kind::interval)},
            {"--upper", options.upper.has_value(), bit_of(ls::condition_kind::interval)},
            {"--begin", options.begin.has_value(), bit_of(ls::condition_kind::interval)},
            {"--end", options.end.has_value(), bit_of(ls::condition_kind::interval)},
    }};
}

constexpr const char *all_kinds =
        "--cond, --nonzero, --bits, --lhs with --rhs and --compare, or --interval";

// "--nonzero or --compare": the options that name these kinds, the last one of each.
std::string names_of(const std::array<option_row, n_rows> &rows, unsigned kinds) {
    std::string text;
    for (const option_row &row : rows)
        if (row.names_kind && (row.kinds & kinds) != 0 && std::string_view(row.name) != "--lhs"
                && std::string_view(row.name) != "--rhs")
            text += (text.empty() ? "" : " or ") + std::string(row.name);
    return text;
}

const option_row &named_kind(const std::array<option_row, n_rows> &rows) {
    const option_row *named = nullptr;
    for (const option_row &row : rows) {
        if (!row.given || !row.names_kind) continue;
        if (named != nullptr && named->kinds != row.kinds)
            throw tool_error(std::string(named->name) + " and " + row.name
                             + " are two conditions; give one of " + all_kinds);
        named = &row;
    }
    if (named != nullptr) return *named;
    for (const option_row &row : rows)
        if (row.given)
            throw tool_error(std::string(row.name) + " is for " + names_of(rows, row.kinds)
                             + ", which is missing");
    throw tool_error(std::string("a condition is missing; give one of ") + all_kinds);
}

ls::data_type condition_type(const condition_options &options) {
    return options.type ? ls::data_type_from_string(*options.type) : ls::data_type::f32;
}

} // namespace

ls::condition_kind kind_of(const condition_options &options) {
    const std::array<option_row, n_rows> rows = rows_of(options);
    const option_row &named_option = named_kind(rows);
    const unsigned named = named_option.kinds;
    for (const option_row &row : rows) {
        if (row.given && (row.kinds & named) == 0)
            throw tool_error(std::string(row.name) + " is for " + names_of(rows, row.kinds)
                             + ", not for " + names_of(rows, named));
        if (!row.given && row.needed && row.kinds == named)
            throw tool_error(
                    std::string(row.name) + " is missing; " + named_option.name + " needs it");
    }
    auto result = ls::condition_kind::boolean;
    for (const ls::condition_kind each : {ls::condition_kind::bits, ls::condition_kind::nonzero,
                 ls::condition_kind::compare, ls::condition_kind::interval})
        if (bit_of(each) == named) result = each;
    return result;
}

bool is_given(const condition_options &options) {
    const std::array<option_row, n_rows> rows = rows_of(options);
    return std::any_of(rows.begin(), rows.end(), [](const option_row &row) { return row.given; });
}

ls::interval parse_positions(const condition_options &options) {
    ls::interval positions;
    positions.axis = options.col_axis.value_or(positions.axis);
    positions.row_axis = options.row_axis.value_or(positions.row_axis);
    positions.lower = options.lower;
    positions.upper = options.upper;
    return positions;
}

ls::data_type parse_bit_order(const condition_options &options) {
    const std::string order = options.order.value_or("little");
    if (order == "little") return ls::data_type::u1;
    if (order == "big") return ls::data_type::u1_msb;
    throw tool_error("--bit-order: \"" + order + "\" is neither little nor big");
}

ls::logical_tensor parse_bits(
        const condition_options &options, const std::string &shape, const std::string &option) {
    const ls::data_type type = parse_bit_order(options);
    ls::logical_tensor tensor = parse_tensor(type, shape, option);
    if (options.strides && (tensor.rank() != 0 || !options.strides->empty()))
        tensor = with_strides(tensor, *options.strides, "--bit-strides", option);
    if (!options.offset || !tensor.has_rank()) return tensor;
    return {type, tensor.dims(), tensor.strides(), *options.offset};
}

condition_request parse_condition(const condition_options &options) {
    condition_request what {.kind = kind_of(options)};
    const auto add = [&](ls::arg part, const std::optional<std::string> &shape, const char *option,
                             ls::data_type type) {
        if (shape) what.inputs.push_back({part, parse_tensor(type, *shape, option)});
    };
    switch (what.kind) {
    case ls::condition_kind::nonzero:
        add(ls::arg::cond, options.nonzero, "--nonzero", condition_type(options));
        break;
    case ls::condition_kind::bits:
        what.inputs.push_back({ls::arg::cond, parse_bits(options, *options.bits, "--bits")});
        break;
    case ls::condition_kind::compare:
        add(ls::arg::lhs, options.lhs, "--lhs", condition_type(options));
        add(ls::arg::rhs, options.rhs, "--rhs", condition_type(options));
        what.relation = ls::relation_from_string(*options.relation);
        break;
    case ls::condition_kind::interval:
        add(ls::arg::begin, options.begin, "--begin", ls::data_type::s32);
        add(ls::arg::end, options.end, "--end", ls::data_type::s32);
        what.positions = parse_positions(options);
        break;
    default:
        add(ls::arg::cond, options.cond, "--cond", ls::data_type::boolean);
    }
    return what;
}

} // namespace selectbench
