// SPDX-License-Identifier: Apache-2.0
// The memory of one operand: three windows of a few pages, each between guard pages, far apart. So
// an operand of few elements can span more memory than the caches hold.
#ifndef LIBSELECT_TESTS_FUZZ_WINDOWS_HPP
#define LIBSELECT_TESTS_FUZZ_WINDOWS_HPP

#include <cstddef>
#include <span>

namespace fuzz {

// The windows are mapped once and kept. The same memory is mapped at two places, one writable and
// one read-only, so that no system call is needed to protect an input.
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
