// SPDX-License-Identifier: Apache-2.0
// Eigen's tensor module: cond.select(src0, src1), with broadcast() where an operand is broadcast.
#define EIGEN_USE_THREADS
#include <unsupported/Eigen/CXX11/Tensor>

#include <map>
#include <memory>

#include "field.hpp"
#include "loop_nest.hpp"

namespace bench {
namespace {

template <int rank>
using extents_of = Eigen::array<Eigen::Index, rank>;

template <typename T, int rank>
using map_of = Eigen::TensorMap<Eigen::Tensor<T, rank, Eigen::RowMajor>>;

// The collapsed operand's own extents, and how often each repeats.
template <int rank>
void split_extents(
        const plain_nest &nest, int operand, extents_of<rank> &own, extents_of<rank> &times) {
    for (int i = 0; i < rank; ++i) {
        const auto at = static_cast<std::size_t>(i);
        const bool broadcast = nest.strides[operand][i] == 0;
        own[at] = broadcast ? 1 : nest.extents[i];
        times[at] = broadcast ? nest.extents[i] : 1;
    }
}

template <typename T, int rank>
struct operands {
    explicit operands(const plain_nest &nest)
        : cond(map<const bool>(nest, 0)),
          src0(map<const T>(nest, 1)),
          src1(map<const T>(nest, 2)),
          dst(map<T>(nest, 3)) {
        extents_of<rank> own;
        split_extents<rank>(nest, 0, own, times_cond);
        split_extents<rank>(nest, 1, own, times0);
        split_extents<rank>(nest, 2, own, times1);
    }
    template <typename U>
    static map_of<U, rank> map(const plain_nest &nest, int operand) {
        extents_of<rank> own, times;
        split_extents<rank>(nest, operand, own, times);
        return map_of<U, rank>(static_cast<U *>(nest.data[operand]), own);
    }
    map_of<const bool, rank> cond;
    map_of<const T, rank> src0, src1;
    map_of<T, rank> dst;
    extents_of<rank> times_cond, times0, times1;
};

// A pool per thread count. Its threads sleep between calls; spinning ones would take the cores from
// the other contestants.
const Eigen::ThreadPoolDevice *device_of(int threads) {
    static std::map<int,
            std::pair<std::unique_ptr<Eigen::ThreadPool>, std::unique_ptr<Eigen::ThreadPoolDevice>>>
            devices;
    auto &[pool, device] = devices[threads];
    if (device == nullptr) {
        pool = std::make_unique<Eigen::ThreadPool>(threads, false);
        device = std::make_unique<Eigen::ThreadPoolDevice>(pool.get(), threads);
    }
    return device.get();
}

template <typename T, int rank, typename Device>
void add_on(std::vector<contestant> &field, const plain_nest &nest, const Device *device) {
    const auto owned = std::make_shared<operands<T, rank>>(nest);
    field.push_back(make_contestant("eigen", kind::peer, true, [on = owned.get(), device] {
        if constexpr (rank == 1)
            on->dst.device(*device) = on->cond.select(on->src0, on->src1);
        else
            on->dst.device(*device) =
                    on->cond.broadcast(on->times_cond)
                            .select(on->src0.broadcast(on->times0), on->src1.broadcast(on->times1));
    }));
    field.back().owner = owned;
}

template <typename T, int rank>
void add_rank(std::vector<contestant> &field, const plain_nest &nest, int threads) {
    static const Eigen::DefaultDevice one_thread;
    if (threads == 1) return add_on<T, rank>(field, nest, &one_thread);
    add_on<T, rank>(field, nest, device_of(threads));
}

// A dense case of one loop, or up to three loops by broadcast(); a single loop with a scalar goes
// in as one row.
template <typename T>
void add_type(std::vector<contestant> &field, plain_nest nest, int threads) {
    const bool dense =
            nest.strides[0][0] == 1 && nest.strides[1][0] == 1 && nest.strides[2][0] == 1;
    if (nest.rank == 1 && dense) return add_rank<T, 1>(field, nest, threads);
    while (nest.rank < 3) {
        for (int i = nest.rank; i > 0; --i) {
            nest.extents[i] = nest.extents[i - 1];
            for (auto &strides : nest.strides)
                strides[i] = strides[i - 1];
        }
        nest.extents[0] = 1;
        for (auto &strides : nest.strides)
            strides[0] = 0;
        ++nest.rank;
    }
    if (nest.rank == 3) add_rank<T, 3>(field, nest, threads);
}

// broadcast() repeats dense tensors only.
bool is_dense(const plain_nest &nest) {
    for (const auto &strides : nest.strides) {
        std::int64_t wanted = 1;
        for (int i = nest.rank - 1; i >= 0; --i) {
            if (strides[i] == 0) continue;
            if (strides[i] != wanted) return false;
            wanted *= nest.extents[i];
        }
    }
    return true;
}

} // namespace

void add_eigen(
        std::vector<contestant> &field, const bench_case &one, const case_data &data, int threads) {
    if (!is_dense(data.nest())) return;
    switch (one.elem_bytes()) {
    case 1:
        return add_type<std::uint8_t>(field, data.nest(), threads);
    case 2:
        return add_type<std::uint16_t>(field, data.nest(), threads);
    case 4:
        return add_type<float>(field, data.nest(), threads);
    case 8:
        return add_type<double>(field, data.nest(), threads);
    default:
        return;
    }
}

} // namespace bench
