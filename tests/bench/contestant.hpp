// SPDX-License-Identifier: Apache-2.0
// Who takes part in a measurement.
#ifndef LIBSELECT_TESTS_BENCH_CONTESTANT_HPP
#define LIBSELECT_TESTS_BENCH_CONTESTANT_HPP

#include <benchmark/benchmark.h>

#include <functional>
#include <memory>
#include <string>

namespace bench {

enum class kind {
    yardstick, // moves bytes; the fastest one is the limit
    reference, // for orientation: memcpy, the AVX2 and scalar builds of plain
    plain,     // what ratios to plain are made with
    library,   // libselect
    peer       // another library
};

struct contestant {
    std::string name;
    bench::kind kind;
    bool computes; // the result is Select's, to be verified
    std::function<void()> call;
    std::function<void(benchmark::State &)> sample; // warms up, then times its iterations
    std::shared_ptr<const void> owner {};           // what `call` refers to
};

// `call` runs the contestant once. The timed loop holds the call itself, not an indirect one: a
// pointer's nanosecond is a tenth of the smallest workload.
template <typename Call>
contestant make_contestant(std::string name, kind what, bool computes, Call call) {
    return {std::move(name), what, computes, call, [call](benchmark::State &state) {
                call();
                for (auto _ : state) {
                    call();
                    benchmark::ClobberMemory();
                }
            }};
}

} // namespace bench

#endif
