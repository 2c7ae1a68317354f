// SPDX-License-Identifier: Apache-2.0
// Makes the op and the tensors of a problem, executes, and compares with the oracle.
#include "problem.hpp"

#include <algorithm>
#include <cstring>
#include <thread>

#include "failure.hpp"
#include "text.hpp"

namespace selectbench {
namespace {

using support::in_place;

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
    if (dst_is_given && !same_layout(input, dst))
        throw tool_error("--inplace: " + name + " is " + layout_text(input) + ", dst is "
                         + layout_text(dst) + "; in place both are one tensor");
}

// In place, dst takes the strides of the input unless it is given.
ls::select_op make_op(const request &what, in_place alias) {
    const auto with_dst = [&](const ls::logical_tensor &dst) {
        return ls::select_op(what.cond, what.src0, what.src1, dst, what.attr);
    };
    ls::select_op op = what.dst ? with_dst(*what.dst)
                                : ls::select_op(what.cond, what.src0, what.src1, what.attr);
    if (alias == in_place::no) return op;
    const bool is_src0 = alias == in_place::src0;
    const ls::logical_tensor &input = is_src0 ? what.src0 : what.src1;
    check_in_place(input, is_src0 ? "src0" : "src1", op.dst(), what.dst.has_value());
    return with_dst(input);
}

support::operand operand_of(const ls::logical_tensor &tensor) {
    return {tensor.dims(), tensor.strides(), {}};
}

support::problem complete(const ls::select_op &op, support::problem what) {
    what.type = static_cast<libselect_data_type_t>(op.dst().type());
    what.cond = operand_of(op.cond());
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

std::size_t dst_bytes(const ls::select_op &op, in_place alias) {
    return alias == in_place::no ? op.dst().size_bytes() : 0;
}

// The first of the buffers; asks for the memory of all, and of the mask, which is made dense first.
buffer allocate_cond(const ls::select_op &op, const support::problem &what) {
    const std::size_t mask_bytes = is_empty(op) ? 0 : support::distinct_elems(what.cond);
    require_memory({op.cond().size_bytes(), op.src0().size_bytes(), op.src1().size_bytes(),
            dst_bytes(op, what.alias), mask_bytes});
    return buffer(op.cond().size_bytes());
}

// The strides of an empty tensor may be unknown.
std::byte *origin_of(const buffer &memory, const support::operand &tensor, std::size_t elem_bytes) {
    return memory.size() == 0 ? memory.data()
                              : memory.data() - support::addressed_bytes(tensor, elem_bytes).low;
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
    return shape_text(what.cond) + ":" + shape_text(what.src0) + ":" + shape_text(what.src1);
}

std::string all_strides_text(const request &what) {
    std::string text = strides_text(what.cond) + ":" + strides_text(what.src0) + ":"
                       + strides_text(what.src1) + ":" + (what.dst ? strides_text(*what.dst) : "");
    text.erase(text.find_last_not_of(':') + 1); // npos + 1 is 0
    return text.empty() ? "dense" : text;
}

problem_run::problem_run(const request &what, const support::problem &settings)
    : op_(make_op(what, settings.alias)),
      prim_(op_, settings.max_threads),
      what_(complete(op_, settings)),
      cond_(allocate_cond(op_, what_)),
      src0_(op_.src0().size_bytes()),
      src1_(op_.src1().size_bytes()),
      dst_(dst_bytes(op_, what_.alias)),
      at_ {} {
    const std::size_t elem_bytes = what_.elem_bytes();
    at_ = {origin_of(cond_, what_.cond, 1), origin_of(src0_, what_.src0, elem_bytes),
            origin_of(src1_, what_.src1, elem_bytes), nullptr};
    at_.dst = what_.alias == in_place::src0   ? at_.src0
              : what_.alias == in_place::src1 ? at_.src1
                                              : origin_of(dst_, what_.dst, elem_bytes);
    if (!is_empty(op_)) support::fill_operands(what_, at_);
}

const buffer &problem_run::dst_memory() const {
    if (what_.alias == in_place::no) return dst_;
    return what_.alias == in_place::src0 ? src0_ : src1_;
}

void problem_run::execute() const {
    prim_.execute({op_.cond(), at_.cond, cond_.size()}, {op_.src0(), at_.src0, src0_.size()},
            {op_.src1(), at_.src1, src1_.size()}, {op_.dst(), at_.dst, dst_memory().size()});
}

// Makes the elements of dst wrong in every bit, so that one that is never written is found.
void problem_run::make_wrong(const std::byte *expected) const {
    const auto elem_bytes = static_cast<std::ptrdiff_t>(what_.elem_bytes());
    const std::ptrdiff_t origin = at_.dst - dst_.data();
    support::walk_elements(
            what_.dst.dims, what_.dst.strides, [&](const support::dims &, std::int64_t offset) {
                const std::byte *from = expected + origin + offset * elem_bytes;
                std::transform(from, from + elem_bytes, at_.dst + offset * elem_bytes,
                        [](std::byte byte) { return ~byte; });
                return true;
            });
}

std::optional<mismatch> problem_run::execute_and_compare() const {
    const std::span<std::byte> bytes = dst_memory().bytes();
    const buffer expected(bytes.size());
    std::ranges::copy(bytes, expected.data());
    support::run_oracle(what_, at_, expected.data() + (at_.dst - bytes.data()));
    if (what_.alias == in_place::no) make_wrong(expected.data());
    execute();
    if (std::ranges::equal(bytes, expected.bytes())) return std::nullopt;
    return describe(expected.data());
}

mismatch problem_run::describe(const std::byte *expected) const {
    const std::size_t elem_bytes = what_.elem_bytes();
    const std::span<std::byte> bytes = dst_memory().bytes();
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

std::size_t problem_run::true_count() const {
    return is_empty(op_) ? 0 : support::true_elems(what_, at_.cond);
}

unsigned problem_run::most_threads() const {
    const unsigned all = std::max(std::thread::hardware_concurrency(), 1U);
    const int bound = prim_.max_threads();
    return bound == 0 ? all : std::min(all, static_cast<unsigned>(bound));
}

std::size_t problem_run::compulsory_bytes() const {
    return is_empty(op_) ? 0 : support::compulsory_bytes(what_, at_.cond);
}

} // namespace selectbench
