// SPDX-License-Identifier: Apache-2.0
// The field of contestants for a case.
#ifndef LIBSELECT_TESTS_BENCH_FIELD_HPP
#define LIBSELECT_TESTS_BENCH_FIELD_HPP

#include <vector>

#include "case_data.hpp"
#include "contestant.hpp"
#include "library.hpp"

namespace bench {

// Which contestants a suite wants beside the yardsticks and the best implementation.
struct field_options {
    bool references = true; // memcpy, plain for AVX2, plain without vectors
    bool plain = true;
    bool peers = true;
    bool lower_isas = true; // all implementations below the best one
    bool only_avx2 = false; // of these, AVX2 alone
};

class field_maker {
public:
    field_maker();
    // The contestants refer to `one` and `data`. Yardsticks run on one thread and on `threads`: for
    // a small case one is the faster, and the limit is the fastest.
    [[nodiscard]] std::vector<contestant> make(const bench_case &one, const case_data &data,
            int threads, const field_options &options) const;
    [[nodiscard]] libselect::cpu_isa best() const { return best_; }

private:
    libselect::cpu_isa best_;
    std::vector<capped_library> lower_;
};

// Peers that were installed when the bench was built, for the cases they can do.
void add_highway(
        std::vector<contestant> &field, const bench_case &one, const case_data &data, int threads);
void add_eigen(
        std::vector<contestant> &field, const bench_case &one, const case_data &data, int threads);

// Which peers take part, and why the others do not: one line each.
std::string peer_notes();

} // namespace bench

#endif
