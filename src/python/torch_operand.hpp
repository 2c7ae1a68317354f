// SPDX-License-Identifier: Apache-2.0
// torch tensors. The module neither links nor imports torch: a tensor can only come from a program
// that has imported it.
//
// A tensor is read through its methods, since exporting it through DLPack takes three times as
// long, and torch 1.13 exports no bool. A result is imported through DLPack, which takes half as
// long as torch.empty.
#ifndef LIBSELECT_PYTHON_TORCH_OPERAND_HPP
#define LIBSELECT_PYTHON_TORCH_OPERAND_HPP

#include "plan.hpp"

namespace libselect_python {

// A new tensor for the plan's result; `data` is set to its memory.
[[nodiscard]] owned new_tensor(const plan &ready, void *&data);

// The type of a torch.dtype; undef where the object is none, or has no such type.
[[nodiscard]] libselect_data_type_t type_from_torch(PyObject *dtype);

} // namespace libselect_python

#endif
