// SPDX-License-Identifier: Apache-2.0
// oneDNN serialized graphs: JSON whose "graph" is a list of ops.
#ifndef SELECTBENCH_GRAPH_FILE_HPP
#define SELECTBENCH_GRAPH_FILE_HPP

#include <string>

#include "in_shapes.hpp"
#include "problem_source.hpp"

namespace selectbench {

// Visits every Select of the file. Throws tool_error, which starts with the path, when the file is
// no graph or has no Select; Selects before the place where it breaks off have been visited by
// then. What another op looks like does not matter.
void read_graph_file(const std::string &path, in_shapes &rewrites, const problem_visitor &visit);

} // namespace selectbench

#endif
