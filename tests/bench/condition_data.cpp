// SPDX-License-Identifier: Apache-2.0
// Buffers, data, and the expected result.
#include "condition_data.hpp"

#include <cstring>
#include <vector>

namespace bench {
namespace {

// A number, quiet NaNs that differ in their payload: their upper half is a bf16.
constexpr std::uint32_t one_bits = 0x3f803f80, nan_bits = 0x7fc17fc1, other_nan_bits = 0x7fc27fc2;

void copy(const page_buffer &to, const page_buffer &from) {
    if (to.size() != 0) std::memcpy(to.data(), from.data(), to.size());
}

// A tensor of ones with NaNs in it, and what replaces these: a NaN too, so that a second call finds
// as many as the first.
void fill_with_nan(const support::problem &what, const support::operand_pointers &at) {
    const std::size_t width = what.elem_bytes();
    std::vector<std::byte> is_nan(static_cast<std::size_t>(support::n_elems(what.dst.dims)));
    support::random_source random(what.seed);
    fill_mask(is_nan, what.dst.dims, what.conditions, random);
    for (std::size_t i = 0; i < is_nan.size(); ++i) {
        const std::uint32_t bits = is_nan[i] != std::byte {0} ? nan_bits : one_bits;
        std::memcpy(at.dst + i * width, &bits, width);
    }
    std::memcpy(at.src0, &other_nan_bits, width);
}

} // namespace

condition_data::condition_data(
        const condition_case &one, memory_kind memory, const condition_data *same)
    : in_place_(one.in_place()) {
    allocate(one, memory);
    fill(one);
    copy(original_, dst_);
    if (same == nullptr) {
        compute(one);
        return;
    }
    copy(mask_, same->mask_);
    copy(expected_, same->expected_);
    compulsory_bytes_ = same->compulsory_bytes_;
}

void condition_data::allocate(const condition_case &one, memory_kind memory) {
    const support::problem &what = one.what;
    heap_offsets offsets(memory);
    const auto pages = [&](const support::operand &tensor, libselect_data_type_t type) {
        return page_buffer(
                static_cast<std::size_t>(support::addressed_bytes(tensor, type).high), offsets);
    };
    dst_ = pages(what.dst, what.type);
    at_.dst = dst_.data();
    for (const support::part &each : support::parts(what)) {
        const bool shares_src0 = each.arg == libselect_arg_lhs && one.lhs_is_src0;
        if (each.is_dst || shares_src0) continue;
        page_buffer made = pages(*each.tensor, each.type);
        switch (each.arg) {
        case libselect_arg_src0:
            src0_ = std::move(made);
            break;
        case libselect_arg_src1:
            src1_ = std::move(made);
            break;
        case libselect_arg_rhs:
            rhs_ = std::move(made);
            break;
        case libselect_arg_begin:
            begin_ = std::move(made);
            break;
        case libselect_arg_end:
            end_ = std::move(made);
            break;
        default:
            cond_ = std::move(made);
        }
    }
    at_.src0 = support::src0_is_dst(what) ? at_.dst : src0_.data();
    at_.src1 = support::src1_is_dst(what) ? at_.dst : src1_.data();
    at_.cond = what.cond_is_dst ? at_.dst : one.lhs_is_src0 ? at_.src0 : cond_.data();
    at_.rhs = what.rhs_is_dst ? at_.dst : rhs_.data();
    at_.begin = begin_.data();
    at_.end = end_.data();
    mask_ = page_buffer(static_cast<std::size_t>(support::n_elems(one.mask_dims())), offsets);
    expected_ = page_buffer(dst_.size(), offsets);
    if (!in_place_) return;
    original_ = page_buffer(dst_.size(), offsets);
    spare_ = page_buffer(dst_.size(), offsets);
}

void condition_data::fill(const condition_case &one) {
    if (one.looks_for_nan) return fill_with_nan(one.what, at_);
    support::fill_operands(one.what, at_);
    // In place, what comes instead of a number that is less than another one is zero: it stays
    // less, so that a second call finds as many as the first.
    if (one.what.cond_is_dst) std::memset(at_.src0, 0, one.what.elem_bytes());
}

void condition_data::compute(const condition_case &one) {
    const support::problem &what = one.what;
    const std::vector<std::byte> decided =
            decide(condition_of(what, at_), one.mask_dims(), what.mode, what.axis);
    std::memcpy(mask_.data(), decided.data(), decided.size());
    support::operand_pointers with_mask = at_;
    with_mask.cond = mask_.data();
    support::run_oracle(byte_mask_case(one).what, with_mask, expected_.data());
    compulsory_bytes_ = support::compulsory_bytes(what, decided);
    // Two parts are one tensor.
    if (one.lhs_is_src0 || one.looks_for_nan) compulsory_bytes_ -= dst_.size();
}

std::byte *condition_data::at(libselect_arg_t arg) const {
    switch (arg) {
    case libselect_arg_src0:
        return at_.src0;
    case libselect_arg_src1:
        return at_.src1;
    case libselect_arg_dst:
        return at_.dst;
    case libselect_arg_rhs:
        return at_.rhs;
    case libselect_arg_begin:
        return at_.begin;
    case libselect_arg_end:
        return at_.end;
    default:
        return at_.cond;
    }
}

void condition_data::reset_dst() const {
    if (in_place_)
        copy(dst_, original_);
    else
        std::memset(dst_.data(), 0xa5, dst_.size());
}

bool condition_data::dst_is_expected() const {
    return std::memcmp(dst_.data(), expected_.data(), expected_.size()) == 0;
}

} // namespace bench
