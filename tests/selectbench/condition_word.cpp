// SPDX-License-Identifier: Apache-2.0
// The grammar of conditions in problem words, read and written:
// SHAPE, causal[(OFFSET)], window(LEFT,RIGHT[,OFFSET]), lengths[(SHAPE)],
// interval[(KEY=VALUE,...)], bits[(SHAPE,msb,offset=N)], nonzero[(SHAPE)], lt(SHAPE,SHAPE) and the
// other relations.
#include <cctype>
#include <limits>
#include <string_view>

#include "condition.hpp"
#include "failure.hpp"
#include "text.hpp"

namespace selectbench {
namespace {

constexpr const char *condition_grammar =
        " is no condition; a condition is a shape, causal(OFFSET), window(LEFT,RIGHT,OFFSET), "
        "lengths(SHAPE), interval(axis=N,row=N,lower=N,upper=N,begin=SHAPE,end=SHAPE), "
        "bits(SHAPE,msb,offset=N), nonzero(SHAPE), or lt(SHAPE,SHAPE) with lt, le, gt, ge, eq or "
        "ne";

// "window(256,0)": the name, and what stands between the parentheses, at its commas.
struct call {
    std::string name;
    std::vector<std::string> words;
};

// False when the parentheses do not match.
bool parse_call(const std::string &text, call &parsed) {
    const std::size_t open = text.find('(');
    parsed.name = text.substr(0, open);
    if (open == std::string::npos) return true;
    if (text.back() != ')') return false;
    std::string_view rest = std::string_view(text).substr(open + 1, text.size() - open - 2);
    for (;;) {
        const std::size_t comma = rest.find(',');
        parsed.words.emplace_back(rest.substr(0, comma));
        if (comma == std::string_view::npos) return true;
        rest.remove_prefix(comma + 1);
    }
}

// Splits off "KEY=" when the word begins so.
bool take_key(std::string_view key, std::string_view &word) {
    if (!word.starts_with(key) || word.substr(key.size(), 1) != "=") return false;
    word.remove_prefix(key.size() + 1);
    return true;
}

template <typename number>
bool parse_optional(std::string_view word, std::optional<number> &value) {
    return !value && parse_number(word, value.emplace());
}

class word_parser {
public:
    word_parser(const std::string &text, const condition_context &context)
        : text_(text),
          context_(context) {}

    condition_request parse() {
        if (!parse_call(text_, call_)) fail();
        if (call_.name == "causal") return causal();
        if (call_.name == "window") return window();
        if (call_.name == "lengths") return lengths();
        if (call_.name == "interval") return interval();
        if (call_.name == "bits") return bits();
        if (call_.name == "nonzero") return nonzero();
        const bool is_name = !text_.empty() && text_ != "scalar"
                             && std::isalpha(static_cast<unsigned char>(text_.front())) != 0;
        if (!is_name) return condition_of_tensor(shape(ls::data_type::boolean, text_));
        return compare();
    }

private:
    [[noreturn]] void fail() const {
        throw tool_error(context_.place + ": \"" + text_ + "\"" + condition_grammar);
    }

    std::int64_t number(std::size_t i) const {
        std::int64_t value = 0;
        if (!parse_number(call_.words[i], value)) fail();
        return value;
    }
    ls::logical_tensor shape(ls::data_type type, const std::string &word) const {
        return parse_tensor(type, word, context_.place);
    }
    void need_words(std::size_t least, std::size_t most) const {
        if (call_.words.size() < least || call_.words.size() > most) fail();
    }

    condition_request of_positions(const ls::interval &positions) const {
        return {.kind = ls::condition_kind::interval, .positions = positions};
    }
    condition_request causal() const {
        need_words(0, 1);
        return of_positions(ls::causal(call_.words.empty() ? 0 : number(0)));
    }
    condition_request window() const {
        need_words(2, 3);
        return of_positions(
                ls::window(number(0), number(1), call_.words.size() == 3 ? number(2) : 0));
    }

    // One length for each index of the first axis, unless there is a shape.
    condition_request lengths() const {
        need_words(0, 1);
        condition_request what = of_positions({});
        if (!call_.words.empty()) {
            what.inputs.push_back({ls::arg::end, shape(context_.position, call_.words[0])});
            return what;
        }
        ls::dims dims = context_.dst_dims();
        for (std::size_t axis = dims.size() < 2 ? 0 : 1; axis < dims.size(); ++axis)
            dims[axis] = 1;
        what.inputs.push_back({ls::arg::end, {context_.position, dims}});
        return what;
    }

