// SPDX-License-Identifier: Apache-2.0
// Makes the system refuse things, by seccomp filters and limits. Each holds until the process ends.
#ifndef LIBSELECT_TESTS_FAULTS_REFUSE_HPP
#define LIBSELECT_TESTS_FAULTS_REFUSE_HPP

#include <cstddef>

namespace faults {

// Each function returns false if this system cannot refuse in this way.

// mmap, mprotect and pkey_mprotect that ask for PROT_EXEC fail with EPERM.
[[nodiscard]] bool refuse_executable_memory();
// PR_SET_MDWE of Linux 6.3: memory that is not executable can never become executable.
[[nodiscard]] bool deny_write_execute();
// clone and clone3 fail with EAGAIN.
[[nodiscard]] bool refuse_threads();
// The address space may grow by at most n_bytes.
[[nodiscard]] bool limit_address_space(std::size_t n_bytes);
[[nodiscard]] bool unlimit_address_space();
// The process gets no further threads. It becomes a user other than root, since root has no limit.
[[nodiscard]] bool limit_processes();

} // namespace faults

#endif
