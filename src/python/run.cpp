// SPDX-License-Identifier: Apache-2.0
// Running a plan.
#include <array>

#include "plan.hpp"
#include "status.hpp"

namespace libselect_python {
namespace {

[[nodiscard]] libselect_memory_t memory(
        const libselect_logical_tensor_t *tensor, void *data) noexcept {
    return {tensor, data, LIBSELECT_UNKNOWN_SIZE};
}

// Conditions of two tensors, or of none.
[[nodiscard, gnu::noinline]] libselect_status_t execute_args(
        const plan &ready, const select_call &with, void *out) noexcept {
    const bool compares = ready.kind == libselect_condition_compare;
    std::array<libselect_exec_arg_t, 5> args {{
            {libselect_arg_src0, memory(ready.x, with.x.data)},
            {libselect_arg_src1, memory(ready.y, with.y.data)},
            {libselect_arg_dst, memory(ready.out, out)},
    }};
    std::size_t n = 3;
    if (ready.first != nullptr)
        args[n++] = {compares ? libselect_arg_lhs : libselect_arg_begin,
                memory(ready.first, with.first.data)};
    if (ready.second != nullptr)
        args[n++] = {compares ? libselect_arg_rhs : libselect_arg_end,
                memory(ready.second, with.second.data)};
    return libselect_execute_args(ready.primitive.get(), args.data(), n);
}

[[nodiscard]] libselect_status_t execute(
        const plan &ready, const select_call &with, void *out) noexcept {
    if (ready.kind == libselect_condition_compare || ready.kind == libselect_condition_interval)
        return execute_args(ready, with, out);
    const libselect_memory_t condition = memory(ready.first, with.first.data),
                             x = memory(ready.x, with.x.data), y = memory(ready.y, with.y.data),
                             dst = memory(ready.out, out);
    return libselect_execute(ready.primitive.get(), &condition, &x, &y, &dst);
}

} // namespace

void run(const plan &ready, const select_call &with, void *out) {
    if (!ready.is_long) return check_status(execute(ready, with, out));
    PyThreadState *state = PyEval_SaveThread();
    const libselect_status_t status = execute(ready, with, out);
    PyEval_RestoreThread(state);
    check_status(status);
}

} // namespace libselect_python
