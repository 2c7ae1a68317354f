// SPDX-License-Identifier: Apache-2.0
// Calls of the C interface in verbose mode: their time, and the writing of their lines.
#ifndef LIBSELECT_API_TRACE_HPP
#define LIBSELECT_API_TRACE_HPP

#include <chrono>

#include "api/fork_gate.hpp"
#include "api/verbose_lines.hpp"

namespace libselect {

// The time of a call, from the construction of this object on. The header is written before that,
// since it belongs to no call.
class trace {
public:
    trace() noexcept {
        const fork_gate inside;
        write_verbose_header();
        begin_ = clock::now();
    }

    [[nodiscard]] double milliseconds() const noexcept {
        return std::chrono::duration<double, std::milli>(clock::now() - begin_).count();
    }

private:
    using clock = std::chrono::steady_clock;
    clock::time_point begin_;
};

// Each function below passes the gate, so it must not be called inside it. Without the gate, a
// child of fork() would write once more what stdout holds of a line that another thread is writing.
inline void write_creation(const primitive &ready, double milliseconds) noexcept {
    const fork_gate inside;
    write_create_lines(ready, milliseconds);
}
inline void write_execution(const primitive &ready, double milliseconds) noexcept {
    const fork_gate inside;
    write_exec_line(ready, milliseconds);
}
// The text is that of libselect_last_error.
inline void write_failure(
        const char *operation, const char *function, libselect_status_t code) noexcept {
    const fork_gate inside;
    write_verbose_header();
    write_check_line(operation, function, code, libselect_last_error());
}

} // namespace libselect

#endif
