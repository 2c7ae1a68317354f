// SPDX-License-Identifier: Apache-2.0
// A directory of a test, and files in it.
#ifndef INTERNAL_COMMON_SCRATCH_DIRECTORY_HPP
#define INTERNAL_COMMON_SCRATCH_DIRECTORY_HPP

#include <stdlib.h> // mkdtemp is POSIX

#include <filesystem>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <string>

namespace internal {

// Empty at first, gone with all that is in it at the end.
class scratch_directory {
public:
    scratch_directory() : path_((std::filesystem::temp_directory_path() / "libselect.XXXXXX")) {
        if (mkdtemp(path_.data()) == nullptr) throw std::runtime_error("mkdtemp failed");
    }
    scratch_directory(const scratch_directory &) = delete;
    scratch_directory &operator=(const scratch_directory &) = delete;
    ~scratch_directory() { std::filesystem::remove_all(path_); }
    [[nodiscard]] const std::string &path() const noexcept { return path_; }

private:
    std::string path_;
};

// "" for a file that cannot be read.
inline std::string bytes_of_file(const std::string &path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

} // namespace internal

#endif
