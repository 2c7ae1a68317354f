// SPDX-License-Identifier: Apache-2.0
// One libselect per implementation in one process.
#ifndef LIBSELECT_TESTS_BENCH_LIBRARY_HPP
#define LIBSELECT_TESTS_BENCH_LIBRARY_HPP

#include <libselect/libselect.hpp>

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

    // Throws std::runtime_error with the library's text.
    void check(libselect_status_t status) const;
};

// A fresh copy with an empty kernel cache, capped. Throws std::runtime_error.
const library &load_library(libselect::cpu_isa cap);

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

} // namespace bench

#endif
