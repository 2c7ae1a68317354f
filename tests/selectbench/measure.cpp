// SPDX-License-Identifier: Apache-2.0
// selectbench verify and perf: runs problems, compares them with the oracle and times them. The two
// are one command with another --mode.
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "command.hpp"
#include "parse_number.hpp"
#include "problem_source.hpp"
#include "result_writer.hpp"
#include "setting_options.hpp"
#include "tool_error.hpp"

namespace selectbench {
namespace {

constexpr const char *footer =
        "Bytes: what any implementation must move, each input and dst once; in place cond, the\n"
        "elements that change and what they read. Time: median and fastest sample of one call;\n"
        "short calls are sampled many at once. PASS: every bit of dst is what the oracle says and\n"
        "no byte between its elements has changed.";

struct measure_options {
    problem_sources sources;
    setting_options settings;
    std::string mode;
    std::string seconds = "0.25";
    bool json = false;
};

struct measure_mode {
    bool correctness, performance;
};

measure_mode parse_mode(const std::string &word) {
    if (word == "C") return {true, false};
    if (word == "P") return {false, true};
    if (word == "CP" || word == "PC") return {true, true};
    throw tool_error("--mode: \"" + word + "\" is none of C (correctness), P (performance) and CP");
}

double parse_seconds(const std::string &word) {
    constexpr double most = 86400;
    double seconds = -1;
    // Written so that a NaN fails too.
    if (parse_number(word, seconds) && seconds >= 0 && seconds <= most) return seconds;
    throw tool_error("--seconds: \"" + word + "\" is no number from 0 to 86400");
}

class measurer {
public:
    explicit measurer(const measure_options &options)
        : how_(options.settings.apply()),
          mode_(parse_mode(options.mode)),
          seconds_(parse_seconds(options.seconds)) {
        if (options.json) writer_ = make_json_writer();
    }

    // Returns the exit status of what it has run. The first problems wait for each other, so that
    // the table knows how wide its columns are.
    int measure(const problem &what) {
        constexpr std::size_t most_waiting = 100;
        if (writer_) return measure_now(what);
        waiting_.push_back(what);
        return waiting_.size() < most_waiting ? 0 : measure_waiting(true);
    }

    int finish() { return measure_waiting(false); }

private:
    int measure_waiting(bool more_follow) {
        if (!writer_) writer_ = make_table_writer(waiting_, more_follow, mode_.performance);
        int exit_status = 0;
        for (const problem &what : std::exchange(waiting_, {}))
            exit_status = worse(exit_status, measure_now(what));
        return exit_status;
    }

    // One problem that cannot be run does not stop the others.
    int measure_now(const problem &what) const {
        try {
            return run(what);
        } catch (...) {
            failure why = current_failure();
            writer_->write(what, why);
            if (!what.name.empty()) why.text = what.name + ": " + why.text;
            return report(why);
        }
    }

    int run(const problem &what) const {
        const problem_run run(what, how_);
        measurement done;
        done.checked = mode_.correctness;
        if (done.checked) done.wrong = run.execute_and_compare();
        // The time of a wrong result is of no use.
        if (mode_.performance && !done.wrong)
            done.time = time_calls([&] { run.execute(); }, seconds_);
        writer_->write(what, how_, run, done);
        return done.wrong ? exit_failure : 0;
    }

    run_settings how_;
    measure_mode mode_;
    double seconds_;
    std::unique_ptr<result_writer> writer_;
    std::vector<problem> waiting_;
};

int measure_all(const measure_options &options) {
    measurer all(options);
    const int exit_status =
            options.sources.for_each([&all](const problem &what) { return all.measure(what); });
    return worse(exit_status, all.finish());
}

void add_command(CLI::App &command, action &chosen, const char *mode) {
    const auto options = std::make_shared<measure_options>();
    options->mode = mode;
    options->sources.add_to(command);
    options->settings.add_to(command);
    command.add_option("--mode", options->mode,
            std::string("C checks, P times, CP does both; default ") + mode);
    command.add_option("--seconds", options->seconds,
            "How long each problem is repeated to time it; default 0.25");
    command.add_flag("--json", options->json, "Print one JSON object per line and problem");
    command.footer(footer);
    command.callback([options, &chosen] { chosen = [options] { return measure_all(*options); }; });
}

} // namespace

void add_verify(CLI::App &app, action &chosen) {
    add_command(*app.add_subcommand("verify",
                        "Compute problems on random data and compare them with the oracle"),
            chosen, "C");
}

void add_perf(CLI::App &app, action &chosen) {
    add_command(*app.add_subcommand("perf", "Check problems as verify does, and time them"), chosen,
            "CP");
}

} // namespace selectbench
