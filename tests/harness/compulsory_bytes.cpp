// SPDX-License-Identifier: Apache-2.0
// What a problem must move.
#include <algorithm>

#include "harness/problem_data.hpp"

namespace support {
namespace {

std::size_t bytes_read_to_decide(const problem &what) {
    std::size_t n_bytes = 0;
    for (const part &each : parts(what)) {
        if (each.arg == libselect_arg_src0) break; // the inputs of the condition stand before it
        const std::size_t n = distinct_elems(*each.tensor);
        n_bytes += is_bits(each.type) ? (n + 7) / 8 : n * libselect_data_type_size(each.type);
    }
    return n_bytes;
}

} // namespace

std::size_t distinct_elems(const operand &tensor) {
    return static_cast<std::size_t>(n_elems(distinct_dims(tensor)));
}

std::size_t true_elems(const problem &what, const std::byte *cond) {
    std::size_t count = 0;
    walk_elements(
            distinct_dims(what.cond), what.cond.strides, [&](const dims &, std::int64_t offset) {
                count += cond[offset] != std::byte {0};
                return true;
            });
    return count;
}

std::size_t compulsory_bytes(const problem &what, const std::byte *cond) {
    const std::size_t n_dst = distinct_elems(what.dst);
    if (n_dst == 0) return 0;
    const std::size_t n_cond = distinct_elems(what.cond);
    const std::size_t n_src0 = distinct_elems(what.src0), n_src1 = distinct_elems(what.src1);
    if (what.alias == in_place::no) return n_cond + what.elem_bytes() * (n_src0 + n_src1 + n_dst);
    // Counted per element of cond: one that is broadcast stands for several of dst.
    const bool is_src1 = what.alias == in_place::src1;
    const std::size_t n_true = true_elems(what, cond);
    const std::size_t n_written = (is_src1 ? n_true : n_cond - n_true) * (n_dst / n_cond);
    return n_cond
           + what.elem_bytes() * (n_written + std::min(n_written, is_src1 ? n_src0 : n_src1));
}

std::size_t compulsory_bytes(const problem &what, const operand_pointers &at) {
    if (what.rule.kind == libselect_condition_boolean) return compulsory_bytes(what, at.cond);
    return compulsory_bytes(
            what, decide(condition_of(what, at), what.dst.dims, what.mode, what.axis));
}

std::size_t compulsory_bytes(const problem &what, std::span<const std::byte> decided) {
    const std::size_t n_dst = distinct_elems(what.dst);
    if (n_dst == 0) return bytes_read_to_decide(what);
    const std::size_t n_true = static_cast<std::size_t>(std::ranges::count(decided, std::byte {1}))
                               * n_dst / decided.size();
    const std::size_t n_false = n_dst - n_true;
    const std::size_t n_src0 = distinct_elems(what.src0), n_src1 = distinct_elems(what.src1);
    std::size_t n_moved = 0;
    if (what.alias == in_place::src0)
        n_moved = n_false + std::min(n_false, n_src1);
    else if (what.alias == in_place::src1)
        n_moved = n_true + std::min(n_true, n_src0);
    else if (what.alias == in_place::no && what.rule.is_interval())
        n_moved = n_dst + std::min(n_true, n_src0) + std::min(n_false, n_src1);
    else if (what.alias == in_place::no)
        n_moved = n_dst + n_src0 + n_src1;
    return bytes_read_to_decide(what) + what.elem_bytes() * n_moved;
}

} // namespace support
