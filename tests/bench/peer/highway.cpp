// SPDX-License-Identifier: Apache-2.0
// The least program with what peer_highway.cpp takes from Highway.
#include <hwy/highway.h>

#include <cstdint>

namespace hn = hwy::HWY_NAMESPACE;

int main() {
    const hn::ScalableTag<std::uint32_t> d;
    const hn::Rebind<std::uint8_t, decltype(d)> narrow;
    const auto mask = hn::Ne(hn::PromoteTo(d, hn::Zero(narrow)), hn::Zero(d));
    return static_cast<int>(hn::GetLane(hn::IfThenElse(mask, hn::Set(d, 1), hn::Zero(d))));
}
