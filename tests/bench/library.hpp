// SPDX-License-Identifier: Apache-2.0
// One libselect per implementation in one process.
#ifndef LIBSELECT_TESTS_BENCH_LIBRARY_HPP
#define LIBSELECT_TESTS_BENCH_LIBRARY_HPP

#include <libselect/libselect.hpp>

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "case_data.hpp"

namespace bench {

// The C interface of one copy of libselect.so. The cap on the ISA is fixed per library, and ratios
// need all ISAs in one run, so copies of the file are loaded under other names, each with its own
// state; a second link-map namespace (dlmopen) would also bring a second oneTBB with a second set
// of threads. Copies live as long as the process.
struct library {
    decltype(&libselect_last_error) last_error;
    decltype(&libselect_set_max_cpu_isa) set_max_cpu_isa;
    decltype(&libselect_effective_cpu_isa) effective_cpu_isa;
    decltype(&libselect_logical_tensor_create) tensor_create;
    decltype(&libselect_logical_tensor_destroy) tensor_destroy;
    decltype(&libselect_select_op_create) op_create;
    decltype(&libselect_select_op_destroy) op_destroy;
    decltype(&libselect_primitive_create) primitive_create;
    decltype(&libselect_primitive_destroy) primitive_destroy;
    decltype(&libselect_primitive_implementation) primitive_implementation;
    decltype(&libselect_execute) execute;
    decltype(&libselect_logical_tensor_create_at) tensor_create_at;
    decltype(&libselect_condition_create) condition_create;
    decltype(&libselect_condition_create_nonzero) condition_create_nonzero;
    decltype(&libselect_condition_create_compare) condition_create_compare;
    decltype(&libselect_condition_create_interval) condition_create_interval;
    decltype(&libselect_condition_destroy) condition_destroy;
    decltype(&libselect_select_op_create_with) op_create_with;
    decltype(&libselect_execute_args) execute_args;

    // Throws std::runtime_error with the library's text.
    void check(libselect_status_t status) const;
};

// A fresh copy with an empty kernel cache, capped. Throws std::runtime_error.
const library &load_library(libselect::cpu_isa cap);

// The library that this program is linked to.
const library &linked_library();

// Every ISA below the effective one of the linked library, best first, with its copy.
struct capped_library {
    libselect::cpu_isa isa;
    const library *functions;
};
std::vector<capped_library> libraries_below(libselect::cpu_isa best);

// "jit:avx512", as the library spells the implementation of an ISA.
std::string implementation_name(libselect::cpu_isa isa);

// An op and a primitive of a copy, made through the C interface, and executable memories.
class c_primitive {
public:
    c_primitive(const library &from, const bench_case &one, const case_data *data, int max_threads);
    c_primitive(const c_primitive &) = delete;
    c_primitive &operator=(const c_primitive &) = delete;
    ~c_primitive();

    void execute() const {
        from_.check(from_.execute(
                primitive_, &memories_[0], &memories_[1], &memories_[2], &memories_[3]));
    }
    [[nodiscard]] const char *implementation() const {
        return from_.primitive_implementation(primitive_);
    }

private:
    const library &from_;
    libselect_logical_tensor_t *tensors_[4] = {};
    libselect_select_op_t *op_ = nullptr;
    libselect_primitive_t *primitive_ = nullptr;
    libselect_memory_t memories_[4] = {};
};

// The same for a problem with any condition, whose data pointers are asked for by argument.
class c_condition_primitive {
public:
    using pointers = std::function<void *(libselect_arg_t)>;
    c_condition_primitive(
            const library &from, const support::problem &what, const pointers &at, int max_threads);
    c_condition_primitive(const c_condition_primitive &) = delete;
    c_condition_primitive &operator=(const c_condition_primitive &) = delete;
    ~c_condition_primitive();

    void execute() const {
        from_.check(from_.execute_args(primitive_, arguments_.data(), arguments_.size()));
    }
    [[nodiscard]] const char *implementation() const {
        return from_.primitive_implementation(primitive_);
    }

private:
    [[nodiscard]] const libselect_logical_tensor_t *tensor(libselect_arg_t arg) const;
    [[nodiscard]] libselect_condition_t *make_condition(const support::condition_rule &rule) const;

    const library &from_;
    std::vector<libselect_exec_arg_t> arguments_; // with the tensors, which are owned here
    libselect_primitive_t *primitive_ = nullptr;
};

} // namespace bench

#endif
