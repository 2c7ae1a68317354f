// SPDX-License-Identifier: Apache-2.0
// The inner loops of the peer, for every stride kind of every operand, compiled with -O3
// -march=native. Shares no code with src/.
#include "search_peer.hpp"

#include <algorithm>
#include <cstdlib>

namespace bench {
namespace {

// Says that the iterations of the loop that follows do not touch each other's elements.
#if defined(__clang__)
#define SEARCH_INDEPENDENT _Pragma("clang loop vectorize(assume_safety)")
#else
#define SEARCH_INDEPENDENT _Pragma("GCC ivdep")
#endif

struct pair_of_words {
    std::uint64_t low, high;
};

// How an operand moves along the innermost loop.
enum class moves { not_at_all, densely, by_stride };

// Whether both sources of an element are read, or only the one that is taken.
enum class reading { both, taken };

template <moves kind>
std::int64_t index_of(std::int64_t i, std::int64_t stride) {
    if constexpr (kind == moves::not_at_all) return 0;
    return kind == moves::densely ? i : i * stride;
}

// A row of one condition: dst is a copy of one source.
template <typename T, moves from_kind, moves to_kind>
void copy_row(const T *from, T *to, std::int64_t n, std::int64_t stride, std::int64_t to_stride) {
    if (from == to && from_kind == to_kind && stride == to_stride) return;
    const T first = *from;
    SEARCH_INDEPENDENT
    for (std::int64_t i = 0; i < n; ++i)
        to[index_of<to_kind>(i, to_stride)] =
                from_kind == moves::not_at_all ? first : from[index_of<from_kind>(i, stride)];
}

template <typename T, reading reads, moves cond_kind, moves src0_kind, moves src1_kind,
        moves dst_kind>
void select_row(const std::uint8_t *cond, const T *src0, const T *src1, T *dst, std::int64_t n,
        const std::array<std::int64_t, 4> &strides) {
    const auto [c, a, b, d] = strides;
    const T src0_first = *src0, src1_first = *src1;
    SEARCH_INDEPENDENT
    for (std::int64_t i = 0; i < n; ++i) {
        const bool takes = cond[index_of<cond_kind>(i, c)] != 0;
        T &to = dst[index_of<dst_kind>(i, d)];
        if constexpr (reads == reading::taken) {
            to = takes ? src0[index_of<src0_kind>(i, a)] : src1[index_of<src1_kind>(i, b)];
        } else {
            const T taken =
                    src0_kind == moves::not_at_all ? src0_first : src0[index_of<src0_kind>(i, a)];
            const T other =
                    src1_kind == moves::not_at_all ? src1_first : src1[index_of<src1_kind>(i, b)];
            to = takes ? taken : other;
        }
    }
}

template <typename T, reading reads, moves cond_kind, moves src0_kind, moves src1_kind,
        moves dst_kind>
void select_plane(const peer_plane &plane) {
    const auto *cond = static_cast<const std::uint8_t *>(plane.data[0]);
    const auto *src0 = static_cast<const T *>(plane.data[1]);
    const auto *src1 = static_cast<const T *>(plane.data[2]);
    auto *dst = static_cast<T *>(plane.data[3]);
    const std::int64_t n = plane.column.extent;
    const std::array<std::int64_t, 4> strides = plane.column.strides;
    const auto [c, a, b, d] = plane.row.strides;
    for (std::int64_t r = 0; r < plane.row.extent; ++r) {
        if constexpr (cond_kind != moves::not_at_all)
            select_row<T, reads, cond_kind, src0_kind, src1_kind, dst_kind>(
                    cond + r * c, src0 + r * a, src1 + r * b, dst + r * d, n, strides);
        else if (cond[r * c] != 0)
            copy_row<T, src0_kind, dst_kind>(src0 + r * a, dst + r * d, n, strides[1], strides[3]);
        else
            copy_row<T, src1_kind, dst_kind>(src1 + r * b, dst + r * d, n, strides[2], strides[3]);
    }
}

moves kind_of(std::int64_t stride) {
    if (stride == 0) return moves::not_at_all;
    return stride == 1 ? moves::densely : moves::by_stride;
}

// Calls use(constant) with the kind as a template argument.
template <typename Use>
auto with_kind(moves kind, const Use &use) {
    switch (kind) {
    case moves::not_at_all:
        return use(std::integral_constant<moves, moves::not_at_all> {});
    case moves::densely:
        return use(std::integral_constant<moves, moves::densely> {});
    default:
        return use(std::integral_constant<moves, moves::by_stride> {});
    }
}

template <typename T>
std::vector<peer_fn> functions_of_width(const peer_loop &column) {
    return with_kind(kind_of(column.strides[0]), [&](auto c) {
        return with_kind(kind_of(column.strides[1]), [&](auto a) {
            return with_kind(kind_of(column.strides[2]), [&](auto b) {
                constexpr bool strided = a() == moves::by_stride || b() == moves::by_stride;
                const auto of_dst = [&](auto d) -> std::vector<peer_fn> {
                    const peer_fn both = select_plane<T, reading::both, c(), a(), b(), d()>;
                    if constexpr (!strided || c() == moves::not_at_all) return {both};
                    return {both, select_plane<T, reading::taken, c(), a(), b(), d()>};
                };
                if (column.strides[3] == 1)
                    return of_dst(std::integral_constant<moves, moves::densely> {});
                return of_dst(std::integral_constant<moves, moves::by_stride> {});
            });
        });
    });
}

bool can_merge(const peer_loop &outer, const peer_loop &inner) {
    for (std::size_t k = 0; k < 4; ++k)
        if (outer.strides[k] != inner.strides[k] * inner.extent) return false;
    return true;
}

std::vector<peer_loop> merged(const std::vector<peer_loop> &loops) {
    std::vector<peer_loop> kept;
    for (const peer_loop &next : loops) {
        if (next.extent == 1) continue;
        if (!kept.empty() && can_merge(kept.back(), next))
            kept.back() = {kept.back().extent * next.extent, next.strides};
        else
            kept.push_back(next);
    }
    if (kept.empty()) kept.push_back({1, {1, 1, 1, 1}});
    return kept;
}

// In the order of dst's memory.
std::vector<peer_loop> ordered_loops(const search_case &one) {
    std::vector<peer_loop> loops;
    for (std::size_t i = 0; i < one.extents.size(); ++i)
        loops.push_back({one.extents[i],
                {one.strides[0][i], one.strides[1][i], one.strides[2][i], one.strides[3][i]}});
    std::stable_sort(loops.begin(), loops.end(), [](const peer_loop &a, const peer_loop &b) {
        return std::abs(a.strides[3]) > std::abs(b.strides[3]);
    });
    return merged(loops);
}

void run_loops(const peer_nest &nest, std::size_t at, std::array<void *, 4> data,
        const std::array<std::int64_t, 4> &widths) {
    const std::size_t rank = nest.loops.size();
    if (rank == 1) return nest.run({data, {1, {}}, nest.loops[0]});
    if (at + 2 == rank) return nest.run({data, nest.loops[at], nest.loops[at + 1]});
    for (std::int64_t i = 0; i < nest.loops[at].extent; ++i) {
        run_loops(nest, at + 1, data, widths);
        for (std::size_t k = 0; k < 4; ++k)
            data[k] = static_cast<std::byte *>(data[k]) + nest.loops[at].strides[k] * widths[k];
    }
}

} // namespace

std::vector<peer_fn> peer_functions(std::size_t elem_bytes, const peer_loop &column) {
    switch (elem_bytes) {
    case 1:
        return functions_of_width<std::uint8_t>(column);
    case 2:
        return functions_of_width<std::uint16_t>(column);
    case 4:
        return functions_of_width<std::uint32_t>(column);
    case 8:
        return functions_of_width<std::uint64_t>(column);
    default:
        return functions_of_width<pair_of_words>(column);
    }
}

void peer_nest::operator()(const std::array<void *, 4> &data) const {
    const auto width = static_cast<std::int64_t>(elem_bytes);
    run_loops(*this, 0, data, {1, width, width, width});
}

std::vector<peer_nest> peers_of(const search_case &one) {
    std::vector<std::vector<peer_loop>> orders {ordered_loops(one)};
    if (orders[0].size() > 1) {
        std::vector<peer_loop> other = orders[0];
        const auto longest = std::max_element(other.begin(), other.end() - 1,
                [](const peer_loop &a, const peer_loop &b) { return a.extent < b.extent; });
        std::rotate(longest, longest + 1, other.end());
        orders.push_back(merged(other));
    }
    std::vector<peer_nest> nests;
    for (const std::vector<peer_loop> &loops : orders) {
        std::size_t variant = 0;
        for (const peer_fn run : peer_functions(one.elem_bytes, loops.back()))
            nests.push_back({loops, run, one.elem_bytes, variant++});
    }
    return nests;
}

std::string to_string(const peer_nest &nest) {
    std::string text;
    for (const peer_loop &each : nest.loops)
        text += (text.empty() ? "" : "x") + std::to_string(each.extent);
    return text + " " + std::to_string(nest.variant);
}

} // namespace bench
