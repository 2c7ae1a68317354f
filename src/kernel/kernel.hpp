// SPDX-License-Identifier: Apache-2.0
// The contract of row kernels: their parameters, their arguments, and what callers and kernels owe.
#ifndef LIBSELECT_KERNEL_KERNEL_HPP
#define LIBSELECT_KERNEL_KERNEL_HPP

#include <cstddef>
#include <cstdint>
#include <string>

#include "plan/plan.hpp"

namespace libselect {

// The way results take to dst.
enum class store_kind : std::uint8_t {
    ordinary, // through the caches
    streaming // past the caches, since large results would push out other data
};

// Which source already lies in dst, element for element.
enum class in_place : std::uint8_t { none, src0, src1 };

// The source that is prefetched in long rows.
enum class prefetched : std::uint8_t { none, src0, src1 };
// Bytes from what is loaded to what is prefetched. Prefetchers of the hardware stop at the end of a
// page. us of gpt_causal, one thread, by this constant (AMD EPYC, family 25 model 17, 2026-11-27,
// `select_bench --filter gpt_causal`, medians of 3, of 7 in malloc's memory):
//     bytes   | none  | 1,024 | 2,048 | 3,072 | 4,096 | 6,144 | 8,192
//     aligned | 2,460 |       | 2,260 | 2,210 | 2,050 | 2,150 | 2,050
//     malloc  | 2,830 | 2,750 | 2,780 | 2,740 | 2,520 |       |
inline constexpr int prefetched_ahead = 4096;

// The parameters for which a row kernel is generated. Everything else is an argument, so that few
// kernels serve all problems.
struct row_params {
    predicate decides {};       // the kind of condition
    int elem_bytes = 0;         // 1, 2, 4, 8 or 16
    per_operand<role> roles {}; // along the columns; dst is full or strided
    // The fields below are permissions: an implementation without a special form ignores them.
    store_kind stores = store_kind::ordinary;
    // Lies in dst already: need be neither read nor stored. Kernels look for lines that do not
    // change, generated ones where narrow.
    in_place kept = in_place::none;
    bool skips = false;         // where a run of conditions is equal, read only the source taken
    bool narrow = false;        // 32-byte vectors, though the ISA has wider ones
    bool splits_blends = false; // AVX2: blend by three operations on bits, not by vpblendvb
    int cols = 0;               // every call has this number of columns; 0: calls differ
    bool shares_masks = false;  // the rows of a plane have the same conditions
    // Where stores stream; nothing behind a row.
    prefetched ahead = prefetched::none;
    bool operator==(const row_params &) const = default;

    // Addresses between neighbours of a dense row.
    [[nodiscard]] constexpr int unit(operand which) const noexcept {
        return unit_of(decides, elem_bytes, which).step;
    }
};

[[nodiscard]] row_params params_of(const loop_nest &nest) noexcept;

[[nodiscard]] bool has_strided(const row_params &params) noexcept;

// "w4 cond full, src0 constant, src1 full, dst full".
[[nodiscard]] std::string to_string(const row_params &params);

// Rows of known length that are streamed to: bytes that divide rows and the strides between them,
// and the alignment of the first.
inline constexpr std::int64_t streamed_row_unit = 32;
inline constexpr std::int64_t streamed_row_alignment = 16;

// The loops of one call. A plane is rows x cols elements. After each row the address of an operand
// moves by its row stride; after the last row of a plane it moves by the plane step as well.
// Strides and steps count the addresses of the operand's space, which are bytes for sources and
// dst.
struct kernel_loops {
    std::int64_t planes;
    std::int64_t rows;
    std::int64_t cols;
    per_operand<std::int64_t> plane_steps;
    per_operand<std::int64_t> row_strides;
    per_operand<std::int64_t> col_strides;
};

struct kernel_args {
    per_operand<std::byte *> data; // inputs are only read
    const kernel_loops *loops;
};

// One call computes planes x rows x cols elements:
//     dst[p][r][c] = cond[p][r][c] != 0 ? src0[p][r][c] : src1[p][r][c]
// A boolean cond element is one byte; any non-zero byte is true.
//
// The caller guarantees (contract.hpp checks it in builds with debug checks):
// - planes, rows and cols are >= 1, and cols is that of the parameters unless theirs is 0;
// - the column stride is the operand's unit where the role is full, 0 where it is constant;
// - cond's row stride is 0 where rows share masks;
// - for store_kind::streaming, dst's elements are aligned to their width; where the parameters have
//   cols, every row of dst is a multiple of 32 bytes, the strides between them too, and the first
//   is aligned to 16 bytes;
// - for in_place::src0 or src1, that operand's elements are those of dst;
// - no two elements of dst share memory, and dst shares no byte with an input, except that an
//   element of src0, or of src1, or of both may be the element of dst in its place.
//
// A kernel:
// - reads only bytes of the operands' elements and writes only bytes of dst's elements;
// - may read either source whatever cond says, and may compute an element twice: in place this
//   gives the same bits, since neither cond nor the other source changes;
// - needs no alignment but that of streaming stores;
// - keeps no state, so that many threads may run it at once.
//
// Where it streams, the caller fences: fence_streamed_stores() comes before whatever tells another
// thread of dst. A fence waits for memory, and a caller with many calls needs one.
using kernel_fn = void (*)(const kernel_args *);

// A kernel and the parameters for which it was generated; callers keep to them.
struct row_kernel {
    kernel_fn run = nullptr;
    row_params params {};
};

} // namespace libselect

#endif
