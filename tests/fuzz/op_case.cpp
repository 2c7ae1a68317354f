// SPDX-License-Identifier: Apache-2.0
// Ops from bytes, and what must come of them.
#include "fuzz/op_case.hpp"

#include <algorithm>

#include "fuzz/type_width.hpp"

namespace fuzz {
namespace {

libselect_auto_broadcast_t read_mode(byte_reader &bytes) {
    const unsigned tag = bytes.byte();
    const std::int64_t any = tag == 255 ? bytes.word() : tag == 254 ? 4 : tag % 4;
    return static_cast<libselect_auto_broadcast_t>(static_cast<std::uint32_t>(any));
}

std::int64_t read_axis(byte_reader &bytes) {
    const unsigned tag = bytes.byte();
    if (tag < 160) return LIBSELECT_DEFAULT_AXIS;
    return tag == 255 ? bytes.word() : std::int64_t {tag} - 164;
}

int read_max_threads(byte_reader &bytes) {
    const unsigned tag = bytes.byte();
    return tag < 250 ? static_cast<int>(tag % 5) : static_cast<std::int32_t>(bytes.word());
}

bool is_mode(libselect_auto_broadcast_t mode) {
    return mode >= libselect_auto_broadcast_none
           && mode <= libselect_auto_broadcast_multidirectional;
}

bool has_strides(const tensor_case &given) {
    return given.has_strides && given.rank != LIBSELECT_UNKNOWN_RANK;
}

// Strides of a dst whose dims are these.
void judge_dst_strides(const tensor_case &given, const dims &extents, verdict &on) {
    if (!has_strides(given)) return;
    if (!span_bytes(extents, given.strides, given.type)) {
        on.faults.add(libselect_invalid_arguments);
        return;
    }
    const std::optional<bool> meets = meets_itself(extents, given.strides);
    if (meets.value_or(false)) on.faults.add(libselect_invalid_arguments);
    if (!meets) on.doubts.add(libselect_invalid_arguments);
}

dims number_for_unknown(const tensor_case &given, const dims &hint, byte_reader &bytes) {
    if (given.rank == LIBSELECT_UNKNOWN_RANK) return bytes.flag() ? hint : dims {};
    dims extents = given.extents;
    for (std::size_t i = 0; i < extents.size(); ++i) {
        if (extents[i] != LIBSELECT_UNKNOWN_DIM) continue;
        const std::size_t from_the_end = extents.size() - i;
        const bool has_hint = from_the_end <= hint.size();
        const std::int64_t hinted = has_hint ? hint[hint.size() - from_the_end] : 3;
        const unsigned tag = bytes.below(4);
        extents[i] = tag == 0 ? 1 : tag == 1 ? 2 : hinted;
    }
    return extents;
}

} // namespace

op_case read_op(byte_reader &bytes) {
    op_case made;
    made.mode = read_mode(bytes);
    made.axis = read_axis(bytes);
    made.max_threads = read_max_threads(bytes);
    made.has_dst = bytes.flag();
    made.src0 = read_tensor(bytes, {});
    made.src1 = read_tensor(bytes, made.src0);
    tensor_case like_src0 = made.src0;
    like_src0.type = libselect_boolean;
    made.cond = read_tensor(bytes, like_src0);
    if (made.has_dst) made.dst = read_tensor(bytes, made.src0);
    return made;
}

bool inputs_are_known(const op_case &given) {
    return is_known(given.cond.rank, given.cond.extents)
           && is_known(given.src0.rank, given.src0.extents)
           && is_known(given.src1.rank, given.src1.extents);
}

bool agree(int rank, const dims &extents, const dims &known) {
    if (rank == LIBSELECT_UNKNOWN_RANK) return true;
    return std::equal(extents.begin(), extents.end(), known.begin(), known.end(),
            [](std::int64_t a, std::int64_t b) { return a == LIBSELECT_UNKNOWN_DIM || a == b; });
}

std::optional<dims> dst_dims(const op_case &given) {
    std::optional<dims> inferred = support::dst_by_the_spec(
            given.mode, given.axis, given.cond.extents, given.src0.extents, given.src1.extents);
    if (inferred && given.has_dst && !agree(given.dst.rank, given.dst.extents, *inferred))
        return std::nullopt;
    return inferred;
}

verdict judge_op(const op_case &given) {
    verdict made;
    const bool has_mode = is_mode(given.mode);
    if (!has_mode
            || (given.mode != libselect_auto_broadcast_pdpd
                    && given.axis != LIBSELECT_DEFAULT_AXIS))
        made.faults.add(libselect_invalid_arguments);
    if (is_bits(given.src0.type)) made.faults.add(libselect_unimplemented);
    const bool has_condition_type =
            given.cond.type == libselect_boolean || is_bits(given.cond.type);
    if (!has_condition_type || given.src0.type != given.src1.type
            || (given.has_dst && given.dst.type != given.src0.type))
        made.faults.add(libselect_invalid_data_type);
    if (!has_mode || !inputs_are_known(given)) {
        made.doubts.add(libselect_invalid_shape);
        made.doubts.add(libselect_invalid_arguments); // strides of dst
        return made;
    }
    const std::optional<dims> extents = dst_dims(given);
    if (!extents) made.faults.add(libselect_invalid_shape);
    if (extents && given.has_dst) judge_dst_strides(given.dst, *extents, made);
    return made;
}

op_case substitute(const op_case &given, const dims &hint, byte_reader &bytes) {
    op_case made = given;
    for (tensor_case *one : {&made.cond, &made.src0, &made.src1})
        one->extents = number_for_unknown(*one, hint, bytes);
    return made;
}

layout layout_of(const tensor_case &given) {
    layout made;
    made.rank = given.rank;
    made.extents = given.extents;
    made.type = given.type;
    made.is_dense = !has_strides(given);
    if (!made.is_dense)
        made.strides = given.strides;
    else if (is_known(given.rank, given.extents))
        made.strides = dense_strides(given.extents);
    return made;
}

verdict judge_size(const layout &tensor) {
    verdict made;
    if (!is_known(tensor.rank, tensor.extents)) {
        made.faults.add(libselect_invalid_shape);
    } else if (!is_empty(tensor.extents)
               && (!tensor.strides || !span_bytes(tensor.extents, *tensor.strides, tensor.type))) {
        made.faults.add(tensor.is_dense ? libselect_invalid_shape : libselect_invalid_arguments);
    }
    return made;
}

verdict judge_primitive(const std::array<layout, 4> &operands, int max_threads) {
    verdict made;
    if (max_threads < 0) made.faults.add(libselect_invalid_arguments);
    const auto known = [](const layout &one) { return is_known(one.rank, one.extents); };
    const layout &dst = operands.back();
    if (!std::all_of(operands.begin(), operands.end(), known)) {
        made.faults.add(libselect_invalid_graph_op);
        return made;
    }
    if (is_empty(dst.extents)) return made;
    if (!total_bytes(dst.extents, width_of(dst.type))) made.faults.add(libselect_invalid_shape);
    for (const layout &one : operands) {
        const verdict size = judge_size(one);
        for (const auto fault : {libselect_invalid_shape, libselect_invalid_arguments})
            if (size.faults.has(fault)) made.faults.add(fault);
    }
    return made;
}

} // namespace fuzz
