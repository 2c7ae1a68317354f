// SPDX-License-Identifier: Apache-2.0
// Fills the tensors of a problem, executes it and asks the oracle.
#include "problem.hpp"

#include <algorithm>

#include "support/oracle.hpp"

namespace selectbench {
namespace {

support::view view_of(const ls::logical_tensor &tensor, const buffer &data) {
    return {data.data(), tensor.dims(), tensor.strides()};
}

// Without what strides skip or visit again.
std::size_t element_count(const ls::logical_tensor &tensor) {
    std::size_t count = 1;
    for (const std::int64_t dim : tensor.dims())
        count *= static_cast<std::size_t>(dim);
    return count;
}

ls::select_op make_op(const problem &what) {
    if (!what.dst) return {what.cond, what.src0, what.src1, what.attr};
    return {what.cond, what.src0, what.src1, *what.dst, what.attr};
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

problem_run::problem_run(const problem &what, const run_settings &how)
    : op_(make_op(what)),
      prim_(op_, how.max_threads),
      cond_(op_.cond().size_bytes()),
      src0_(op_.src0().size_bytes()),
      src1_(op_.src1().size_bytes()) {
    if (!how.in_place) dst_.emplace(op_.dst().size_bytes());
    fill_cond(cond_.bytes(), op_.cond().dims(), how.cond_mask, how.seed);
    fill_random(src0_.bytes(), how.seed + 1);
    fill_random(src1_.bytes(), how.seed + 2);
}

void problem_run::execute() const {
    prim_.execute({op_.cond(), cond_.data(), cond_.size()},
            {op_.src0(), src0_.data(), src0_.size()}, {op_.src1(), src1_.data(), src1_.size()},
            {op_.dst(), dst().data(), dst().size()});
}

std::optional<mismatch> problem_run::execute_and_compare() const {
    const buffer expected(op_.dst().size_bytes());
    run_oracle(expected.data());
    // Wrong in every bit, so that an element that is never written is found.
    if (dst_)
        std::transform(expected.bytes().begin(), expected.bytes().end(), dst_->data(),
                [](std::byte byte) { return ~byte; });
    execute();
    const auto bytes = expected.bytes();
    const auto [differs, _] = std::mismatch(bytes.begin(), bytes.end(), dst().data());
    if (differs == bytes.end()) return std::nullopt;
    return describe(static_cast<std::size_t>(differs - bytes.begin()), expected.data());
}

void problem_run::run_oracle(std::byte *expected) const {
    const ls::logical_tensor &dst_tensor = op_.dst();
    support::select_oracle(view_of(op_.cond(), cond_), view_of(op_.src0(), src0_),
            view_of(op_.src1(), src1_),
            {expected, dst_tensor.dims(), support::dense_strides(dst_tensor.dims())},
            ls::size_of(dst_tensor.type()), ls::to_string(op_.attr().mode), op_.attr().axis);
}

mismatch problem_run::describe(std::size_t byte, const std::byte *expected) const {
    const std::size_t elem_bytes = ls::size_of(op_.dst().type());
    const std::size_t element = byte / elem_bytes;
    ls::dims index = op_.dst().dims();
    std::size_t rest = element;
    for (std::size_t axis = index.size(); axis-- > 0;) {
        const auto dim = static_cast<std::size_t>(index[axis]);
        index[axis] = static_cast<std::int64_t>(rest % dim);
        rest /= dim;
    }
    const std::size_t at = element * elem_bytes;
    return {index, hex(dst().data() + at, elem_bytes), hex(expected + at, elem_bytes)};
}

std::size_t problem_run::compulsory_bytes() const {
    const std::size_t elem_bytes = ls::size_of(op_.dst().type());
    const std::size_t cond_bytes = element_count(op_.cond());
    if (dst_)
        return cond_bytes
               + elem_bytes
                         * (element_count(op_.src0()) + element_count(op_.src1())
                                 + element_count(op_.dst()));
    // Counted per byte of cond: a cond that is broadcast stands for more elements each.
    const auto trues = static_cast<std::size_t>(
            cond_bytes
            - static_cast<std::size_t>(
                    std::count(cond_.bytes().begin(), cond_.bytes().end(), std::byte {0})));
    const std::size_t written =
            trues * (element_count(op_.dst()) / std::max<std::size_t>(cond_bytes, 1));
    return cond_bytes + elem_bytes * (written + std::min(written, element_count(op_.src0())));
}

} // namespace selectbench
