// SPDX-License-Identifier: Apache-2.0
// Who keeps generated code: everyone who may run it.
#ifndef LIBSELECT_CODE_HELD_CODE_HPP
#define LIBSELECT_CODE_HELD_CODE_HPP

#include <memory>
#include <vector>

namespace libselect {

// The address of generated code. The code is freed with the last reference to it.
using code_ref = std::shared_ptr<const void>;

// The code behind the kernels of one primitive. Kernels themselves are plain pointers and hold
// nothing: they may be called while the held_code that they were created with lives.
struct held_code {
    std::vector<code_ref> codes;
    int n_generated = 0; // how many of them had to be generated; the others were in the cache
};

} // namespace libselect

#endif