    condition_request interval() const {
        condition_request what = of_positions({});
        std::optional<int> axis, row_axis;
        std::optional<ls::logical_tensor> begin, end;
        for (const std::string &each : call_.words) {
            std::string_view word = each;
            bool right = false;
            if (take_key("axis", word))
                right = parse_optional(word, axis);
            else if (take_key("row", word))
                right = parse_optional(word, row_axis);
            else if (take_key("lower", word))
                right = parse_optional(word, what.positions.lower);
            else if (take_key("upper", word))
                right = parse_optional(word, what.positions.upper);
            else if (take_key("begin", word))
                right = take_tensor(word, begin);
            else if (take_key("end", word))
                right = take_tensor(word, end);
            if (!right) fail();
        }
        what.positions.axis = axis.value_or(what.positions.axis);
        what.positions.row_axis = row_axis.value_or(what.positions.row_axis);
        if (begin) what.inputs.push_back({ls::arg::begin, *begin});
        if (end) what.inputs.push_back({ls::arg::end, *end});
        return what;
    }
    bool take_tensor(std::string_view word, std::optional<ls::logical_tensor> &tensor) const {
        if (tensor) return false;
        tensor = shape(context_.position, std::string(word));
        return true;
    }

    condition_request bits() const {
        ls::data_type type = ls::data_type::u1;
        std::optional<std::int64_t> offset;
        std::optional<std::string> extents;
        for (const std::string &each : call_.words) {
            std::string_view word = each;
            if (word == "msb" && type == ls::data_type::u1)
                type = ls::data_type::u1_msb;
            else if (take_key("offset", word) ? !parse_optional(word, offset) : extents.has_value())
                fail();
            else if (word == each)
                extents = each;
        }
        ls::logical_tensor tensor =
                extents ? shape(type, *extents) : ls::logical_tensor(type, context_.dst_dims());
        if (offset && tensor.has_rank()) tensor = {type, tensor.dims(), tensor.strides(), *offset};
        return condition_of_tensor(tensor);
    }

    condition_request nonzero() const {
        need_words(0, 1);
        return {.kind = ls::condition_kind::nonzero,
                .inputs = {{ls::arg::cond,
                        call_.words.empty()
                                ? ls::logical_tensor(context_.number, context_.dst_dims())
                                : shape(context_.number, call_.words[0])}}};
    }

    condition_request compare() const {
        need_words(2, 2);
        condition_request what {.kind = ls::condition_kind::compare};
        bool known = false;
        for (const auto relation : {ls::relation::eq, ls::relation::ne, ls::relation::lt,
                     ls::relation::le, ls::relation::gt, ls::relation::ge})
            if (call_.name == ls::to_string(relation)) {
                what.relation = relation;
                known = true;
            }
        if (!known) fail();
        what.inputs.push_back({ls::arg::lhs, shape(context_.number, call_.words[0])});
        what.inputs.push_back({ls::arg::rhs, shape(context_.number, call_.words[1])});
        return what;
    }

    const std::string &text_;
    const condition_context &context_;
    call call_;
};

std::string positions_text(const condition_request &what) {
    const ls::interval &in = what.positions;
    const bool usual_axes = in.axis == -1 && (in.row_axis == -2 || (!in.lower && !in.upper));
    const bool has_least = in.lower == std::numeric_limits<std::int64_t>::min();
    if (usual_axes && what.inputs.empty() && in.upper && !has_least) {
        if (in.lower)
            return "window(" + std::to_string(-*in.lower) + "," + std::to_string(*in.upper) + ")";
        return *in.upper == 0 ? "causal" : "causal(" + std::to_string(*in.upper) + ")";
    }
    const ls::logical_tensor *begin = what.input(ls::arg::begin), *end = what.input(ls::arg::end);
    if (usual_axes && end != nullptr && begin == nullptr && !in.lower && !in.upper)
        return "lengths(" + shape_text(*end) + ")";
    std::string words;
    const auto add = [&](const char *key, const std::string &value) {
        words += (words.empty() ? "" : ",") + std::string(key) + "=" + value;
    };
    if (in.axis != -1) add("axis", std::to_string(in.axis));
    if (in.row_axis != -2) add("row", std::to_string(in.row_axis));
    if (in.lower) add("lower", std::to_string(*in.lower));
    if (in.upper) add("upper", std::to_string(*in.upper));
    if (begin != nullptr) add("begin", shape_text(*begin));
    if (end != nullptr) add("end", shape_text(*end));
    return words.empty() ? "interval" : "interval(" + words + ")";
}

std::string bits_text(const ls::logical_tensor &tensor) {
    return "bits(" + shape_text(tensor) + (tensor.type() == ls::data_type::u1_msb ? ",msb" : "")
           + (tensor.offset() == 0 ? "" : ",offset=" + std::to_string(tensor.offset())) + ")";
}

} // namespace

condition_request parse_condition(const std::string &word, const condition_context &context) {
    return word_parser(word, context).parse();
}

std::string condition_text(const condition_request &what) {
    switch (what.kind) {
    case ls::condition_kind::interval:
        return positions_text(what);
    case ls::condition_kind::bits:
        return bits_text(what.inputs[0].tensor);
    case ls::condition_kind::nonzero:
        return "nonzero(" + shape_text(what.inputs[0].tensor) + ")";
    case ls::condition_kind::compare:
        return std::string(ls::to_string(what.relation)) + "(" + shape_text(what.inputs[0].tensor)
               + "," + shape_text(what.inputs[1].tensor) + ")";
    default:
        return shape_text(what.inputs[0].tensor);
    }
}

} // namespace selectbench
