// SPDX-License-Identifier: Apache-2.0
// A buffer between two pages that fault on any access, with its data laid against one of them.
#include "harness/guarded_buffer.hpp"

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <new>

namespace support {
namespace {

std::size_t page_bytes() {
    static const auto bytes = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
    return bytes;
}

} // namespace

guarded_buffer::~guarded_buffer() {
    unmap();
}

std::byte *guarded_buffer::allocate(std::size_t size_bytes, placement where) {
    const std::size_t page = page_bytes();
    const std::size_t wanted = std::max<std::size_t>(size_bytes + where.gap_bytes, 1);
    const std::size_t usable = (wanted + page - 1) / page * page;
    if (usable != usable_bytes_) map(usable);
    if (read_only_ && mprotect(begin_, usable_bytes_, PROT_READ | PROT_WRITE) != 0)
        throw std::bad_alloc();
    read_only_ = false;
    if (where.side == placement::guard::front) return begin_ + where.gap_bytes;
    return begin_ + usable_bytes_ - where.gap_bytes - size_bytes;
}

void guarded_buffer::make_read_only() {
    if (mprotect(begin_, usable_bytes_, PROT_READ) != 0) throw std::bad_alloc();
    read_only_ = true;
}

void guarded_buffer::map(std::size_t usable_bytes) {
    unmap();
    const std::size_t page = page_bytes();
    void *mapping = mmap(nullptr, usable_bytes + 2 * page, PROT_NONE,
            MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (mapping == MAP_FAILED) throw std::bad_alloc();
    begin_ = static_cast<std::byte *>(mapping) + page;
    usable_bytes_ = usable_bytes;
    if (mprotect(begin_, usable_bytes_, PROT_READ | PROT_WRITE) != 0) throw std::bad_alloc();
}

void guarded_buffer::unmap() {
    if (begin_ == nullptr) return;
    munmap(begin_ - page_bytes(), usable_bytes_ + 2 * page_bytes());
    begin_ = nullptr;
    usable_bytes_ = 0;
    read_only_ = false;
}

} // namespace support
