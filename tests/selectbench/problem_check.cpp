// SPDX-License-Identifier: Apache-2.0
// Compares what a problem computes with the oracle.
#include <algorithm>
#include <cstring>

#include "available_memory.hpp"
#include "harness/oracle.hpp"
#include "problem.hpp"

namespace selectbench {
namespace {

support::view view_of(const tensor_memory &memory) {
    return {memory.origin(), memory.tensor().dims(), memory.tensor().strides()};
}

std::string hex(const std::byte *element, std::size_t elem_bytes) {
    constexpr const char *digits = "0123456789abcdef";
    std::string text = "0x";
    for (std::size_t i = elem_bytes; i-- > 0;) { // little-endian: the last byte comes first
        const auto value = std::to_integer<unsigned>(element[i]);
        text += digits[value / 16];
        text += digits[value % 16];
    }
    return text;
}

std::string place_text(const ls::dims &index) {
    std::string text;
    for (const std::int64_t place : index)
        text += (text.empty() ? "" : ",") + std::to_string(place);
    return "dst[" + text + "]";
}

} // namespace

std::optional<mismatch> problem_run::execute_and_compare() const {
    require_memory({dst().bytes().size()});
    const buffer expected(dst().bytes().size());
    expect(expected.bytes());
    execute();
    const auto bytes = dst().bytes();
    if (std::equal(bytes.begin(), bytes.end(), expected.data())) return std::nullopt;
    return describe(expected.data());
}

// Fills expected. Elements of dst become wrong in every bit, so that one that is never written is
// found; not in place, where they are read.
void problem_run::expect(std::span<std::byte> expected) const {
    const ls::logical_tensor &tensor = op_.dst();
    const auto elem_bytes = static_cast<std::ptrdiff_t>(ls::size_of(tensor.type()));
    std::byte *origin = dst().origin();
    const std::ptrdiff_t bytes_before = dst().bytes_before();
    std::copy(dst().bytes().begin(), dst().bytes().end(), expected.begin());
    support::select_oracle(view_of(data_.cond), view_of(data_.src0), view_of(data_.src1),
            {expected.data() + bytes_before, tensor.dims(), tensor.strides()},
            static_cast<std::size_t>(elem_bytes), ls::to_string(op_.attr().mode), op_.attr().axis);
    if (alias_ != in_place::no) return;
    walk(tensor.dims(), tensor.strides(), [&](const ls::dims &, std::int64_t offset) {
        const std::byte *from = expected.data() + bytes_before + offset * elem_bytes;
        std::transform(from, from + elem_bytes, origin + offset * elem_bytes,
                [](std::byte byte) { return ~byte; });
        return true;
    });
}

mismatch problem_run::describe(const std::byte *expected) const {
    const ls::logical_tensor &tensor = op_.dst();
    const std::size_t elem_bytes = ls::size_of(tensor.type());
    std::optional<mismatch> found;
    walk(tensor.dims(), tensor.strides(), [&](const ls::dims &index, std::int64_t offset) {
        const std::ptrdiff_t bytes = offset * static_cast<std::ptrdiff_t>(elem_bytes);
        const std::byte *wanted = expected + dst().bytes_before() + bytes;
        const std::byte *got = dst().origin() + bytes;
        if (std::memcmp(got, wanted, elem_bytes) == 0) return true;
        found = {place_text(index), hex(got, elem_bytes), hex(wanted, elem_bytes)};
        return false;
    });
    if (found) return *found;
    const auto bytes = dst().bytes();
    const auto [differs, wanted] = std::mismatch(bytes.begin(), bytes.end(), expected);
    return {"byte " + std::to_string(differs - bytes.begin())
                    + " of dst's memory, between elements,",
            hex(&*differs, 1), hex(wanted, 1)};
}

} // namespace selectbench
