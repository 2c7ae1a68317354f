// SPDX-License-Identifier: Apache-2.0
// OpenVINO IR: XML whose <layers> hold a <layer> per op.
#ifndef SELECTBENCH_IR_FILE_HPP
#define SELECTBENCH_IR_FILE_HPP

#include <string>

#include "ir_layer.hpp"
#include "problem_source.hpp"

namespace selectbench {

// Visits every layer of type Select, those in the bodies of loops included. Throws tool_error,
// which starts with the path, when the file is no IR or has no such layer. The whole file is in
// memory at once, up to six times its size; the .bin beside it is not read.
void read_ir_file(const std::string &path, ir_settings &settings, const problem_visitor &visit);

} // namespace selectbench

#endif
