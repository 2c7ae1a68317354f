// SPDX-License-Identifier: Apache-2.0
// Opening a file for reading, and every way in which that fails. The bar returns to the start of
// the row instead of ending it.
#include "input_file.hpp"

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <system_error>

#include <unistd.h>

#include "failure.hpp"

namespace selectbench {
namespace {

constexpr std::uint64_t long_file = 4U << 20U;
constexpr std::chrono::milliseconds first_draw {500};
constexpr std::chrono::milliseconds between_draws {100};
constexpr unsigned bar_width = 40;

constexpr const char *erase_row = "\r\x1b[K";

} // namespace

input_file::input_file(const std::string &path) : path_(path) {
    std::error_code code;
    const auto status = std::filesystem::status(path, code);
    if (!std::filesystem::exists(status)) throw tool_error("no such file");
    if (!std::filesystem::is_regular_file(status)) throw tool_error("not a regular file");
    size_bytes_ = std::filesystem::file_size(path, code);
    file_.open(path, std::ios::binary);
    if (code || !file_) throw tool_error("cannot be opened");
    if (size_bytes_ == 0) throw tool_error("the file is empty");
}

std::size_t input_file::read(std::span<char> bytes) {
    file_.read(bytes.data(), static_cast<std::streamsize>(bytes.size()));
    if (file_.bad()) throw tool_error("cannot be read");
    return static_cast<std::size_t>(file_.gcount());
}

progress_bar::progress_bar(std::uint64_t total_bytes)
    : total_(std::max<std::uint64_t>(total_bytes, 1)),
      on_terminal_(isatty(STDERR_FILENO) == 1),
      next_draw_(clock::now()) {
    if (total_bytes < long_file) next_draw_ += first_draw;
}

void progress_bar::update(std::uint64_t done) {
    if (!on_terminal_) return;
    const clock::time_point now = clock::now();
    if (now < next_draw_) return;
    next_draw_ = now + between_draws;
    const double part = std::min(1.0, static_cast<double>(done) / static_cast<double>(total_));
    const auto filled = static_cast<std::size_t>(part * bar_width);
    std::fflush(stdout); // lines before the bar come first
    std::fprintf(stderr, "%s[%s%s] %3.0f %%", erase_row, std::string(filled, '#').c_str(),
            std::string(bar_width - filled, ' ').c_str(), 100 * part);
    drawn_ = true;
}

void progress_bar::clear() noexcept {
    if (!drawn_) return;
    std::fputs(erase_row, stderr);
    drawn_ = false;
}

} // namespace selectbench
