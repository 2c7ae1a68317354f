// SPDX-License-Identifier: Apache-2.0
// Shapes as words: "2x3x4x5", "2x?x5", "scalar" for rank 0, "*" for an unknown rank.
#ifndef SELECTBENCH_SHAPE_TEXT_HPP
#define SELECTBENCH_SHAPE_TEXT_HPP

#include <string>

#include <libselect/libselect.hpp>

namespace selectbench {

namespace ls = libselect;

// The dense tensor that `text` describes. A negative dim parses: the library refuses it, with its
// own message. Throws tool_error with the grammar when text is no shape; `option` names where it
// stood.
ls::logical_tensor parse_tensor(
        ls::data_type type, const std::string &text, const std::string &option);

// The inverse of parse_tensor.
std::string shape_text(const ls::logical_tensor &tensor);

} // namespace selectbench

#endif
