// SPDX-License-Identifier: Apache-2.0
// The checker of the calling convention finds each fault in kernels made to be broken.
#include "kernel/checked_call.hpp"

#include <gtest/gtest.h>
#include <xbyak/xbyak.h>

#include <string>

#include "code/executable_memory.hpp"
#include "kernel/cpu_isa.hpp"

namespace internal {
namespace {

// Generated code with one fault in it; `ret` is added.
class broken_kernel : public Xbyak::CodeGenerator {
public:
    broken_kernel() : Xbyak::CodeGenerator(sizeof code_, code_) {}

    [[nodiscard]] std::string checked() {
        const libselect::kernel_loops loops {};
        const libselect::kernel_args args {{}, &loops};
        return checked_call(published<libselect::kernel_fn>(), &args);
    }

    [[nodiscard]] std::string checked_as_transpose() {
        const libselect::transpose_args args {};
        return checked_call(published<libselect::transpose_fn>(), &args);
    }

private:
    template <typename Function>
    [[nodiscard]] Function published() {
        static libselect::executable_memory memory;
        ret();
        const void *entry = memory.publish({reinterpret_cast<const std::byte *>(code_), getSize()});
        return reinterpret_cast<Function>(reinterpret_cast<std::uintptr_t>(entry));
    }

    alignas(64) std::uint8_t code_[256];
};

TEST(kernel_checked_call, finds_nothing_in_a_kernel_that_keeps_the_rules) {
    broken_kernel kernel;
    kernel.push(kernel.rbx);
    kernel.xor_(kernel.ebx, kernel.ebx);
    kernel.pop(kernel.rbx);
    for (const auto &scratch : {kernel.rax, kernel.rcx, kernel.rdx, kernel.rsi, kernel.rdi,
                 kernel.r8, kernel.r9, kernel.r10, kernel.r11})
        kernel.xor_(scratch, scratch);
    EXPECT_EQ(kernel.checked(), "");
}

TEST(kernel_checked_call, finds_each_callee_saved_register) {
    const broken_kernel names;
    const struct {
        Xbyak::Reg64 which;
        const char *expected;
    } table[] = {
            {names.rbx, "rbx changed; "},
            {names.rbp, "rbp changed; "},
            {names.r12, "r12 changed; "},
            {names.r13, "r13 changed; "},
            {names.r14, "r14 changed; "},
            {names.r15, "r15 changed; "},
    };
    for (const auto &row : table) {
        broken_kernel kernel;
        kernel.inc(row.which);
        EXPECT_EQ(kernel.checked(), row.expected);
    }
}

TEST(kernel_checked_call, finds_a_stack_pointer_that_moved) {
    broken_kernel kernel;
    kernel.pop(kernel.rax);
    kernel.sub(kernel.rsp, 16);
    kernel.push(kernel.rax);
    EXPECT_EQ(kernel.checked(), "rsp changed; ");
}

TEST(kernel_checked_call, finds_a_write_to_the_stack_of_the_caller) {
    for (std::size_t offset = 8; offset < 8 + 16 * 8; offset += 8) {
        broken_kernel kernel;
        kernel.mov(kernel.byte[kernel.rsp + offset], 0);
        EXPECT_EQ(kernel.checked(), "the caller's stack changed; ") << "rsp + " << offset;
    }
}

TEST(kernel_checked_call, finds_the_direction_flag) {
    broken_kernel kernel;
    kernel.std();
    EXPECT_EQ(kernel.checked(), "the direction flag is set; ");
}

TEST(kernel_checked_call, finds_another_mxcsr) {
    broken_kernel kernel;
    kernel.mov(kernel.dword[kernel.rsp - 8], 0x1f80);
    kernel.ldmxcsr(kernel.ptr[kernel.rsp - 8]);
    EXPECT_EQ(kernel.checked(), "mxcsr changed; ");
}

TEST(kernel_checked_call, finds_another_x87_control_word) {
    broken_kernel kernel;
    kernel.mov(kernel.word[kernel.rsp - 8], 0x037f);
    kernel.fldcw(kernel.ptr[kernel.rsp - 8]);
    EXPECT_EQ(kernel.checked(), "the x87 control word changed; ");
}

TEST(kernel_checked_call, finds_mmx_registers_without_emms) {
    broken_kernel kernel;
    kernel.movd(Xbyak::Mmx(3), kernel.eax);
    EXPECT_EQ(kernel.checked(), "x87 registers are not empty; ");
    broken_kernel good;
    EXPECT_EQ(good.checked(), "");
}

TEST(kernel_checked_call, finds_each_ymm_register_left_dirty) {
    if (libselect::detected_cpu_isa() < libselect_cpu_isa_avx2)
        GTEST_SKIP() << "this CPU has no ymm registers";
    for (int i = 0; i < 16; ++i) {
        broken_kernel kernel;
        kernel.vpcmpeqd(Xbyak::Ymm(i), Xbyak::Ymm(i), Xbyak::Ymm(i));
        EXPECT_EQ(kernel.checked(), "the upper halves of vector registers are not zero; ") << i;
    }
}

TEST(kernel_checked_call, finds_zeros_that_count_as_used_where_the_cpu_tells) {
    if (libselect::detected_cpu_isa() < libselect_cpu_isa_avx2)
        GTEST_SKIP() << "this CPU has no ymm registers";
    broken_kernel kernel;
    kernel.vpcmpeqd(kernel.ymm5, kernel.ymm5, kernel.ymm5);
    kernel.vpsrldq(kernel.ymm5, kernel.ymm5, 16);
    const std::string found = kernel.checked();
    if (found.empty()) GTEST_SKIP() << "this CPU counts zeros as unused";
    EXPECT_EQ(found, "the upper halves of vector registers are in use; ");
}

TEST(kernel_checked_call, finds_each_zmm_register_left_dirty) {
    if (libselect::detected_cpu_isa() < libselect_cpu_isa_avx512)
        GTEST_SKIP() << "this CPU has no zmm registers";
    for (int i = 0; i < 16; ++i) {
        broken_kernel kernel;
        kernel.vpternlogd(Xbyak::Zmm(i), Xbyak::Zmm(i), Xbyak::Zmm(i), 0xff);
        EXPECT_EQ(kernel.checked(), "the upper halves of vector registers are not zero; ") << i;
    }
}

TEST(kernel_checked_call, watches_transposes_too) {
    EXPECT_EQ(broken_kernel().checked_as_transpose(), "");
    broken_kernel saved;
    saved.inc(saved.r12);
    EXPECT_EQ(saved.checked_as_transpose(), "r12 changed; ");
    broken_kernel args;
    args.inc(args.qword[args.rdi + offsetof(libselect::transpose_args, pieces)]);
    EXPECT_EQ(args.checked_as_transpose(), "the arguments changed; ");
}

TEST(kernel_checked_call, finds_arguments_that_were_written_to) {
    broken_kernel kernel;
    kernel.inc(kernel.qword[kernel.rdi + offsetof(libselect::kernel_args, data)]);
    EXPECT_EQ(kernel.checked(), "the arguments changed; ");
}

TEST(kernel_checked_call, finds_loops_that_were_written_to) {
    for (std::size_t offset = 0; offset < sizeof(libselect::kernel_loops); offset += 8) {
        broken_kernel kernel;
        kernel.mov(kernel.rax, kernel.ptr[kernel.rdi + offsetof(libselect::kernel_args, loops)]);
        kernel.inc(kernel.qword[kernel.rax + offset]);
        EXPECT_EQ(kernel.checked(), "the loops changed; ") << "loops + " << offset;
    }
}

TEST(kernel_checked_call, finds_another_address_of_the_loops) {
    broken_kernel kernel;
    kernel.inc(kernel.qword[kernel.rdi + offsetof(libselect::kernel_args, loops)]);
    EXPECT_EQ(kernel.checked(), "the arguments changed; ");
}

TEST(kernel_checked_call, restores_what_a_broken_kernel_left) {
    broken_kernel kernel;
    kernel.std();
    kernel.mov(kernel.dword[kernel.rsp - 8], 0x1f80);
    kernel.ldmxcsr(kernel.ptr[kernel.rsp - 8]);
    EXPECT_NE(kernel.checked(), "");
    broken_kernel good;
    EXPECT_EQ(good.checked(), "");
}

} // namespace
} // namespace internal
