// SPDX-License-Identifier: Apache-2.0
// A buffer between two pages that fault on any access, with its data laid against one of them.
#include "harness/guarded_buffer.hpp"

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <new>
#include <utility>

namespace support {
namespace {

std::size_t page_bytes() {
    static const auto bytes = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
    return bytes;
}

std::byte *map(void *at, std::size_t n_bytes, int protection, int flags, int file) {
    void *mapping = mmap(at, n_bytes, protection, flags, file, 0);
    if (mapping == MAP_FAILED) throw std::bad_alloc();
    return static_cast<std::byte *>(mapping);
}

// The pages of a file, between guard pages.
std::byte *map_guarded(int file, std::size_t n_bytes, int protection) {
    const std::size_t page = page_bytes();
    std::byte *const front = map(nullptr, n_bytes + 2 * page, PROT_NONE,
            MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1);
    return map(front + page, n_bytes, protection, MAP_SHARED | MAP_FIXED, file);
}

} // namespace

guarded_pages::guarded_pages(std::size_t n_bytes) : n_bytes_(n_bytes) {
    const int file = memfd_create("guarded_pages", MFD_CLOEXEC);
    if (file < 0 || ftruncate(file, static_cast<off_t>(n_bytes)) != 0) throw std::bad_alloc();
    writable_ = map_guarded(file, n_bytes, PROT_READ | PROT_WRITE);
    read_only_ = map_guarded(file, n_bytes, PROT_READ);
    close(file);
}

guarded_pages &guarded_pages::operator=(guarded_pages &&other) noexcept {
    std::swap(writable_, other.writable_);
    std::swap(read_only_, other.read_only_);
    std::swap(n_bytes_, other.n_bytes_);
    return *this;
}

guarded_pages::~guarded_pages() {
    if (n_bytes_ == 0) return;
    const std::size_t page = page_bytes();
    munmap(writable_ - page, n_bytes_ + 2 * page);
    munmap(read_only_ - page, n_bytes_ + 2 * page);
}

std::byte *guarded_buffer::allocate(std::size_t size_bytes, placement where) {
    const std::size_t wanted = std::max<std::size_t>(size_bytes + where.gap_bytes, 1);
    const std::size_t n_pages = (wanted + page_bytes() - 1) / page_bytes();
    const std::size_t usable = n_pages * page_bytes();
    pages_ = &kept_[n_pages < kept_.size() ? n_pages : 0];
    if (whole().size() != usable) *pages_ = guarded_pages(usable);
    std::byte *const begin = whole().data();
    if (where.side == placement::guard::front) return begin + where.gap_bytes;
    return begin + usable - where.gap_bytes - size_bytes;
}

} // namespace support
