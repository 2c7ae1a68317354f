// SPDX-License-Identifier: Apache-2.0
// A file written for a profiler, in a directory that other users may write to.
#ifndef LIBSELECT_CODE_PROFILE_PROFILE_FILE_HPP
#define LIBSELECT_CODE_PROFILE_PROFILE_FILE_HPP

#include <string>
#include <string_view>

namespace libselect {

// Owns a file descriptor.
class profile_file {
public:
    profile_file() noexcept = default;
    // Opens for appending. The file is created, or it is a regular file of this user with a single
    // name: a link that another user put there is not followed. Throws failure(runtime_error) with
    // the path and the system's reason.
    static profile_file append(const std::string &path);
    // Creates a file that does not exist yet, for reading and writing. Throws in the same way.
    static profile_file create(const std::string &path);

    profile_file(profile_file &&other) noexcept;
    profile_file &operator=(profile_file &&other) noexcept;
    ~profile_file();

    [[nodiscard]] int descriptor() const noexcept { return descriptor_; }
    // Writes all bytes, in one system call unless that call writes fewer. Throws failure.
    void write(std::string_view bytes) const;

private:
    profile_file(int descriptor, std::string path) noexcept
        : descriptor_(descriptor),
          path_(std::move(path)) {}

    int descriptor_ = -1;
    std::string path_;
};

// Throws failure(runtime_error): "jit profile: open /tmp/perf-7.map: Permission denied".
[[noreturn]] void fail_profile(const char *call, const std::string &path);

} // namespace libselect

#endif
