// SPDX-License-Identifier: Apache-2.0
// One call per row.
#include "exec/condition_rows.hpp"

#include "exec/position.hpp"

namespace libselect {
namespace {

condition_row_params params_of(const evaluated_job &job) noexcept {
    const row_params &rows = job.walk.decided.rows.params();
    condition_row_params params {rows.elem_bytes, rows.roles[src0] == role::constant,
            rows.roles[src1] == role::constant, store_kind::ordinary, job.walk.kept};
    if (rows.stores == store_kind::streaming) params.stores = job.walk.stores;
    return params;
}

// What is walked, in the first column of the block, and along the columns.
void set_row(const evaluated_job &job, std::int64_t row, std::int64_t col,
        evaluate_args &inputs) noexcept {
    const auto inner = static_cast<std::size_t>(job.nest.rank - 1);
    for (std::size_t k = 0; k < n_walked; ++k) {
        inputs.strides[k] = job.condition.walks[k].strides[inner];
        inputs.at[k] = address_of_row(job, static_cast<walked>(k), row) + col * inputs.strides[k];
    }
}

} // namespace

void run_condition_rows(const evaluated_job &job, const block_place &place) noexcept {
    const schedule &decided = job.walk.decided;
    const rectangle &part = place.part;
    const loop &cols = decided.walk.inner();
    const condition_row_params params = params_of(job);
    condition_row_args args;
    args.params = &params;
    args.inputs.condition = &job.condition;
    args.inputs.out = nullptr;
    args.inputs.n = part.col_end - part.col_begin;
    args.inputs.data = job.inputs;
    position here(decided.walk, job.walk.data, part.row_begin);
    condition_row_fn run = nullptr;
    for (std::int64_t row = part.row_begin; row < part.row_end; ++row) {
        args.dst = here.at()[dst] + part.col_begin * cols.strides[dst];
        args.src0 = here.at()[src0] + part.col_begin * cols.strides[src0];
        args.src1 = here.at()[src1] + part.col_begin * cols.strides[src1];
        set_row(job, row, part.col_begin, args.inputs);
        if (run == nullptr) run = decided.evaluated.loops->condition_row(params, args.inputs);
        run(args);
        if (row + 1 < part.row_end) here.advance(1);
    }
    if (params.stores == store_kind::streaming) decided.evaluated.loops->end_segments();
}

} // namespace libselect
