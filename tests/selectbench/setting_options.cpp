// SPDX-License-Identifier: Apache-2.0
// The options that say how a problem is run.
#include "setting_options.hpp"

#include "options.hpp"
#include "tool_error.hpp"

namespace selectbench {
namespace {

in_place parse_in_place(const std::string &word) {
    if (word == "no") return in_place::no;
    if (word == "src0") return in_place::src0;
    if (word == "src1") return in_place::src1;
    throw tool_error("--inplace: \"" + word + "\" is none of src0, src1 and no");
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

} // namespace

void setting_options::add_to(CLI::App &command) {
    command.add_option("--mask", mask_,
            "Which elements of cond are true: random[:P] (default), runs[:LENGTH[:P]], "
            "prefix[:LENGTH], suffix[:LENGTH], causal, discs, all or none");
    command.add_option("--inplace", in_place_, "The input that dst is: src0, src1 or no (default)");
    command.add_option("--seed", settings_.seed, "Seed of the data; default 0")
            ->check(check_number<std::uint64_t>);
    command.add_option("--threads", settings_.max_threads,
                   "Most threads of one execute; default 0, as many as there are")
            ->check(check_number<int>);
    command.add_option("--max-cpu-isa", max_cpu_isa_,
            "avx512, avx2, scalar or portable; default: LIBSELECT_MAX_CPU_ISA, or what is there");
}

run_settings setting_options::apply() const {
    run_settings settings = settings_;
    settings.cond_mask = parse_mask(mask_);
    settings.alias = parse_in_place(in_place_);
    if (max_cpu_isa_) ls::set_max_cpu_isa(parse_cpu_isa(*max_cpu_isa_));
    return settings;
}

} // namespace selectbench
