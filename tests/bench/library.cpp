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
    find(handle, "libselect_logical_tensor_create_at", made.tensor_create_at);
    find(handle, "libselect_condition_create", made.condition_create);
    find(handle, "libselect_condition_create_nonzero", made.condition_create_nonzero);
    find(handle, "libselect_condition_create_compare", made.condition_create_compare);
    find(handle, "libselect_condition_create_interval", made.condition_create_interval);
    find(handle, "libselect_condition_destroy", made.condition_destroy);
    find(handle, "libselect_select_op_create_with", made.op_create_with);
    find(handle, "libselect_execute_args", made.execute_args);
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

const library &linked_library() {
    static void *const handle = dlopen(library_path().c_str(), RTLD_NOW | RTLD_NOLOAD);
    static const library linked = functions_of(handle);
    return linked;
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

c_condition_primitive::c_condition_primitive(
        const library &from, const support::problem &what, const pointers &at, int max_threads)
    : from_(from) {
    for (const support::part &each : support::parts(what)) {
        libselect_logical_tensor_t *made = nullptr;
        from.check(from.tensor_create_at(&made, each.type,
                static_cast<int>(each.tensor->dims.size()), each.tensor->dims.data(),
                each.tensor->strides.data(), each.tensor->offset));
        arguments_.push_back({each.arg, {made, at(each.arg), LIBSELECT_UNKNOWN_SIZE}});
    }
    libselect_condition_t *decides = make_condition(what.rule);
    libselect_select_op_t *op = nullptr;
    from.check(from.op_create_with(&op, decides, tensor(libselect_arg_src0),
            tensor(libselect_arg_src1), tensor(libselect_arg_dst), libselect_auto_broadcast_numpy,
            LIBSELECT_DEFAULT_AXIS));
    from.check(from.primitive_create(&primitive_, op, max_threads));
    from.op_destroy(op);
    from.condition_destroy(decides);
}

c_condition_primitive::~c_condition_primitive() {
    from_.primitive_destroy(primitive_);
    for (const libselect_exec_arg_t &each : arguments_)
        from_.tensor_destroy(const_cast<libselect_logical_tensor_t *>(each.memory.tensor));
}

// NULL where the problem has no such part.
const libselect_logical_tensor_t *c_condition_primitive::tensor(libselect_arg_t arg) const {
    for (const libselect_exec_arg_t &each : arguments_)
        if (each.arg == arg) return each.memory.tensor;
    return nullptr;
}

libselect_condition_t *c_condition_primitive::make_condition(
        const support::condition_rule &rule) const {
    libselect_condition_t *made = nullptr;
    switch (rule.kind) {
    case libselect_condition_nonzero:
        from_.check(from_.condition_create_nonzero(&made, tensor(libselect_arg_cond)));
        break;
    case libselect_condition_compare:
        from_.check(from_.condition_create_compare(
                &made, tensor(libselect_arg_lhs), rule.relation, tensor(libselect_arg_rhs)));
        break;
    case libselect_condition_interval:
        from_.check(from_.condition_create_interval(&made, rule.axis, rule.row_axis,
                rule.lower ? &*rule.lower : nullptr, rule.upper ? &*rule.upper : nullptr,
                tensor(libselect_arg_begin), tensor(libselect_arg_end)));
        break;
    default:
        from_.check(from_.condition_create(&made, tensor(libselect_arg_cond)));
    }
    return made;
}

} // namespace bench
