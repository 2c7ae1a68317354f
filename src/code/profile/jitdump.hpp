// SPDX-License-Identifier: Apache-2.0
// The jitdump: a binary file from which `perf inject --jit` makes an object file per kernel.
#ifndef LIBSELECT_CODE_PROFILE_JITDUMP_HPP
#define LIBSELECT_CODE_PROFILE_JITDUMP_HPP

#include <sys/types.h>

#include <cstdint>

#include "code/profile/jit_profile.hpp"
#include "code/profile/profile_file.hpp"

namespace libselect {

// Writes DIRECTORY/.debug/jit/libselect.XXXXXX/jit-PID.dump, where XXXXXX is filled in to make a
// new directory; perf's own agents do the same. The format is version 1 of
// tools/perf/Documentation/jitdump-specification.txt in the Linux source. Times are those of
// CLOCK_MONOTONIC, so record with `perf record -k 1`. perf finds the file by an executable mapping
// of its first page. A child of fork() writes a file of its own.
class jitdump final : public code_sink {
public:
    explicit jitdump(std::string directory) : directory_(std::move(directory)) {}
    ~jitdump() override;
    void record(const published_code &kernel) override;

private:
    void open_file(pid_t process);
    void write_header(pid_t process);
    void map_marker();
    void unmap_marker() noexcept;

    const std::string directory_;
    pid_t process_ = 0;
    profile_file file_;
    std::string path_;
    void *marker_ = nullptr;
    std::uint64_t n_recorded_ = 0;
};

} // namespace libselect

#endif
