// SPDX-License-Identifier: Apache-2.0
// Turns exceptions into lines.
#include "failure.hpp"

#include <cstdio>
#include <exception>
#include <new>
#include <string>

#include <libselect/libselect.hpp>

#include "text.hpp"

namespace selectbench {
namespace {

// A system that ran short is no refusal of the input: the same input may pass later.
int exit_status_of(libselect::status code) {
    const bool short_of_something =
            code == libselect::status::out_of_memory || code == libselect::status::runtime_error;
    return short_of_something ? exit_failure : exit_refused;
}

// A long word of a file or of the command line stands in the middle: what it is about comes before
// it, what is wrong with it behind.
std::string shortened(std::string line) {
    constexpr std::size_t kept_bytes = 500;
    if (line.size() <= 3 * kept_bytes) return line;
    return line.substr(0, kept_bytes) + " ... " + line.substr(line.size() - kept_bytes);
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
    std::fflush(stdout); // where both go to one terminal, lines keep their order
    std::fprintf(stderr, "%s\n", printable(shortened(what.status + ": " + what.text)).c_str());
    return what.exit_status;
}

} // namespace selectbench
