// SPDX-License-Identifier: Apache-2.0
// The lines of verbose mode, in the order of fields of oneDNN's format v1.
#ifndef LIBSELECT_API_VERBOSE_LINES_HPP
#define LIBSELECT_API_VERBOSE_LINES_HPP

#include <string>

#include "exec/primitive.hpp"

namespace libselect {

// What describes a primitive, as oneDNN does: engine, primitive, implementation, propagation kind,
// memory descriptors, attributes, auxiliary, problem. `implementation` may be another one than the
// primitive got.
//     cpu,select,jit:avx512,undef,cond:boolean::blocked:ab::f0 src0:... src1:... dst:...,
//     attr-max-threads:2,auto_broadcast:numpy,4x5:2x3x4x5:1
[[nodiscard]] std::string describe(const primitive &ready, const char *implementation);

// "0.0123": six digits and a point, whatever the locale of the program.
[[nodiscard]] std::string milliseconds_text(double milliseconds);

// None of these throws or changes errno; a line that no memory can be had for is lost. The header
// comes before the first line of the process, and must be asked for before any of the others.
void write_verbose_header() noexcept;
// At level 2 the lines before it say why better implementations were refused, and the plan.
void write_create_lines(const primitive &ready, double milliseconds) noexcept;
void write_exec_line(const primitive &ready, double milliseconds) noexcept;
// `operation` is "create:check" or "exec:check", `function` that of the C interface which failed.
void write_check_line(const char *operation, const char *function, libselect_status_t code,
        const char *message) noexcept;

} // namespace libselect

#endif
