// SPDX-License-Identifier: Apache-2.0
// Which peers take part.
#include "field.hpp"

namespace bench {

#if !defined(LIBSELECT_BENCH_HIGHWAY)
void add_highway(std::vector<contestant> &, const bench_case &, const case_data &, int) {
}
#endif
#if !defined(LIBSELECT_BENCH_EIGEN)
void add_eigen(std::vector<contestant> &, const bench_case &, const case_data &, int) {
}
#endif

std::string peer_notes() {
    std::string notes;
#if defined(LIBSELECT_BENCH_HIGHWAY)
    notes += "peer highway: " LIBSELECT_BENCH_HIGHWAY ", dense operands and scalars\n";
#else
    notes += "peer highway: left out, libhwy-dev is not installed or does not build here\n";
#endif
#if defined(LIBSELECT_BENCH_EIGEN)
    notes += "peer eigen: " LIBSELECT_BENCH_EIGEN ", Tensor::select, widths to 8 bytes\n";
#else
    notes += "peer eigen: left out, libeigen3-dev is not installed or does not build here\n";
#endif
#if defined(LIBSELECT_BENCH_ONEDNN)
    notes += "peer onednn: left out, " LIBSELECT_BENCH_ONEDNN
             " is installed and binary_select came with 3.8\n";
#else
    notes += "peer onednn: left out, not installed; it needs 3.8 for binary_select\n";
#endif
    return notes;
}

} // namespace bench
