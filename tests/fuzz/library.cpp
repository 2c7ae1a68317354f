// SPDX-License-Identifier: Apache-2.0
// The built library is copied to files in memory and loaded from each. The program does not link
// it: then its functions would stand in front of those of every copy.
#include "fuzz/library.hpp"

#include <dlfcn.h>
#include <sys/mman.h>
#include <unistd.h>

#include <fstream>
#include <iterator>

#include "fuzz/finding.hpp"

namespace fuzz {
namespace {

std::vector<char> bytes_of_library() {
    std::ifstream file(LIBSELECT_LIBRARY, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

// The loader knows a library by path and by file, so each copy has its own of both. The file stays
// open: its number must not serve the next one.
void *load_copy(const std::vector<char> &bytes) {
    const int file = memfd_create("libselect copy", 0);
    std::size_t done = 0;
    while (done < bytes.size()) {
        const ssize_t n = write(file, bytes.data() + done, bytes.size() - done);
        if (n <= 0) report("a copy of the library cannot be written");
        done += static_cast<std::size_t>(n);
    }
    const std::string path = "/proc/self/fd/" + std::to_string(file);
    void *handle = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (handle == nullptr) report(std::string(LIBSELECT_LIBRARY) + ": " + dlerror());
    return handle;
}

template <typename Function>
void find(void *handle, const char *name, Function &into) {
    into = reinterpret_cast<Function>(dlsym(handle, name));
    if (into == nullptr) report(std::string("the library lacks ") + name);
}

library functions_of(void *handle) {
    library made;
    find(handle, "libselect_last_error", made.last_error);
    find(handle, "libselect_status_name", made.status_name);
    find(handle, "libselect_set_max_cpu_isa", made.set_max_cpu_isa);
    find(handle, "libselect_effective_cpu_isa", made.effective_cpu_isa);
    find(handle, "libselect_cpu_isa_name", made.cpu_isa_name);
    find(handle, "libselect_logical_tensor_create", made.logical_tensor_create);
    find(handle, "libselect_logical_tensor_create_at", made.logical_tensor_create_at);
    find(handle, "libselect_logical_tensor_destroy", made.logical_tensor_destroy);
    find(handle, "libselect_condition_create", made.condition_create);
    find(handle, "libselect_condition_create_nonzero", made.condition_create_nonzero);
    find(handle, "libselect_condition_create_compare", made.condition_create_compare);
    find(handle, "libselect_condition_create_interval", made.condition_create_interval);
    find(handle, "libselect_condition_destroy", made.condition_destroy);
    find(handle, "libselect_select_op_create", made.select_op_create);
    find(handle, "libselect_select_op_create_with", made.select_op_create_with);
    find(handle, "libselect_select_op_destroy", made.select_op_destroy);
    find(handle, "libselect_select_op_dst", made.select_op_dst);
    find(handle, "libselect_primitive_create", made.primitive_create);
    find(handle, "libselect_primitive_destroy", made.primitive_destroy);
    find(handle, "libselect_primitive_implementation", made.primitive_implementation);
    find(handle, "libselect_execute", made.execute);
    find(handle, "libselect_execute_args", made.execute_args);
    return made;
}

std::vector<library> load_all() {
    const std::vector<char> bytes = bytes_of_library();
    std::vector<library> all;
    for (const auto isa : {libselect_cpu_isa_portable, libselect_cpu_isa_scalar,
                 libselect_cpu_isa_avx2, libselect_cpu_isa_avx512}) {
        library one = functions_of(load_copy(bytes));
        libselect_cpu_isa_t effective {};
        require(one.set_max_cpu_isa(isa) == libselect_success, "every copy has a cap of its own");
        require(one.effective_cpu_isa(&effective) == libselect_success, "the ISA is known");
        if (effective != isa) break; // the CPU has no better one
#if defined(LIBSELECT_JIT)
        const bool portable = isa == libselect_cpu_isa_portable;
        one.implementation = (portable ? "" : "jit:") + std::string(one.cpu_isa_name(isa));
#else
        one.implementation = "portable"; // compiled for that ISA
#endif
        all.push_back(one);
    }
    return all;
}

} // namespace

const std::vector<library> &libraries() {
    static const std::vector<library> all = load_all();
    return all;
}

} // namespace fuzz
