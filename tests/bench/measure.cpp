// SPDX-License-Identifier: Apache-2.0
// Rounds, medians, JSON.
#include "measure.hpp"

#include <fstream>
#include <nlohmann/json.hpp>
#include <stdexcept>

namespace bench {

std::vector<timing> stopwatch::measure(
        const std::string &case_name, const std::vector<contestant> &field) {
    std::vector<support::timed_loop> loops;
    for (const contestant &one : field)
        loops.push_back(one.loop);
    const std::vector<support::timing> found = support::measure(loops, effort_);
    std::vector<timing> results;
    for (std::size_t i = 0; i < field.size(); ++i) {
        const std::string name = case_name + "/" + field[i].name;
        const double spread = found[i].spread();
        results.push_back({field[i].name, field[i].kind, found[i].median() * 1e9, spread});
        runs_[name] = {found[i], {{"spread", spread}}};
        order_.push_back(name);
    }
    return results;
}

void stopwatch::write_json(const std::string &path,
        const std::vector<std::pair<std::string, std::string>> &context) const {
    nlohmann::ordered_json all {{"context", nlohmann::ordered_json::object()},
            {"benchmarks", nlohmann::ordered_json::array()}};
    for (const auto &[name, value] : context)
        all["context"][name] = value;
    for (const std::string &name : order_) {
        const auto &recorded = runs_.at(name);
        const support::timing &time = recorded.time;
        const auto add = [&](const char *type, const char *suffix,
                                 double seconds) -> nlohmann::ordered_json & {
            all["benchmarks"].push_back(
                    {{"name", name + suffix}, {"run_name", name}, {"run_type", type},
                            {"repetitions", time.seconds.size()}, {"iterations", time.sample_calls},
                            {"real_time", seconds * 1e9}, {"cpu_time", 0.0}, {"time_unit", "ns"}});
            return all["benchmarks"].back();
        };
        for (const double seconds : time.seconds)
            add("iteration", "", seconds);
        nlohmann::ordered_json &median = add("aggregate", "_median", time.median());
        median["aggregate_name"] = "median";
        for (const auto &[counter, value] : recorded.counters)
            median[counter] = value;
    }
    std::ofstream file(path);
    file << all.dump(1) << std::endl;
    if (!file) throw std::runtime_error(path + ": cannot be written");
}

} // namespace bench
