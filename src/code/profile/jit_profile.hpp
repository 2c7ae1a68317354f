// SPDX-License-Identifier: Apache-2.0
// What profilers and disassemblers are told about generated kernels.
#ifndef LIBSELECT_CODE_PROFILE_JIT_PROFILE_HPP
#define LIBSELECT_CODE_PROFILE_JIT_PROFILE_HPP

#include <cstddef>
#include <span>
#include <string>

#include "code/code_key.hpp"

namespace libselect {

// A kernel that was just published: the bytes at its address.
struct published_code {
    std::string name; // kernel_name
    std::span<const std::byte> code;
};

// Where kernels are told. record is called for one kernel at a time and throws failure or
// std::bad_alloc; then nothing more is recorded.
class code_sink {
public:
    code_sink() = default;
    code_sink(const code_sink &) = delete;
    code_sink &operator=(const code_sink &) = delete;
    virtual ~code_sink() = default;
    virtual void record(const published_code &kernel) = 0;
};

// Tells the sinks that LIBSELECT_JIT_PROFILE=perfmap|jitdump and LIBSELECT_JIT_DUMP=DIRECTORY ask
// for. The first call reads them. Never fails: a value that is none, a directory or a file that
// the system refuses stand in verbose lines, and the sink in question gets no more kernels.
void record_code(const code_key &key, std::span<const std::byte> code) noexcept;

} // namespace libselect

#endif
