// SPDX-License-Identifier: Apache-2.0
// New memory in the form in which DLPack hands it over.
#ifndef LIBSELECT_PYTHON_DLPACK_EXPORT_HPP
#define LIBSELECT_PYTHON_DLPACK_EXPORT_HPP

#include <vector>

#include "element_type.hpp"

namespace libselect_python {

// A capsule "dltensor" of new memory, which is aligned to a cache line and not initialized. Who
// imports it owns the memory; a capsule that nobody imports frees it. `data` is set to it. The
// elements lie side by side; without strides, the last axis is the fastest.
[[nodiscard]] owned export_new(libselect_data_type_t type, const std::vector<npy_intp> &dims,
        const std::vector<npy_intp> &strides_bytes, void *&data);

} // namespace libselect_python

#endif
