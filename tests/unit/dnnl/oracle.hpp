// SPDX-License-Identifier: Apache-2.0
// Where oneDNN itself puts the elements of a layout, and Select by element index over that.
#ifndef LIBSELECT_TESTS_UNIT_DNNL_ORACLE_HPP
#define LIBSELECT_TESTS_UNIT_DNNL_ORACLE_HPP

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include <oneapi/dnnl/dnnl.hpp>

#include <libselect/libselect.hpp>

namespace unit {

using md_type = dnnl::memory::data_type;
using md_tag = dnnl::memory::format_tag;
using libselect::dims;

const dnnl::engine &cpu_engine();

// A layout for any element type. `whole` differs from `make` for a part of a greater memory, and
// tells the size of the buffer.
struct layout {
    std::string name;
    dims extents;
    std::function<dnnl::memory::desc(md_type)> make;
    std::function<dnnl::memory::desc(md_type)> whole;
};
layout tagged(const dims &extents, md_tag tag, const std::string &name = "tagged");
layout strided(const dims &extents, const dims &strides);
// The elements of `of` from `offsets` on.
layout part_of(const layout &of, const dims &extents, const dims &offsets);

// What lies where: element k of the tensor in row-major order is k + 1, padding is 0, and what
// oneDNN does not touch is -1. It is what reorder makes of a plain memory that holds 1, 2, 3, ...
std::vector<std::int32_t> slots_of(const layout &of);

// From the bytes of a memory to a dense tensor, and back; padding becomes zeros.
std::vector<std::byte> to_plain(const std::vector<std::int32_t> &slots,
        const std::vector<std::byte> &data, std::size_t elem_bytes);
void from_plain(const std::vector<std::int32_t> &slots, const std::vector<std::byte> &plain,
        std::vector<std::byte> &data, std::size_t elem_bytes);

} // namespace unit

#endif
