// SPDX-License-Identifier: Apache-2.0
// Loading copies of libselect.so, and the C interface of one.
#include "library.hpp"

#include <dlfcn.h>
#include <stdlib.h>

#include <filesystem>
#include <stdexcept>

namespace bench {
namespace {

// A copy finds its own functions first, not those of the linked library. ASan refuses the flag.
#if defined(__SANITIZE_ADDRESS__)
constexpr int load_flags = RTLD_NOW | RTLD_LOCAL;
#else
constexpr int load_flags = RTLD_NOW | RTLD_LOCAL | RTLD_DEEPBIND;
#endif

std::string library_path() {
    Dl_info info {};
    if (dladdr(reinterpret_cast<const void *>(&libselect_version), &info) == 0)
        throw std::runtime_error("libselect.so: its file cannot be found");
    return info.dli_fname;
}

// The file is gone after it is loaded; the mapping keeps its pages.
void *load_copy() {
    std::string folder = (std::filesystem::temp_directory_path() / "select_bench_XXXXXX").string();
    if (mkdtemp(folder.data()) == nullptr) throw std::runtime_error(folder + ": cannot be made");
    const std::filesystem::path copy = std::filesystem::path(folder) / "libselect_copy.so";
    std::filesystem::copy_file(library_path(), copy);
    void *handle = dlopen(copy.c_str(), load_flags);
    const std::string reason = handle == nullptr ? dlerror() : "";
    std::filesystem::remove_all(folder);
    if (handle == nullptr) throw std::runtime_error(reason);
    return handle;
}

template <typename Function>
void find(void *handle, const char *name, Function &function) {
    function = reinterpret_cast<Function>(dlsym(handle, name));
    if (function == nullptr) throw std::runtime_error(std::string(name) + ": not in libselect.so");
}

library functions_of(void *handle) {
    library made {};
    find(handle, "libselect_last_error", made.last_error);
    find(handle, "libselect_set_max_cpu_isa", made.set_max_cpu_isa);
    find(handle, "libselect_effective_cpu_isa", made.effective_cpu_isa);
    find(handle, "libselect_logical_tensor_create", made.tensor_create);
    find(handle, "libselect_logical_tensor_destroy", made.tensor_destroy);
    find(handle, "libselect_select_op_create", made.op_create);
    find(handle, "libselect_select_op_destroy", made.op_destroy);
    find(handle, "libselect_primitive_create", made.primitive_create);
    find(handle, "libselect_primitive_destroy", made.primitive_destroy);
    find(handle, "libselect_primitive_implementation", made.primitive_implementation);
    find(handle, "libselect_execute", made.execute);
    return made;
}

} // namespace

void library::check(libselect_status_t status) const {
    if (status != libselect_success) throw std::runtime_error(last_error());
}

const library &load_library(libselect::cpu_isa cap) {
    // Never unloaded: oneTBB threads may still hold on to its code.
    const auto *made = new library(functions_of(load_copy()));
    made->check(made->set_max_cpu_isa(static_cast<libselect_cpu_isa_t>(cap)));
    return *made;
}

std::vector<capped_library> libraries_below(libselect::cpu_isa best) {
    std::vector<capped_library> made;
    for (int isa = static_cast<int>(best) - 1; isa >= libselect_cpu_isa_portable; --isa) {
        const auto cap = static_cast<libselect::cpu_isa>(isa);
        made.push_back({cap, &load_library(cap)});
    }
    return made;
}

std::string implementation_name(libselect::cpu_isa isa) {
    const std::string name = libselect::to_string(isa);
    return isa == libselect::cpu_isa::portable ? name : "jit:" + name;
}

c_primitive::c_primitive(
        const library &from, const bench_case &one, const case_data *data, int max_threads)
    : from_(from) {
    const support::problem &what = one.what;
    const support::operand *const operands[] = {&what.cond, &what.src0, &what.src1, &what.dst};
    for (int i = 0; i < 4; ++i)
        from.check(from.tensor_create(&tensors_[i],
                i == 0 ? libselect_boolean : static_cast<libselect_data_type_t>(what.type),
                static_cast<int>(operands[i]->dims.size()), operands[i]->dims.data(),
                operands[i]->strides.data()));
    const libselect::auto_broadcast mode = libselect::auto_broadcast_from_string(what.mode);
    from.check(from.op_create(&op_, tensors_[0], tensors_[1], tensors_[2], tensors_[3],
            static_cast<libselect_auto_broadcast_t>(mode), what.axis));
    from.check(from.primitive_create(&primitive_, op_, max_threads));
    if (data == nullptr) return;
    void *const buffers[] = {data->cond(), data->src0(), data->src1(), data->dst()};
    for (int i = 0; i < 4; ++i)
        memories_[i] = {tensors_[i], buffers[i], LIBSELECT_UNKNOWN_SIZE};
}

c_primitive::~c_primitive() {
    from_.primitive_destroy(primitive_);
    from_.op_destroy(op_);
    for (libselect_logical_tensor_t *tensor : tensors_)
        from_.tensor_destroy(tensor);
}

} // namespace bench
