// SPDX-License-Identifier: Apache-2.0
// The lines of verbose mode, with the fields of oneDNN's format v1 in its order.
#ifndef LIBSELECT_API_VERBOSE_LINES_HPP
#define LIBSELECT_API_VERBOSE_LINES_HPP

#include <string>

#include "exec/primitive.hpp"

namespace libselect {

// The fields that describe a primitive, as in oneDNN: engine, primitive, implementation,
// propagation kind, memory descriptors, attributes, auxiliary, problem. `implementation` is a
// parameter, since a line about a refusal names another one than the primitive has.
//     cpu,select,jit:avx512,undef,cond:boolean::blocked:ab::f0 src0:... src1:... dst:...,
//     attr-max-threads:2,auto_broadcast:numpy,4x5:2x3x4x5:1
[[nodiscard]] std::string describe(const primitive &ready, const char *implementation);

// "0.0123": six digits and a point, whatever the locale of the program.
[[nodiscard]] std::string milliseconds_text(double milliseconds);

// None of these throws or changes errno. A line for which there is no memory is lost. The header
// comes before all other lines of the process: write_verbose_header must be called before any of
// the others, and writes it only once.
void write_verbose_header() noexcept;
// At level 2, lines that give the reasons of refusals and the plan come before it.
void write_create_lines(const primitive &ready, double milliseconds) noexcept;
void write_exec_line(const primitive &ready, double milliseconds) noexcept;
// `operation` is "create:check" or "exec:check", `function` that of the C interface which failed.
void write_check_line(const char *operation, const char *function, libselect_status_t code,
        const char *message) noexcept;

} // namespace libselect

#endif
