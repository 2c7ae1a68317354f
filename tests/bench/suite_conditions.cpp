// SPDX-License-Identifier: Apache-2.0
// Conditions that are no byte mask, each beside its limit, the plain loop and the byte mask.
#include "session.hpp"

namespace bench {

void run_conditions(session &all) {
    for (const condition_case &one : condition_cases(all.chosen().quick))
        all.run(one);
    print_summary(all.results());
}

} // namespace bench
