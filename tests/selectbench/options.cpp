// SPDX-License-Identifier: Apache-2.0
// Help texts of the shared options.
#include "options.hpp"

namespace selectbench {

void attribute_options::add_to(CLI::App &command) {
    command.add_option("--auto-broadcast", mode, "none, numpy (default), pdpd or multidirectional");
    command.add_option("--axis", axis, "Where inputs start in src0 (pdpd only); default -1")
            ->check(check_number<std::int64_t>);
}

void tensor_options::add_to(CLI::App &command) {
    command.add_option("--cond", cond, "Shape of cond: 2x3x4x5, scalar, ? and * for unknowns")
            ->required();
    command.add_option("--src0", src0, "Shape of src0")->required();
    command.add_option("--src1", src1, "Shape of src1")->required();
    command.add_option("--dt", type, "Type of src0, src1 and dst; default f32");
}

} // namespace selectbench
