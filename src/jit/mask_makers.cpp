// SPDX-License-Identifier: Apache-2.0
// Which classes emit the masks of which kind of condition.
#include "base/dcheck.hpp"
#include "jit/boolean_mask.hpp"

namespace libselect {

std::unique_ptr<avx512_mask> make_avx512_mask(
        [[maybe_unused]] const predicate &decides, const mask_frame &frame) {
    LIBSELECT_DCHECK(decides.kind == condition_kind::boolean, static_cast<int>(decides.kind));
    return std::make_unique<avx512_boolean_mask>(frame);
}

std::unique_ptr<avx2_mask> make_avx2_mask(
        [[maybe_unused]] const predicate &decides, const mask_frame &frame) {
    LIBSELECT_DCHECK(decides.kind == condition_kind::boolean, static_cast<int>(decides.kind));
    return std::make_unique<avx2_boolean_mask>(frame);
}

std::unique_ptr<scalar_mask> make_scalar_mask(
        [[maybe_unused]] const predicate &decides, const mask_frame &frame) {
    LIBSELECT_DCHECK(decides.kind == condition_kind::boolean, static_cast<int>(decides.kind));
    return std::make_unique<scalar_boolean_mask>(frame);
}

} // namespace libselect
