// SPDX-License-Identifier: Apache-2.0
// Ownership of generated code: everyone who may run it keeps a reference.
#ifndef LIBSELECT_CODE_HELD_CODE_HPP
#define LIBSELECT_CODE_HELD_CODE_HPP

#include <memory>
#include <vector>

namespace libselect {

// The address of generated code. The code is freed with the last reference to it.
using code_ref = std::shared_ptr<const void>;

// The code behind the kernels of one primitive. Kernels themselves are plain pointers and own
// nothing: they may be called as long as the held_code lives that they were created with.
struct held_code {
    std::vector<code_ref> codes;
    int n_generated = 0; // of those, generated for this primitive; the others were in the cache
};

} // namespace libselect

#endif
