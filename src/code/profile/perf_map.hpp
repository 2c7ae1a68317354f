// SPDX-License-Identifier: Apache-2.0
// The perf map: a text file in which perf finds the names of generated code.
#ifndef LIBSELECT_CODE_PROFILE_PERF_MAP_HPP
#define LIBSELECT_CODE_PROFILE_PERF_MAP_HPP

#include <sys/types.h>

#include "code/profile/jit_profile.hpp"
#include "code/profile/profile_file.hpp"

namespace libselect {

// Writes DIRECTORY/perf-PID.map with one line per kernel, "address size name", numbers in
// hexadecimal. perf looks for it in /tmp. Other generators in the process may write to the same
// file, so lines are appended. A line has no time: when a kernel is freed and another gets its
// address, perf uses the later name for both. The jitdump has times.
class perf_map final : public code_sink {
public:
    explicit perf_map(std::string directory) : directory_(std::move(directory)) {}
    void record(const published_code &kernel) override;

private:
    const std::string directory_;
    pid_t process_ = 0;
    profile_file file_;
    // All lines so far. A child of fork() has the kernels of its parent, so it writes them all to
    // its own file.
    std::string lines_;
};

} // namespace libselect

#endif
