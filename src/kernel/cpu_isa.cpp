// SPDX-License-Identifier: Apache-2.0
// Detection and the cap on instruction sets.
#include "kernel/cpu_isa.hpp"

#include <array>
#include <cstdlib>
#include <mutex>
#include <optional>
#include <string>

#include "base/error.hpp"

namespace libselect {
namespace {

constexpr const char *variable = "LIBSELECT_MAX_CPU_ISA";
constexpr const char *isa_names = "avx512, avx2, scalar, portable";

// Indexed by cpu_isa.
constexpr std::array<const char *, 4> names {"portable", "scalar", "avx2", "avx512"};

struct cap_state {
    std::mutex lock;
    std::optional<cpu_isa> requested; // by set_max_cpu_isa
    std::optional<cpu_isa> fixed;     // by the first use
};

// Never destroyed: a static destructor of the program may still create a primitive.
cap_state &state() {
    static cap_state *const the_state = new cap_state;
    return *the_state;
}

// The caller holds the lock.
cpu_isa current(const cap_state &cap) {
    if (cap.fixed) return *cap.fixed;
    if (cap.requested) return *cap.requested;
    const char *value = std::getenv(variable);
    return value == nullptr || *value == '\0' ? libselect_cpu_isa_avx512 : parse_cpu_isa(value);
}

} // namespace

const char *cpu_isa_name(cpu_isa isa) noexcept {
    const auto at = static_cast<std::size_t>(isa);
    return at < names.size() ? names[at] : "unknown";
}

cpu_isa parse_cpu_isa(const char *name) {
    std::string lower(name); // oneDNN spells its ISAs in upper case
    for (char &letter : lower)
        if (letter >= 'A' && letter <= 'Z') letter = static_cast<char>(letter - 'A' + 'a');
    for (std::size_t at = 0; at < names.size(); ++at)
        if (lower == names[at]) return static_cast<cpu_isa>(at);
    fail(libselect_invalid_arguments,
            {variable, ": ", quoted(name), " is not an ISA; the ISAs are ", isa_names});
}

cpu_isa detected_cpu_isa() noexcept {
#if defined(__x86_64__)
    // The compiler's runtime reports an AVX feature only when XCR0 shows that the system saves its
    // registers.
    __builtin_cpu_init();
    if (__builtin_cpu_supports("avx2") == 0) return libselect_cpu_isa_scalar;
    if (__builtin_cpu_supports("avx512f") != 0 && __builtin_cpu_supports("avx512bw") != 0
            && __builtin_cpu_supports("avx512vl") != 0 && __builtin_cpu_supports("avx512dq") != 0)
        return libselect_cpu_isa_avx512;
    return libselect_cpu_isa_avx2;
#else
    return libselect_cpu_isa_portable;
#endif
}

cpu_isa max_cpu_isa() {
    cap_state &cap = state();
    const std::lock_guard guard(cap.lock);
    cap.fixed = current(cap);
    return *cap.fixed;
}

cpu_isa max_cpu_isa_so_far() {
    cap_state &cap = state();
    const std::lock_guard guard(cap.lock);
    return current(cap);
}

void set_max_cpu_isa(cpu_isa isa) {
    if (static_cast<std::size_t>(isa) >= names.size())
        fail(libselect_invalid_arguments, {"max_cpu_isa: ", static_cast<int>(isa),
                                                  " is not an ISA; the ISAs are ", isa_names});
    cap_state &cap = state();
    const std::lock_guard guard(cap.lock);
    if (cap.fixed)
        fail(libselect_invalid_arguments,
                {"max_cpu_isa: is ", cpu_isa_name(*cap.fixed), " and in use, asked for ",
                        cpu_isa_name(isa), "; it must be set before the first primitive"});
    cap.requested = isa;
}

} // namespace libselect
