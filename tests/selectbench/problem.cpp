// SPDX-License-Identifier: Apache-2.0
// Makes the op and the tensors of a problem, executes, and compares with the oracle.
#include "problem.hpp"

#include <algorithm>
#include <cstring>
#include <thread>

#include "failure.hpp"
#include "telling_numbers.hpp"
#include "text.hpp"

namespace selectbench {
namespace {

// Where a dim has one element, its stride is never used.
bool same_layout(const ls::logical_tensor &a, const ls::logical_tensor &b) {
    const ls::dims dims = a.dims();
    const ls::dims strides = a.strides();
    const ls::dims others = b.strides();
    if (dims != b.dims() || strides.size() != others.size()) return false;
    for (std::size_t axis = 0; axis < strides.size(); ++axis)
        if (dims[axis] > 1 && strides[axis] != others[axis]) return false;
    return true;
}

std::string layout_text(const ls::logical_tensor &tensor) {
    const std::string strides = strides_text(tensor);
    return strides.empty() ? "dense" : "of strides " + strides;
}

// Throws unless dst and the input can be one tensor.
void check_in_place(const ls::logical_tensor &input, const std::string &name,
        const ls::logical_tensor &dst, bool dst_is_given) {
    if (input.dims() != dst.dims())
        throw tool_error("--inplace: " + name + " is " + shape_text(input) + ", dst is "
                         + shape_text(dst) + "; in place both are one tensor");
    if (ls::size_of(input.type()) != ls::size_of(dst.type()))
        throw tool_error("--inplace: " + name + " is " + ls::to_string(input.type()) + ", dst is "
                         + ls::to_string(dst.type()) + "; in place both are of one width");
    if (dst_is_given && !same_layout(input, dst))
        throw tool_error("--inplace: " + name + " is " + layout_text(input) + ", dst is "
                         + layout_text(dst) + "; in place both are one tensor");
}

struct named_input {
    std::string name;
    ls::logical_tensor tensor;
};

// The inputs that dst is.
std::vector<named_input> inputs_in_place(const request &what, const support::problem &settings) {
    std::vector<named_input> inputs;
    const auto add = [&](bool is_dst, std::size_t i, const char *name) {
        if (!is_dst) return;
        const bool reads_numbers = what.cond.kind == ls::condition_kind::nonzero
                                   || what.cond.kind == ls::condition_kind::compare;
        if (!reads_numbers || i >= what.cond.inputs.size())
            throw tool_error("--inplace: \"lhs\" and \"rhs\" are for comparisons, \"cond\" is for "
                             "nonzero; cond is "
                             + condition_text(what.cond));
        inputs.push_back({name, what.cond.inputs[i].tensor});
    };
    const bool is_compare = what.cond.kind == ls::condition_kind::compare;
    add(settings.cond_is_dst, 0, is_compare ? "lhs" : "cond");
    add(settings.rhs_is_dst, 1, "rhs");
    if (src0_is_dst(settings)) inputs.push_back({"src0", what.src0});
    if (src1_is_dst(settings)) inputs.push_back({"src1", what.src1});
    return inputs;
}

// In place, dst takes the strides of the input unless it is given.
ls::select_op make_op(const request &what, const support::problem &settings) {
    const ls::condition decides = what.cond.make();
    const auto with_dst = [&](const ls::logical_tensor &dst) {
        return ls::select_op(decides, what.src0, what.src1, dst, what.attr);
    };
    ls::select_op op = what.dst ? with_dst(*what.dst)
                                : ls::select_op(decides, what.src0, what.src1, what.attr);
    bool is_given = what.dst.has_value();
    for (const auto &[name, input] : inputs_in_place(what, settings)) {
        check_in_place(input, name, op.dst(), is_given);
        op = with_dst({op.dst().type(), input.dims(), input.strides()});
        is_given = true;
    }
    return op;
}

support::operand operand_of(const ls::logical_tensor &tensor) {
    return {.dims = tensor.dims(),
            .strides = tensor.strides(),
            .where = {},
            .offset = tensor.offset()};
}

libselect_data_type_t c_type(const ls::logical_tensor &tensor) {
    return static_cast<libselect_data_type_t>(tensor.type());
}

void set_condition(const condition_request &condition, support::problem &what) {
    support::condition_rule &rule = what.rule;
    rule.kind = static_cast<libselect_condition_kind_t>(condition.kind);
    rule.relation = static_cast<libselect_relation_t>(condition.relation);
    rule.axis = condition.positions.axis;
    rule.row_axis = condition.positions.row_axis;
    rule.lower = condition.positions.lower;
    rule.upper = condition.positions.upper;
    for (const auto &[part, tensor] : condition.inputs) {
        if (part == ls::arg::begin) rule.begin = c_type(tensor);
        if (part == ls::arg::end) rule.end = c_type(tensor);
        if (part == ls::arg::cond || part == ls::arg::lhs) rule.type = c_type(tensor);
        (part == ls::arg::begin        ? what.begin
                : part == ls::arg::end ? what.end
                : part == ls::arg::rhs ? what.rhs
                                       : what.cond) = operand_of(tensor);
    }
}

support::problem complete(
        const ls::select_op &op, const condition_request &condition, support::problem what) {
    what.type = c_type(op.dst());
    set_condition(condition, what);
    what.src0 = operand_of(op.src0());
    what.src1 = operand_of(op.src1());
    what.dst = operand_of(op.dst());
    what.mode = ls::to_string(op.attr().mode);
    what.axis = op.attr().axis;
    return what;
}

bool is_empty(const ls::select_op &op) {
    return support::n_elems(op.dst().dims()) == 0;
}

bool is_in_place(const support::problem &what) {
    return what.alias != support::in_place::no || what.cond_is_dst || what.rhs_is_dst;
}

std::size_t mask_bytes(const support::problem &what) {
    if (what.rule.kind == libselect_condition_boolean) return support::distinct_elems(what.cond);
    return support::distinct_elems(what.dst);
}

std::byte *&pointer_to(libselect_arg_t part, support::operand_pointers &at) {
    switch (part) {
    case libselect_arg_src0:
        return at.src0;
    case libselect_arg_src1:
        return at.src1;
    case libselect_arg_dst:
        return at.dst;
    case libselect_arg_rhs:
        return at.rhs;
    case libselect_arg_begin:
        return at.begin;
    case libselect_arg_end:
        return at.end;
    default:
        return at.cond;
    }
}

// Where the data pointer of a tensor leads. The strides of an empty tensor may be unknown.
std::byte *origin_of(const buffer &memory, const support::part &part) {
    return memory.size() == 0
                   ? memory.data()
                   : memory.data() - support::addressed_bytes(*part.tensor, part.type).low;
}

std::size_t count_true(const support::problem &what, const support::operand_pointers &at) {
    if (what.rule.kind == libselect_condition_boolean) return support::true_elems(what, at.cond);
    const std::vector<std::byte> decided =
            support::decide(support::condition_of(what, at), what.dst.dims, what.mode, what.axis);
    return static_cast<std::size_t>(std::ranges::count(decided, std::byte {1}));
}

std::string hex(const std::byte *element, std::size_t elem_bytes) {
    constexpr const char *digits = "0123456789abcdef";
    std::string text = "0x";
    for (std::size_t i = elem_bytes; i-- > 0;) { // little-endian: the last byte comes first
        const auto value = std::to_integer<unsigned>(element[i]);
        text += digits[value / 16];
        text += digits[value % 16];
    }
    return text;
}

} // namespace

std::string shapes_text(const request &what) {
    return condition_text(what.cond) + ":" + shape_text(what.src0) + ":" + shape_text(what.src1);
}

std::string all_strides_text(const request &what) {
    std::string text;
    for (const condition_input &input : what.cond.inputs)
        text += (&input == what.cond.inputs.data() ? "" : ",") + strides_text(input.tensor);
    text.erase(text.find_last_not_of(',') + 1); // npos + 1 is 0
    text += ":" + strides_text(what.src0) + ":" + strides_text(what.src1) + ":"
            + (what.dst ? strides_text(*what.dst) : "");
    text.erase(text.find_last_not_of(':') + 1);
    return text.empty() ? "dense" : text;
}

void parse_in_place(const std::string &word, support::problem &settings) {
    using support::in_place;
    settings.alias = in_place::no;
    settings.cond_is_dst = settings.rhs_is_dst = false;
    if (word == "no") return;
    for (std::size_t begin = 0; begin <= word.size();) {
        const std::size_t end = std::min(word.find('+', begin), word.size());
        const std::string name = word.substr(begin, end - begin);
        if (name == "src0")
            settings.alias = src1_is_dst(settings) ? in_place::both : in_place::src0;
        else if (name == "src1")
            settings.alias = src0_is_dst(settings) ? in_place::both : in_place::src1;
        else if (name == "lhs" || name == "cond")
            settings.cond_is_dst = true;
        else if (name == "rhs")
            settings.rhs_is_dst = true;
        else
            throw tool_error("--inplace: \"" + name
                             + "\" is none of src0, src1, lhs, rhs, cond and no; several are "
                               "joined by +");
        begin = end + 1;
    }
}

std::string in_place_text(const support::problem &settings) {
    std::string text;
    const auto add = [&](bool is_dst, const char *name) {
        if (is_dst) text += (text.empty() ? "" : "+") + std::string(name);
    };
    add(settings.cond_is_dst, settings.rule.is_compare() ? "lhs" : "cond");
    add(settings.rhs_is_dst, "rhs");
    add(src0_is_dst(settings), "src0");
    add(src1_is_dst(settings), "src1");
    return text.empty() ? "no" : text;
}

problem_run::problem_run(const request &what, const support::problem &settings)
    : condition_(what.cond),
      op_(make_op(what, settings)),
      prim_(op_, settings.max_threads),
      what_(complete(op_, condition_, settings)) {
    allocate();
    if (is_empty(op_)) return;
    support::fill_operands(what_, at_);
    add_telling_numbers(what_, at_);
    true_count_ = count_true(what_, at_);
    compulsory_bytes_ = support::compulsory_bytes(what_, at_);
}

// Asks for the memory of all tensors, and of the mask, which is made dense first.
void problem_run::allocate() {
    const std::vector<support::part> parts = support::parts(what_);
    std::vector<std::size_t> sizes;
    for (const condition_input &input : condition_.inputs)
        sizes.push_back(input.tensor.size_bytes());
    for (const ls::logical_tensor &tensor : {op_.src0(), op_.src1(), op_.dst()})
        sizes.push_back(tensor.size_bytes());
    for (std::size_t i = 0; i + 1 < sizes.size(); ++i)
        if (parts[i].is_dst) sizes[i] = 0;
    std::vector<std::size_t> all = sizes;
    if (!is_empty(op_)) all.push_back(mask_bytes(what_));
    require_memory(all);

    std::vector<std::byte *> data;
    for (std::size_t i = 0; i < sizes.size(); ++i) {
        memory_.emplace_back(sizes[i]);
        data.push_back(origin_of(memory_[i], parts[i]));
    }
    for (std::size_t i = 0; i < sizes.size(); ++i)
        if (parts[i].is_dst) data[i] = data.back();
    for (std::size_t i = 0; i < sizes.size(); ++i) {
        pointer_to(parts[i].arg, at_) = data[i];
        sizes[i] = parts[i].is_dst ? sizes.back() : sizes[i];
        if (i < condition_.inputs.size()) condition_memory_.push_back({data[i], sizes[i]});
    }
    src0_bytes_ = sizes[sizes.size() - 3];
    src1_bytes_ = sizes[sizes.size() - 2];
}

void problem_run::execute() const {
    selectbench::execute(prim_, condition_, condition_memory_, {op_.src0(), at_.src0, src0_bytes_},
            {op_.src1(), at_.src1, src1_bytes_}, {op_.dst(), at_.dst, memory_.back().size()});
}

// Makes the elements of dst wrong in every bit, so that one that is never written is found.
void problem_run::make_wrong(const std::byte *expected) const {
    const auto elem_bytes = static_cast<std::ptrdiff_t>(what_.elem_bytes());
    const std::ptrdiff_t origin = at_.dst - memory_.back().data();
    support::walk_elements(
            what_.dst.dims, what_.dst.strides, [&](const support::dims &, std::int64_t offset) {
                const std::byte *from = expected + origin + offset * elem_bytes;
                std::transform(from, from + elem_bytes, at_.dst + offset * elem_bytes,
                        [](std::byte byte) { return ~byte; });
                return true;
            });
}

std::optional<mismatch> problem_run::execute_and_compare() const {
    const std::span<std::byte> bytes = memory_.back().bytes();
    const buffer expected(bytes.size());
    std::ranges::copy(bytes, expected.data());
    support::run_oracle(what_, at_, expected.data() + (at_.dst - bytes.data()));
    if (!is_in_place(what_)) make_wrong(expected.data());
    execute();
    if (std::ranges::equal(bytes, expected.bytes())) return std::nullopt;
    return describe(expected.data());
}

mismatch problem_run::describe(const std::byte *expected) const {
    const std::size_t elem_bytes = what_.elem_bytes();
    const std::span<std::byte> bytes = memory_.back().bytes();
    std::optional<mismatch> found;
    support::walk_elements(what_.dst.dims, what_.dst.strides,
            [&](const support::dims &index, std::int64_t offset) {
                const std::byte *got = at_.dst + offset * static_cast<std::ptrdiff_t>(elem_bytes);
                const std::byte *wanted = expected + (got - bytes.data());
                if (std::memcmp(got, wanted, elem_bytes) == 0) return true;
                found = {"dst[" + support::to_string(index, ",") + "]", hex(got, elem_bytes),
                        hex(wanted, elem_bytes)};
                return false;
            });
    if (found) return *found;
    const auto [differs, wanted] = std::mismatch(bytes.begin(), bytes.end(), expected);
    return {"byte " + std::to_string(differs - bytes.begin())
                    + " of dst's memory, between elements,",
            hex(&*differs, 1), hex(wanted, 1)};
}

unsigned problem_run::most_threads() const {
    const unsigned all = std::max(std::thread::hardware_concurrency(), 1U);
    const int bound = prim_.max_threads();
    return bound == 0 ? all : std::min(all, static_cast<unsigned>(bound));
}

} // namespace selectbench
