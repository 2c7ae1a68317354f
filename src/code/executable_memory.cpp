// SPDX-License-Identifier: Apache-2.0
// Code is written, then made executable, then moved into place.
#include "code/executable_memory.hpp"

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <functional>
#include <utility>

#include "base/error.hpp"

namespace libselect {
namespace {

// Address space is taken in regions of this size. A page of a region costs memory only when a
// kernel is put there.
constexpr std::size_t region_bytes = std::size_t {256} << 10U;
// Kernels begin at multiples of this. As much room lies before the first kernel of a region,
// because some tools look at the bytes before a function (clang's -fsanitize=function reads 8 of
// them).
constexpr std::size_t alignment = 64;

std::size_t round_up(std::size_t value, std::size_t unit) noexcept {
    return (value + unit - 1) / unit * unit;
}

[[noreturn]] void fail_system(const char *call) {
    fail(libselect_runtime_error,
            {"executable memory: ", call, ": ", std::strerror(errno), "; the system refused it"});
}

// An anonymous mapping; the destructor unmaps it unless it was released.
class mapping {
public:
    mapping(std::size_t size, int protection) : size_(size) {
        void *at = mmap(nullptr, size, protection, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        if (at == MAP_FAILED) fail_system("mmap");
        begin_ = static_cast<std::byte *>(at);
    }
    mapping(const mapping &) = delete;
    mapping &operator=(const mapping &) = delete;
    ~mapping() {
        if (begin_ != nullptr) munmap(begin_, size_);
    }
    [[nodiscard]] std::byte *begin() const noexcept { return begin_; }
    std::byte *release() noexcept { return std::exchange(begin_, nullptr); }

private:
    std::byte *begin_ = nullptr;
    std::size_t size_;
};

} // namespace

executable_memory::~executable_memory() {
    for (const region &held : regions_)
        munmap(held.begin, held.size);
}

void executable_memory::add_region(std::size_t n_bytes) {
    const std::size_t size = std::max(region_bytes, round_up(alignment + n_bytes, region_bytes));
    regions_.reserve(regions_.size() + 1);
    free_ranges free(alignment, size);
    mapping reserved(size, PROT_NONE);
    // Profilers learn of executable memory from mmap and mprotect, not from mremap, so the region
    // is made executable here. It holds nothing yet, and it is never writable.
    if (mprotect(reserved.begin(), size, PROT_READ | PROT_EXEC) != 0) fail_system("mprotect");
    regions_.push_back({reserved.release(), size, std::move(free)});
}

executable_memory::room executable_memory::take_room(std::size_t n_bytes) {
    for (region &held : regions_)
        if (const auto begin = held.free.take(n_bytes)) return {&held, *begin};
    add_region(n_bytes);
    // take throws only when memory runs out. The region then stays, empty, for the next call.
    return {&regions_.back(), regions_.back().free.take(n_bytes).value()};
}

void executable_memory::give_back_room(
        const region &home, std::size_t begin, std::size_t n_bytes) noexcept {
    const auto at = regions_.begin() + (&home - regions_.data());
    at->free.give_back(begin, n_bytes);
    if (!at->free.is_whole()) return;
    munmap(at->begin, at->size);
    regions_.erase(at);
}

const void *executable_memory::publish(std::span<const std::byte> code) {
    const std::lock_guard guard(lock_);
    const std::size_t n_bytes = round_up(code.size(), alignment);
    const auto [home, begin] = take_room(n_bytes);
    try {
        put(*home, begin, code);
    } catch (...) {
        give_back_room(*home, begin, n_bytes);
        throw;
    }
    return home->begin + begin;
}

void executable_memory::put(region &home, std::size_t begin, std::span<const std::byte> code) {
    const auto page = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
    const std::size_t first = begin / page * page;
    const std::size_t size = round_up(begin + code.size(), page) - first;
    mapping fresh(size, PROT_READ | PROT_WRITE);
    std::memcpy(fresh.begin(), home.begin + first, size);
    std::memcpy(fresh.begin() + (begin - first), code.data(), code.size());
    if (mprotect(fresh.begin(), size, PROT_READ | PROT_EXEC) != 0) fail_system("mprotect");
    std::byte *target = home.begin + first;
    if (mremap(fresh.begin(), size, size, MREMAP_MAYMOVE | MREMAP_FIXED, target) == MAP_FAILED)
        fail_system("mremap");
    fresh.release();
}

void executable_memory::give_back(const void *code, std::size_t n_bytes) noexcept {
    const std::lock_guard guard(lock_);
    const auto *address = static_cast<const std::byte *>(code);
    const auto holds = [&](const region &each) {
        return std::less_equal<> {}(each.begin, address)
               && std::less<> {}(address, each.begin + each.size);
    };
    const auto home = std::find_if(regions_.begin(), regions_.end(), holds);
    give_back_room(
            *home, static_cast<std::size_t>(address - home->begin), round_up(n_bytes, alignment));
}

std::size_t executable_memory::reserved_bytes() const {
    const std::lock_guard guard(lock_);
    std::size_t bytes = 0;
    for (const region &held : regions_)
        bytes += held.size;
    return bytes;
}

} // namespace libselect
