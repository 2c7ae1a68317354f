// SPDX-License-Identifier: Apache-2.0
// The plans of where(), by key.
//
// 128 sets of 4: a key may stand in the set that its hash names. A new plan takes the place of the
// one in its set that was used longest ago. So there are never more than 512 plans, and a lookup
// compares four hashes and, as a rule, one key. The GIL is the lock: lookups and insertions never
// release it between looking and writing.
#ifndef LIBSELECT_PYTHON_PLAN_CACHE_HPP
#define LIBSELECT_PYTHON_PLAN_CACHE_HPP

#include "layout_key.hpp"
#include "plan.hpp"

namespace libselect_python {

struct cache_counts {
    Py_ssize_t hits = 0, misses = 0, size = 0, capacity = 0;
};

// The plan for this key; it is created from the call where the cache has none.
[[nodiscard]] plan_ref cached_plan(const select_call &of);

[[nodiscard]] cache_counts counts_of_cache() noexcept;

// Plans that a call is running live on until it returns.
void clear_cache() noexcept;

} // namespace libselect_python

#endif
