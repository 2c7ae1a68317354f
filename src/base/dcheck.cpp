// SPDX-License-Identifier: Apache-2.0
// Reporting a broken contract.
#include "base/dcheck.hpp"

#include <cstdio>
#include <cstdlib>

namespace libselect {

void dcheck_failed(const char *file, int line, const char *condition, const char *names,
        std::initializer_list<long long> values) noexcept {
    (void)std::fprintf(
            stderr, "%s:%d: broken contract: %s, with %s =", file, line, condition, names);
    for (const long long value : values)
        (void)std::fprintf(stderr, " %lld", value);
    (void)std::fputc('\n', stderr);
    std::abort();
}

} // namespace libselect
