// SPDX-License-Identifier: Apache-2.0
// Which contestants take part in a case.
#ifndef LIBSELECT_TESTS_BENCH_FIELD_HPP
#define LIBSELECT_TESTS_BENCH_FIELD_HPP

#include <vector>

#include "case_data.hpp"
#include "condition_data.hpp"
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
    // The contestants refer to their arguments, which must outlive them. Yardsticks run in aligned
    // memory, so that the limit is the same in all memories, on one thread and on `threads`, since
    // a small case is faster on one; the limit is the fastest of all.
    [[nodiscard]] std::vector<contestant> make(const bench_case &one, const case_data &data,
            const case_data &aligned, int threads, const field_options &options) const;
    // For a condition that is no boolean tensor: yardsticks, `plain`, the best implementation with
    // the byte mask at hand and with its making, and all implementations.
    [[nodiscard]] std::vector<contestant> make(const condition_case &one,
            const condition_data &data, const condition_data &aligned, int threads) const;
    [[nodiscard]] libselect::cpu_isa best() const { return best_; }

private:
    libselect::cpu_isa best_;
    std::vector<capped_library> lower_;
};

// Add a peer to the field, if it was installed when the bench was built and can compute the case.
void add_highway(
        std::vector<contestant> &field, const bench_case &one, const case_data &data, int threads);
void add_eigen(
        std::vector<contestant> &field, const bench_case &one, const case_data &data, int threads);

// Which peers take part, and why the others do not: one line each.
std::string peer_notes();

} // namespace bench

#endif
