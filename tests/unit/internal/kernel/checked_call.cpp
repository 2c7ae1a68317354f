// SPDX-License-Identifier: Apache-2.0
// A generated trampoline that fills what a callee must keep, calls, and stores what it finds.
#include "kernel/checked_call.hpp"

#include <cpuid.h>
#include <xbyak/xbyak.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "code/executable_memory.hpp"
#include "kernel/cpu_isa.hpp"

namespace internal {
namespace {

constexpr std::size_t n_kept = 6;
constexpr std::size_t n_canaries = 16;
constexpr std::size_t n_vectors = 16;
constexpr std::uint64_t canary = 0xc0ffee11deadbeef;
constexpr std::array<const char *, n_kept> kept_names {"rbx", "rbp", "r12", "r13", "r14", "r15"};
constexpr std::array<std::uint64_t, n_kept> kept_values {0x1111222233334444, 0x2222333344445555,
        0x3333444455556666, 0x4444555566667777, 0x5555666677778888, 0x6666777788889999};
// Exceptions masked, rounding towards zero, denormals taken as zero and flushed.
constexpr std::uint32_t odd_mxcsr = 0xffc0;
// Exceptions masked, single precision, rounding towards zero.
constexpr std::uint16_t odd_x87_control = 0x0c7f;

// One for the process, at an address that the trampoline knows: after the call no register but the
// one that gets it from an immediate can be trusted.
struct record {
    std::uint64_t rsp_expected, rsp_found;
    std::uint64_t flags_found;
    std::array<std::uint64_t, n_kept> kept;
    std::array<std::uint64_t, n_canaries> canaries;
    std::uint32_t mxcsr_saved, mxcsr_wanted, mxcsr_found;
    std::uint16_t x87_saved, x87_wanted;
    std::uint32_t in_use_before, in_use_after; // state components, XINUSE
    std::array<std::uint16_t, 14> x87_found;   // the environment
    std::array<std::array<std::uint8_t, 64>, n_vectors> vectors;
};
record the_record;

// What the kernel is, and its one argument, are of no interest here.
using any_fn = void (*)();
using trampoline_fn = void (*)(any_fn, const void *);

// In the environment that fnstenv stores: the control word, and two bits per register, 3 when
// empty.
constexpr std::size_t x87_control = 0, x87_tags = 4;
constexpr std::uint16_t all_empty = 0xffff;

// State components in XINUSE: the upper halves of ymm0 to ymm15, and of zmm0 to zmm15.
constexpr std::uint32_t upper_halves = 1U << 2U | 1U << 6U;

// Whether XGETBV tells which state components are in use: CPUID leaf 13, subleaf 1, EAX bit 2.
bool cpu_tells_use() {
    if (libselect::detected_cpu_isa() < libselect_cpu_isa_avx2) return false;
    unsigned eax = 0, ebx = 0, ecx = 0, edx = 0;
    return __get_cpuid_count(13, 1, &eax, &ebx, &ecx, &edx) != 0 && (eax & 4U) != 0;
}

class trampoline : private Xbyak::CodeGenerator {
public:
    trampoline() : Xbyak::CodeGenerator(sizeof code_, code_) {
        for (const auto &saved : kept_)
            push(saved);
        sub(rsp, frame_bytes);
        prepare();
        mov(rax, rdi);
        mov(rdi, rsi);
        for (std::size_t i = 0; i < n_kept; ++i)
            mov(kept_[i], kept_values[i]);
        call(rax);
        mov(rax, reinterpret_cast<std::uintptr_t>(&the_record)); // changes no flag
        inspect();
        add(rsp, frame_bytes);
        for (std::size_t i = n_kept; i-- > 0;)
            pop(kept_[i]);
        ret();
    }

    [[nodiscard]] trampoline_fn publish() {
        static libselect::executable_memory memory;
        const void *entry = memory.publish({reinterpret_cast<const std::byte *>(code_), getSize()});
        return reinterpret_cast<trampoline_fn>(reinterpret_cast<std::uintptr_t>(entry));
    }

private:
    // The canaries, and 8 bytes that keep rsp a multiple of 16 at the call.
    static constexpr int frame_bytes = n_canaries * 8 + 8;

    [[nodiscard]] static Xbyak::RegExp at(const Xbyak::Reg64 &base, std::size_t offset) {
        return base + offset;
    }

    void prepare() {
        mov(rdx, reinterpret_cast<std::uintptr_t>(&the_record));
        mov(ptr[at(rdx, offsetof(record, rsp_expected))], rsp);
        mov(rax, canary);
        for (std::size_t i = 0; i < n_canaries; ++i)
            mov(ptr[at(rsp, i * 8)], rax);
        stmxcsr(ptr[at(rdx, offsetof(record, mxcsr_saved))]);
        fnstcw(ptr[at(rdx, offsetof(record, x87_saved))]);
        ldmxcsr(ptr[at(rdx, offsetof(record, mxcsr_wanted))]);
        fldcw(ptr[at(rdx, offsetof(record, x87_wanted))]);
        if (has_avx_) vzeroupper();
        store_in_use(rdx, offsetof(record, in_use_before));
    }

