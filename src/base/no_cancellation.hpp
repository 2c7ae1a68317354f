// SPDX-License-Identifier: Apache-2.0
// pthread_cancel while the library works.
#ifndef LIBSELECT_BASE_NO_CANCELLATION_HPP
#define LIBSELECT_BASE_NO_CANCELLATION_HPP

#include <pthread.h>

namespace libselect {

// A cancelled thread unwinds its stack from the next system call that waits, through functions that
// must not throw and handlers that catch everything, and that ends the process. While this lives
// the thread is not cancelled; the caller's next cancellation point after it is where that happens.
// Asynchronous cancellation, which may strike anywhere, is for the caller to keep off.
class no_cancellation {
public:
    no_cancellation() noexcept { pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &before_); }
    no_cancellation(const no_cancellation &) = delete;
    no_cancellation &operator=(const no_cancellation &) = delete;
    ~no_cancellation() { pthread_setcancelstate(before_, nullptr); }

private:
    int before_ = PTHREAD_CANCEL_ENABLE;
};

} // namespace libselect

#endif
