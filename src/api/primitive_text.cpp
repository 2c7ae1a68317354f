// SPDX-License-Identifier: Apache-2.0
// Joining what each stage says of itself.
#include "api/primitive_text.hpp"

namespace libselect {
namespace {

std::string kernel_text(const schedule &how) {
    const std::string kernel =
            how.form.fused ? to_string(how.fused.params) : to_string(how.rows.params);
    return to_string(how.form) + "; " + kernel;
}

} // namespace

std::string plan_text(const primitive &ready) {
    std::string text = to_string(ready.made) + "; implementation: " + ready.how.chosen.from->name;
    if (!ready.made.is_empty()) text += " (" + kernel_text(ready.how) + ")";
    return text;
}

std::string to_string(const primitive &ready) {
    const std::string refusals = to_string(ready.how.chosen.refusals);
    return plan_text(ready) + (refusals.empty() ? "" : "; refused: " + refusals);
}

} // namespace libselect
