// SPDX-License-Identifier: Apache-2.0
// The choice between the portable loops of each ISA.
#include <algorithm>

#include "kernel/portable_kernels.hpp"

namespace libselect {

cpu_isa best_loops_isa() {
    const cpu_isa cap = max_cpu_isa();
    const cpu_isa allowed = cap == libselect_cpu_isa_portable ? detected_cpu_isa()
                                                              : std::min(cap, detected_cpu_isa());
    return allowed == libselect_cpu_isa_scalar ? libselect_cpu_isa_portable : allowed;
}

const portable_kernels &best_loops() {
    switch (best_loops_isa()) {
#if defined(__x86_64__)
    case libselect_cpu_isa_avx512:
        return portable_avx512;
    case libselect_cpu_isa_avx2:
        return portable_avx2;
#endif
    default:
        return portable_baseline;
    }
}

} // namespace libselect
