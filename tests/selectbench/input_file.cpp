// SPDX-License-Identifier: Apache-2.0
// Opening a file for reading, and every way in which that fails.
#include "input_file.hpp"

#include <filesystem>
#include <system_error>

#include "tool_error.hpp"

namespace selectbench {

input_file::input_file(const std::string &path) : path_(path) {
    std::error_code code;
    const auto status = std::filesystem::status(path, code);
    if (!std::filesystem::exists(status)) throw tool_error("no such file");
    if (!std::filesystem::is_regular_file(status)) throw tool_error("not a regular file");
    size_bytes_ = std::filesystem::file_size(path, code);
    file_.open(path, std::ios::binary);
    if (code || !file_) throw tool_error("cannot be opened");
    if (size_bytes_ == 0) throw tool_error("the file is empty");
}

std::size_t input_file::read(std::span<char> bytes) {
    file_.read(bytes.data(), static_cast<std::streamsize>(bytes.size()));
    if (file_.bad()) throw tool_error("cannot be read");
    return static_cast<std::size_t>(file_.gcount());
}

} // namespace selectbench
