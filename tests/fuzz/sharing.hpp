// SPDX-License-Identifier: Apache-2.0
// Decides whether operands share memory by listing every byte of them.
#ifndef LIBSELECT_TESTS_FUZZ_SHARING_HPP
#define LIBSELECT_TESTS_FUZZ_SHARING_HPP

#include "harness/broadcast_spec.hpp"
#include "harness/oracle.hpp"

namespace fuzz {

struct shared_input {
    support::view view;
    std::size_t width; // bytes of an element
    bool in_bits;
    bool may_be_dst;   // a source, or what numbers of dst's width are compared
    std::size_t first; // the axis of dst at which its axis 0 stands
};

// Whether an input may be used with this dst. It may if it shares no byte with dst, or if it may be
// dst and has the address of dst's element at every index.
[[nodiscard]] bool may_share(
        const shared_input &input, const support::mutable_view &dst, std::size_t dst_width);

} // namespace fuzz

#endif
