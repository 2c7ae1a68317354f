// SPDX-License-Identifier: Apache-2.0
// Buffers, data, and the expected result.
#include "case_data.hpp"

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <new>
#include <utility>

#include "harness/problem_data.hpp"
#include "loop_nest.hpp"

namespace bench {
namespace {

constexpr std::size_t cache_line = 64;
constexpr std::size_t huge_page = std::size_t {2} << 20U;

// From here on glibc's malloc maps pages for a block.
constexpr std::size_t mapped_block = std::size_t {128} << 10U;
constexpr std::size_t page = 4096;
// What glibc keeps in front of a block.
constexpr std::size_t malloc_header = 16;

} // namespace

std::size_t heap_offsets::next(std::size_t size_bytes) {
    const std::size_t start = memory_ == memory_kind::malloc ? malloc_header : cache_line;
    if (size_bytes >= mapped_block) return start;
    const std::size_t offset = start + used_ % page;
    used_ += (size_bytes / start + 2) * start;
    return offset;
}

page_buffer::page_buffer(std::size_t size_bytes, heap_offsets &offsets) : size_bytes_(size_bytes) {
    const std::size_t offset = offsets.next(size_bytes);
    mapped_bytes_ = (size_bytes / huge_page + 2) * huge_page;
    mapping_ = mmap(
            nullptr, mapped_bytes_, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (mapping_ == MAP_FAILED) throw std::bad_alloc();
    madvise(mapping_, mapped_bytes_, offsets.huge_pages() ? MADV_HUGEPAGE : MADV_NOHUGEPAGE);
    data_ = static_cast<std::byte *>(mapping_) + offset;
    std::memset(data_, 0, size_bytes + cache_line); // pages exist before anything is timed
}

page_buffer::~page_buffer() {
    if (mapping_ != nullptr) munmap(mapping_, mapped_bytes_);
}

void page_buffer::swap(page_buffer &other) noexcept {
    std::swap(mapping_, other.mapping_);
    std::swap(mapped_bytes_, other.mapped_bytes_);
    std::swap(data_, other.data_);
    std::swap(size_bytes_, other.size_bytes_);
}

case_data::case_data(const bench_case &one, memory_kind memory)
    : in_place_(one.what.alias != support::in_place::no),
      offsets_(memory) {
    const support::problem &what = one.what;
    const auto pages = [&](const support::operand &tensor, std::size_t elem_bytes) {
        return page_buffer(distinct_bytes(tensor, elem_bytes), offsets_);
    };
    cond_ = pages(what.cond, 1);
    src0_ = pages(what.src0, one.elem_bytes());
    src1_ = pages(what.src1, one.elem_bytes());
    dst_ = pages(what.dst, one.elem_bytes());
    const support::operand_pointers at {cond(), src0(), src1(), dst()};
    support::fill_operands(what, at);
    if (in_place_) {
        original_ = pages(what.src1, one.elem_bytes());
        std::memcpy(original_.data(), src1_.data(), src1_.size());
    }
    expected_ = page_buffer(dst_.size(), offsets_);
    support::run_oracle(what, at, expected_.data());
    nest_ = collapsed(one);
    void *const data[] = {cond(), src0(), src1(), dst()};
    std::copy(std::begin(data), std::end(data), nest_.data);
}

void case_data::reset_dst() const {
    if (in_place_)
        std::memcpy(dst(), original_.data(), original_.size());
    else
        std::memset(dst(), 0xa5, dst_.size());
}

bool case_data::dst_is_expected() const {
    return std::memcmp(dst(), expected_.data(), expected_.size()) == 0;
}

} // namespace bench
