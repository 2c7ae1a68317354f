// SPDX-License-Identifier: Apache-2.0
// Reading .npy files: every length is held against the size of the file before it is used.
#include <algorithm>
#include <array>
#include <cstddef>
#include <filesystem>
#include <fstream>
#include <optional>
#include <system_error>

#include "failure.hpp"
#include "npy.hpp"

namespace selectbench {
namespace {

constexpr std::string_view magic = "\x93NUMPY";

// Far beyond the header of rank 64; a longer one is no header.
constexpr std::uint64_t max_header_bytes = 1U << 20U;

// A file and how much of it is not read yet.
class reader {
public:
    explicit reader(const std::string &path) {
        std::error_code code;
        const auto status = std::filesystem::status(path, code);
        if (!std::filesystem::exists(status)) throw tool_error("no such file");
        if (!std::filesystem::is_regular_file(status)) throw tool_error("not a regular file");
        rest_ = std::filesystem::file_size(path, code);
        file_.open(path, std::ios::binary);
        if (code || !file_) throw tool_error("cannot be opened");
    }

    [[nodiscard]] std::uint64_t rest() const noexcept { return rest_; }

    void read(void *data, std::uint64_t size_bytes, const char *part) {
        if (size_bytes > rest_)
            throw tool_error("truncated: the " + std::string(part) + " takes "
                             + std::to_string(size_bytes) + " bytes, the file has "
                             + std::to_string(rest_) + " left");
        file_.read(static_cast<char *>(data), static_cast<std::streamsize>(size_bytes));
        if (!file_) throw tool_error("the " + std::string(part) + " cannot be read");
        rest_ -= size_bytes;
    }

private:
    std::ifstream file_;
    std::uint64_t rest_ = 0;
};

std::uint64_t read_little_endian(reader &file, std::size_t size_bytes) {
    std::array<unsigned char, 4> bytes {};
    file.read(bytes.data(), size_bytes, "header length");
    std::uint64_t value = 0;
    for (std::size_t i = 0; i < size_bytes; ++i)
        value |= std::uint64_t {bytes[i]} << (8 * i);
    return value;
}

npy_header read_header(reader &file, npy_dtypes dtypes) {
    std::array<char, 8> start {};
    file.read(start.data(), start.size(), "magic string and version");
    if (std::string_view(start.data(), magic.size()) != magic)
        throw tool_error("not a .npy file (no magic string)");
    const int major = static_cast<unsigned char>(start[6]);
    const int minor = static_cast<unsigned char>(start[7]);
    if (major < 1 || major > 3 || minor != 0)
        throw tool_error("format version " + std::to_string(major) + "." + std::to_string(minor)
                         + " is not 1.0, 2.0 or 3.0");
    const std::uint64_t header_bytes = read_little_endian(file, major == 1 ? 2 : 4);
    if (header_bytes > max_header_bytes)
        throw tool_error("header of " + std::to_string(header_bytes) + " bytes is too long");
    std::string text(std::min(header_bytes, file.rest()), '\0');
    file.read(text.data(), header_bytes, "header");
    return parse_npy_header(text, dtypes);
}

// Nothing when the size does not fit 63 bits.
std::optional<std::uint64_t> data_bytes(const npy_header &header) {
    if (std::find(header.dims.begin(), header.dims.end(), 0) != header.dims.end()) return 0;
    std::int64_t size_bytes = header.item_bytes;
    for (const std::int64_t dim : header.dims)
        if (__builtin_mul_overflow(size_bytes, dim, &size_bytes)) return std::nullopt;
    return static_cast<std::uint64_t>(size_bytes);
}

// A file that is longer than its shape is refused like one that is shorter: either way the header
// and the data do not belong together.
npy_array read_array(reader &file, npy_dtypes dtypes) {
    npy_header header = read_header(file, dtypes);
    const std::optional<std::uint64_t> wanted =
            header.item_bytes == 0 ? file.rest() : data_bytes(header);
    if (!wanted) throw tool_error("header: the size of the shape does not fit 63 bits");
    if (*wanted != file.rest())
        throw tool_error("the header describes " + std::to_string(*wanted)
                         + " bytes of data, the file holds " + std::to_string(file.rest()));
    npy_array array {std::move(header), buffer(*wanted)};
    file.read(array.data.data(), *wanted, "data");
    return array;
}

} // namespace

npy_array read_npy(const std::string &path, npy_dtypes dtypes) {
    try {
        reader file(path);
        return read_array(file, dtypes);
    } catch (const tool_error &error) {
        throw tool_error(path + ": " + error.what());
    }
}

} // namespace selectbench
