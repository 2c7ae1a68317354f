// SPDX-License-Identifier: Apache-2.0
// Whether operands share memory, by writing down every byte.
#ifndef LIBSELECT_TESTS_FUZZ_SHARING_HPP
#define LIBSELECT_TESTS_FUZZ_SHARING_HPP

#include "harness/broadcast_spec.hpp"
#include "harness/oracle.hpp"

namespace fuzz {

// Whether an input may be used with this dst: it shares no byte with it, or is a source whose
// element is that of dst for every index. `first` is the axis of dst at which its dims begin.
[[nodiscard]] bool may_share(const support::view &input, std::size_t input_width, bool is_source,
        std::size_t first, const support::mutable_view &dst, std::size_t dst_width);

} // namespace fuzz

#endif
