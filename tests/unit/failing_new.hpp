// SPDX-License-Identifier: Apache-2.0
// operator new that fails while an object lives, for the program and the library.
#ifndef LIBSELECT_TESTS_UNIT_FAILING_NEW_HPP
#define LIBSELECT_TESTS_UNIT_FAILING_NEW_HPP

namespace unit {

// On the thread that makes it.
class failing_new {
public:
    failing_new() noexcept;
    failing_new(const failing_new &) = delete;
    failing_new &operator=(const failing_new &) = delete;
    ~failing_new();
};

} // namespace unit

#endif
