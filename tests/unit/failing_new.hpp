// SPDX-License-Identifier: Apache-2.0
// Makes operator new fail, in the program and in the library.
#ifndef LIBSELECT_TESTS_UNIT_FAILING_NEW_HPP
#define LIBSELECT_TESTS_UNIT_FAILING_NEW_HPP

namespace unit {

// While an object of this class lives, operator new fails on the thread that created it.
class failing_new {
public:
    failing_new() noexcept;
    failing_new(const failing_new &) = delete;
    failing_new &operator=(const failing_new &) = delete;
    ~failing_new();
};

} // namespace unit

#endif
