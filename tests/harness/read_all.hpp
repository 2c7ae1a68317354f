// SPDX-License-Identifier: Apache-2.0
// What a child process writes into a pipe.
#ifndef LIBSELECT_TESTS_HARNESS_READ_ALL_HPP
#define LIBSELECT_TESTS_HARNESS_READ_ALL_HPP

#include <unistd.h>

#include <array>
#include <string>

namespace support {

// All bytes up to the end of the file.
inline std::string read_all(int from) {
    std::string text;
    std::array<char, 4096> part {};
    for (ssize_t n = 0; (n = read(from, part.data(), part.size())) > 0;)
        text.append(part.data(), static_cast<std::size_t>(n));
    return text;
}

} // namespace support

#endif
