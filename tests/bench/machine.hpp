// SPDX-License-Identifier: Apache-2.0
// What a figure depends on beside the code: CPU, caches, compiler, governor, date, commit.
#ifndef LIBSELECT_TESTS_BENCH_MACHINE_HPP
#define LIBSELECT_TESTS_BENCH_MACHINE_HPP

#include <string>
#include <utility>
#include <vector>

namespace bench {

// Name and value, in the order to print them; what the system does not tell is "unknown".
std::vector<std::pair<std::string, std::string>> describe_machine();

// "" or a warning that others use the CPUs: ratios of long to short samples mean little then.
std::string load_warning();

// The machine in one line, for the picture.
std::string machine_line();

} // namespace bench

#endif
