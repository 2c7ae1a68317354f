// SPDX-License-Identifier: Apache-2.0
// Decides whether operands share memory by listing every byte of them.
#ifndef LIBSELECT_TESTS_FUZZ_SHARING_HPP
#define LIBSELECT_TESTS_FUZZ_SHARING_HPP

#include "harness/broadcast_spec.hpp"
#include "harness/oracle.hpp"

namespace fuzz {

// Whether an input may be used with this dst. It may if it shares no byte with dst, or if it is a
// source that has the address of dst's element at every index. `first` is the axis of dst at which
// the axis 0 of the input stands.
[[nodiscard]] bool may_share(const support::view &input, std::size_t input_width, bool is_source,
        std::size_t first, const support::mutable_view &dst, std::size_t dst_width);

} // namespace fuzz

#endif
