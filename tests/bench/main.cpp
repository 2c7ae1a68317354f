// SPDX-License-Identifier: Apache-2.0
// select_bench: measures libselect beside the fastest loops that only move the bytes.
//
//   select_bench [--suite workloads|conditions|fixed|short|shapes|linear|search] [--threads 1,2]
//   [--quick]
//                [--memory aligned,malloc] [--filter REGEX] [--json FILE] [--svg FILE]
//
// Exit status 1 when a result is wrong or the run fails; time is reported and never judged.
#include <oneapi/tbb/global_control.h>

#include <algorithm>
#include <cstdio>
#include <exception>

#include "machine.hpp"
#include "session.hpp"

namespace bench {
namespace {

void print_header(const session &all) {
    for (const auto &[name, value] : describe_machine())
        std::printf("%s: %s\n", name.c_str(), value.c_str());
    std::printf("libselect: %s, best ISA %s\n", libselect::version().c_str(),
            libselect::to_string(all.fields().best()));
    std::printf("suite: %s, %d rounds, medians, samples of %g ms%s\n", all.chosen().suite.c_str(),
            all.chosen().rounds, all.chosen().sample_ms, all.chosen().quick ? ", quick" : "");
    std::printf("%s%s", peer_notes().c_str(), load_warning().c_str());
    std::fflush(stdout);
}

void run_suite(session &all) {
    const std::string &suite = all.chosen().suite;
    if (suite == "conditions") return run_conditions(all);
    if (suite == "fixed") return run_fixed(all);
    if (suite == "short") return run_short(all);
    if (suite == "shapes") return run_shapes(all);
    if (suite == "linear") return run_linear(all);
    if (suite == "search") return run_search(all);
    run_workloads(all);
}

int run(int argc, char **argv) {
    const options chosen = parse_options(argc, argv);
    const int most = *std::max_element(chosen.threads.begin(), chosen.threads.end());
    const tbb::global_control threads(
            tbb::global_control::max_allowed_parallelism, static_cast<std::size_t>(most));
    session all(chosen);
    print_header(all);
    run_suite(all);
    if (chosen.filter != options().filter && !all.has_matched())
        throw std::runtime_error(
                "--filter " + chosen.filter + " matches no case of the suite " + chosen.suite);
    if (!chosen.json.empty()) all.watch().write_json(chosen.json, describe_machine());
    if (!chosen.svg.empty()) write_svg(chosen.svg, all.results());
    return all.failed() ? 1 : 0;
}

} // namespace
} // namespace bench

int main(int argc, char **argv) {
    try {
        return bench::run(argc, argv);
    } catch (const std::exception &error) {
        std::fprintf(stderr, "select_bench: %s\n", error.what());
        return 1;
    }
}
