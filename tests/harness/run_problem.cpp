// SPDX-License-Identifier: Apache-2.0
// Runs a problem through the public interface and judges it by the oracle, bit for bit.
#include "harness/run_problem.hpp"

#include <utility>
#include <vector>

#include "harness/fault_note.hpp"
#include "harness/operand_buffers.hpp"

namespace support {
namespace {

void check(libselect_status_t status) {
    if (status != libselect_success)
        throw libselect::error(static_cast<libselect::status>(status), libselect_last_error());
}

// Executions until each way of the primitive has run.
int executions_of(const libselect::primitive &primitive) {
    const std::string text = primitive.to_string(), another = ") or (";
    int ways = 1;
    for (std::size_t at = 0; (at = text.find(another, at)) != std::string::npos; ++at)
        ++ways;
    return ways == 1 ? 1 : 1 + ways;
}

void run_on(const problem &what, const libselect::select_op &op,
        const libselect::primitive &primitive, const operand_buffers &buffers,
        random_source &random) {
    arguments given(what, op, [&](libselect_arg_t arg) { return buffers.data(arg); });
    std::vector<libselect_exec_arg_t> &list = given.list();
    if (what.rule.kind != libselect_condition_boolean)
        for (std::size_t i = list.size(); i > 1; --i)
            std::swap(list[i - 1], list[random.below(i)]);
    execute(what, primitive, list);
}

} // namespace

libselect::logical_tensor make_tensor(libselect::data_type type, const operand &tensor) {
    return {type, tensor.dims, tensor.strides, tensor.offset};
}

libselect::condition make_condition(const problem &what) {
    const condition_rule &rule = what.rule;
    switch (rule.kind) {
    case libselect_condition_nonzero:
        return libselect::nonzero(make_tensor(rule.type, what.cond));
    case libselect_condition_compare:
        return libselect::compare(make_tensor(rule.type, what.cond),
                static_cast<libselect::relation>(rule.relation), make_tensor(rule.type, what.rhs));
    case libselect_condition_interval: {
        libselect::interval positions {rule.axis, rule.row_axis, rule.lower, rule.upper};
        if (rule.begin != libselect_undef) positions.begin = make_tensor(rule.begin, what.begin);
        if (rule.end != libselect_undef) positions.end = make_tensor(rule.end, what.end);
        return positions;
    }
    default:
        return make_tensor(rule.type, what.cond);
    }
}

libselect::select_op make_op(const problem &what) {
    const libselect::logical_tensor src0 = make_tensor(what.type, what.src0);
    const libselect::logical_tensor src1 = make_tensor(what.type, what.src1);
    const libselect::attributes attr(what.mode.c_str(), what.axis);
    if (what.rule.kind == libselect_condition_boolean) {
        const libselect::logical_tensor cond = make_tensor(libselect_boolean, what.cond);
        if (what.infer_dst) return {cond, src0, src1, attr};
        return {cond, src0, src1, make_tensor(what.type, what.dst), attr};
    }
    const libselect::condition decides = make_condition(what);
    if (what.infer_dst) return {decides, src0, src1, attr};
    return {decides, src0, src1, make_tensor(what.type, what.dst), attr};
}

void arguments::add(const part &which, const libselect::select_op &op, std::byte *data) {
    const libselect_logical_tensor_t *tensor = nullptr;
    switch (which.arg) {
    case libselect_arg_src0:
        tensor = op.src0().get();
        break;
    case libselect_arg_src1:
        tensor = op.src1().get();
        break;
    case libselect_arg_dst:
        tensor = op.dst().get();
        break;
    default:
        tensor = libselect_condition_input(libselect_select_op_condition(op.get()), which.arg);
    }
    list_.push_back({which.arg, {tensor, data, addressed_bytes(*which.tensor, which.type).size()}});
}

void execute(
        const libselect::primitive &primitive, const std::vector<libselect_exec_arg_t> &arguments) {
    check(libselect_execute_args(primitive.get(), arguments.data(), arguments.size()));
}

void execute(const problem &what, const libselect::primitive &primitive,
        const std::vector<libselect_exec_arg_t> &arguments) {
    if (what.rule.kind != libselect_condition_boolean) return execute(primitive, arguments);
    check(libselect_execute(primitive.get(), &arguments[0].memory, &arguments[1].memory,
            &arguments[2].memory, &arguments[3].memory));
}

std::string run(const problem &what, random_source &random) {
    thread_local operand_buffers buffers;
    const fault_note note([&] { return to_string(what); });
    std::string failure;
    try {
        const libselect::select_op op = make_op(what);
        const libselect::primitive primitive(op, what.max_threads);
        for (int left = executions_of(primitive); left > 0 && failure.empty(); --left) {
            buffers.prepare(what, random);
            const std::vector<std::byte> wanted = buffers.expected(what);
            run_on(what, op, primitive, buffers, random);
            failure = buffers.difference(what, wanted);
        }
    } catch (const libselect::error &refusal) {
        failure = std::string(libselect::to_string(refusal.code())) + ": " + refusal.what();
    }
    return failure.empty() ? "" : failure + "\n  in " + to_string(what);
}

} // namespace support
