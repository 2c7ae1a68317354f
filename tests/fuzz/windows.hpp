// SPDX-License-Identifier: Apache-2.0
// The memory of one operand: a few pages between guard pages, and the same again far away, so that
// an operand of few elements can span more than the caches hold.
#ifndef LIBSELECT_TESTS_FUZZ_WINDOWS_HPP
#define LIBSELECT_TESTS_FUZZ_WINDOWS_HPP

#include <cstddef>
#include <span>

namespace fuzz {

// Mapped once and kept. The same memory can be seen at two places, of which one is read-only: then
// no input needs a system call.
class windows {
public:
    static constexpr std::size_t count = 3;
    static constexpr std::size_t n_bytes = 16 << 10;
    static constexpr std::ptrdiff_t distance = std::ptrdiff_t {1} << 29;

    windows();
    windows(const windows &) = delete;
    windows &operator=(const windows &) = delete;

    [[nodiscard]] std::span<std::byte> writable(std::size_t i) const {
        return {writable_ + static_cast<std::ptrdiff_t>(i) * distance, n_bytes};
    }
    [[nodiscard]] std::byte *read_only() const { return read_only_; }

private:
    std::byte *writable_;
    std::byte *read_only_;
};

} // namespace fuzz

#endif
