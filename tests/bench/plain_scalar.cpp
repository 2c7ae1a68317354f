// SPDX-License-Identifier: Apache-2.0
// `plain`, compiled with -O2 -fno-tree-vectorize.
#include "plain_loops.hpp"

namespace bench {

plain_fn plain_scalar(const plain_nest &nest, size_t elem_bytes) {
    return pick(nest, elem_bytes);
}

} // namespace bench
