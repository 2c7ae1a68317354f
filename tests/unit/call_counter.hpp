// SPDX-License-Identifier: Apache-2.0
// Counts allocations and locks, whoever makes them: the program, libselect.so or libtbb.so.
#ifndef LIBSELECT_TESTS_UNIT_CALL_COUNTER_HPP
#define LIBSELECT_TESTS_UNIT_CALL_COUNTER_HPP

#include "harness/sanitized.hpp"

namespace unit {

struct call_counts {
    int allocations = 0; // malloc and its kin, operator new, mmap
    int locks = 0;       // pthread mutexes, read-write locks and condition variables
};

// Calls cannot be watched where a sanitizer has put its own functions in this place.
#if defined(LIBSELECT_SANITIZED)
inline constexpr bool can_count_calls = false;
#else
inline constexpr bool can_count_calls = true;
#endif

// Counts the calls of this thread while it lives.
class own_calls {
public:
    own_calls();
    own_calls(const own_calls &) = delete;
    own_calls &operator=(const own_calls &) = delete;
    ~own_calls();
    [[nodiscard]] call_counts counts() const;
};

// Counts the calls of every thread that come from the code of libselect.so itself while it lives.
class library_calls {
public:
    library_calls();
    library_calls(const library_calls &) = delete;
    library_calls &operator=(const library_calls &) = delete;
    ~library_calls();
    [[nodiscard]] call_counts counts() const;
};

// Whether an address lies in the code of libselect.so. Valid after the first library_calls.
bool is_in_library(const void *address);

// For counted_malloc.cpp and counted_locks.cpp, which stand before libc.
void count_allocation(const void *caller) noexcept;
void count_lock(const void *caller) noexcept;

} // namespace unit

#endif
