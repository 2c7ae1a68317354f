// SPDX-License-Identifier: Apache-2.0
// Takes a fuzzer's bytes apart, front to back. Behind the end every byte is 0.
#ifndef LIBSELECT_TESTS_FUZZ_BYTE_READER_HPP
#define LIBSELECT_TESTS_FUZZ_BYTE_READER_HPP

#include <cstddef>
#include <cstdint>

namespace fuzz {

class byte_reader {
public:
    byte_reader(const std::uint8_t *bytes, std::size_t n_bytes) : at_(bytes), left_(n_bytes) {}

    std::uint8_t byte() {
        if (left_ == 0) return 0;
        --left_;
        return *at_++;
    }

    // 1 <= limit <= 256.
    unsigned below(unsigned limit) { return byte() % limit; }

    bool flag() { return (byte() & 1U) != 0; }

    // Eight bytes, lowest first.
    std::int64_t word() {
        std::uint64_t value = 0;
        for (unsigned i = 0; i < 8; ++i)
            value |= std::uint64_t {byte()} << (8 * i);
        return static_cast<std::int64_t>(value);
    }

private:
    const std::uint8_t *at_;
    std::size_t left_;
};

} // namespace fuzz

#endif
