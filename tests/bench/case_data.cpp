// SPDX-License-Identifier: Apache-2.0
// Buffers, data, and the expected result.
#include "case_data.hpp"

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <new>
#include <stdexcept>
#include <utility>

#include "loop_nest.hpp"
#include "mask.hpp"
#include "oracle_slices.hpp"

namespace bench {
namespace {

constexpr std::size_t line = 64;
constexpr std::size_t huge_page = std::size_t {2} << 20U;

page_buffer random_elements(
        std::size_t size_bytes, bool huge, heap_offsets &offsets, support::random_source &random) {
    page_buffer made(size_bytes, huge, offsets);
    for (std::size_t i = 0; i < size_bytes; i += 8) {
        const std::uint64_t word = random.next();
        std::memcpy(made.data() + i, &word, sizeof word);
    }
    return made;
}

// From here on glibc's malloc maps pages for a block.
constexpr std::size_t mapped_block = std::size_t {128} << 10U;
constexpr std::size_t page = 4096;

} // namespace

std::size_t heap_offsets::next(std::size_t size_bytes) {
    if (size_bytes >= mapped_block) return line;
    const std::size_t offset = line + used_ % page;
    used_ += (size_bytes / line + 2) * line;
    return offset;
}

page_buffer::page_buffer(std::size_t size_bytes, bool huge_pages, heap_offsets &offsets)
    : size_bytes_(size_bytes) {
    const std::size_t offset = offsets.next(size_bytes);
    mapped_bytes_ = (size_bytes / huge_page + 2) * huge_page;
    mapping_ = mmap(
            nullptr, mapped_bytes_, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (mapping_ == MAP_FAILED) throw std::bad_alloc();
    madvise(mapping_, mapped_bytes_, huge_pages ? MADV_HUGEPAGE : MADV_NOHUGEPAGE);
    data_ = static_cast<std::byte *>(mapping_) + offset;
    std::memset(data_, 0, size_bytes + line); // pages exist before anything is timed
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

case_data::case_data(const bench_case &one, bool huge_pages)
    : in_place_(one.what.alias != support::in_place::no) {
    const support::problem &what = one.what;
    support::random_source random(one.seed);
    const std::size_t elem_bytes = one.elem_bytes();
    cond_ = page_buffer(distinct_bytes(what.cond, 1), huge_pages, offsets_);
    fill_mask(cond_.bytes(), what.cond.dims, one.mask, random);
    src0_ = random_elements(distinct_bytes(what.src0, elem_bytes), huge_pages, offsets_, random);
    src1_ = random_elements(distinct_bytes(what.src1, elem_bytes), huge_pages, offsets_, random);
    dst_ = page_buffer(distinct_bytes(what.dst, elem_bytes), huge_pages, offsets_);
    if (in_place_) {
        original_ = page_buffer(src1_.size(), huge_pages, offsets_);
        std::memcpy(original_.data(), src1_.data(), src1_.size());
    }
    nest_ = collapsed(one);
    void *const data[] = {cond(), src0(), src1(), dst()};
    std::copy(std::begin(data), std::end(data), nest_.data);
    make_expected(one);
}

void case_data::make_expected(const bench_case &one) {
    expected_ = page_buffer(dst_.size(), false, offsets_);
    plain_nest nest = nest_;
    nest.data[3] = expected_.data();
    plain_scalar(nest, one.elem_bytes())(nest, whole_range(nest));
    if (!oracle_agrees(one, *this))
        throw std::runtime_error(one.name + ": the plain loop and the oracle disagree");
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
