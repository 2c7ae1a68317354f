// SPDX-License-Identifier: Apache-2.0
// One call per row.
#include "exec/bit_rows.hpp"

#include "exec/position.hpp"

namespace libselect {

void run_bits(const evaluated_job &job, const block_place &place) noexcept {
    const schedule &decided = job.walk.decided;
    const rectangle &part = place.part;
    const loop &cols = decided.walk.inner();
    const bits_row_fn run = decided.bits.kernel(job.walk.kept, job.walk.stores);
    bits_row_args args {nullptr, nullptr, nullptr, job.inputs[0], 0, part.col_end - part.col_begin,
            job.condition.input_types[0] == libselect_u1_msb};
    position here(decided.walk, job.walk.data, part.row_begin);
    for (std::int64_t row = part.row_begin; row < part.row_end; ++row) {
        args.dst = here.at()[dst] + part.col_begin * cols.strides[dst];
        args.src0 = here.at()[src0] + part.col_begin * cols.strides[src0];
        args.src1 = here.at()[src1] + part.col_begin * cols.strides[src1];
        args.at = address_of_row(job, walked::input0, row) + part.col_begin;
        run(args);
        if (row + 1 < part.row_end) here.advance(1);
    }
    if (job.walk.stores == store_kind::streaming) decided.evaluated.loops->end_segments();
}

} // namespace libselect
