// SPDX-License-Identifier: Apache-2.0
// Turns exceptions into lines.
#include "failure.hpp"

#include <cctype>
#include <cstdio>
#include <exception>
#include <new>

#include <libselect/libselect.hpp>

namespace selectbench {
namespace {

// A system that ran short is no refusal of the input: the same input may pass later.
int exit_status_of(libselect::status code) {
    const bool short_of_something =
            code == libselect::status::out_of_memory || code == libselect::status::runtime_error;
    return short_of_something ? exit_failure : exit_refused;
}

} // namespace

failure current_failure() {
    try {
        throw;
    } catch (const libselect::error &error) {
        return {exit_status_of(error.code()), libselect::to_string(error.code()), error.what()};
    } catch (const std::bad_alloc &) {
        return {exit_failure, "selectbench", "the tensors do not fit into memory"};
    } catch (const std::exception &error) {
        return {exit_failure, "selectbench", error.what()};
    }
}

int report(const failure &what) {
    std::string line;
    for (const char c : what.status + ": " + what.text) {
        if (std::iscntrl(static_cast<unsigned char>(c)) == 0) {
            line += c;
            continue;
        }
        char escaped[8];
        std::snprintf(escaped, sizeof escaped, "\\x%02x", static_cast<unsigned>(c));
        line += escaped;
    }
    std::fprintf(stderr, "%s\n", line.c_str());
    return what.exit_status;
}

} // namespace selectbench
