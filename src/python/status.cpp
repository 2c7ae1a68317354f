// SPDX-License-Identifier: Apache-2.0
// Which exception stands for which status.
#include "status.hpp"

#include "python.hpp"

namespace libselect_python {
namespace {

[[nodiscard]] PyObject *exception_of(libselect_status_t status) noexcept {
    switch (status) {
    case libselect_out_of_memory:
        return PyExc_MemoryError;
    case libselect_invalid_data_type:
    case libselect_unimplemented:
        return PyExc_TypeError;
    case libselect_runtime_error:
        return PyExc_RuntimeError;
    default:
        return PyExc_ValueError;
    }
}

} // namespace

void fail_with(libselect_status_t status) {
    fail(exception_of(status), "%s", libselect_last_error());
}

} // namespace libselect_python
