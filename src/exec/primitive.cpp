// SPDX-License-Identifier: Apache-2.0
// Creation of a primitive, and the checks of its memories.
#include "exec/primitive.hpp"

#include "base/error.hpp"
#include "base/overlap.hpp"

namespace libselect {
namespace {

int checked_max_threads(int max_threads) {
    if (max_threads < 0)
        fail(libselect_invalid_arguments,
                {"max_threads: is ", max_threads, "; it must be >= 0, and 0 means no limit"});
    return max_threads;
}

bool walks_like_dst(const plan &made, operand which) noexcept {
    for (int i = 0; i < made.rank; ++i) {
        const loop &one = made.loops[static_cast<std::size_t>(i)];
        if (one.extent != 1 && one.strides_bytes[which] != one.strides_bytes[dst]) return false;
    }
    return which == src0 || which == src1;
}

per_operand<operand_check> make_checks(
        const per_operand<tensor_ref> &tensors, const plan &made) noexcept {
    per_operand<operand_check> checks {};
    for (const operand which : {cond, src0, src1, dst}) {
        const byte_span &span = made.spans[which];
        checks[which] = {&*tensors[which], static_cast<std::size_t>(span.high - span.low),
                static_cast<std::uintptr_t>(span.low), static_cast<std::uintptr_t>(span.high),
                static_cast<std::uintptr_t>(made.start_bytes[which]), walks_like_dst(made, which)};
    }
    return checks;
}

void check_tensor(const primitive &ready, const memories &given, operand which) {
    const logical_tensor *tensor = given[which]->tensor;
    const logical_tensor &wanted = *ready.tensors[which];
    if (tensor == &wanted) return;
    check_handle(tensor, operand_names[which], " the memory's logical tensor");
    if (equal(*tensor, wanted)) return;
    fail(libselect_invalid_arguments,
            {operand_names[which], ": the memory is ", to_string(*tensor), ", the op has ",
                    to_string(wanted), "; they must be equal"});
}

void check_buffer(const primitive &ready, const memories &given, operand which) {
    const libselect_memory_t &memory = *given[which];
    if (memory.data == nullptr)
        fail(libselect_invalid_arguments,
                {operand_names[which], ": data is NULL for ", to_string(*ready.tensors[which])});
    const std::size_t needed = ready.checks[which].needed_bytes;
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

std::uintptr_t address_of(const memories &given, operand which) noexcept {
    return reinterpret_cast<std::uintptr_t>(given[which]->data);
}

// Whether the operand shares no byte with dst, or is dst element for element. "No" may still turn
// out to be harmless. Addresses; a buffer that wraps round the address space does not exist.
bool is_apart_or_dst(const primitive &ready, const memories &given, operand which) noexcept {
    const std::uintptr_t begin = address_of(given, which);
    const std::uintptr_t dst_begin = address_of(given, dst);
    const operand_check &own = ready.checks[which];
    const operand_check &other = ready.checks[dst];
    return begin + own.high <= dst_begin + other.low || dst_begin + other.high <= begin + own.low
           || (begin == dst_begin && own.walks_like_dst);
}

void check_overlap(const primitive &ready, const memories &given, operand which) {
    if (is_apart_or_dst(ready, given, which)) return;
    const overlap found = overlap_between(set_of(ready, given, which), set_of(ready, given, dst));
    if (found != overlap::none) fail_overlap(ready, which, found);
}

void check(const primitive &ready, const memories &given) {
    for (const operand which : {cond, src0, src1, dst})
        check_tensor(ready, given, which);
    if (ready.made.is_empty()) return;
    for (const operand which : {cond, src0, src1, dst})
        check_buffer(ready, given, which);
    for (const operand which : {cond, src0, src1})
        check_overlap(ready, given, which);
}

// The checks for memories that are as they usually are: a glance at each. False when `check` has to
// look closer.
bool are_plainly_good(const primitive &ready, const memories &given) noexcept {
    for (const operand which : {cond, src0, src1, dst}) {
        const libselect_memory_t &memory = *given[which];
        const operand_check &wanted = ready.checks[which];
        if (memory.tensor != wanted.tensor || memory.data == nullptr
                || memory.size_bytes < wanted.needed_bytes)
            return false;
    }
    return is_apart_or_dst(ready, given, cond) && is_apart_or_dst(ready, given, src0)
           && is_apart_or_dst(ready, given, src1);
}

kernel_fn row_kernel(
        const schedule &how, const per_operand<std::byte *> &data, in_place kept) noexcept {
    const auto dst_address = reinterpret_cast<std::uintptr_t>(data[dst]);
    if ((dst_address & how.rows.dst_alignment_mask) != 0) return how.rows.ordinary;
    return how.rows.by_kept[static_cast<std::size_t>(kept)];
}

void run(const primitive &ready, const memories &given) noexcept {
    const schedule &how = ready.how;
    per_operand<std::byte *> data;
    for (const operand which : {cond, src0, src1, dst})
        data[which] =
                reinterpret_cast<std::byte *>(address_of(given, which) + ready.checks[which].start);
    const auto is_kept = [&](operand which) {
        return data[which] == data[dst] && ready.checks[which].walks_like_dst;
    };
    in_place kept = in_place::none;
    if (is_kept(src1)) kept = in_place::src1;
    if (is_kept(src0)) {
        if (kept == in_place::src1) return; // dst is what it will be
        kept = in_place::src0;
    }
    const kernel_fn rows = row_kernel(how, data, kept);
    if (how.whole.planes != 0 && !how.parallel) {
        const kernel_args args {data, &how.whole};
        rows(&args);
        return;
    }
    // In place, lines that were just read are not worth storing past the caches.
    execute({how, rows, data, kept == in_place::none});
}

} // namespace

void execute(const primitive &ready, const memories &given) {
    if (!are_plainly_good(ready, given)) check(ready, given);
    if (!ready.made.is_empty()) run(ready, given);
}

} // namespace libselect

libselect_primitive::libselect_primitive(const libselect::select_op &op, int max_threads)
    : tensors {op.cond, op.src0, op.src1, op.dst},
      attr(op.attr),
      made(libselect::make_plan(op)),
      how(libselect::make_schedule(made, libselect::checked_max_threads(max_threads))),
      checks(libselect::make_checks(tensors, made)) {
}
