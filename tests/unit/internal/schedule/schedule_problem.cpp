// SPDX-License-Identifier: Apache-2.0
// Random layouts, the oracle on a copy of dst, and the choice of the row kernel.
#include "schedule/schedule_problem.hpp"

#include <algorithm>
#include <array>
#include <numeric>

#include "exec/executor.hpp"
#include "harness/oracle.hpp"

namespace internal {
namespace {

using libselect::cond;
using libselect::dst;
using libselect::n_operands;
using libselect::src0;
using libselect::src1;
using support::random_source;
using dims = std::vector<std::int64_t>;

std::int64_t pick(std::span<const std::int64_t> values, random_source &random) {
    return values[random.below(values.size())];
}

std::size_t width_of(const schedule_problem &what, std::size_t which) {
    return which == cond ? 1 : what.width;
}

// Bytes that the elements of an operand take, relative to that of index 0, ..., 0.
struct reach {
    std::int64_t low, high;
};

reach reach_of(const schedule_problem &what, std::size_t which) {
    const auto width = static_cast<std::int64_t>(width_of(what, which));
    reach bytes {0, width};
    for (std::size_t i = 0; i < what.extents.size(); ++i) {
        const std::int64_t last = (what.extents[i] - 1) * what.strides[which][i] * width;
        (last < 0 ? bytes.low : bytes.high) += last;
    }
    return bytes;
}

dims random_extents(std::int64_t elems, random_source &random) {
    constexpr std::array<std::int64_t, 13> all {1, 2, 3, 5, 7, 16, 31, 33, 64, 65, 100, 257, 1000};
    dims made(1 + random.below(6));
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
dims image_extents(std::int64_t elems, random_source &random) {
    constexpr std::array<std::int64_t, 10> channels {2, 3, 3, 4, 5, 7, 12, 20, 33, 100};
    dims made;
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
dims apart_strides(const dims &extents, const axis_order &order, random_source &random) {
    const bool padded = random.one_in(4);
    const bool turned = random.one_in(4);
    dims strides(extents.size());
    std::int64_t next = padded && random.one_in(3) ? 2 : 1;
    for (std::size_t i = order.size(); i-- > 0;) {
        const std::size_t axis = order[i];
        strides[axis] = turned && random.one_in(2) ? -next : next;
        next *= extents[axis];
        if (padded && random.one_in(2)) next += 1 + static_cast<std::int64_t>(random.below(40));
    }
    return strides;
}

dims input_strides(const dims &extents, const axis_order &order, random_source &random) {
    const std::uint64_t rate = 1 + random.below(5); // 1: a scalar; 5: often nothing is broadcast
    dims met = extents;
    for (std::int64_t &extent : met)
        if (random.one_in(rate)) extent = 1;
    dims strides = apart_strides(met, order, random);
    for (std::size_t i = 0; i < met.size(); ++i) {
        if (met[i] == 1) strides[i] = 0;
        if (random.one_in(40)) strides[i] = static_cast<std::int64_t>(random.below(9)) - 4;
    }
    return strides;
}

void lay_in_place(schedule_problem &what, random_source &random) {
    what.dst_is_src0 = random.one_in(6);
    what.dst_is_src1 = random.one_in(6);
    what.keeps = !random.one_in(4);
    if (what.dst_is_src0) what.strides[src0] = what.strides[dst];
    if (what.dst_is_src1) what.strides[src1] = what.strides[dst];
}

support::placement random_placement(random_source &random) {
    const bool front = random.one_in(2);
    const std::size_t gap_bytes = random.one_in(2) ? 0 : random.below(70);
    return {front ? support::placement::guard::front : support::placement::guard::back, gap_bytes};
}

std::byte random_true(random_source &random) {
    constexpr std::array<std::uint8_t, 4> values {1, 2, 0x80, 0xff};
    return std::byte {values[random.below(values.size())]};
}

void fill_runs(std::span<std::byte> bytes, random_source &random) {
    bool taken = random.one_in(2);
    for (std::size_t begin = 0; begin < bytes.size(); taken = !taken) {
        const std::size_t end = std::min(bytes.size(), begin + 1 + random.below(3000));
        for (; begin < end; ++begin)
            bytes[begin] = taken ? random_true(random) : std::byte {0};
    }
}

void fill_mask(std::span<std::byte> bytes, mask_kind kind, random_source &random) {
    if (kind == mask_kind::stretches) return support::fill_cond(bytes, random);
    if (kind == mask_kind::runs) return fill_runs(bytes, random);
    const bool mostly = kind == mask_kind::one_percent && random.one_in(2);
    for (std::byte &one : bytes) {
        bool taken = random.one_in(2);
        if (kind == mask_kind::one_percent) taken = random.one_in(100) != mostly;
        if (kind == mask_kind::all_true) taken = true;
        if (kind == mask_kind::all_false) taken = false;
        one = taken ? random_true(random) : std::byte {0};
    }
}

libselect::data_type type_of(std::size_t width) {
    switch (width) {
    case 1:
        return libselect_u8;
    case 2:
        return libselect_bf16;
    case 4:
        return libselect_f32;
    case 8:
        return libselect_f64;
    default:
        return libselect_c128;
    }
}

} // namespace

std::string to_string(const schedule_problem &what) {
    std::string text = "w" + std::to_string(what.width);
    for (const std::int64_t extent : what.extents)
        text += " x " + std::to_string(extent);
    for (std::size_t i = 0; i < n_operands; ++i) {
        text += std::string(", ") + libselect::operand_names[i] + " strides";
        for (const std::int64_t stride : what.strides[i])
            text += " " + std::to_string(stride);
        text += (what.where[i].side == support::placement::guard::front ? " front+" : " back-")
                + std::to_string(what.where[i].gap_bytes);
    }
    return text + ", mask " + std::to_string(static_cast<int>(what.mask))
           + (what.dst_is_src0 ? ", dst is src0" : "") + (what.dst_is_src1 ? ", dst is src1" : "")
           + (what.keeps ? "" : ", not kept") + ", l2 " + std::to_string(what.caches.l2) + " last "
           + std::to_string(what.caches.last) + ", max_threads " + std::to_string(what.max_threads);
}

schedule_problem random_schedule_problem(std::int64_t elems, random_source &random) {
    constexpr std::int64_t huge = std::int64_t {1} << 40;
    constexpr std::array<libselect::cache_sizes, 6> all_caches {
            {{256, 4096}, {256, huge}, {4096, 65536}, {65536, huge}, {huge, huge}, {huge, 4096}}};
    schedule_problem what;
    what.width = std::size_t {1} << random.below(5);
    what.extents = random.one_in(3) ? image_extents(elems, random) : random_extents(elems, random);
    const axis_order order = random_order(what.extents.size(), random);
    what.strides[dst] = apart_strides(what.extents, order, random);
    for (const auto which : {cond, src0, src1}) {
        const bool like_dst = random.one_in(2);
        const axis_order own = like_dst ? order : random_order(what.extents.size(), random);
        what.strides[which] = input_strides(what.extents, own, random);
    }
    lay_in_place(what, random);
    for (support::placement &where : what.where)
        where = random_placement(random);
    what.mask = static_cast<mask_kind>(random.below(6));
    what.caches = all_caches[random.below(all_caches.size())];
    what.max_threads = static_cast<int>(random.below(3));
    return what;
}

schedule_problem dense_schedule_problem(std::size_t width, const dims &extents) {
    schedule_problem what;
    what.width = width;
    what.extents = extents;
    what.strides.fill(support::dense_strides(extents));
    return what;
}

libselect::plan plan_of(const schedule_problem &what) {
    const auto tensor = [&](std::size_t which) {
        return libselect::make_logical_tensor(
                which == cond ? libselect_boolean : type_of(what.width),
                static_cast<int>(what.extents.size()), what.extents.data(),
                what.strides[which].data());
    };
    const libselect::tensor_ref result = tensor(dst);
    return libselect::make_plan(libselect::make_select_op(
            *tensor(cond), *tensor(src0), *tensor(src1), result.get(), {}));
}

void schedule_buffers::prepare(const schedule_problem &what, random_source &random) {
    for (std::size_t i = n_operands; i-- > 0;) {
        if ((i == src0 && what.dst_is_src0) || (i == src1 && what.dst_is_src1)) {
            data_[i] = data_[dst];
            continue;
        }
        const reach bytes = reach_of(what, i);
        std::byte *low = buffers_[i].allocate(
                static_cast<std::size_t>(bytes.high - bytes.low), what.where[i]);
        data_[i] = low - bytes.low;
        if (i == cond)
            fill_mask(buffers_[i].whole(), what.mask, random);
        else
            support::fill_elements(buffers_[i].whole(), what.width, random);
        if (i != dst) buffers_[i].make_read_only();
    }
    ask_the_oracle(what);
}

// An input that is dst is read from the buffer, while the result goes to the copy.
void schedule_buffers::ask_the_oracle(const schedule_problem &what) {
    const std::span<std::byte> whole = buffers_[dst].whole();
    wanted_.assign(whole.begin(), whole.end());
    const auto input = [&](std::size_t which) {
        // A dim of 1 has index 0 only; a stride of 0 says the same of any dim.
        return support::view {data_[which], what.extents, what.strides[which]};
    };
    support::select_oracle(input(cond), input(src0), input(src1),
            {wanted_.data() + (data_[dst] - whole.data()), what.extents, what.strides[dst]},
            what.width, "none", -1);
}

void schedule_buffers::run(const schedule_problem &what, const libselect::plan &made,
        const libselect::schedule &how) const {
    libselect::per_operand<std::byte *> data = data_;
    for (std::size_t i = 0; i < n_operands; ++i)
        data[i] += made.start_bytes[i];
    libselect::in_place kept = libselect::in_place::none;
    if (what.keeps && what.dst_is_src1) kept = libselect::in_place::src1;
    if (what.keeps && what.dst_is_src0) kept = libselect::in_place::src0;
    const auto address = reinterpret_cast<std::uintptr_t>(data[dst]);
    const libselect::kernel_fn rows = (address & how.rows.dst_alignment_mask) != 0
                                              ? how.rows.ordinary
                                              : how.rows.by_kept[static_cast<std::size_t>(kept)];
    if (how.whole.planes == 0 || how.parallel) return libselect::execute({how, rows, data});
    const libselect::kernel_args args {data, &how.whole};
    rows(&args);
}

std::string schedule_buffers::difference() const {
    const std::span<const std::byte> whole = buffers_[dst].whole();
    const auto [have, want] = std::mismatch(whole.begin(), whole.end(), wanted_.begin());
    if (have == whole.end()) return "";
    return "dst: byte " + std::to_string(whole.data() + (have - whole.begin()) - data_[dst])
           + " from the element of index 0 is " + std::to_string(std::to_integer<int>(*have))
           + ", expected " + std::to_string(std::to_integer<int>(*want));
}

} // namespace internal
