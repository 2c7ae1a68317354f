// SPDX-License-Identifier: Apache-2.0
// The code dump: a file per kernel, for a disassembler.
#ifndef LIBSELECT_CODE_PROFILE_CODE_DUMP_HPP
#define LIBSELECT_CODE_PROFILE_CODE_DUMP_HPP

#include "code/profile/jit_profile.hpp"

namespace libselect {

// Writes the bytes of each kernel to DIRECTORY/NAME.bin. The directory is created when it is
// missing, but its parents are not. An existing file of that name is replaced, never written to: it
// may be a link, and another process may be reading it.
class code_dump final : public code_sink {
public:
    explicit code_dump(std::string directory) : directory_(std::move(directory)) {}
    void record(const published_code &kernel) override;

private:
    const std::string directory_;
};

} // namespace libselect

#endif
