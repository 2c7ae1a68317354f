// SPDX-License-Identifier: Apache-2.0
// A regular file, read from its beginning.
#ifndef SELECTBENCH_INPUT_FILE_HPP
#define SELECTBENCH_INPUT_FILE_HPP

#include <cstdint>
#include <fstream>
#include <span>
#include <string>

namespace selectbench {

// Throws tool_error that starts with the path. A directory or a FIFO is refused: the one holds no
// bytes, the other would make the tool wait.
class input_file {
public:
    explicit input_file(const std::string &path);

    [[nodiscard]] const std::string &path() const noexcept { return path_; }
    [[nodiscard]] std::uint64_t size_bytes() const noexcept { return size_bytes_; }

    // Fills as much of `bytes` as the file still has, and returns how much that was.
    std::size_t read(std::span<char> bytes);

private:
    std::string path_;
    std::ifstream file_;
    std::uint64_t size_bytes_ = 0;
};

} // namespace selectbench

#endif
