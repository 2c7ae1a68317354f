// SPDX-License-Identifier: Apache-2.0
// One file in memory, mapped twice with nothing readable around each window.
#include "fuzz/windows.hpp"

#include <sys/mman.h>
#include <unistd.h>

#include "fuzz/finding.hpp"

namespace fuzz {
namespace {

std::byte *map(int file, int protection) {
    const auto page = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
    constexpr std::size_t whole = (windows::count - 1) * std::size_t {windows::distance};
    void *reserved = mmap(nullptr, page + whole + windows::n_bytes + page, PROT_NONE,
            MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    require(reserved != MAP_FAILED, "addresses can be reserved");
    std::byte *first = static_cast<std::byte *>(reserved) + page;
    for (std::size_t i = 0; i < windows::count; ++i) {
        void *window = mmap(first + static_cast<std::ptrdiff_t>(i) * windows::distance,
                windows::n_bytes, protection, MAP_SHARED | MAP_FIXED, file,
                static_cast<off_t>(i * windows::n_bytes));
        require(window != MAP_FAILED, "a window can be mapped");
    }
    return first;
}

} // namespace

windows::windows() {
    const int file = memfd_create("operand", 0);
    require(ftruncate(file, static_cast<off_t>(count * n_bytes)) == 0, "a file can grow");
    writable_ = map(file, PROT_READ | PROT_WRITE);
    read_only_ = map(file, PROT_READ);
    close(file);
}

} // namespace fuzz
