// SPDX-License-Identifier: Apache-2.0
// The table of last-level caches, and the model that follows from it.
#include "schedule/machine.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>

#include "schedule/machine_settings.hpp"

namespace libselect {
namespace {

constexpr std::int64_t KiB = 1 << 10;
constexpr std::int64_t MiB = 1 << 20;

// What is believed of a kind of last level. The thresholds of streaming are eighths of `last`.
struct belief {
    last_level kind;
    const char *name;
    // One core has at most so much of it, or this part of what is reported where that is more.
    std::int64_t some_last;
    double part;
    int stream, stream_two, stream_shared;
    int vector_bytes;
    bool splits_blends;
    bool prefetches;
    const char *reason;
};

// Measured, as time over that of ordinary stores, or of 64-byte vectors, or of storing every line:
//
// victim, AMD Zen 4 virtual machine (1 MiB L2, 32 MiB L3 reported), select_tune and select_bench,
//     2026-11-21:
//   streaming, two sources, one thread   below 8 MiB 1.1, 12 MiB 0.8, 24 MiB 0.6
//   streaming, two sources, two threads  16 MiB 1.3
//   streaming, one source, half of it read (llm_decode_bf16, 16 MiB): 1.6
//   32-byte vectors                      within L1 1.2, beyond L2 1.0, distilbert 0.96
// victim, AMD Zen 3 virtual machine (family 25 model 1, 512 KiB L2, 32 MiB L3 reported),
//     2026-11-22; reading again runs at 60 GB/s up to 8 MiB and at 14 GB/s from 16 MiB on, since
//     tenants that /sys does not show use the cache too:
//   touched                              8 MiB  12 MiB  16 MiB  20 MiB  24 MiB  32 MiB
//   one source, one thread               1.10   1.00    0.63    0.71    0.75    0.84
//   one source, and dst read after it    1.55   1.52    1.14    1.12    0.90    0.89
//   one source, two threads              1.74   1.77    1.57    1.02    0.97    0.83
//   two sources, one thread              1.09   0.79    0.69    0.80    0.80    0.82
//   two sources, and dst read after it   1.58   1.65    1.17    1.03    0.90    0.95
//   two sources, two threads             1.02   1.12    1.05    1.29    0.88    0.71
//   The rows that read dst after it were measured by a program that is not in the tree; select_tune
//   repeats the others of one thread. The thresholds are where a program that reads dst loses
//   little and others gain.
// victim, AMD Zen 5 virtual machine (family 26 model 2, 1 MiB L2, 508 MiB of L3 in the package),
//     select_tune and select_bench, 2026-11-23; reading again runs at 80 GB/s up to 12 MiB, at 76
//     at 16 MiB, at 46 from 32 MiB on:
//   touched                              8 MiB  12 MiB  16 MiB  20 MiB  24 MiB  32 MiB
//   one source, one thread               0.99   1.14    0.94    0.92    0.85    0.78
//   two sources, one thread              0.86   1.05    1.01    0.92    0.85    0.88
//   Time of 32-byte vectors over 64-byte ones: 1.8 in L1, 1.0 in L2 and the last level, 1.07
//   beyond. Over the limit, with 32 and with 64 bytes: dram_64m 1.06 and 1.00, dram_64m_bf16 1.07
//   and 1.00, dram_16m_f64 1.05 and 0.98, llc_4m_u8 1.00 and 0.96. So from this family on they
//   have 64.
// mesh_slice, Intel Sapphire Rapids class virtual machine (2 MiB L2, 105 MiB L3 reported),
//     2026-11-21; 13 MB are read again at 28 GB/s, 600 MB at 18 GB/s. Time over the limit with the
//     last level believed to be of this size:
//   workload      105 MiB  32     16     8      4
//   gpt_causal    1.59     1.17   1.22   1.18   1.16
//   llc_1m        1.16     0.93   0.96   0.97   0.97
//   llc_1m_i64    1.16     0.92   0.92   0.93   0.91
//   llc_4m_u8     1.24     1.02   1.06   1.02   1.01
//   In place with 64-byte vectors, streaming was 1.3 at 4 MiB, 0.9 at 8, 0.8 at 16. Vectors of 32
//   bytes were never faster, and 1.5 times slower in place: blends by a mask take three
//   micro-operations there. Since then they blend under mask registers, which was not measured.
//   AVX2 kernels with vpblendvb took 2 to 3.4 times as long as AVX-512 in L1 (small1k 217 to 275 ns
//   against 97 to 128).
// mesh_slice, Intel Granite Rapids class virtual machine (2 MiB L2, 480 MiB L3 reported),
//     select_tune and select_bench, 2026-11-24; 13 MB are read again at 29 GB/s, 800 MB at 24 GB/s.
//     Streaming, dense:
//   touched                              8 MiB  12 MiB  16 MiB  20 MiB  24 MiB  32 MiB
//   one source, one thread               1.01   0.99    0.98    0.68    0.67    0.62
//   two sources, one thread              1.00   0.97    0.97    0.99    0.72    0.72
//   Time over the limit of what reads a source in part, streamed from 8 and from 20 MiB on:
//   distilbert 1.30 and 0.95, llm_decode 1.30 and 1.03; with malloc 1.04 and 0.99, 1.18 and 0.95.
//   So one core has more of a larger cache. A twenty-fourth is 20 MiB here, and less than 8 MiB on
//   the machine above.
// mesh_slice, Intel Emerald Rapids class virtual machine (family 6 model 207, 2 MiB L2, 300 MiB L3
//     reported, 16 vCPU), select_tune, 2026-11-27; 4 to 32 MiB are read again at 28 GB/s, 128 MiB
//     at 11 GB/s. Streaming, dense:
//   touched                              1 MiB  4 MiB  8 MiB  12 MiB  16 MiB  24 MiB  32 MiB
//   one source, one thread               1.81   0.69   0.67   0.61    0.52    0.47    0.50
//   two sources, one thread              1.69   0.74   0.73   0.68    0.63    0.54    0.55
//   On another one, with 260 MiB reported, 2 vCPU, 2026-11-28:
//   one source, one thread               1.87   0.60   0.51   0.55    0.43   0.40
//   two sources, one thread              1.62   0.69   0.73   0.55    0.57   0.56
//   A twenty-fourth is 12.5 and 11 MiB here. Executions time both kinds of stores from half of that
//   on, so that 4 to 6 MiB are the sizes that lose; a smaller part would lose on the machine above.
//
// Blends of 32-byte vectors. By uops.info a blend by a variable mask in VEX coding is one
// micro-operation on Zen, 2 on Intel from Haswell to Rocket Lake, 3 since Alder Lake, which only
// the complex decoder takes, and 8 from microcode on Intel's efficient cores. vpandn, vpand and
// vpor are one each, and the first two load both sources. Time over vpblendvb in one loop of 8
// vectors, AMD EPYC (Zen 3), 2026-11-22, a program that is not in the tree:
//     1,024 elements of 4 bytes in L1    1.00 to 1.12
//     with a constant source             1.08 to 1.12
//     4,096 elements in L2               0.95
//   What they gain on Intel was not measured.
//
// A source that is read alone is prefetched a page ahead on AMD, where that gained (kernel.hpp and
// kernels.cpp have the tables). On Intel it gained nothing: time over that without, at 24, 48, 96
// and 192 MiB touched, 1.01 1.00 1.01 1.06 (family 6 model 207, 2026-11-28, select_tune).
//
// inclusive, unknown: guesses. An inclusive cache is believed, since one core of a client may fill
//     it all. What is unknown gets the rule of victim caches, with 8 MiB.
//
// Client CPUs of Intel since 2020 have a last level that is not inclusive, and count as mesh_slice:
// they stream sooner than they should. No feature bit tells them from servers.
constexpr std::array<belief, 4> beliefs {{
        {last_level::unknown, "unknown", 8 * MiB, 0, 5, 4, 6, 32, false, true,
                "nothing is known of this last level; a small one is assumed"},
        {last_level::inclusive, "inclusive", never, 0, 8, 8, 8, 64, true, false,
                "Intel with an inclusive last level: a client, where one core may fill all of it"},
        {last_level::victim, "victim", never, 0, 5, 4, 6, 32, false, true,
                "AMD since Zen: a victim cache; other tenants may hold part of it, so storing past "
                "it pays before it is full"},
        {last_level::mesh_slice, "mesh_slice", 8 * MiB, 1.0 / 24, 8, 8, 8, 64, true, false,
                "Intel without an inclusive last level: slices on a server's mesh, of which one "
                "core keeps a small part"},
}};

const belief &belief_in(last_level kind) noexcept {
    return beliefs[static_cast<std::size_t>(kind)];
}

// What one core has at most of a last level of which so much is reported.
std::int64_t most_last(const belief &of_kind, std::int64_t reported) noexcept {
    const auto part = static_cast<std::int64_t>(of_kind.part * static_cast<double>(reported));
    return std::max(of_kind.some_last, part);
}

// The last level of one core complex, where only that of a package is known: 8 MiB for Zen, 16 for
// Zen 2 (both are family 23), 32 since. Some have more: those of 96 MiB, for games, are not told.
std::int64_t complex_bytes(const machine_description &found) noexcept {
    constexpr int first_zen3 = 0x19;
    return found.family < first_zen3 ? 8 * MiB : 32 * MiB;
}

} // namespace

last_level kind_of(const machine_description &found) {
    constexpr int first_zen = 0x17;
    const bool is_amd = found.vendor == "AuthenticAMD" || found.vendor == "HygonGenuine";
    if (is_amd && found.family >= first_zen) return last_level::victim;
    if (found.vendor != "GenuineIntel") return last_level::unknown;
    switch (found.last_includes) {
    case inclusion::inclusive:
        return last_level::inclusive;
    case inclusion::exclusive:
        return last_level::mesh_slice;
    case inclusion::unknown:
        break;
    }
    return last_level::unknown;
}

cache_sizes sizes_of(const machine_description &found, last_level kind) {
    const auto or_default = [](const cache_report &cache, std::int64_t bytes) {
        return cache.bytes > 0 ? cache.bytes : bytes;
    };
    cache_sizes sizes;
    sizes.last = or_default(found.last, 8 * MiB);
    sizes.last = std::min(sizes.last, most_last(belief_in(kind), sizes.last));
    if (found.last.source == source_of_size::cpuid_sum)
        sizes.last = std::min(sizes.last, complex_bytes(found));
    sizes.l2 = std::min(or_default(found.l2, 1 * MiB), sizes.last);
    sizes.l1d = std::min(or_default(found.l1d, 32 * KiB), sizes.l2);
    return sizes;
}

machine model_of(last_level kind, const cache_sizes &sizes) {
    const belief &of_kind = belief_in(kind);
    const auto eighths = [&](int n) { return sizes.last / 8 * n; };
    machine model;
    model.kind = kind;
    model.sizes = sizes;
    model.stream_from = eighths(of_kind.stream);
    model.stream_two_from = eighths(of_kind.stream_two);
    model.stream_shared_from = eighths(of_kind.stream_shared);
    model.keep_from = sizes.l2;
    model.vector_bytes = of_kind.vector_bytes;
    model.splits_blends = of_kind.splits_blends;
    model.prefetches = of_kind.prefetches;
    model.reason = of_kind.reason;
    return model;
}

machine model_of(const machine_description &found, last_level kind, const cache_sizes &sizes) {
    constexpr int first_zen5 = 0x1a;
    machine model = model_of(kind, sizes);
    if (kind == last_level::victim && found.family >= first_zen5) model.vector_bytes = 64;
    return model;
}

machine model_of(const machine_description &found) {
    const last_level kind = kind_of(found);
    return model_of(found, kind, sizes_of(found, kind));
}

const char *last_level_name(last_level kind) noexcept {
    return belief_in(kind).name;
}

std::string to_string(const machine &model) {
    const auto field = [](const char *name, std::int64_t bytes) {
        return std::string(" ") + name + "=" + (bytes == never ? "never" : size_text(bytes));
    };
    return std::string("kind=") + last_level_name(model.kind) + field("l1d", model.sizes.l1d)
           + field("l2", model.sizes.l2) + field("last", model.sizes.last)
           + field("stream", model.stream_from) + field("stream_two", model.stream_two_from)
           + field("stream_shared", model.stream_shared_from) + field("keep", model.keep_from)
           + " vectors=" + std::to_string(model.vector_bytes)
           + " blends=" + (model.splits_blends ? "split" : "whole")
           + " prefetch=" + (model.prefetches ? "page" : "none")
           + " forms=" + (model.times_forms ? "timed" : "estimated");
}

const machine_description &this_machine_description() {
    static const machine_description *const found = new machine_description(
            describe_machine(read_cpuid(), "/sys/devices/system/cpu/cpu0/cache"));
    return *found;
}

const machine &this_machine() {
    static const machine model = [] {
        const char *settings = std::getenv(machine_variable);
        return model_of(this_machine_description(), settings == nullptr ? "" : settings);
    }();
    return model;
}

} // namespace libselect
