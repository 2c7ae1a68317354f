// SPDX-License-Identifier: Apache-2.0
// Random layouts, and the choice of the row kernel.
#include "schedule/schedule_problem.hpp"

#include <algorithm>
#include <array>
#include <numeric>
#include <span>

#include "exec/executor.hpp"
#include "harness/random_problem.hpp"
#include "kernel/contract.hpp"

namespace internal {
namespace {

using support::random_source;

std::int64_t pick(std::span<const std::int64_t> values, random_source &random) {
    return values[random.below(values.size())];
}

support::dims random_extents(std::int64_t elems, random_source &random) {
    constexpr std::array<std::int64_t, 13> all {1, 2, 3, 5, 7, 16, 31, 33, 64, 65, 100, 257, 1000};
    support::dims made(1 + random.below(6));
    for (std::size_t i = 0; i < made.size(); ++i) {
        // Any axis may be the long one.
        const auto fits = std::upper_bound(all.begin(), all.end(), elems) - all.begin();
        made[i] = pick(std::span(all).first(static_cast<std::size_t>(fits)), random);
        elems = std::max<std::int64_t>(elems / made[i], 1);
    }
    for (std::size_t i = made.size(); i > 1; --i)
        std::swap(made[i - 1], made[random.below(i)]);
    return made;
}

// Many short rows, as in an image whose pixels have few channels, and perhaps several images.
support::dims image_extents(std::int64_t elems, random_source &random) {
    constexpr std::array<std::int64_t, 10> channels {2, 3, 3, 4, 5, 7, 12, 20, 33, 100};
    support::dims made;
    if (random.one_in(2)) made.push_back(2 + static_cast<std::int64_t>(random.below(2)));
    const std::int64_t last = pick(channels, random);
    const std::int64_t most =
            std::max<std::int64_t>(elems / (last * (made.empty() ? 1 : made[0])), 1);
    made.push_back(1 + static_cast<std::int64_t>(random.below(static_cast<std::uint64_t>(most))));
    made.push_back(last);
    return made;
}

using axis_order = std::vector<std::size_t>;

axis_order random_order(std::size_t rank, random_source &random) {
    axis_order order(rank);
    std::iota(order.begin(), order.end(), std::size_t {0});
    if (rank < 2 || !random.one_in(3)) return order;
    if (random.one_in(2)) {
        std::swap(order[rank - 1], order[random.below(rank - 1)]);
        return order;
    }
    for (std::size_t i = rank; i > 1; --i)
        std::swap(order[i - 1], order[random.below(i)]);
    return order;
}

// Elements side by side in this order of the axes, but for gaps; no two meet.
support::dims apart_strides(
        const support::dims &extents, const axis_order &order, random_source &random) {
    const bool padded = random.one_in(4);
    const bool turned = random.one_in(4);
    support::dims strides(extents.size());
    std::int64_t next = padded && random.one_in(3) ? 2 : 1;
    for (std::size_t i = order.size(); i-- > 0;) {
        const std::size_t axis = order[i];
        strides[axis] = turned && random.one_in(2) ? -next : next;
        next *= extents[axis];
        if (padded && random.one_in(2)) next += 1 + static_cast<std::int64_t>(random.below(40));
    }
    return strides;
}

support::dims input_strides(
        const support::dims &extents, const axis_order &order, random_source &random) {
    const std::uint64_t rate = 1 + random.below(5); // 1: a scalar; 5: often nothing is broadcast
    support::dims met = extents;
    for (std::int64_t &extent : met)
        if (random.one_in(rate)) extent = 1;
    support::dims strides = apart_strides(met, order, random);
    for (std::size_t i = 0; i < met.size(); ++i) {
        if (met[i] == 1) strides[i] = 0;
        if (random.one_in(40)) strides[i] = static_cast<std::int64_t>(random.below(9)) - 4;
    }
    return strides;
}

void lay_in_place(schedule_problem &given, random_source &random) {
    support::problem &what = given.what;
    const bool is_src0 = random.one_in(6), is_src1 = random.one_in(6);
    what.alias = static_cast<support::in_place>((is_src0 ? 1 : 0) + (is_src1 ? 2 : 0));
    given.keeps = !random.one_in(4);
    if (is_src0) what.src0 = what.dst;
    if (is_src1) what.src1 = what.dst;
}

} // namespace

libselect::machine small_machine(std::int64_t l2, std::int64_t last) {
    libselect::machine made =
            libselect::model_of(libselect::last_level::victim, {.l1d = l2, .l2 = l2, .last = last});
    made.stream_from = made.stream_shared_from = last;
    return made;
}

std::string to_string(const schedule_problem &given) {
    return to_string(given.what) + (given.keeps ? "" : ", not kept") + ", l2 "
           + std::to_string(given.model.sizes.l2) + " last "
           + std::to_string(given.model.sizes.last);
}

support::mask random_mask(random_source &random) {
    using support::mask_kind;
    constexpr auto varies = support::true_byte::varies;
    constexpr std::array<support::mask, 7> masks {{
            {.kind = mask_kind::random, .value = varies},
            {.kind = mask_kind::stretches, .value = varies},
            {.kind = mask_kind::all, .value = varies},
            {.kind = mask_kind::none},
            {.kind = mask_kind::random, .chance = 0.01, .value = varies},
            {.kind = mask_kind::random, .chance = 0.99, .value = varies},
            {.kind = mask_kind::uneven_runs, .length = 1500, .value = varies},
    }};
    return masks[random.below(masks.size())];
}

schedule_problem random_schedule_problem(std::int64_t elems, random_source &random) {
    constexpr std::int64_t huge = std::int64_t {1} << 40;
    constexpr std::array<std::array<std::int64_t, 2>, 6> all_caches {
            {{256, 4096}, {256, huge}, {4096, 65536}, {65536, huge}, {huge, huge}, {huge, 4096}}};
    const auto type = support::type_of_width(std::size_t {1} << random.below(5));
    const support::dims extents =
            random.one_in(3) ? image_extents(elems, random) : random_extents(elems, random);
    schedule_problem given {
            .what = support::dense_problem(type, extents, extents, extents, "none")};
    const axis_order order = random_order(extents.size(), random);
    given.what.dst.strides = apart_strides(extents, order, random);
    for (support::operand *input : {&given.what.cond, &given.what.src0, &given.what.src1}) {
        const bool like_dst = random.one_in(2);
        const axis_order own = like_dst ? order : random_order(extents.size(), random);
        input->strides = input_strides(extents, own, random);
    }
    lay_in_place(given, random);
    for (support::operand *tensor : operands(given.what))
        tensor->where = support::random_placement(random);
    given.what.conditions = random_mask(random);
    given.what.max_threads = static_cast<int>(random.below(3));
    const auto [l2, last] = all_caches[random.below(all_caches.size())];
    given.model = small_machine(l2, last);
    return given;
}

libselect::plan plan_of(const schedule_problem &given) {
    const auto tensor = [&](const support::operand &one, libselect::data_type type) {
        return libselect::make_logical_tensor(
                type, static_cast<int>(one.dims.size()), one.dims.data(), one.strides.data());
    };
    const support::problem &what = given.what;
    const auto type = static_cast<libselect::data_type>(what.type);
    const libselect::tensor_ref result = tensor(what.dst, type);
    return libselect::make_plan(libselect::make_select_op(*tensor(what.cond, libselect_boolean),
            *tensor(what.src0, type), *tensor(what.src1, type), result.get(), {}));
}

void run(const schedule_problem &given, const libselect::plan &made, const libselect::schedule &how,
        const support::operand_buffers &buffers) {
    libselect::per_operand<std::byte *> data {
            buffers.cond(), buffers.src0(), buffers.src1(), buffers.dst()};
    for (std::size_t i = 0; i < libselect::n_operands; ++i)
        data[i] += made.starts[i];
    libselect::in_place kept = libselect::in_place::none;
    if (given.keeps && src1_is_dst(given.what)) kept = libselect::in_place::src1;
    if (given.keeps && src0_is_dst(given.what)) kept = libselect::in_place::src0;
    const auto address = reinterpret_cast<std::uintptr_t>(data[libselect::dst]);
    const bool is_aligned = (address & how.rows.dst_alignment_mask) == 0;
    const auto stores =
            is_aligned ? libselect::store_kind::streaming : libselect::store_kind::ordinary;
    if (how.whole.planes == 0 || how.parallel)
        libselect::run_tiles({how, data, kept, stores});
    else
        call(how.rows.kernel(kept, stores), {data, &how.whole});
}

} // namespace internal
