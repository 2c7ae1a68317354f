// SPDX-License-Identifier: Apache-2.0
// Entry of selectbench: parses the command line and turns every failure into one line and a status.
#include <cctype>
#include <cstdio>
#include <exception>
#include <new>
#include <string>

#include <libselect/libselect.hpp>

#include "command.hpp"
#include "tool_error.hpp"

namespace {

// The exit statuses are a contract: scripts tell a refused input from a broken call by them.
constexpr int exit_failure = 1;
constexpr int exit_refused = 2;

// Text may quote a file name or a word of the command line; whatever is in it, it stays one line.
int report(int exit_status, const std::string &text) {
    std::string line;
    for (const char c : text) {
        if (std::iscntrl(static_cast<unsigned char>(c)) == 0) {
            line += c;
            continue;
        }
        char escaped[8];
        std::snprintf(escaped, sizeof escaped, "\\x%02x", static_cast<unsigned>(c));
        line += escaped;
    }
    std::fprintf(stderr, "%s\n", line.c_str());
    return exit_status;
}

// CLI11 has an exit code per kind of error; here all are 1, and only --help is 0.
int report_usage(const CLI::App &app, const CLI::ParseError &error) {
    if (error.get_exit_code() == 0) return app.exit(error);
    return report(exit_failure, std::string("selectbench: ") + error.what() + " (see --help)");
}

// A system that ran short is no refusal of the input: the same input may pass later.
int report_status(const libselect::error &error) {
    const bool refused = error.code() != libselect::status::out_of_memory
                         && error.code() != libselect::status::runtime_error;
    return report(refused ? exit_refused : exit_failure,
            std::string(libselect::to_string(error.code())) + ": " + error.what());
}

int parse_and_act(CLI::App &app, int argc, char **argv) {
    selectbench::action chosen;
    selectbench::add_run(app, chosen);
    selectbench::add_infer(app, chosen);
    selectbench::add_verify(app, chosen);
    selectbench::add_demo(app, chosen);
    app.require_subcommand(1);
    app.parse(argc, argv);
    const int exit_status = chosen();
    if (std::fflush(stdout) != 0)
        throw selectbench::tool_error("standard output could not be written");
    return exit_status;
}

} // namespace

int main(int argc, char **argv) {
    CLI::App app("Runs, infers and checks Select: dst = cond ? src0 : src1 with broadcasting. "
                 "Exit status: 0; 2 when the library refuses the input; 1 for anything else.",
            "selectbench");
    try {
        return parse_and_act(app, argc, argv);
    } catch (const CLI::ParseError &error) {
        return report_usage(app, error);
    } catch (const libselect::error &error) {
        return report_status(error);
    } catch (const std::bad_alloc &) {
        return report(exit_failure, "selectbench: the tensors do not fit into memory");
    } catch (const std::exception &error) {
        return report(exit_failure, std::string("selectbench: ") + error.what());
    }
}
