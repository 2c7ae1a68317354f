// SPDX-License-Identifier: Apache-2.0
// Shapes as words: "2x3x4x5", "2x?x5", "scalar" for rank 0, "*" for an unknown rank. Strides as
// words: "60x20x5x1", "-5x0"; "" stands for dense ones.
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

// The tensor with these strides, one per dim. Throws tool_error, which names `option` and, in
// front of the text, the operand.
ls::logical_tensor with_strides(const ls::logical_tensor &tensor, const std::string &text,
        const std::string &option, const std::string &operand);

// "" for dense strides and for those that cannot be told.
std::string strides_text(const ls::logical_tensor &tensor);

} // namespace selectbench

#endif
