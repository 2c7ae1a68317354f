// SPDX-License-Identifier: Apache-2.0
// Runs a problem through the public interface and judges it by the oracle, bit for bit.
#include "harness/run_problem.hpp"

#include <vector>

#include "harness/fault_note.hpp"
#include "harness/operand_buffers.hpp"

namespace support {
namespace {

using libselect::const_memory;

std::size_t size_bytes(const operand &tensor, std::size_t elem_bytes) {
    return addressed_bytes(tensor, elem_bytes).size();
}

void execute(const problem &what, const operand_buffers &buffers) {
    const libselect::select_op op = make_op(what);
    const std::size_t elem_bytes = what.elem_bytes();
    const libselect::primitive primitive(op, what.max_threads);
    primitive.execute(const_memory(op.cond(), buffers.cond(), size_bytes(what.cond, 1)),
            const_memory(op.src0(), buffers.src0(), size_bytes(what.src0, elem_bytes)),
            const_memory(op.src1(), buffers.src1(), size_bytes(what.src1, elem_bytes)),
            libselect::memory(op.dst(), buffers.dst(), size_bytes(what.dst, elem_bytes)));
}

} // namespace

libselect::logical_tensor make_tensor(libselect::data_type type, const operand &tensor) {
    return {type, tensor.dims, tensor.strides};
}

libselect::select_op make_op(const problem &what) {
    const libselect::logical_tensor cond = make_tensor(libselect_boolean, what.cond);
    const libselect::logical_tensor src0 = make_tensor(what.type, what.src0);
    const libselect::logical_tensor src1 = make_tensor(what.type, what.src1);
    const libselect::attributes attr(what.mode.c_str(), what.axis);
    if (what.infer_dst) return {cond, src0, src1, attr};
    return {cond, src0, src1, make_tensor(what.type, what.dst), attr};
}

std::string run(const problem &what, random_source &random) {
    thread_local operand_buffers buffers;
    const fault_note note([&] { return to_string(what); });
    buffers.prepare(what, random);
    const std::vector<std::byte> wanted = buffers.expected(what);
    std::string failure;
    try {
        execute(what, buffers);
        failure = buffers.difference(what, wanted);
    } catch (const libselect::error &refusal) {
        failure = std::string(libselect::to_string(refusal.code())) + ": " + refusal.what();
    }
    return failure.empty() ? "" : failure + "\n  in " + to_string(what);
}

} // namespace support
