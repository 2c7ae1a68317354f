// SPDX-License-Identifier: Apache-2.0
// A file is written under a name that no other process uses, then renamed.
#include "code/profile/code_dump.hpp"

#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>

#include "code/profile/profile_file.hpp"

namespace libselect {

void code_dump::record(const published_code &kernel) {
    if (mkdir(directory_.c_str(), 0755) != 0 && errno != EEXIST) fail_profile("mkdir", directory_);
    const std::string path = directory_ + "/" + kernel.name + ".bin";
    const std::string unfinished = path + "." + std::to_string(getpid());
    // A process of the same number that was killed may have left such a file.
    (void)unlink(unfinished.c_str());
    profile_file::create(unfinished)
            .write({reinterpret_cast<const char *>(kernel.code.data()), kernel.code.size()});
    if (std::rename(unfinished.c_str(), path.c_str()) != 0) fail_profile("rename", path);
}

} // namespace libselect
