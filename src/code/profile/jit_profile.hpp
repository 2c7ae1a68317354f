// SPDX-License-Identifier: Apache-2.0
// Records of generated kernels for profilers and disassemblers.
#ifndef LIBSELECT_CODE_PROFILE_JIT_PROFILE_HPP
#define LIBSELECT_CODE_PROFILE_JIT_PROFILE_HPP

#include <cstddef>
#include <span>
#include <string>

#include "code/code_key.hpp"

namespace libselect {

// A kernel that was just published, with the bytes at its address.
struct published_code {
    std::string name; // kernel_name
    std::span<const std::byte> code;
};

// A kind of file that kernels are recorded in. record is called for one kernel at a time. It throws
// failure or std::bad_alloc, and is not called again after that.
class code_sink {
public:
    code_sink() = default;
    code_sink(const code_sink &) = delete;
    code_sink &operator=(const code_sink &) = delete;
    virtual ~code_sink() = default;
    virtual void record(const published_code &kernel) = 0;
};

// Records a kernel in the sinks that LIBSELECT_JIT_PROFILE=perfmap|jitdump and
// LIBSELECT_JIT_DUMP=DIRECTORY ask for. The first call reads the variables. Never fails: an unknown
// value, and a directory or a file that the system refuses, are reported in verbose lines. A sink
// that failed gets no more kernels.
void record_code(const code_key &key, std::span<const std::byte> code) noexcept;

} // namespace libselect

#endif
