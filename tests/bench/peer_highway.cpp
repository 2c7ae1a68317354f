// SPDX-License-Identifier: Apache-2.0
// Highway as its users write it: IfThenElse on full vectors, for dense conditions.
//
// Compiled with -march=native and dispatched statically, which is the best that Highway can do.
#include <hwy/highway.h>

#include "field.hpp"
#include "loop_nest.hpp"
#include "parallel.hpp"

namespace bench {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

// Lanes whose condition byte is not zero.
template <typename D>
auto load_mask(D d, const std::uint8_t *cond) {
    if constexpr (sizeof(hn::TFromD<D>) == 1) {
        return hn::Ne(hn::LoadU(d, cond), hn::Zero(d));
    } else if constexpr (sizeof(hn::TFromD<D>) == 8) {
        const hn::Rebind<std::uint32_t, D> middle;
        const hn::Rebind<std::uint8_t, D> narrow;
        return hn::Ne(
                hn::PromoteTo(d, hn::PromoteTo(middle, hn::LoadU(narrow, cond))), hn::Zero(d));
    } else {
        const hn::Rebind<std::uint8_t, D> narrow;
        return hn::Ne(hn::PromoteTo(d, hn::LoadU(narrow, cond)), hn::Zero(d));
    }
}

template <typename T, bool scalar0, bool scalar1>
void select(const std::uint8_t *cond, const T *src0, const T *src1, T *dst, std::int64_t n) {
    const hn::ScalableTag<T> d;
    const auto lanes = static_cast<std::int64_t>(hn::Lanes(d));
    const auto first0 = hn::Set(d, *src0), first1 = hn::Set(d, *src1);
    std::int64_t i = 0;
    for (; i + lanes <= n; i += lanes)
        hn::StoreU(hn::IfThenElse(load_mask(d, cond + i),
                           scalar0 ? first0 : hn::LoadU(d, src0 + (scalar0 ? 0 : i)),
                           scalar1 ? first1 : hn::LoadU(d, src1 + (scalar1 ? 0 : i))),
                d, dst + i);
    for (; i < n; ++i)
        dst[i] = cond[i] != 0 ? src0[scalar0 ? 0 : i] : src1[scalar1 ? 0 : i];
}

template <typename T, bool scalar0, bool scalar1>
void add(std::vector<contestant> &field, const plain_nest &nest, int threads) {
    const auto *cond = static_cast<const std::uint8_t *>(nest.data[0]);
    const auto *src0 = static_cast<const T *>(nest.data[1]);
    const auto *src1 = static_cast<const T *>(nest.data[2]);
    auto *dst = static_cast<T *>(nest.data[3]);
    const std::int64_t n = nest.extents[0];
    const std::int64_t parallel_bytes = 256 << 10;
    if (threads == 1 || n * static_cast<std::int64_t>(sizeof(T)) < parallel_bytes) {
        field.push_back(make_contestant("highway", kind::peer, true,
                [=] { select<T, scalar0, scalar1>(cond, src0, src1, dst, n); }));
        return;
    }
    field.push_back(make_contestant("highway", kind::peer, true, [=] {
        parallel_parts(n, 4096, threads, [=](std::int64_t begin, std::int64_t end) {
            select<T, scalar0, scalar1>(cond + begin, src0 + (scalar0 ? 0 : begin),
                    src1 + (scalar1 ? 0 : begin), dst + begin, end - begin);
        });
    }));
}

template <typename T>
void add_type(std::vector<contestant> &field, const plain_nest &nest, int threads) {
    const bool scalar0 = nest.strides[1][0] == 0, scalar1 = nest.strides[2][0] == 0;
    if (scalar0 && scalar1)
        add<T, true, true>(field, nest, threads);
    else if (scalar0)
        add<T, true, false>(field, nest, threads);
    else if (scalar1)
        add<T, false, true>(field, nest, threads);
    else
        add<T, false, false>(field, nest, threads);
}

bool takes(const plain_nest &nest) {
    return nest.rank == 1 && nest.strides[0][0] == 1 && nest.strides[1][0] <= 1
           && nest.strides[1][0] >= 0 && nest.strides[2][0] <= 1 && nest.strides[2][0] >= 0;
}

} // namespace

void add_highway(
        std::vector<contestant> &field, const bench_case &one, const case_data &data, int threads) {
    if (!takes(data.nest())) return;
    switch (one.elem_bytes()) {
    case 1:
        return add_type<std::uint8_t>(field, data.nest(), threads);
    case 2:
        return add_type<std::uint16_t>(field, data.nest(), threads);
    case 4:
        return add_type<std::uint32_t>(field, data.nest(), threads);
    case 8:
        return add_type<std::uint64_t>(field, data.nest(), threads);
    default:
        return;
    }
}

} // namespace bench
