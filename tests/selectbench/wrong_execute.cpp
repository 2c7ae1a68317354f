// SPDX-License-Identifier: Apache-2.0
// Preloaded, makes execute wrong, so that a test sees what the tool says then. WRONG_BYTE is the
// byte to flip, counted from the first element of dst; "all" leaves dst as it was.
#include <cstdlib>
#include <cstring>

#include <dlfcn.h>

#include <libselect/libselect.h>

namespace {

// Calls the right function, and flips a bit of what it wrote.
template <typename callable>
libselect_status_t call_wrong(const libselect_memory_t *dst, const callable &call) {
    const char *wrong_byte = std::getenv("WRONG_BYTE");
    if (std::strcmp(wrong_byte, "all") == 0) return libselect_success;
    const libselect_status_t status = call();
    static_cast<unsigned char *>(dst->data)[std::atoll(wrong_byte)] ^= 0x10U;
    return status;
}

} // namespace

extern "C" libselect_status_t libselect_execute(const libselect_primitive_t *primitive,
        const libselect_memory_t *cond, const libselect_memory_t *src0,
        const libselect_memory_t *src1, const libselect_memory_t *dst) {
    using function = decltype(&libselect_execute);
    const auto right = reinterpret_cast<function>(dlsym(RTLD_NEXT, "libselect_execute"));
    return call_wrong(dst, [&] { return right(primitive, cond, src0, src1, dst); });
}

extern "C" libselect_status_t libselect_execute_args(
        const libselect_primitive_t *primitive, const libselect_exec_arg_t *args, size_t n_args) {
    using function = decltype(&libselect_execute_args);
    const auto right = reinterpret_cast<function>(dlsym(RTLD_NEXT, "libselect_execute_args"));
    const libselect_memory_t *dst = nullptr;
    for (size_t i = 0; i < n_args; ++i)
        if (args[i].arg == libselect_arg_dst) dst = &args[i].memory;
    return call_wrong(dst, [&] { return right(primitive, args, n_args); });
}
