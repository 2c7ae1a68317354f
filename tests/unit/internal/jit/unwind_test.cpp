// SPDX-License-Identifier: Apache-2.0
// A debugger or profiler that stops within a kernel finds its caller by the frame pointer: rbp
// points to the caller's rbp, and above it is where the kernel returns to. Kernels are stopped by
// a page that faults, as far in as they first touch an operand.
#include <gtest/gtest.h>
#include <setjmp.h>
#include <signal.h>
#include <ucontext.h>

#include <array>
#include <cstdint>
#include <string>

#include "harness/guarded_buffer.hpp"
#include "schedule/implementation_list.hpp"
#include "schedule/jit_implementations.hpp"

namespace internal {
namespace {

using libselect::cond;
using libselect::dst;
using libselect::kernel_args;
using libselect::kernel_fn;
using libselect::kernel_loops;
using libselect::operand;
using libselect::src0;
using libselect::src1;

// What the handler saw, and what the caller of the kernel knows of itself.
struct stop {
    std::uintptr_t stopped_at, caller_frame, returns_to;
};
stop seen;
std::uintptr_t own_frame;
sigjmp_buf before_call;

void look_at_frames(int, siginfo_t *, void *context) {
    const mcontext_t &machine = static_cast<const ucontext_t *>(context)->uc_mcontext;
    const auto *frame = reinterpret_cast<const std::uintptr_t *>(machine.gregs[REG_RBP]);
    seen = {static_cast<std::uintptr_t>(machine.gregs[REG_RIP]), frame[0], frame[1]};
    siglongjmp(before_call, 1);
}

// Asking for its own frame address gives it a frame.
template <typename Kernel, typename Args>
[[gnu::noinline]] void call(Kernel run, const Args *args) {
    own_frame = reinterpret_cast<std::uintptr_t>(__builtin_frame_address(0));
    run(args);
    asm volatile(""); // not a tail call
}

// "" when the kernel faulted and its frame leads to `call`.
template <typename Kernel, typename Args>
std::string stop_within(Kernel run, const Args &args) {
    struct sigaction handler {};
    struct sigaction former {};
    handler.sa_sigaction = look_at_frames;
    handler.sa_flags = SA_SIGINFO;
    sigaction(SIGSEGV, &handler, &former);
    const bool stopped = sigsetjmp(before_call, 1) != 0;
    if (!stopped) call(run, &args);
    sigaction(SIGSEGV, &former, nullptr);
    if (!stopped) return "it did not fault";
    constexpr std::uintptr_t longest_function = 4096, longest_kernel = 49152;
    const auto kernel = reinterpret_cast<std::uintptr_t>(run);
    const auto caller = reinterpret_cast<std::uintptr_t>(&call<Kernel, Args>);
    if (seen.stopped_at - kernel >= longest_kernel) return "the fault is elsewhere";
    if (seen.caller_frame != own_frame) return "rbp does not lead to the frame of the caller";
    return seen.returns_to - caller < longest_function ? "" : "it returns to elsewhere";
}

class jit_unwind : public testing::Test {
protected:
    // An operand of one page, or for `faults` one that may not be read or written.
    std::byte *data_of(operand which, bool faults) {
        if (faults) return buffers_[which].whole().data() + buffers_[which].whole().size();
        return buffers_[which].whole().data();
    }

    void SetUp() override {
        for (support::guarded_buffer &buffer : buffers_)
            (void)buffer.allocate(page_bytes, {});
        for (std::byte &one : buffers_[cond].whole()) // both sources are read
            one = std::byte {
                    static_cast<unsigned char>((&one - buffers_[cond].whole().data()) % 2)};
    }

    static constexpr std::size_t page_bytes = 4096;
    std::array<support::guarded_buffer, libselect::n_operands> buffers_;
};

TEST_F(jit_unwind, of_row_kernels) {
    for (const libselect::implementation &from : libselect::implementation_list()) {
        if (from.isa == libselect_cpu_isa_portable || from.isa > libselect::detected_cpu_isa())
            continue;
        for (const int width : {1, 4, 16})
            for (const int cols : {0, 64 / width})
                for (const operand faulting : {cond, src0, src1, dst}) {
                    libselect::row_params params;
                    params.elem_bytes = width;
                    params.cols = cols;
                    libselect::held_code held;
                    const kernel_fn run = from.create(params, held);
                    const kernel_loops loops {1, 2, 64 / width, {}, {}, {1, width, width, width}};
                    kernel_args args {{}, &loops};
                    for (const operand which : {cond, src0, src1, dst})
                        args.data[which] = data_of(which, which == faulting);
                    EXPECT_EQ(stop_within(run, args), "")
                            << from.name << " " << to_string(params) << " in "
                            << libselect::operand_names[faulting];
                }
    }
}

TEST_F(jit_unwind, of_fused_kernels) {
    for (const auto isa : {libselect_cpu_isa_avx2, libselect_cpu_isa_avx512}) {
        if (isa > libselect::detected_cpu_isa()) continue;
        libselect::fused_params params;
        params.vector_bytes = isa == libselect_cpu_isa_avx512 ? 64 : 32;
        params.elem_bytes = 1;
        params.cols = 3;
        params.roles[cond] = libselect::fused_role::repeating;
        libselect::held_code held;
        const libselect::fused_kernel kernel = libselect::create_fused(isa, params, held);
        kernel_loops loops {};
        loops.rows = 2;
        const kernel_args args {{data_of(cond, false), data_of(src0, false), data_of(src1, false),
                                        data_of(dst, true)},
                &loops};
        EXPECT_EQ(stop_within(kernel.run, args), "") << libselect::cpu_isa_name(isa);
    }
}

TEST_F(jit_unwind, of_transpose_kernels) {
    if (libselect::detected_cpu_isa() < libselect_cpu_isa_avx2) GTEST_SKIP() << "no AVX2";
    for (const int width : {1, 2, 4, 8, 16})
        for (const int vector_bytes : {16, 32})
            for (const std::int64_t pieces : {1, 4}) {
                libselect::held_code held;
                const libselect::transpose_kernel kernel = libselect::create_transpose(
                        libselect_cpu_isa_avx2, {width, 0, 0, vector_bytes}, held);
                const libselect::transpose_args args {
                        data_of(src0, false), data_of(dst, true), 64, 64, 1, pieces};
                EXPECT_EQ(stop_within(kernel.run, args), "") << width;
            }
}

} // namespace
} // namespace internal
