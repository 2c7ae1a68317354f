// SPDX-License-Identifier: Apache-2.0
// Who takes part in a measurement.
#ifndef LIBSELECT_TESTS_BENCH_CONTESTANT_HPP
#define LIBSELECT_TESTS_BENCH_CONTESTANT_HPP

#include <functional>
#include <memory>
#include <string>

#include "harness/measure.hpp"

namespace bench {

enum class kind {
    yardstick, // moves bytes; the fastest one is the limit
    reference, // for orientation: memcpy, the AVX2 and scalar builds of plain
    plain,     // what ratios to plain are made with
    byte_mask, // libselect with a byte mask, where it could do without
    library,   // libselect
    peer       // another library
};

struct contestant {
    std::string name;
    bench::kind kind;
    bool computes; // the result is Select's, to be verified
    std::function<void()> call;
    support::timed_loop loop;             // over the same call
    std::shared_ptr<const void> owner {}; // what `call` refers to
};

template <typename Call>
contestant make_contestant(std::string name, kind what, bool computes, Call call) {
    return {std::move(name), what, computes, call, support::make_loop(call)};
}

} // namespace bench

#endif
