// SPDX-License-Identifier: Apache-2.0
// The workloads of workloads.json.
#include "session.hpp"

namespace bench {

void run_workloads(session &all) {
    const options &chosen = all.chosen();
    field_options wanted;
    // Slow columns take most of the time and rot no faster than the rest.
    wanted.peers = !chosen.quick;
    all.run(load_workloads(chosen.workloads, chosen.quick), wanted);
    print_summary(all.results());
}

} // namespace bench
