// SPDX-License-Identifier: Apache-2.0
// The sizes of this machine's data caches, which decide how dst is stored.
#ifndef LIBSELECT_SCHEDULE_MACHINE_HPP
#define LIBSELECT_SCHEDULE_MACHINE_HPP

#include <cstdint>
#include <string>

namespace libselect {

// Bytes of the second-level cache of one core, and of the last-level cache that this core uses.
struct cache_sizes {
    std::int64_t l2 = 1 << 20;
    std::int64_t last = 32 << 20;
};

// Reads a directory in the form of Linux's /sys/devices/system/cpu/cpu0/cache. A size that is
// missing there or makes no sense keeps its default. sysconf was not taken: it reports the sum of a
// package's last-level caches, more than one core can use.
[[nodiscard]] cache_sizes read_cache_sizes(const std::string &directory);

// The sizes of this machine, read once.
[[nodiscard]] const cache_sizes &machine_cache_sizes();

} // namespace libselect

#endif
