// SPDX-License-Identifier: Apache-2.0
// A regular file, read from its beginning, and how far that has come.
#ifndef SELECTBENCH_INPUT_FILE_HPP
#define SELECTBENCH_INPUT_FILE_HPP

#include <chrono>
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

// A bar on standard error, when that is a terminal; otherwise nothing. It appears at once for a
// long file and after half a second for another, so that what is quick leaves no trace, and goes
// with the object.
class progress_bar {
public:
    explicit progress_bar(std::uint64_t total_bytes);
    progress_bar(const progress_bar &) = delete;
    progress_bar &operator=(const progress_bar &) = delete;
    ~progress_bar() { clear(); }

    // Draws the bar anew, ten times a second at most.
    void update(std::uint64_t done);

    // Takes the bar away until the next update, so that a line of output gets the row to itself.
    void clear() noexcept;

private:
    using clock = std::chrono::steady_clock;

    std::uint64_t total_;
    bool on_terminal_;
    bool drawn_ = false;
    clock::time_point next_draw_;
};

} // namespace selectbench

#endif
