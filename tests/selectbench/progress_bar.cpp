// SPDX-License-Identifier: Apache-2.0
// Drawing the bar: it returns to the start of the row instead of ending it.
#include "progress_bar.hpp"

#include <algorithm>
#include <cstdio>
#include <string>

#include <unistd.h>

namespace selectbench {
namespace {

constexpr std::uint64_t long_file = 4U << 20U;
constexpr std::chrono::milliseconds first_draw {500};
constexpr std::chrono::milliseconds between_draws {100};
constexpr unsigned width = 40;

constexpr const char *erase_row = "\r\x1b[K";

} // namespace

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
    const auto filled = static_cast<std::size_t>(part * width);
    std::fflush(stdout); // lines before the bar come first
    std::fprintf(stderr, "%s[%s%s] %3.0f %%", erase_row, std::string(filled, '#').c_str(),
            std::string(width - filled, ' ').c_str(), 100 * part);
    drawn_ = true;
}

void progress_bar::clear() noexcept {
    if (!drawn_) return;
    std::fputs(erase_row, stderr);
    drawn_ = false;
}

} // namespace selectbench
