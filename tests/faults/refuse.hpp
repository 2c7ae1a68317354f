// SPDX-License-Identifier: Apache-2.0
// Systems that refuse: seccomp filters and limits that hold for the rest of the process.
#ifndef LIBSELECT_TESTS_FAULTS_REFUSE_HPP
#define LIBSELECT_TESTS_FAULTS_REFUSE_HPP

#include <cstddef>

namespace faults {

// Each is false when this system cannot refuse in this way.
// mmap, mprotect and pkey_mprotect that ask for PROT_EXEC fail with EPERM.
[[nodiscard]] bool refuse_executable_memory();
// PR_SET_MDWE of Linux 6.3: memory that was not executable never becomes it.
[[nodiscard]] bool deny_write_execute();
// clone and clone3 fail with EAGAIN.
[[nodiscard]] bool refuse_threads();
// The address space may grow by n_bytes from here.
[[nodiscard]] bool limit_address_space(std::size_t n_bytes);
[[nodiscard]] bool unlimit_address_space();
// A user other than root may have no thread but those it has. Gives root away.
[[nodiscard]] bool limit_processes();

} // namespace faults

#endif
