// SPDX-License-Identifier: Apache-2.0
// Each kernel's line is written to the file at once.
#include "code/profile/perf_map.hpp"

#include <unistd.h>

#include <cinttypes>
#include <cstdint>
#include <cstdio>

namespace libselect {
namespace {

std::string line_of(const published_code &kernel) {
    char numbers[2 * 16 + 3];
    std::snprintf(numbers, sizeof numbers, "%" PRIxPTR " %zx ",
            reinterpret_cast<std::uintptr_t>(kernel.code.data()), kernel.code.size());
    return numbers + kernel.name + "\n";
}

} // namespace

void perf_map::record(const published_code &kernel) {
    const std::string line = line_of(kernel);
    lines_ += line;
    const pid_t process = getpid();
    if (process_ == process) {
        file_.write(line);
        return;
    }
    file_ = profile_file::append(directory_ + "/perf-" + std::to_string(process) + ".map");
    process_ = process;
    file_.write(lines_);
}

} // namespace libselect
