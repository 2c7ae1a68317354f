// SPDX-License-Identifier: Apache-2.0
// A thread's stack with a guard page below it, and below that memory that must stay as it is.
#ifndef LIBSELECT_TESTS_FAULTS_GUARDED_STACK_HPP
#define LIBSELECT_TESTS_FAULTS_GUARDED_STACK_HPP

#include <pthread.h>
#include <sys/mman.h>

#include <algorithm>
#include <cstddef>

namespace faults {

inline constexpr std::size_t page_bytes = 4096;

// The memory is shared with children of fork: the parent of one that a signal has ended sees what
// it wrote.
class guarded_stack {
public:
    explicit guarded_stack(std::size_t n_bytes)
        : n_bytes_(n_bytes),
          memory_(mmap(nullptr, behind_bytes + page_bytes + n_bytes, PROT_READ | PROT_WRITE,
                  MAP_SHARED | MAP_ANONYMOUS, -1, 0)) {
        if (memory_ == MAP_FAILED) return;
        std::fill_n(behind(), behind_bytes, untouched);
        is_ready_ = mprotect(guard(), page_bytes, PROT_NONE) == 0;
    }
    guarded_stack(const guarded_stack &) = delete;
    guarded_stack &operator=(const guarded_stack &) = delete;
    ~guarded_stack() {
        if (memory_ != MAP_FAILED) munmap(memory_, behind_bytes + page_bytes + n_bytes_);
    }

    // Runs the function on a thread with this stack. False when there is no such thread.
    [[nodiscard]] bool run(void *(*function)(void *), void *argument) const {
        pthread_attr_t attributes;
        pthread_t thread {};
        if (!is_ready_ || pthread_attr_init(&attributes) != 0) return false;
        const bool has_run = pthread_attr_setstack(&attributes, lowest(), n_bytes_) == 0
                             && pthread_create(&thread, &attributes, function, argument) == 0
                             && pthread_join(thread, nullptr) == 0;
        pthread_attr_destroy(&attributes);
        return has_run;
    }
    // The lowest byte of the stack, and the guard page below it.
    [[nodiscard]] std::byte *lowest() const { return guard() + page_bytes; }
    [[nodiscard]] std::byte *guard() const { return behind() + behind_bytes; }
    [[nodiscard]] bool is_respected() const {
        return is_ready_ && std::all_of(behind(), guard(), [](std::byte value) {
            return value == untouched;
        });
    }

private:
    static constexpr std::size_t behind_bytes = 64 * page_bytes;
    static constexpr std::byte untouched {0xa5};

    [[nodiscard]] std::byte *behind() const { return static_cast<std::byte *>(memory_); }

    const std::size_t n_bytes_;
    void *const memory_;
    bool is_ready_ = false;
};

} // namespace faults

#endif
