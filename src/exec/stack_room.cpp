// SPDX-License-Identifier: Apache-2.0
// Touching a stack's pages, and the note of those that are there.
#include "exec/stack_room.hpp"

#include <pthread.h>

#include <algorithm>
#include <cstdint>

namespace libselect {
namespace {

// Pages are no smaller.
constexpr std::size_t page_bytes = 4096;

// The pages first .. end - 1 of the stack that the thread was last found on.
struct noted_pages {
    std::uint64_t first = 0;
    std::uint64_t end = 0;
};

// What a thread has noted, in the one word that a key of pthreads has. Not thread_local: in a
// library that is loaded late, the first use of that in a thread allocates, and ends the process
// where it cannot.
class thread_note {
public:
    thread_note() noexcept : is_made_(pthread_key_create(&key_, nullptr) == 0) {}

    [[nodiscard]] noted_pages read() const noexcept {
        if (!is_made_) return {};
        const auto word = reinterpret_cast<std::uintptr_t>(pthread_getspecific(key_));
        return {word >> count_bits, (word >> count_bits) + word % (max_count + 1)};
    }
    // Pages above what can be counted are left out.
    void write(const noted_pages &noted) const noexcept {
        const std::uint64_t count = std::min(noted.end - noted.first, max_count);
        if (is_made_)
            (void)pthread_setspecific(
                    key_, reinterpret_cast<void *>(noted.first << count_bits | count));
    }

private:
    static_assert(sizeof(void *) == 8);
    static constexpr int count_bits = 12; // as many as the offset in a page leaves free
    static constexpr std::uint64_t max_count = (1U << count_bits) - 1;
    pthread_key_t key_ {};
    bool is_made_;
};

const thread_note note;

// From the top, so that the first page that is missing is the guard page. Never inlined: the frame
// has to be gone before the next one comes.
[[gnu::noinline]] void touch_pages(std::size_t n_bytes) noexcept {
    auto *memory = static_cast<volatile std::byte *>(__builtin_alloca(n_bytes));
    for (std::size_t left = n_bytes; left > page_bytes; left -= page_bytes)
        memory[left - 1] = std::byte {0};
    memory[0] = std::byte {0};
}

} // namespace

void require_stack(std::size_t n_bytes) noexcept {
    const auto here = reinterpret_cast<std::uintptr_t>(__builtin_frame_address(0));
    const noted_pages needed {(here - n_bytes) / page_bytes, here / page_bytes + 1};
    const noted_pages noted = note.read();
    if (noted.first <= needed.first && needed.end <= noted.end) return;
    touch_pages(n_bytes);
    const bool is_elsewhere = needed.end < noted.first || noted.end < needed.first;
    note.write(is_elsewhere ? needed
                            : noted_pages {std::min(needed.first, noted.first),
                                    std::max(needed.end, noted.end)});
}

} // namespace libselect
