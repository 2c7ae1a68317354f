// SPDX-License-Identifier: Apache-2.0
// Systems that refuse executable memory: the portable kernel is chosen, says why, and computes
// right. Each test runs in a child process, since a refusal cannot be taken back.
#include <gtest/gtest.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>

#include <array>
#include <cerrno>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "code/executable_memory.hpp"
#include "common/expect_failure.hpp"
#include "common/text_shape.hpp"
#include "exec/execute.hpp"
#include "exec/primitive.hpp"
#include "schedule/implementation_list.hpp"

namespace internal {
namespace {

// PR_SET_MDWE and PR_MDWE_REFUSE_EXEC_GAIN of Linux 6.3, newer than the headers of Debian 12.
constexpr int set_mdwe = 65;
constexpr unsigned long refuse_exec_gain = 1;

// From here on, mmap and mprotect that ask for PROT_EXEC fail with EPERM.
bool refuse_by_seccomp() {
    constexpr auto number = static_cast<std::uint32_t>(offsetof(seccomp_data, nr));
    // The lower half of the third argument, the protection of both calls.
    constexpr auto protection = static_cast<std::uint32_t>(offsetof(seccomp_data, args[2]));
    std::array<sock_filter, 7> code {{
            BPF_STMT(BPF_LD | BPF_W | BPF_ABS, number),
            BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_mmap, 1, 0),
            BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_mprotect, 0, 3),
            BPF_STMT(BPF_LD | BPF_W | BPF_ABS, protection),
            BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, PROT_EXEC, 0, 1),
            BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM),
            BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
    }};
    sock_fprog program {static_cast<unsigned short>(code.size()), code.data()};
    return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0
           && prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0;
}

bool refuse_by_mdwe() {
    return prctl(set_mdwe, refuse_exec_gain, 0, 0, 0) == 0;
}

// Bodies of child processes; what they print is matched.

void print_refusal_of_publish() {
    libselect::executable_memory memory;
    constexpr std::array<std::byte, 1> ret {std::byte {0xc3}};
    const std::string refused = failure_of([&] { (void)memory.publish(ret); });
    std::fprintf(stderr, "%s (%zu bytes)\n", refused.c_str(), memory.reserved_bytes());
}

void print_choice() {
    libselect::row_params params;
    params.elem_bytes = 4;
    libselect::held_code held;
    const libselect::implementation_choice chosen =
            libselect::choose_implementation([&](const libselect::implementation &from) {
                return from.create(params, held) != nullptr ? "" : "no kernel";
            });
    std::fprintf(stderr, "%s %s\n", chosen.from->name, to_string(chosen.refusals).c_str());
}

void print_implementation(const char *cond, const char *src0, const char *src1) {
    const libselect::primitive ready(op_of(cond, src0, src1), 1);
    std::fprintf(stderr, "%s %s\n", ready.decided.chosen.from->name,
            to_string(ready.decided.chosen.refusals).c_str());
}

// Short rows that vectors would take as one, and src0 that they would transpose.
void print_implementation_of_fused() {
    print_implementation("64x3", "64x1", "3");
}
void print_implementation_of_transposed() {
    print_implementation("64x64", "64x64:1x64", "64x64");
}

void print_result() {
    const libselect::primitive ready(op_of("4", "1", "4"), 1);
    const std::array<unsigned char, 4> mask {0, 2, 0, 0xff};
    const std::array<float, 1> if_true {7};
    const std::array<float, 4> if_false {1, 2, 3, 4};
    std::array<float, 4> result {};
    const auto memory_of = [&](libselect::operand which, const void *data) {
        return libselect_memory_t {
                ready.tensors[which].get(), const_cast<void *>(data), LIBSELECT_UNKNOWN_SIZE};
    };
    const libselect_memory_t cond = memory_of(libselect::cond, mask.data());
    const libselect_memory_t src0 = memory_of(libselect::src0, if_true.data());
    const libselect_memory_t src1 = memory_of(libselect::src1, if_false.data());
    const libselect_memory_t dst = memory_of(libselect::dst, result.data());
    libselect::execute(ready, {&cond, &src0, &src1, &dst});
    for (const float value : result)
        std::fprintf(stderr, "%g ", static_cast<double>(value));
}

// 77 tells the parent that the system cannot refuse in this way.
[[noreturn]] void in_child(bool (*refuse)(), void (*body)()) {
    unsetenv("LIBSELECT_MAX_CPU_ISA"); // the reasons of all implementations are matched
    if (!refuse()) std::_Exit(77);
    body();
    std::_Exit(0);
}

// Whether the kernel of this system knows the call; asks and changes nothing.
bool has_mdwe() {
    constexpr int get_mdwe = 66;
    return prctl(get_mdwe, 0, 0, 0, 0) >= 0;
}

class code_refused_memory : public testing::Test {
protected:
    void SetUp() override { GTEST_FLAG_SET(death_test_style, "threadsafe"); }
};

TEST_F(code_refused_memory, publish_says_what_the_system_refused) {
    EXPECT_EXIT(in_child(refuse_by_seccomp, print_refusal_of_publish), testing::ExitedWithCode(0),
            "^runtime_error: executable memory: mprotect: Operation not permitted; the system "
            "refused it");
}

TEST_F(code_refused_memory, a_refused_publish_changes_nothing) {
    EXPECT_EXIT(in_child(refuse_by_seccomp, print_refusal_of_publish), testing::ExitedWithCode(0),
            "refused it \\(0 bytes\\)\n$");
}

TEST_F(code_refused_memory, the_portable_kernel_is_chosen_and_says_why) {
    EXPECT_EXIT(in_child(refuse_by_seccomp, print_choice), testing::ExitedWithCode(0),
            "^portable .*jit:scalar: executable memory: mprotect: Operation not permitted; the "
            "system refused it; \n$");
}

TEST_F(code_refused_memory, no_kernel_of_a_refused_implementation_is_used) {
    for (void (*print)() : {print_implementation_of_fused, print_implementation_of_transposed})
        EXPECT_EXIT(in_child(refuse_by_seccomp, print), testing::ExitedWithCode(0),
                "^portable .*jit:scalar: executable memory: mprotect: Operation not permitted; the "
                "system refused it; \n$");
}

TEST_F(code_refused_memory, the_result_is_right) {
    EXPECT_EXIT(
            in_child(refuse_by_seccomp, print_result), testing::ExitedWithCode(0), "^1 7 3 7 $");
}

TEST_F(code_refused_memory, memory_deny_write_execute_of_linux_is_such_a_system) {
    if (!has_mdwe()) GTEST_SKIP() << "this system has no PR_SET_MDWE (Linux 6.3)";
    EXPECT_EXIT(in_child(refuse_by_mdwe, print_choice), testing::ExitedWithCode(0),
            "^portable .*jit:scalar: executable memory: mprotect: Permission denied; the system "
            "refused it; \n$");
    EXPECT_EXIT(in_child(refuse_by_mdwe, print_result), testing::ExitedWithCode(0), "^1 7 3 7 $");
}

} // namespace
} // namespace internal
