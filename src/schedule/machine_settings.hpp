// SPDX-License-Identifier: Apache-2.0
// LIBSELECT_MACHINE: settings that replace what the model of the machine believes.
#ifndef LIBSELECT_SCHEDULE_MACHINE_SETTINGS_HPP
#define LIBSELECT_SCHEDULE_MACHINE_SETTINGS_HPP

#include <string>

#include "schedule/machine.hpp"

namespace libselect {

inline constexpr const char *machine_variable = "LIBSELECT_MACHINE";

// The model with these settings: "last=8M,stream=never". "" sets nothing. What is set of kind, l1d,
// l2 and last replaces what the machine says, and the thresholds follow from it. What is set of the
// thresholds and of vectors then stays as it is set. cmake/docs/environment.md lists the settings.
// Throws invalid_arguments when the text has anything else, or a setting twice, or when a cache
// would be smaller than the one below it.
[[nodiscard]] machine model_of(const machine_description &found, const std::string &settings);

} // namespace libselect

#endif
