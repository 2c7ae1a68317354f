// SPDX-License-Identifier: Apache-2.0
// Writing .npy files: to a temporary file in the same directory, then renamed over the target.
#include <cerrno>
#include <cstddef>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <system_error>

#include <sys/stat.h>
#include <unistd.h>

#include "failure.hpp"
#include "npy.hpp"

namespace selectbench {
namespace {

// A new file that disappears again unless it is committed.
class temporary_file {
public:
    explicit temporary_file(std::filesystem::path target) : target_(std::move(target)) {
        // A process that was killed may have left a file of the same name.
        constexpr int attempts = 100;
        for (int i = 0; file_ == nullptr && i < attempts; ++i) {
            path_ = target_.string() + ".tmp" + std::to_string(getpid()) + "-" + std::to_string(i);
            file_ = std::fopen(path_.c_str(), "wbx"); // x: only a file that does not exist yet
            if (file_ == nullptr && errno != EEXIST) break;
        }
        if (file_ == nullptr) fail("cannot be created");
        // What replaces a file may be read by nobody who could not read that one.
        struct stat old {};
        if (stat(target_.c_str(), &old) == 0 && fchmod(fileno(file_), old.st_mode & 07777) != 0)
            fail("cannot have the mode of the file that it replaces");
    }
    temporary_file(const temporary_file &) = delete;
    temporary_file &operator=(const temporary_file &) = delete;
    ~temporary_file() {
        if (file_ != nullptr) std::fclose(file_);
        if (!committed_) std::remove(path_.c_str());
    }

    void write(const void *data, std::size_t size_bytes) {
        if (size_bytes > 0 && std::fwrite(data, 1, size_bytes, file_) != size_bytes)
            fail("cannot be written");
    }

    void commit() {
        const bool closed = std::fclose(file_) == 0;
        file_ = nullptr;
        if (!closed) fail("cannot be written");
        if (std::rename(path_.c_str(), target_.c_str()) != 0) fail("cannot be replaced");
        committed_ = true;
    }

private:
    [[noreturn]] static void fail(const std::string &reason) {
        throw tool_error(reason + " (" + std::strerror(errno) + ")");
    }

    std::filesystem::path target_, path_;
    std::FILE *file_ = nullptr;
    bool committed_ = false;
};

// Where rename must put the file: behind a symbolic link, so that the link stays, and never over a
// device or a directory.
std::filesystem::path rename_target(const std::string &path) {
    std::error_code code;
    const auto status = std::filesystem::status(path, code);
    if (!std::filesystem::exists(status)) {
        if (std::filesystem::is_symlink(std::filesystem::symlink_status(path, code)))
            throw tool_error("a link to a file that does not exist");
        return path;
    }
    if (!std::filesystem::is_regular_file(status)) throw tool_error("not a regular file");
    return std::filesystem::canonical(path);
}

std::string shape_tuple(const ls::dims &dims) {
    std::string text = "(";
    for (std::size_t axis = 0; axis < dims.size(); ++axis)
        text += (axis > 0 ? ", " : "") + std::to_string(dims[axis]);
    return text + (dims.size() == 1 ? ",)" : ")");
}

// Format version 1.0. Its length field has 16 bits, enough for any rank the library takes. The data
// starts at a multiple of 64 bytes, as in the files that NumPy writes.
std::string file_head(const std::string &descr, const ls::dims &dims) {
    std::string text = "{'descr': '" + descr
                       + "', 'fortran_order': False, 'shape': " + shape_tuple(dims) + ", }";
    constexpr std::size_t start_bytes = 10;
    constexpr std::size_t multiple = 64;
    while ((start_bytes + text.size() + 1) % multiple != 0)
        text += ' ';
    text += '\n';
    std::string head("\x93NUMPY\x01\x00", 8);
    head += static_cast<char>(text.size() % 256);
    head += static_cast<char>(text.size() / 256);
    return head + text;
}

} // namespace

void write_npy(const std::string &path, const std::string &descr, const ls::dims &dims,
        std::span<const std::byte> data) {
    if (path.empty()) throw tool_error("--dst: is empty; it must name a file");
    try {
        temporary_file file(rename_target(path));
        const std::string head = file_head(descr, dims);
        file.write(head.data(), head.size());
        file.write(data.data(), data.size());
        file.commit();
    } catch (const tool_error &error) {
        throw tool_error(path + ": " + error.what());
    }
}

} // namespace selectbench
