// SPDX-License-Identifier: Apache-2.0
// Which loop computes a row whose conditions are bits. Internal linkage, see portable_blocks.hpp.
//
// The loops are for rows where src1 lies in dst, or where src0 is the constant source. Others have
// their sources exchanged, and their words flipped.
#ifndef LIBSELECT_KERNEL_PORTABLE_BITS_LOOPS_HPP
#define LIBSELECT_KERNEL_PORTABLE_BITS_LOOPS_HPP

#include <utility>

#include "kernel/portable_bits.hpp"
#include "kernel/portable_bits_keeping.hpp"

namespace libselect {
namespace {

class bits_loop {
public:
    using function = void (*)(const bits_row_args &row) noexcept;

    bits_loop(function run, bool exchanges) : run_(run), exchanges_(exchanges) {}

    void operator()(bits_row_args row) const noexcept {
        if (exchanges_) {
            std::swap(row.src0, row.src1);
            row.flips = ~row.flips;
        }
        run_(row);
    }

private:
    function run_;
    bool exchanges_; // the sources
};

bool exchanges_sources(const condition_row_params &params) noexcept {
    if (params.src0_is_constant != params.src1_is_constant) return params.src1_is_constant;
    return params.kept == in_place::src0;
}

template <typename T, typename Constants>
bits_loop::function bits_of(bool keeps_src1, bool streams) noexcept {
    if constexpr (!Constants::src1)
        if (keeps_src1)
            return streams ? select_bits_keeping<T, Constants, true>
                           : select_bits_keeping<T, Constants, false>;
    return streams ? select_bits_streaming<T, Constants> : select_bits<T, Constants>;
}

bits_loop bits_loop_of(const condition_row_params &params) noexcept {
    const bool exchanges = exchanges_sources(params);
    const bool keeps_src1 = params.kept == (exchanges ? in_place::src0 : in_place::src1);
    const bool streams = params.stores == store_kind::streaming;
    const auto n_constants = int {params.src0_is_constant} + int {params.src1_is_constant};
    return with_width(params.elem_bytes, [&]<typename T>(T) -> bits_loop {
        if (n_constants == 2)
            return {bits_of<T, constants<true, true>>(keeps_src1, streams), exchanges};
        if (n_constants == 1)
            return {bits_of<T, constants<true, false>>(keeps_src1, streams), exchanges};
        return {bits_of<T, constants<false, false>>(keeps_src1, streams), exchanges};
    });
}

void select_row_of_bits(const condition_row_args &args) noexcept {
    const evaluate_args &inputs = args.inputs;
    bits_loop_of (*args.params)({args.dst, args.src0, args.src1, inputs.data[0], inputs.at[0],
            inputs.n, inputs.condition->input_types[0] == libselect_u1_msb, 0});
}

} // namespace
} // namespace libselect

#endif
