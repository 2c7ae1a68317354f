// SPDX-License-Identifier: Apache-2.0
// Write, then make executable, then move into place.
#include "jit/executable_memory.hpp"

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <utility>

#include "op/error.hpp"

namespace libselect {
namespace {

// Address space taken at once; pages of it cost memory only when a kernel is put there.
constexpr std::size_t region_bytes = std::size_t {256} << 10U;
// Where a kernel begins, and how much room lies before the first one of a region: some tools look
// at the bytes before a function (clang's -fsanitize=function reads 8 of them).
constexpr std::size_t alignment = 64;

std::size_t round_up(std::size_t value, std::size_t unit) noexcept {
    return (value + unit - 1) / unit * unit;
}

[[noreturn]] void fail_system(const char *call) {
    fail(libselect_runtime_error,
            {"executable memory: ", call, ": ", std::strerror(errno), "; the system refused it"});
}

// An anonymous mapping that goes away unless it is released.
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

bool executable_memory::has_room(std::size_t n_bytes) const noexcept {
    return !regions_.empty() && regions_.back().size - regions_.back().used >= n_bytes;
}

void executable_memory::reserve_region(std::size_t n_bytes) {
    const std::size_t size = std::max(region_bytes, round_up(alignment + n_bytes, region_bytes));
    regions_.reserve(regions_.size() + 1);
    mapping reserved(size, PROT_NONE);
    regions_.push_back({reserved.release(), size, alignment});
}

const void *executable_memory::publish(std::span<const std::byte> code) {
    const std::lock_guard guard(lock_);
    const auto page = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
    const std::size_t room = round_up(code.size(), alignment);
    const bool fresh = !has_room(room);
    const std::size_t begin = fresh ? alignment : regions_.back().used;
    const std::size_t first = begin / page * page;
    const std::size_t size = round_up(begin + room, page) - first;

    mapping staged(size, PROT_READ | PROT_WRITE);
    // What the first page holds already is kept; a region without kernels has nothing to keep.
    if (begin > alignment)
        std::memcpy(staged.begin(), regions_.back().begin + first, begin - first);
    std::memcpy(staged.begin() + (begin - first), code.data(), code.size());
    if (mprotect(staged.begin(), size, PROT_READ | PROT_EXEC) != 0) fail_system("mprotect");
    if (fresh) reserve_region(room);
    region &home = regions_.back();
    std::byte *target = home.begin + first;
    if (mremap(staged.begin(), size, size, MREMAP_MAYMOVE | MREMAP_FIXED, target) == MAP_FAILED)
        fail_system("mremap");
    staged.release();
    home.used += room;
    return home.begin + begin;
}

std::size_t executable_memory::reserved_bytes() const {
    const std::lock_guard guard(lock_);
    std::size_t bytes = 0;
    for (const region &held : regions_)
        bytes += held.size;
    return bytes;
}

} // namespace libselect
