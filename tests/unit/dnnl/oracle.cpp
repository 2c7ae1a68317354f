// SPDX-License-Identifier: Apache-2.0
#include "unit/dnnl/oracle.hpp"

#include <algorithm>
#include <cstring>
#include <numeric>

#include "harness/oracle.hpp"

namespace unit {

const dnnl::engine &cpu_engine() {
    static const dnnl::engine engine(dnnl::engine::kind::cpu, 0);
    return engine;
}

layout tagged(const dims &extents, md_tag tag, const std::string &name) {
    const auto make = [=](md_type type) { return dnnl::memory::desc(extents, type, tag); };
    return {name, extents, make, make};
}

layout strided(const dims &extents, const dims &strides) {
    const auto make = [=](md_type type) { return dnnl::memory::desc(extents, type, strides); };
    return {"strided", extents, make, make};
}

layout part_of(const layout &of, const dims &extents, const dims &offsets) {
    const auto make = [=](md_type type) { return of.make(type).submemory_desc(extents, offsets); };
    return {"part of " + of.name, extents, make, of.whole};
}

std::vector<std::int32_t> slots_of(const layout &of) {
    const std::size_t n_slots = of.whole(md_type::s32).get_size() / sizeof(std::int32_t);
    std::vector<std::int32_t> slots(n_slots);
    dnnl::memory target(of.make(md_type::s32), cpu_engine(), slots.data());
    std::fill(slots.begin(), slots.end(), -1);

    std::int64_t n_elems = 1;
    for (const std::int64_t extent : of.extents)
        n_elems *= extent;
    std::vector<std::int32_t> numbers(static_cast<std::size_t>(n_elems));
    std::iota(numbers.begin(), numbers.end(), 1);
    const dnnl::memory::desc plain(of.extents, md_type::s32, support::dense_strides(of.extents));
    dnnl::memory source(plain, cpu_engine(), numbers.data());

    dnnl::stream stream(cpu_engine());
    dnnl::reorder(source, target).execute(stream, source, target);
    stream.wait();
    return slots;
}

std::vector<std::byte> to_plain(const std::vector<std::int32_t> &slots,
        const std::vector<std::byte> &data, std::size_t elem_bytes) {
    const std::int32_t n_elems = *std::max_element(slots.begin(), slots.end());
    std::vector<std::byte> plain(static_cast<std::size_t>(n_elems) * elem_bytes);
    for (std::size_t slot = 0; slot < slots.size(); ++slot)
        if (slots[slot] > 0)
            std::memcpy(plain.data() + static_cast<std::size_t>(slots[slot] - 1) * elem_bytes,
                    data.data() + slot * elem_bytes, elem_bytes);
    return plain;
}

void from_plain(const std::vector<std::int32_t> &slots, const std::vector<std::byte> &plain,
        std::vector<std::byte> &data, std::size_t elem_bytes) {
    for (std::size_t slot = 0; slot < slots.size(); ++slot) {
        if (slots[slot] < 0) continue;
        std::byte *const to = data.data() + slot * elem_bytes;
        if (slots[slot] == 0)
            std::memset(to, 0, elem_bytes);
        else
            std::memcpy(to, plain.data() + static_cast<std::size_t>(slots[slot] - 1) * elem_bytes,
                    elem_bytes);
    }
}

} // namespace unit
