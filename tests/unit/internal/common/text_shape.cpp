// SPDX-License-Identifier: Apache-2.0
// Parsing of shapes in words.
#include "common/text_shape.hpp"

#include <stdexcept>

namespace internal {
namespace {

// The numbers between the x; "?" gives unknown_dim. Throws on anything else.
std::vector<std::int64_t> parse_numbers(const std::string &text) {
    std::vector<std::int64_t> numbers;
    for (std::size_t begin = 0; begin <= text.size();) {
        const std::size_t end = std::min(text.find('x', begin), text.size());
        const std::string word = text.substr(begin, end - begin);
        numbers.push_back(word == "?" ? libselect::unknown_dim : std::stoll(word));
        begin = end + 1;
    }
    return numbers;
}

} // namespace

libselect::shape parse_shape(const std::string &text) {
    libselect::shape result;
    if (text == "*") {
        result.rank = libselect::unknown_rank;
    } else if (text != "scalar") {
        for (const std::int64_t dim : parse_numbers(text))
            result[result.rank++] = dim;
    }
    return result;
}

libselect::tensor_ref tensor_of(libselect::data_type type, const std::string &dims_and_strides) {
    const std::size_t colon = dims_and_strides.find(':');
    const libselect::shape extents = parse_shape(dims_and_strides.substr(0, colon));
    if (colon == std::string::npos)
        return libselect::make_logical_tensor(type, extents.rank, extents.dims.data(), nullptr);
    const std::vector<std::int64_t> strides = parse_numbers(dims_and_strides.substr(colon + 1));
    if (strides.size() != static_cast<std::size_t>(extents.rank))
        throw std::invalid_argument(dims_and_strides + " needs one stride per axis");
    return libselect::make_logical_tensor(type, extents.rank, extents.dims.data(), strides.data());
}

libselect::select_op op_of(const std::string &cond, const std::string &src0,
        const std::string &src1, const op_options &options) {
    const libselect::tensor_ref condition = tensor_of(libselect_boolean, cond);
    const libselect::tensor_ref if_true = tensor_of(options.type, src0);
    const libselect::tensor_ref if_false = tensor_of(options.type, src1);
    libselect::tensor_ref result;
    if (!options.dst.empty()) result = tensor_of(options.type, options.dst);
    return libselect::make_select_op(*condition, *if_true, *if_false, result.get(), options.attr);
}

libselect::plan plan_of(const std::string &cond, const std::string &src0, const std::string &src1,
        const op_options &options) {
    return libselect::make_plan(op_of(cond, src0, src1, options));
}

std::vector<std::vector<std::int64_t>> tuples_of(
        const std::vector<std::int64_t> &values, int length) {
    std::vector<std::vector<std::int64_t>> all {{}};
    for (int position = 0; position < length; ++position) {
        std::vector<std::vector<std::int64_t>> longer;
        for (const std::vector<std::int64_t> &tuple : all)
            for (const std::int64_t value : values) {
                longer.push_back(tuple);
                longer.back().push_back(value);
            }
        all = std::move(longer);
    }
    return all;
}

} // namespace internal
