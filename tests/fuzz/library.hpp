// SPDX-License-Identifier: Apache-2.0
// The library several times in one process, each with its own cap on the ISA.
#ifndef LIBSELECT_TESTS_FUZZ_LIBRARY_HPP
#define LIBSELECT_TESTS_FUZZ_LIBRARY_HPP

#include <string>
#include <vector>

#include <libselect/libselect.h>

namespace fuzz {

// The functions of one copy.
struct library {
    std::string implementation; // the best one that it may choose
    decltype(&libselect_last_error) last_error;
    decltype(&libselect_status_name) status_name;
    decltype(&libselect_set_max_cpu_isa) set_max_cpu_isa;
    decltype(&libselect_effective_cpu_isa) effective_cpu_isa;
    decltype(&libselect_cpu_isa_name) cpu_isa_name;
    decltype(&libselect_logical_tensor_create) logical_tensor_create;
    decltype(&libselect_logical_tensor_create_at) logical_tensor_create_at;
    decltype(&libselect_logical_tensor_destroy) logical_tensor_destroy;
    decltype(&libselect_condition_create) condition_create;
    decltype(&libselect_condition_create_nonzero) condition_create_nonzero;
    decltype(&libselect_condition_create_compare) condition_create_compare;
    decltype(&libselect_condition_create_interval) condition_create_interval;
    decltype(&libselect_condition_destroy) condition_destroy;
    decltype(&libselect_select_op_create) select_op_create;
    decltype(&libselect_select_op_create_with) select_op_create_with;
    decltype(&libselect_select_op_destroy) select_op_destroy;
    decltype(&libselect_select_op_dst) select_op_dst;
    decltype(&libselect_primitive_create) primitive_create;
    decltype(&libselect_primitive_destroy) primitive_destroy;
    decltype(&libselect_primitive_implementation) primitive_implementation;
    decltype(&libselect_execute) execute;
    decltype(&libselect_execute_args) execute_args;
};

// A copy for every ISA that this CPU has: a process fixes its cap at first use, a copy of the
// library has variables of its own. Loaded at the first call.
[[nodiscard]] const std::vector<library> &libraries();

} // namespace fuzz

#endif
