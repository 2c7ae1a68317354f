// SPDX-License-Identifier: Apache-2.0
#include "faults/refuse.hpp"

#include <grp.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <fstream>
#include <vector>

namespace faults {
namespace {

bool install(std::vector<sock_filter> code) {
    sock_fprog program {static_cast<unsigned short>(code.size()), code.data()};
    return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0
           && prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0;
}

constexpr auto number_at = static_cast<std::uint32_t>(offsetof(seccomp_data, nr));
// The lower half of the third argument, which is the protection.
constexpr auto protection_at = static_cast<std::uint32_t>(offsetof(seccomp_data, args[2]));

bool set_address_space(rlim_t n_bytes) {
    rlimit limit {};
    if (getrlimit(RLIMIT_AS, &limit) != 0) return false;
    limit.rlim_cur = n_bytes < limit.rlim_max ? n_bytes : limit.rlim_max;
    return setrlimit(RLIMIT_AS, &limit) == 0;
}

} // namespace

bool refuse_executable_memory() {
    return install({
            BPF_STMT(BPF_LD | BPF_W | BPF_ABS, number_at),
            BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_mmap, 2, 0),
            BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_mprotect, 1, 0),
            BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_pkey_mprotect, 0, 3),
            BPF_STMT(BPF_LD | BPF_W | BPF_ABS, protection_at),
            BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, PROT_EXEC, 0, 1),
            BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM),
            BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
    });
}

bool deny_write_execute() {
    constexpr int set_mdwe = 65; // newer than the headers of Debian 12
    constexpr unsigned long refuse_exec_gain = 1;
    return prctl(set_mdwe, refuse_exec_gain, 0, 0, 0) == 0;
}

bool refuse_threads() {
    return install({
            BPF_STMT(BPF_LD | BPF_W | BPF_ABS, number_at),
            BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_clone, 1, 0),
            BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_clone3, 0, 1),
            BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EAGAIN),
            BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
    });
}

bool limit_address_space(std::size_t n_bytes) {
    std::size_t n_pages = 0;
    if (!(std::ifstream("/proc/self/statm") >> n_pages)) return false;
    return set_address_space(n_pages * static_cast<std::size_t>(sysconf(_SC_PAGESIZE)) + n_bytes);
}

bool unlimit_address_space() {
    return set_address_space(RLIM_INFINITY);
}

bool limit_processes() {
    constexpr unsigned nobody = 65534;
    if (geteuid() == 0
            && (setgroups(0, nullptr) != 0 || setgid(nobody) != 0 || setuid(nobody) != 0))
        return false;
    const rlimit limit {1, 1};
    return setrlimit(RLIMIT_NPROC, &limit) == 0;
}

} // namespace faults
