// SPDX-License-Identifier: Apache-2.0
// Logical tensors in verbose lines, in oneDNN's form of a memory descriptor.
#ifndef LIBSELECT_API_MEMORY_DESCRIPTOR_HPP
#define LIBSELECT_API_MEMORY_DESCRIPTOR_HPP

#include <string>

#include "op/logical_tensor.hpp"

namespace libselect {

// "src0:f32::blocked:acdb::f0": name, type, properties (none), format kind, tag, strides, flags
// (none). The dims must be known. As in oneDNN,
// - the tag lists the axes by stride, the largest first; a stride of 0 counts as the largest;
// - strides, "60x1x20x4", are there only when the tag and the dims do not tell them.
// A scalar has an empty tag. Above rank 26 letters run out: the tag is "*" and strides are there.
[[nodiscard]] std::string memory_descriptor(const char *name, const logical_tensor &tensor);

// "2x3x4x5" as problem descriptions have it: a scalar is "1", so that all of it is numbers.
[[nodiscard]] std::string problem_dims(const shape &dims);

} // namespace libselect

#endif
