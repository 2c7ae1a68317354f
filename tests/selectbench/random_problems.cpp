// SPDX-License-Identifier: Apache-2.0
// verify --random: random problems with a condition of every kind, of any shape, type, mode and
// layout, between guard pages.
#include <array>
#include <cstdio>

#include "failure.hpp"
#include "graph_op.hpp"
#include "harness/random_condition.hpp"
#include "harness/run_problem.hpp"
#include "result_writer.hpp"

namespace selectbench {
namespace {

struct kind_row {
    libselect_condition_kind_t kind;
    const char *name;
};

constexpr std::array<kind_row, 5> kinds {{
        {libselect_condition_boolean, "boolean"},
        {libselect_condition_bits, "bits"},
        {libselect_condition_nonzero, "nonzero"},
        {libselect_condition_compare, "compare"},
        {libselect_condition_interval, "interval"},
}};

// "" or what is wrong with the problem of this seed.
std::string run_seed(libselect_condition_kind_t kind, std::uint64_t seed) {
    support::random_source random(seed);
    const support::problem what = support::random_condition_problem(kind, random);
    return support::run(what, random);
}

void print(const random_options &options, const char *name, const std::string &wrong) {
    if (options.json) {
        json object {{"name", std::string("random ") + name}, {"problems", options.count},
                {"seed", options.seed}, {"result", wrong.empty() ? "pass" : "fail"}};
        if (!wrong.empty()) object["mismatch"] = wrong;
        std::printf("%s\n", object.dump(-1, ' ', false, json::error_handler_t::replace).c_str());
    } else {
        std::printf("%-15s  %llu problems from seed %llu on  %s%s\n",
                (std::string("random ") + name).c_str(),
                static_cast<unsigned long long>(options.count),
                static_cast<unsigned long long>(options.seed), wrong.empty() ? "PASS" : "FAIL ",
                wrong.c_str());
    }
    std::fflush(stdout);
}

} // namespace

bool verify_random(const random_options &options) {
    bool passed = true;
    for (const auto &[kind, name] : kinds) {
        std::string wrong;
        for (std::uint64_t i = 0; i < options.count && wrong.empty(); ++i) {
            wrong = run_seed(kind, options.seed + i);
            if (!wrong.empty()) wrong = "--seed " + std::to_string(options.seed + i) + ": " + wrong;
        }
        print(options, name, wrong);
        passed = passed && wrong.empty();
    }
    return passed;
}

} // namespace selectbench
