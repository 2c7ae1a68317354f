// SPDX-License-Identifier: Apache-2.0
// The model of the machine: what one core has of the caches, and what its memory likes.
#ifndef LIBSELECT_SCHEDULE_MACHINE_HPP
#define LIBSELECT_SCHEDULE_MACHINE_HPP

#include <cstdint>
#include <limits>
#include <string>

#include "plan/cache_sizes.hpp"
#include "schedule/machine_description.hpp"

namespace libselect {

// The kinds of last-level caches that schedules tell apart.
enum class last_level : std::uint8_t {
    unknown,
    inclusive, // one cache for all cores, which holds what the levels below hold: Intel clients
    victim,    // a cache for a few cores, which takes what their L2 drops: AMD since Zen
    mesh_slice // slices all over a server's mesh, hardly faster than memory: Intel servers,
               // and, by the same bit, clients since 2020
};

// What schedules believe of a machine. The model says which of two right choices is the faster one,
// so a model that is wrong costs time and nothing else. machine.cpp has the table behind it, with
// the measurements. Thresholds are bytes that a plan touches, each operand counted once.
struct machine {
    last_level kind = last_level::unknown;
    cache_sizes sizes;

    // Streaming stores pay from here on: on one thread, with one source; on one thread, with two;
    // on several threads.
    std::int64_t stream_from = 0;
    std::int64_t stream_two_from = 0;
    std::int64_t stream_shared_from = 0;

    // In place, it pays to list what changes rather than to store under masks, where cond and the
    // sources have at least this many bytes.
    std::int64_t keep_from = 0;

    // The width of vectors where more than twice L2 is touched, on a CPU that has 64-byte ones.
    int vector_bytes = 64;

    // Whether AVX2 kernels blend by three operations on bits, since vpblendvb is slow.
    bool splits_blends = false;

    // Whether a source that is read alone is prefetched where stores stream.
    bool prefetches = false;

    // Whether executions time the forms whose estimates are near each other, and other ways.
    bool times_forms = true;

    const char *reason = ""; // why `last` is believed, as one sentence
    bool operator==(const machine &) const = default;
};

// A threshold that no plan reaches.
inline constexpr std::int64_t never = std::numeric_limits<std::int64_t>::max();

// Decided by the vendor; on AMD also by the family; on Intel also by the inclusive bit. That bit
// alone tells nothing: the victim caches of AMD are not inclusive either.
[[nodiscard]] last_level kind_of(const machine_description &found);

// A size that nobody reports gets a default, and of the sum of a package's caches one core has that
// of its own complex, as large as AMD builds them. Sizes that contradict each other are cut to that
// of the next larger cache, since a machine that says nonsense gets a schedule too.
[[nodiscard]] cache_sizes sizes_of(const machine_description &found, last_level kind);

[[nodiscard]] machine model_of(last_level kind, const cache_sizes &sizes);
// The same, and what the CPU's family says.
[[nodiscard]] machine model_of(
        const machine_description &found, last_level kind, const cache_sizes &sizes);
[[nodiscard]] machine model_of(const machine_description &found);

// The description and the model of this machine, each read once. LIBSELECT_MACHINE may have
// settings (machine_settings.hpp). Where they are wrong, every call of this_machine throws
// invalid_arguments.
[[nodiscard]] const machine_description &this_machine_description();
[[nodiscard]] const machine &this_machine();

// "unknown", "inclusive", "victim", "mesh_slice": as LIBSELECT_MACHINE spells them.
[[nodiscard]] const char *last_level_name(last_level kind) noexcept;

// One line, which with commas for blanks is a value of LIBSELECT_MACHINE:
// "kind=victim l1d=32K l2=512K last=32M stream=20M ...".
[[nodiscard]] std::string to_string(const machine &model);

} // namespace libselect

#endif
