// SPDX-License-Identifier: Apache-2.0
// Creation of a primitive, and the checks of its memories.
#include "exec/primitive.hpp"

#include "op/error.hpp"
#include "op/overlap.hpp"

namespace libselect {
namespace {

int checked_max_threads(int max_threads) {
    if (max_threads < 0)
        fail(libselect_invalid_arguments,
                {"max_threads: is ", max_threads, "; it must be >= 0, and 0 means no limit"});
    return max_threads;
}

per_operand<bool> find_walks_like_dst(const plan &made) {
    per_operand<bool> result {false, true, true, true};
    for (const operand which : {src0, src1})
        for (int i = 0; i < made.rank; ++i) {
            const loop &one = made.loops[static_cast<std::size_t>(i)];
            const bool same = one.extent == 1 || one.strides_bytes[which] == one.strides_bytes[dst];
            result[which] = result[which] && same;
        }
    return result;
}

void check_tensor(const primitive &ready, const memories &given, operand which) {
    const logical_tensor *tensor = given[which]->tensor;
    if (tensor == nullptr)
        fail(libselect_invalid_arguments,
                {operand_names[which], ": the memory's logical tensor is NULL"});
    const logical_tensor &wanted = *ready.tensors[which];
    if (tensor == &wanted || equal(*tensor, wanted)) return;
    fail(libselect_invalid_arguments,
            {operand_names[which], ": the memory is ", to_string(*tensor), ", the op has ",
                    to_string(wanted), "; they must be equal"});
}

void check_buffer(const primitive &ready, const memories &given, operand which) {
    const libselect_memory_t &memory = *given[which];
    if (memory.data == nullptr)
        fail(libselect_invalid_arguments,
                {operand_names[which], ": data is NULL for ", to_string(*ready.tensors[which])});
    const byte_span &span = ready.made.spans[which];
    const auto needed = static_cast<std::size_t>(span.high - span.low);
    if (memory.size_bytes < needed)
        fail(libselect_invalid_arguments,
                {operand_names[which], ": size is ", memory.size_bytes, " bytes, ", needed,
                        " are needed for ", to_string(*ready.tensors[which])});
}

strided_set set_of(const primitive &ready, const memories &given, operand which) noexcept {
    const plan &made = ready.made;
    strided_set set;
    set.base = reinterpret_cast<std::uintptr_t>(given[which]->data)
               + static_cast<std::uintptr_t>(made.start_bytes[which]);
    set.elem_bytes = which == cond ? 1 : made.elem_bytes;
    set.rank = made.rank;
    for (std::size_t i = 0; i < static_cast<std::size_t>(made.rank); ++i) {
        set.extents[i] = made.loops[i].extent;
        set.strides_bytes[i] = made.loops[i].strides_bytes[which];
    }
    return set;
}

[[noreturn]] void fail_overlap(const primitive &ready, operand which, overlap found) {
    const char *rule = which == cond ? "; dst may not overlap cond"
                                     : "; dst may be the operand itself, with the same data and "
                                       "strides, or share no byte with it";
    fail(libselect_invalid_arguments,
            {operand_names[which], ": ", to_string(*ready.tensors[which]),
                    found == overlap::shared ? " overlaps dst " : " may overlap dst ",
                    to_string(*ready.tensors[dst]), rule});
}

void check_overlap(const primitive &ready, const memories &given, operand which) {
    const byte_span &span = ready.made.spans[which];
    const byte_span &dst_span = ready.made.spans[dst];
    const auto begin = reinterpret_cast<std::uintptr_t>(given[which]->data);
    const auto dst_begin = reinterpret_cast<std::uintptr_t>(given[dst]->data);
    // Compared as addresses; a buffer that wraps round the address space does not exist.
    const bool apart = begin + static_cast<std::uintptr_t>(span.high)
                               <= dst_begin + static_cast<std::uintptr_t>(dst_span.low)
                       || dst_begin + static_cast<std::uintptr_t>(dst_span.high)
                                  <= begin + static_cast<std::uintptr_t>(span.low);
    if (apart) return;
    if (begin == dst_begin && ready.walks_like_dst[which]) return;
    const overlap found = overlap_between(set_of(ready, given, which), set_of(ready, given, dst));
    if (found != overlap::none) fail_overlap(ready, which, found);
}

} // namespace

void execute(const primitive &ready, const memories &given) {
    for (const operand which : {cond, src0, src1, dst})
        check_tensor(ready, given, which);
    if (ready.made.is_empty()) return;
    for (const operand which : {cond, src0, src1, dst})
        check_buffer(ready, given, which);
    for (const operand which : {cond, src0, src1})
        check_overlap(ready, given, which);
    per_operand<std::byte *> data;
    for (std::size_t i = 0; i < n_operands; ++i)
        data[i] = static_cast<std::byte *>(given[i]->data) + ready.made.start_bytes[i];
    execute(ready.made, ready.how, ready.kernel.run, data);
}

std::string to_string(const primitive &ready) {
    std::string text = to_string(ready.made) + "; implementation: " + ready.kernel.from->name + " ("
                       + to_string(params_of(ready.made)) + ")";
    if (!ready.kernel.refusals.empty()) text += "; refused: " + ready.kernel.refusals;
    return text;
}

} // namespace libselect

libselect_primitive::libselect_primitive(const libselect::select_op &op, int max_threads)
    : tensors {op.cond, op.src0, op.src1, op.dst},
      made(libselect::make_plan(op)),
      kernel(libselect::choose_kernel(libselect::params_of(made))),
      how(libselect::make_schedule(made, libselect::checked_max_threads(max_threads))),
      walks_like_dst(libselect::find_walks_like_dst(made)) {
}
