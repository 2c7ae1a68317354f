// SPDX-License-Identifier: Apache-2.0
// Makes the op and the tensors of a problem, fills and executes.
#include "problem.hpp"

#include <algorithm>

#include "available_memory.hpp"
#include "shape_text.hpp"
#include "tool_error.hpp"

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
    if (dst_is_given && !same_layout(input, dst))
        throw tool_error("--inplace: " + name + " is " + layout_text(input) + ", dst is "
                         + layout_text(dst) + "; in place both are one tensor");
}

ls::select_op make_op(const problem &what, in_place alias) {
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

// Of the mask in row-major order, which is laid into a cond of any strides.
std::size_t mask_bytes(const ls::select_op &op) {
    return element_count(op.dst().dims()) == 0 ? 0 : element_count(distinct_dims(op.cond()));
}

operands allocate(const ls::select_op &op, in_place alias) {
    const std::size_t dst_bytes = alias == in_place::no ? op.dst().size_bytes() : 0;
    require_memory({op.cond().size_bytes(), op.src0().size_bytes(), op.src1().size_bytes(),
            dst_bytes, mask_bytes(op)});
    operands data {tensor_memory(op.cond()), tensor_memory(op.src0()), tensor_memory(op.src1()),
            std::nullopt};
    if (alias == in_place::no) data.dst.emplace(op.dst());
    return data;
}

} // namespace

problem_run::problem_run(const problem &what, const run_settings &how)
    : op_(make_op(what, how.alias)),
      prim_(op_, how.max_threads),
      alias_(how.alias),
      data_(allocate(op_, alias_)) {
    if (element_count(op_.dst().dims()) == 0) return; // then nothing is read
    fill_cond(data_.cond, how.cond_mask, how.seed);
    fill_random(data_.src0.bytes(), how.seed + 1);
    fill_random(data_.src1.bytes(), how.seed + 2);
    if (data_.dst) fill_random(data_.dst->bytes(), how.seed + 3);
}

const tensor_memory &problem_run::dst() const noexcept {
    if (data_.dst) return *data_.dst;
    return alias_ == in_place::src0 ? data_.src0 : data_.src1;
}

void problem_run::execute() const {
    prim_.execute(data_.cond.input(), data_.src0.input(), data_.src1.input(), dst().output());
}

std::size_t problem_run::true_count() const {
    return element_count(op_.dst().dims()) == 0 ? 0 : count_true(data_.cond);
}

std::size_t problem_run::compulsory_bytes() const {
    const std::size_t elem_bytes = ls::size_of(op_.dst().type());
    const std::size_t n_dst = element_count(op_.dst().dims());
    if (n_dst == 0) return 0;
    const std::size_t n_cond = element_count(distinct_dims(op_.cond()));
    const std::size_t n_src0 = element_count(distinct_dims(op_.src0()));
    const std::size_t n_src1 = element_count(distinct_dims(op_.src1()));
    if (alias_ == in_place::no) return n_cond + elem_bytes * (n_src0 + n_src1 + n_dst);
    // Counted per element of cond: one that is broadcast stands for several of dst.
    const std::size_t n_taken = alias_ == in_place::src1 ? true_count() : n_cond - true_count();
    const std::size_t n_written = n_taken * (n_dst / n_cond);
    const std::size_t n_other = alias_ == in_place::src1 ? n_src0 : n_src1;
    return n_cond + elem_bytes * (n_written + std::min(n_written, n_other));
}

} // namespace selectbench
