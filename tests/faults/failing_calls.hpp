// SPDX-License-Identifier: Apache-2.0
// Calls of libc that fail when a test says so, whoever makes them: this executable defines them and
// so stands before libc for libselect.so, libtbb.so and libstdc++.so.
#ifndef LIBSELECT_TESTS_FAULTS_FAILING_CALLS_HPP
#define LIBSELECT_TESTS_FAULTS_FAILING_CALLS_HPP

#include "unit/call_counter.hpp"

namespace faults {

// Where a sanitizer has put its own functions in this place, nothing can fail.
inline constexpr bool can_fail_calls = unit::can_count_calls;

// Which calls fail.
enum class call {
    allocation, // malloc and its kin, and with them operator new
    mapping,    // mmap, mprotect, mremap
};

// While it lives, the calls of one kind that this thread makes are counted, and the first-th of
// them fails; or, `from_then_on`, that one and all that follow.
class failing_calls {
public:
    failing_calls(call kind, int first, bool from_then_on = false);
    failing_calls(const failing_calls &) = delete;
    failing_calls &operator=(const failing_calls &) = delete;
    ~failing_calls();
    // Calls seen; fewer than `first` when none has failed.
    [[nodiscard]] int n_calls() const;
    [[nodiscard]] bool has_failed() const { return n_calls() >= first_; }

private:
    const int first_;
};

// Blocks of memory that this thread has allocated and not freed, from any point in time.
long n_live_blocks();
// Mappings that this thread has made and not unmapped.
long n_live_mappings();

} // namespace faults

#endif
