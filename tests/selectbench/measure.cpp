// SPDX-License-Identifier: Apache-2.0
// selectbench verify and perf: runs problems, compares them with the oracle and times them.
#include <algorithm>
#include <array>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "result_writer.hpp"
#include "text.hpp"

namespace selectbench {
namespace {

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

ls::cpu_isa parse_cpu_isa(const std::string &word) {
    std::string names;
    for (const auto isa :
            {ls::cpu_isa::avx512, ls::cpu_isa::avx2, ls::cpu_isa::scalar, ls::cpu_isa::portable}) {
        if (word == ls::to_string(isa)) return isa;
        names += std::string(names.empty() ? "" : ", ") + ls::to_string(isa);
    }
    throw tool_error("--max-cpu-isa: \"" + word + "\" is none of " + names);
}

// How problems are run. Caps the ISA, for the whole process: before the first primitive.
support::problem settings_of(const measure_options &options) {
    support::problem settings;
    settings.conditions = parse_mask(options.mask);
    parse_in_place(options.in_place, settings);
    settings.seed = options.seed;
    settings.max_threads = options.max_threads;
    if (options.max_cpu_isa) ls::set_max_cpu_isa(parse_cpu_isa(*options.max_cpu_isa));
    return settings;
}

class measurer {
public:
    explicit measurer(const measure_options &options)
        : settings_(settings_of(options)),
          mode_(parse_mode(options.mode)),
          seconds_(parse_seconds(options.seconds)) {
        if (options.json) writer_ = make_json_writer();
    }

    // Calls visit with a visitor that measures each request. What a source throws, and a request
    // that cannot be made, is reported; the others run.
    template <typename visitor>
    void measure_all(const visitor &visit) {
        guarded([&] {
            visit([&](const std::function<request()> &make) { guarded([&] { take(make()); }); });
        });
    }

    void check_random(const random_options &options) {
        if (options.count == 0) return;
        any_ = true;
        if (!waiting_.empty()) run_waiting(false);
        if (!verify_random(options)) exit_status_ = exit_failure;
    }

    // The exit status of all.
    int finish() {
        run_waiting(false);
        if (!any_)
            throw tool_error(
                    "no problem is given: name one as cond:src0:src1 (4x5:2x3x4x5:scalar), or by "
                    "--cond, --src0 and --src1; --graph and --ir name files");
        return exit_status_;
    }

private:
    template <typename callable>
    void guarded(const callable &work) {
        try {
            work();
        } catch (...) {
            any_ = true;
            exit_status_ = worse(exit_status_, report(current_failure()));
        }
    }

    // The first problems wait for each other, so that the table knows how wide its columns are.
    void take(const request &what) {
        constexpr std::size_t most_waiting = 100;
        any_ = true;
        if (writer_) return run_one(what);
        waiting_.push_back(what);
        if (waiting_.size() == most_waiting) run_waiting(true);
    }

    void run_waiting(bool more_follow) {
        if (!writer_) writer_ = make_table_writer(waiting_, more_follow, mode_.performance);
        for (const request &what : std::exchange(waiting_, {}))
            run_one(what);
    }

    // One problem that cannot be run does not stop the others.
    void run_one(const request &what) {
        try {
            run(what);
        } catch (...) {
            failure why = current_failure();
            writer_->write(what, why);
            if (!what.name.empty()) why.text = what.name + ": " + why.text;
            exit_status_ = worse(exit_status_, report(why));
        }
    }

    void run(const request &what) {
        const problem_run run(what, settings_);
        measurement done;
        done.checked = mode_.correctness;
        if (done.checked) done.wrong = run.execute_and_compare();
        // The time of a wrong result is of no use.
        if (mode_.performance && !done.wrong) {
            const std::array loops {support::make_loop([&run] { run.execute(); })};
            // Few enough samples to keep, however long it takes.
            const support::effort wanted {
                    3, std::max(20e-6, seconds_ / 10000), seconds_, seconds_ / 4};
            done.time = support::measure(loops, wanted)[0];
            done.copies = time_copies(run.compulsory_bytes(), std::min(seconds_, 0.1));
        }
        writer_->write(what, run, done);
        if (done.wrong) exit_status_ = exit_failure;
    }

    support::problem settings_;
    measure_mode mode_;
    double seconds_;
    std::unique_ptr<result_writer> writer_;
    std::vector<request> waiting_;
    int exit_status_ = 0;
    bool any_ = false;
};

} // namespace

int measure(const measure_options &options) {
    measurer all(options);
    all.measure_all([&](const auto &visitor) { visit_words(options.words, visitor); });
    all.measure_all([&](const auto &visitor) { visit_graph(options.graph, visitor); });
    all.measure_all([&](const auto &visitor) { visit_ir(options.ir, visitor); });
    all.check_random({options.random_count, options.seed, options.json});
    return all.finish();
}

} // namespace selectbench
