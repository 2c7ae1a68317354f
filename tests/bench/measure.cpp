// SPDX-License-Identifier: Apache-2.0
// Rounds, medians, JSON.
#include "measure.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <fstream>
#include <map>
#include <stdexcept>

namespace bench {
namespace {

using run = benchmark::BenchmarkReporter::Run;

class collector : public benchmark::BenchmarkReporter {
public:
    explicit collector(std::vector<run> &to) : to_(to) {}
    bool ReportContext(const Context &) override { return true; }
    void ReportRuns(const std::vector<Run> &report) override {
        to_.insert(to_.end(), report.begin(), report.end());
    }

private:
    std::vector<run> &to_;
};

double elapsed_ns(const std::function<void()> &call, benchmark::IterationCount n) {
    const auto begin = std::chrono::steady_clock::now();
    for (benchmark::IterationCount i = 0; i < n; ++i)
        call();
    return std::chrono::duration<double, std::nano>(std::chrono::steady_clock::now() - begin)
            .count();
}

// Calls that last min_sample_ns together, at least one.
benchmark::IterationCount count_iterations(
        const std::function<void()> &call, double min_sample_ns) {
    call();
    for (benchmark::IterationCount n = 1;; n *= 2) {
        const double ns = elapsed_ns(call, n);
        if (ns * 4 < min_sample_ns) continue;
        return std::max<benchmark::IterationCount>(
                1, std::llround(min_sample_ns * static_cast<double>(n) / ns));
    }
}

double quantile(const std::vector<double> &sorted, double q) {
    const double at = q * static_cast<double>(sorted.size() - 1);
    const auto low = static_cast<std::size_t>(at);
    const std::size_t high = std::min(low + 1, sorted.size() - 1);
    return sorted[low] + (at - static_cast<double>(low)) * (sorted[high] - sorted[low]);
}

timing summarize(const contestant &one, std::vector<double> samples) {
    std::sort(samples.begin(), samples.end());
    const double median = quantile(samples, 0.5);
    const double half = (quantile(samples, 0.75) - quantile(samples, 0.25)) / 2;
    return {one.name, one.kind, median, half / median};
}

void register_field(
        const std::string &case_name, const std::vector<contestant> &field, double min_sample_ns) {
    for (const contestant &one : field)
        benchmark::RegisterBenchmark((case_name + "/" + one.name).c_str(), one.sample)
                ->Iterations(count_iterations(one.call, min_sample_ns))
                ->UseRealTime()
                ->Unit(benchmark::kNanosecond);
}

} // namespace

void initialize_google_benchmark() {
    char name[] = "select_bench", interleave[] = "--benchmark_enable_random_interleaving=true";
    char *arguments[] = {name, interleave, nullptr};
    int count = 2;
    benchmark::Initialize(&count, arguments);
}

std::vector<timing> stopwatch::measure(
        const std::string &case_name, const std::vector<contestant> &field) {
    register_field(case_name, field, min_sample_ns_);
    const std::size_t first = runs_.size();
    collector reporter(runs_);
    for (int round = 0; round < rounds_; ++round)
        benchmark::RunSpecifiedBenchmarks(&reporter, ".");
    benchmark::ClearRegisteredBenchmarks();
    std::map<std::string, std::vector<double>> samples;
    for (std::size_t i = first; i < runs_.size(); ++i)
        samples[runs_[i].run_name.function_name].push_back(runs_[i].GetAdjustedRealTime());
    std::vector<timing> results;
    for (const contestant &one : field) {
        results.push_back(summarize(one, samples.at(case_name + "/" + one.name)));
        const auto sample = std::find_if(runs_.begin() + static_cast<std::ptrdiff_t>(first),
                runs_.end(), [&](const run &each) {
                    return each.run_name.function_name == case_name + "/" + one.name;
                });
        add_median(*sample, results.back());
    }
    return results;
}

void stopwatch::add_median(const run &sample, const timing &result) {
    run median = sample;
    median.run_type = run::RT_Aggregate;
    median.aggregate_name = "median";
    median.repetitions = rounds_;
    median.iterations = 1;
    median.real_accumulated_time = result.ns * 1e-9;
    median.cpu_accumulated_time = 0;
    median.counters["spread"] = result.spread;
    runs_.push_back(median);
}

void stopwatch::note(const std::string &run_name, const std::string &counter, double value) {
    for (run &each : runs_)
        if (each.run_type == run::RT_Aggregate && each.run_name.function_name == run_name)
            each.counters[counter] = value;
}

void stopwatch::write_json(const std::string &path) {
    std::ofstream file(path);
    benchmark::JSONReporter reporter;
    reporter.SetOutputStream(&file);
    reporter.SetErrorStream(&file);
    reporter.ReportContext({});
    reporter.ReportRuns(runs_);
    reporter.Finalize();
    file.flush();
    if (!file) throw std::runtime_error(path + ": cannot be written");
}

} // namespace bench
