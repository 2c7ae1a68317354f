// SPDX-License-Identifier: Apache-2.0
// Creating a plan from the operands of a call.
#include "plan.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <numeric>

#include "status.hpp"

namespace libselect_python {
namespace {

// Results from this size on are computed without the GIL. A thread that gives it up may wait 5 ms
// to get it back (sys.getswitchinterval); 128 KiB take about 10 us. The size is a guess.
constexpr std::size_t long_bytes = std::size_t(128) << 10;

[[nodiscard]] handle<libselect_logical_tensor_t> tensor_of(const operand &of) {
    libselect_logical_tensor_t *tensor = nullptr;
    check_status(libselect_logical_tensor_create_at(
            &tensor, of.type, of.rank, of.dims, of.strides, of.offset));
    return handle<libselect_logical_tensor_t>(tensor);
}

// nullptr for an operand that is not there.
[[nodiscard]] handle<libselect_logical_tensor_t> optional_tensor_of(const operand &of) {
    return of.source == source_kind::absent ? nullptr : tensor_of(of);
}

[[nodiscard]] handle<libselect_condition_t> condition_of(const select_call &of) {
    const condition_terms &terms = of.terms;
    const auto first = optional_tensor_of(of.first), second = optional_tensor_of(of.second);
    libselect_condition_t *condition = nullptr;
    switch (terms.kind) {
    case libselect_condition_nonzero:
        check_status(libselect_condition_create_nonzero(&condition, first.get()));
        break;
    case libselect_condition_compare:
        check_status(libselect_condition_create_compare(
                &condition, first.get(), terms.relation, second.get()));
        break;
    case libselect_condition_interval:
        check_status(libselect_condition_create_interval(&condition, terms.axis, terms.row_axis,
                terms.has_lower ? &terms.lower : nullptr, terms.has_upper ? &terms.upper : nullptr,
                first.get(), second.get()));
        break;
    default:
        check_status(libselect_condition_create(&condition, first.get()));
    }
    return handle<libselect_condition_t>(condition);
}

[[nodiscard]] handle<libselect_select_op_t> op_of(
        const select_call &of, const libselect_logical_tensor_t *out) {
    libselect_select_op_t *op = nullptr;
    check_status(libselect_select_op_create_with(&op, condition_of(of).get(), tensor_of(of.x).get(),
            tensor_of(of.y).get(), out, libselect_auto_broadcast_multidirectional,
            LIBSELECT_DEFAULT_AXIS));
    return handle<libselect_select_op_t>(op);
}

[[nodiscard]] bool has_dims(const operand &of, int rank, const std::int64_t *dims) {
    return of.rank == rank && std::equal(dims, dims + rank, of.dims);
}

// The first operand with the shape of the result, none of whose axes is repeated; nullptr without.
[[nodiscard]] const operand *leader(const select_call &of, int rank, const std::int64_t *dims) {
    for (const operand *each : {&of.x, &of.y, &of.first}) {
        if (!has_dims(*each, rank, dims)) continue;
        bool repeats = false;
        for (int axis = 0; axis < rank; ++axis)
            repeats |= dims[axis] > 1 && each->strides[axis] == 0;
        if (!repeats) return each;
    }
    return nullptr;
}

// Dense strides, with the axes in the order of the leader's.
void set_strides_like(operand &out, const operand &like) {
    std::array<int, LIBSELECT_MAX_RANK> axes {};
    std::iota(axes.begin(), axes.begin() + out.rank, 0);
    std::stable_sort(axes.begin(), axes.begin() + out.rank, [&](int a, int b) {
        return out.dims[a] > 1 && out.dims[b] > 1
               && std::abs(like.strides[a]) > std::abs(like.strides[b]);
    });
    std::int64_t stride = 1;
    for (int i = out.rank - 1; i >= 0; --i) {
        const int axis = axes[static_cast<std::size_t>(i)];
        out.strides[axis] = stride;
        stride *= std::max<std::int64_t>(out.dims[axis], 1);
    }
}

// The op, with the layout of a result that is new memory.
[[nodiscard]] handle<libselect_select_op_t> op_with_new_result(const select_call &of) {
    handle<libselect_select_op_t> op = op_of(of, nullptr);
    const libselect_logical_tensor_t *dense = libselect_select_op_dst(op.get());
    operand out("out");
    out.type = of.x.type;
    out.rank = libselect_logical_tensor_rank(dense);
    const std::int64_t *dims = libselect_logical_tensor_dims(dense);
    std::copy(dims, dims + out.rank, out.dims);
    const operand *like = leader(of, out.rank, dims);
    if (like == nullptr || out.rank < 2) return op;
    set_strides_like(out, *like);
    return op_of(of, tensor_of(out).get());
}

void set_result(plan &ready) {
    const int rank = libselect_logical_tensor_rank(ready.out);
    const std::int64_t *dims = libselect_logical_tensor_dims(ready.out);
    const std::int64_t *strides = libselect_logical_tensor_strides(ready.out);
    const int size_log2 = row_of(ready.type).size_log2;
    ready.dims.assign(dims, dims + rank);
    std::int64_t dense = 1;
    bool is_dense = true;
    for (int axis = rank - 1; axis >= 0; --axis) {
        is_dense &= dims[axis] <= 1 || strides[axis] == dense;
        dense *= std::max<std::int64_t>(dims[axis], 1);
    }
    if (!is_dense)
        for (int axis = 0; axis < rank; ++axis)
            ready.strides_bytes.push_back(strides[axis] << size_log2);
}

void set_size(plan &ready) {
    check_status(libselect_logical_tensor_size_bytes(ready.out, &ready.bytes));
    ready.is_long = ready.bytes >= long_bytes;
}

void set_tensors(plan &ready) {
    const libselect_select_op_t *op = ready.op.get();
    const libselect_condition_t *condition = libselect_select_op_condition(op);
    const auto input = [&](libselect_arg_t a, libselect_arg_t b, libselect_arg_t c) {
        for (const libselect_arg_t each : {a, b, c})
            if (const auto *found = libselect_condition_input(condition, each)) return found;
        return static_cast<const libselect_logical_tensor_t *>(nullptr);
    };
    ready.first = input(libselect_arg_cond, libselect_arg_lhs, libselect_arg_begin);
    ready.second = input(libselect_arg_rhs, libselect_arg_end, libselect_arg_end);
    ready.x = libselect_select_op_src0(op);
    ready.y = libselect_select_op_src1(op);
    ready.out = libselect_select_op_dst(op);
}

} // namespace

plan_ref new_plan(const select_call &of) {
    auto ready = std::make_unique<plan>();
    ready->kind = of.terms.kind;
    ready->type = of.x.type;
    ready->may_be_new = of.out.source == source_kind::absent;
    ready->op = ready->may_be_new ? op_with_new_result(of) : op_of(of, tensor_of(of.out).get());
    libselect_primitive_t *primitive = nullptr;
    check_status(libselect_primitive_create(&primitive, ready->op.get(), of.max_threads));
    ready->primitive.reset(primitive);
    set_tensors(*ready);
    set_result(*ready);
    set_size(*ready);
    return plan_ref(ready.release());
}

} // namespace libselect_python
