// SPDX-License-Identifier: Apache-2.0
// Calls of libc that fail when a test asks for it. The test program defines these functions itself,
// so libselect.so, libtbb.so and libstdc++.so call them instead of libc's.
#ifndef LIBSELECT_TESTS_FAULTS_FAILING_CALLS_HPP
#define LIBSELECT_TESTS_FAULTS_FAILING_CALLS_HPP

#include "unit/call_counter.hpp"

namespace faults {

// False under a sanitizer: it replaces the same functions, so no call can be made to fail.
inline constexpr bool can_fail_calls = unit::can_count_calls;

// Which calls fail.
enum class call {
    allocation, // malloc and its relatives, and so operator new
    mapping,    // mmap, mprotect, mremap
};

// While an object of this class lives, the calls of one kind that this thread makes are counted.
// Call number `first` fails; with `from_then_on`, all calls after it fail too.
class failing_calls {
public:
    failing_calls(call kind, int first, bool from_then_on = false);
    failing_calls(const failing_calls &) = delete;
    failing_calls &operator=(const failing_calls &) = delete;
    ~failing_calls();
    // How many calls were counted; fewer than `first` if none has failed.
    [[nodiscard]] int n_calls() const;
    [[nodiscard]] bool has_failed() const { return n_calls() >= first_; }

private:
    const int first_;
};

// Blocks of memory that this thread has allocated and not freed, counted from an arbitrary start.
long n_live_blocks();
// Mappings that this thread has created and not unmapped, counted in the same way.
long n_live_mappings();

} // namespace faults

#endif
