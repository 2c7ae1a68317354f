// SPDX-License-Identifier: Apache-2.0
// One Select on oneDNN's memory, run through the adapter and judged by the oracle.
#ifndef LIBSELECT_TESTS_UNIT_DNNL_BLOCKED_PROBLEM_HPP
#define LIBSELECT_TESTS_UNIT_DNNL_BLOCKED_PROBLEM_HPP

#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include <libselect/dnnl.hpp>

#include "unit/dnnl/oracle.hpp"

namespace unit {

struct blocked_problem {
    layout src0, src1, cond, dst;
    md_type type = md_type::f32;
    md_type cond_type = md_type::u8;
    libselect::attributes attr = {};
    enum class place { apart, in_src0, in_src1 } dst_place = place::apart;
};

// A memory over bytes of our own, with random elements and random bytes in padding and gaps.
class operand_memory {
public:
    operand_memory(const layout &of, md_type type, bool is_cond, std::uint64_t seed);
    [[nodiscard]] const dnnl::memory &memory() const { return memory_; }
    [[nodiscard]] const std::vector<std::byte> &bytes() const { return bytes_; }
    [[nodiscard]] std::vector<std::byte> plain() const {
        return to_plain(slots_, bytes_, elem_bytes_);
    }
    // The bytes after oneDNN has written this tensor.
    [[nodiscard]] std::vector<std::byte> with(const std::vector<std::byte> &plain) const;

private:
    std::vector<std::int32_t> slots_;
    std::size_t elem_bytes_;
    std::vector<std::byte> bytes_;
    dnnl::memory memory_;
};

using arguments = std::unordered_map<int, dnnl::memory>;

libselect::dnnl_select make_select(const blocked_problem &problem);

// Expects the bytes of dst: values, zeros in padding, and gaps as they were; and inputs as they
// were.
void expect_right(const blocked_problem &problem, std::uint64_t seed = 1);

} // namespace unit

#endif
