// SPDX-License-Identifier: Apache-2.0
// libselect's statuses as Python's exceptions, with libselect's sentence.
#ifndef LIBSELECT_PYTHON_STATUS_HPP
#define LIBSELECT_PYTHON_STATUS_HPP

#include <libselect/libselect.h>

namespace libselect_python {

[[noreturn]] void fail_with(libselect_status_t status);

inline void check_status(libselect_status_t status) {
    if (status != libselect_success) [[unlikely]]
        fail_with(status);
}

} // namespace libselect_python

#endif
