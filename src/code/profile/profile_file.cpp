// SPDX-License-Identifier: Apache-2.0
// Opening files in a place where another user may have put one first.
#include "code/profile/profile_file.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <utility>

#include "base/error.hpp"

namespace libselect {
namespace {

constexpr int safely = O_CLOEXEC | O_NOFOLLOW | O_NOCTTY;
constexpr mode_t by_owner = 0644;

// Whether the file is a regular file of this user with a single name. Any other file is not ours to
// change: another user may have put it there, or linked it.
bool is_own(int descriptor) noexcept {
    struct stat found {};
    return fstat(descriptor, &found) == 0 && S_ISREG(found.st_mode) && found.st_nlink == 1
           && found.st_uid == geteuid();
}

} // namespace

void fail_profile(const char *call, const std::string &path) {
    fail(libselect_runtime_error, {"jit profile: ", call, " ", path, ": ", std::strerror(errno)});
}

profile_file profile_file::append(const std::string &path) {
    // O_NONBLOCK makes open refuse a pipe that nobody reads.
    const int descriptor =
            open(path.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_NONBLOCK | safely, by_owner);
    if (descriptor < 0) fail_profile("open", path);
    profile_file opened(descriptor, path);
    if (!is_own(descriptor)) {
        errno = EPERM;
        fail_profile("open", path);
    }
    return opened;
}

profile_file profile_file::create(const std::string &path) {
    const int descriptor = open(path.c_str(), O_RDWR | O_CREAT | O_EXCL | safely, by_owner);
    if (descriptor < 0) fail_profile("open", path);
    return {descriptor, path};
}

profile_file::profile_file(profile_file &&other) noexcept
    : descriptor_(std::exchange(other.descriptor_, -1)),
      path_(std::move(other.path_)) {
}

profile_file &profile_file::operator=(profile_file &&other) noexcept {
    std::swap(descriptor_, other.descriptor_);
    std::swap(path_, other.path_);
    return *this;
}

profile_file::~profile_file() {
    if (descriptor_ >= 0) close(descriptor_);
}

void profile_file::write(std::string_view bytes) const {
    while (!bytes.empty()) {
        const ssize_t written = ::write(descriptor_, bytes.data(), bytes.size());
        if (written < 0 && errno == EINTR) continue;
        if (written < 0) fail_profile("write", path_);
        bytes.remove_prefix(static_cast<std::size_t>(written));
    }
}

} // namespace libselect
