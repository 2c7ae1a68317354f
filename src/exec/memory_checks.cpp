// SPDX-License-Identifier: Apache-2.0
// The close check: each rule by itself, with its message.
#include "exec/memory_checks.hpp"

#include "base/error.hpp"
#include "base/overlap.hpp"

namespace libselect {
namespace {

bool walks_like_dst(const plan &nest, operand which) noexcept {
    for (int i = 0; i < nest.rank; ++i) {
        const loop &each = nest.loops[static_cast<std::size_t>(i)];
        if (each.extent != 1 && each.strides[which] != each.strides[dst]) return false;
    }
    return which == src0 || which == src1;
}

strided_set set_of(const memory_checks &wanted, const memories &given, operand which) noexcept {
    const plan &nest = wanted.nest;
    strided_set set;
    set.base = reinterpret_cast<std::uintptr_t>(given[which]->data)
               + static_cast<std::uintptr_t>(nest.starts[which]);
    set.elem_bytes = nest.unit(which);
    set.rank = nest.rank;
    for (std::size_t i = 0; i < static_cast<std::size_t>(nest.rank); ++i) {
        set.extents[i] = nest.loops[i].extent;
        set.strides_bytes[i] = nest.loops[i].strides[which];
    }
    return set;
}

[[noreturn]] void fail_overlap(
        const memory_checks &wanted, const memories &given, operand which, overlap found) {
    const char *rule = which == cond ? "; dst may not overlap cond"
                                     : "; dst may be the operand itself, with the same data and "
                                       "strides, or share no byte with it";
    fail(libselect_invalid_arguments,
            {operand_names[which], ": ", to_string(*wanted.operands[which].tensor),
                    distance_text(*given[which], *given[dst]),
                    found == overlap::shared ? " overlaps dst " : " may overlap dst ",
                    to_string(*wanted.operands[dst].tensor), rule});
}

void check_overlap(const memory_checks &wanted, const memories &given, operand which) {
    if (is_apart_or_dst(wanted, given, which)) return;
    const overlap found = overlap_between(set_of(wanted, given, which), set_of(wanted, given, dst));
    if (found != overlap::none) fail_overlap(wanted, given, which, found);
}

} // namespace

std::string distance_text(const libselect_memory_t &memory, const libselect_memory_t &dst_memory) {
    const auto data = reinterpret_cast<std::uintptr_t>(memory.data);
    const auto dst_data = reinterpret_cast<std::uintptr_t>(dst_memory.data);
    if (data == dst_data) return ", whose data pointer is dst's,";
    const std::uintptr_t n_bytes = data > dst_data ? data - dst_data : dst_data - data;
    return ", whose data pointer is " + std::to_string(n_bytes) + " bytes "
           + (data > dst_data ? "behind" : "before") + " dst's,";
}

void check_memory_tensor(
        const char *name, const logical_tensor *tensor, const logical_tensor &own) {
    if (tensor == &own) return;
    check_handle(tensor, name, " the memory's logical tensor");
    if (equal(*tensor, own)) return;
    fail(libselect_invalid_arguments,
            {name, ": the memory is ", to_string(*tensor), ", the op has ", to_string(own),
                    "; they must be equal"});
}

void check_memory_size(const char *name, const libselect_memory_t &memory,
        const logical_tensor &own, std::size_t needed_bytes) {
    if (memory.data == nullptr)
        fail(libselect_invalid_arguments, {name, ": data is NULL for ", to_string(own)});
    if (memory.size_bytes < needed_bytes)
        fail(libselect_invalid_arguments,
                {name, ": size is ", memory.size_bytes, " bytes, ", needed_bytes,
                        " are needed for ", to_string(own)});
}

per_operand<operand_check> make_operand_checks(
        const per_operand<tensor_ref> &tensors, const plan &nest) noexcept {
    per_operand<operand_check> checks {};
    for (const operand which : all_operands) {
        const byte_span &span = nest.spans[which];
        checks[which] = {tensors[which].get(), static_cast<std::size_t>(span.high - span.low),
                static_cast<std::uintptr_t>(span.low), static_cast<std::uintptr_t>(span.high),
                static_cast<std::uintptr_t>(nest.starts[which]), walks_like_dst(nest, which)};
    }
    return checks;
}

void check_closely(const memory_checks &wanted, const memories &given) {
    for (const operand which : all_operands)
        if (const logical_tensor *own = wanted.operands[which].tensor)
            check_memory_tensor(operand_names[which], given[which]->tensor, *own);
    if (wanted.nest.is_empty()) return;
    for (const operand which : all_operands)
        if (const logical_tensor *own = wanted.operands[which].tensor)
            check_memory_size(
                    operand_names[which], *given[which], *own, wanted.operands[which].needed_bytes);
    for (const operand which : inputs)
        if (wanted.operands[which].tensor != nullptr) check_overlap(wanted, given, which);
}

} // namespace libselect
