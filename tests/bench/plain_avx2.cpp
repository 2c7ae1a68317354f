// SPDX-License-Identifier: Apache-2.0
// `plain`, compiled with -O3 -mavx2 -mbmi2 -mfma.
#include "plain_loops.hpp"

namespace bench {

plain_fn plain_avx2(const plain_nest &nest, size_t elem_bytes) {
    return pick(nest, elem_bytes);
}

} // namespace bench
