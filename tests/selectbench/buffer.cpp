// SPDX-License-Identifier: Apache-2.0
// Asks the kernel, and the container where there is one, for the memory that is left.
#include "buffer.hpp"

#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <limits>
#include <string>

#include "failure.hpp"

namespace selectbench {
namespace {

constexpr double unlimited = std::numeric_limits<double>::infinity();

// What can be had without swapping; all of the machine's memory where /proc does not tell.
double available_to_machine() {
    std::ifstream file("/proc/meminfo");
    std::string key, unit;
    double kib = 0;
    while (file >> key >> kib && std::getline(file, unit))
        if (key == "MemAvailable:") return 1024 * kib;
    return static_cast<double>(sysconf(_SC_PHYS_PAGES))
           * static_cast<double>(sysconf(_SC_PAGESIZE));
}

// The limit of a container with control groups of version 2: "max" or a number.
double limit_of_container() {
    std::ifstream file("/sys/fs/cgroup/memory.max");
    double bytes = 0;
    return file >> bytes ? bytes : unlimited;
}

std::string gib(double bytes) {
    char text[40];
    std::snprintf(text, sizeof text, "%.4g GiB", bytes / (1 << 30));
    return text;
}

} // namespace

void require_memory(const std::vector<std::size_t> &sizes_bytes, const std::string &complaint) {
    // In double: the sum of sizes below 2^63 may pass any integer, and nearly is enough here.
    double needed = 0;
    for (const std::size_t bytes : sizes_bytes)
        needed += static_cast<double>(bytes);
    constexpr double too_small_to_ask = 1 << 24;
    if (needed < too_small_to_ask) return;
    const double available = std::min(available_to_machine(), limit_of_container());
    // The last sixteenth is left to all others: it is an estimate, and they go on allocating.
    if (needed <= available * 15 / 16) return;
    throw tool_error(complaint + ": " + gib(needed) + " needed, " + gib(available) + " available");
}

} // namespace selectbench