    // Leaves the address of the record in rax; changes rcx, rdx and r11.
    void store_in_use(const Xbyak::Reg64 &record_address, std::size_t offset) {
        if (!tells_use_) return;
        mov(r11, record_address);
        mov(ecx, 1);
        xgetbv();
        mov(ptr[at(r11, offset)], eax);
        mov(rax, r11);
    }

    void inspect() {
        mov(ptr[at(rax, offsetof(record, rsp_found))], rsp);
        for (std::size_t i = 0; i < n_kept; ++i)
            mov(ptr[at(rax, offsetof(record, kept) + i * 8)], kept_[i]);
        mov(rsp, ptr[at(rax, offsetof(record, rsp_expected))]);
        pushfq();
        pop(rcx); // writes below the frame, not into the canaries
        mov(ptr[at(rax, offsetof(record, flags_found))], rcx);
        cld();
        for (std::size_t i = 0; i < n_canaries; ++i) {
            mov(rcx, ptr[at(rsp, i * 8)]);
            mov(ptr[at(rax, offsetof(record, canaries) + i * 8)], rcx);
        }
        stmxcsr(ptr[at(rax, offsetof(record, mxcsr_found))]);
        fnstenv(ptr[at(rax, offsetof(record, x87_found))]);
        emms();
        store_in_use(rax, offsetof(record, in_use_after));
        ldmxcsr(ptr[at(rax, offsetof(record, mxcsr_saved))]);
        fldcw(ptr[at(rax, offsetof(record, x87_saved))]);
        for (std::size_t i = 0; has_avx_ && i < n_vectors; ++i)
            store_vector(static_cast<int>(i));
        if (has_avx_) vzeroupper();
    }

    void store_vector(int i) {
        const auto to = ptr[at(rax, offsetof(record, vectors) + static_cast<std::size_t>(i) * 64)];
        if (has_avx512_)
            vmovdqu64(to, Xbyak::Zmm(i));
        else
            vmovdqu(to, Xbyak::Ymm(i));
    }

    alignas(64) std::uint8_t code_[4096];
    const std::array<Xbyak::Reg64, n_kept> kept_ {rbx, rbp, r12, r13, r14, r15};
    const bool has_avx_ = libselect::detected_cpu_isa() >= libselect_cpu_isa_avx2;
    const bool has_avx512_ = libselect::detected_cpu_isa() >= libselect_cpu_isa_avx512;
    const bool tells_use_ = cpu_tells_use();
};

std::string broken_rules(const record &found) {
    std::string text;
    for (std::size_t i = 0; i < n_kept; ++i)
        if (found.kept[i] != kept_values[i]) text += std::string(kept_names[i]) + " changed; ";
    if (found.rsp_found != found.rsp_expected) text += "rsp changed; ";
    const auto intact = [](std::uint64_t word) { return word == canary; };
    if (!std::all_of(found.canaries.begin(), found.canaries.end(), intact))
        text += "the caller's stack changed; ";
    if ((found.flags_found & 0x400U) != 0) text += "the direction flag is set; ";
    // The exception flags, the lowest 6 bits, are the callee's to set.
    if ((found.mxcsr_found & ~0x3fU) != odd_mxcsr) text += "mxcsr changed; ";
    if (found.x87_found[x87_control] != odd_x87_control) text += "the x87 control word changed; ";
    if (found.x87_found[x87_tags] != all_empty) text += "x87 registers are not empty; ";
    const auto dirty = [](const auto &vector) {
        return std::any_of(vector.begin() + 16, vector.end(), [](auto byte) { return byte != 0; });
    };
    if (std::any_of(found.vectors.begin(), found.vectors.end(), dirty))
        text += "the upper halves of vector registers are not zero; ";
    // Zero is not enough for a CPU that counts them as used until vzeroupper. Others tell no more.
    else if ((found.in_use_after & ~found.in_use_before & upper_halves) != 0)
        text += "the upper halves of vector registers are in use; ";
    return text;
}

std::string call_watched(any_fn run, const void *args) {
    static const trampoline_fn call = trampoline().publish();
    the_record = {};
    the_record.mxcsr_wanted = odd_mxcsr;
    the_record.x87_wanted = odd_x87_control;
    call(run, args);
    return broken_rules(the_record);
}

} // namespace

std::string checked_call(libselect::kernel_fn run, const libselect::kernel_args *args) {
    const libselect::kernel_args args_before = *args;
    const libselect::kernel_loops loops_before = *args->loops;
    std::string broken = call_watched(reinterpret_cast<any_fn>(run), args);
    if (std::memcmp(&args_before, args, sizeof args_before) != 0)
        broken += "the arguments changed; ";
    if (std::memcmp(&loops_before, args_before.loops, sizeof loops_before) != 0)
        broken += "the loops changed; ";
    return broken;
}

std::string checked_call(libselect::transpose_fn run, const libselect::transpose_args *args) {
    const libselect::transpose_args args_before = *args;
    std::string broken = call_watched(reinterpret_cast<any_fn>(run), args);
    if (std::memcmp(&args_before, args, sizeof args_before) != 0)
        broken += "the arguments changed; ";
    return broken;
}

} // namespace internal
