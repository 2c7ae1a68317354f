// SPDX-License-Identifier: Apache-2.0
// The condition of selectbench run: its .npy files, and the tensors that they hold.
#ifndef SELECTBENCH_CONDITION_FILES_HPP
#define SELECTBENCH_CONDITION_FILES_HPP

#include <optional>
#include <string>
#include <vector>

#include "condition.hpp"
#include "npy.hpp"

namespace selectbench {

// The file's own type, or the one that `option` gives to its bits. Types that NumPy lacks (bf16,
// f8) travel as unsigned integers of their width. No other file may be renamed, so that a slip is
// not computed with.
ls::data_type element_type(const npy_array &array, const std::string &path,
        const std::string &renamed, const char *option);

// Fortran order is a matter of strides: the first dim is the fastest. An empty array has none to
// tell, and its dims need not have a product.
ls::logical_tensor tensor_of(const npy_array &array, ls::data_type type);

class condition_files {
public:
    // Reads the files. Throws tool_error and what the library throws.
    explicit condition_files(const condition_options &options);

    // In the order of what.inputs. Throws invalid_arguments where bits would lie before the file's
    // bytes. Only to be called when the library has taken the tensors.
    [[nodiscard]] std::vector<condition_memory> memories() const;

    condition_request what;

private:
    void add(ls::arg part, const std::optional<std::string> &path, const std::string &renamed);

    std::vector<buffer> data_;
};

} // namespace selectbench

#endif
