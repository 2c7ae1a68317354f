// SPDX-License-Identifier: Apache-2.0
// NumPy's .npy files, format versions 1.0, 2.0 and 3.0: arrays of plain little-endian numbers.
#ifndef SELECTBENCH_NPY_HPP
#define SELECTBENCH_NPY_HPP

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include <libselect/libselect.hpp>

#include "buffer.hpp"

namespace selectbench {

namespace ls = libselect;

// What the header says. It is not trusted: parse_npy_header checks its text, read_npy its sizes.
struct npy_header {
    std::string descr; // "<f4", as NumPy spells it
    ls::data_type type = ls::data_type::undef;
    std::int64_t item_bytes = 0; // 0: not known, as of a structured dtype
    bool fortran_order = false;
    ls::dims dims; // every one >= 0
};

// An array as the file holds it: data.size() is the product of dims times item_bytes.
struct npy_array {
    npy_header header;
    buffer data;
};

// Which dtypes are read: plain little-endian numbers, or any, of which only the bytes count.
enum class npy_dtypes : bool { numbers, any };

// Parses the Python literal between the length field and the data. Throws tool_error.
npy_header parse_npy_header(std::string_view text, npy_dtypes dtypes = npy_dtypes::numbers);

// Reads a file. Whatever its bytes are, nothing is allocated beyond its size. Throws tool_error,
// which names the file.
npy_array read_npy(const std::string &path, npy_dtypes dtypes = npy_dtypes::numbers);

// Writes a C-ordered array. The file appears complete or not at all, and replaces an older one in
// one step. Throws tool_error, which names the file.
void write_npy(const std::string &path, const std::string &descr, const ls::dims &dims,
        std::span<const std::byte> data);

} // namespace selectbench

#endif
