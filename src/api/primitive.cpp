// SPDX-License-Identifier: Apache-2.0
// C entry points of the primitive.
#include "api/primitive_text.hpp"

#include "api/exec_args.hpp"
#include "api/fork_gate.hpp"
#include "api/guard.hpp"
#include "api/trace.hpp"
#include "base/verbose.hpp"
#include "exec/execute.hpp"

using namespace libselect;

namespace {

libselect_status_t create(
        libselect_primitive_t **primitive, const libselect_select_op_t *op, int max_threads) {
    const fork_gate inside;
    return guarded([&] {
        check_not_null(primitive, "primitive");
        check_handle(op, "op");
        *primitive = new libselect_primitive(*op, max_threads);
    });
}

libselect_status_t traced_create(
        libselect_primitive_t **primitive, const libselect_select_op_t *op, int max_threads) {
    const trace call;
    const libselect_status_t status = create(primitive, op, max_threads);
    const double milliseconds = call.milliseconds();
    if (status == libselect_success)
        write_creation(**primitive, milliseconds);
    else
        write_failure("create:check", "libselect_primitive_create", status);
    return status;
}

// The memories that libselect_execute_args() takes: "lhs, rhs, src0, src1 and dst".
std::string argument_names(const condition &decides) {
    std::string names;
    for (std::size_t i = 0; i < n_condition_inputs; ++i)
        if (decides->inputs[i].get() != nullptr)
            names += std::string(input_name(decides.kind(), i)) + ", ";
    return names + "src0, src1 and dst";
}

// For conditions of one tensor that is not boolean.
[[gnu::noinline]] void run_evaluated(
        const libselect::primitive &ready, const libselect_memory_t *input, const memories &given) {
    if (ready.decides.tensor() == nullptr)
        fail(libselect_invalid_arguments,
                {"cond: is ", input == nullptr ? "NULL" : "given", ", and the op's condition, ",
                        condition_kind_name(ready.decides.kind()),
                        ", has no such tensor; call libselect_execute_args with ",
                        argument_names(ready.decides)});
    check_not_null(input, "cond");
    check_not_null(given[src0], "src0");
    check_not_null(given[src1], "src1");
    check_not_null(given[dst], "dst");
    execute_evaluated(ready, given, {input, nullptr});
}

// Inlined always: `select_bench --suite fixed` shows the cost of one more call for the smallest
// Select.
[[gnu::always_inline]] inline void run(const libselect_primitive_t *primitive,
        const libselect_memory_t *cond_memory, const libselect_memory_t *src0_memory,
        const libselect_memory_t *src1_memory, const libselect_memory_t *dst_memory) {
    check_handle(primitive, "primitive");
    if (primitive->made.condition.is_evaluated()) [[unlikely]]
        return run_evaluated(
                *primitive, cond_memory, {nullptr, src0_memory, src1_memory, dst_memory});
    check_not_null(cond_memory, "cond");
    check_not_null(src0_memory, "src0");
    check_not_null(src1_memory, "src1");
    check_not_null(dst_memory, "dst");
    execute(*primitive, {cond_memory, src0_memory, src1_memory, dst_memory});
}

template <typename Body>
libselect_status_t traced(
        const libselect_primitive_t *primitive, const char *function, const Body &body) {
    if (!is_verbose()) return guarded(body);
    const trace call;
    const libselect_status_t status = guarded(body);
    const double milliseconds = call.milliseconds();
    if (status == libselect_success)
        write_execution(*primitive, milliseconds);
    else
        write_failure("exec:check", function, status);
    return status;
}

// A function of its own, so that the usual path has no code for verbose mode, and keeps its
// arguments in registers.
[[gnu::noinline]] libselect_status_t execute_traced(const libselect_primitive_t *primitive,
        const libselect_memory_t *cond_memory, const libselect_memory_t *src0_memory,
        const libselect_memory_t *src1_memory, const libselect_memory_t *dst_memory) {
    return traced(primitive, "libselect_execute",
            [&] { run(primitive, cond_memory, src0_memory, src1_memory, dst_memory); });
}

} // namespace

libselect_status_t libselect_primitive_create(
        libselect_primitive_t **primitive, const libselect_select_op_t *op, int max_threads) {
    if (is_verbose()) return traced_create(primitive, op, max_threads);
    return create(primitive, op, max_threads);
}

void libselect_primitive_destroy(libselect_primitive_t *primitive) {
    const fork_gate inside;
    destroy(primitive);
}

const char *libselect_primitive_implementation(const libselect_primitive_t *primitive) {
    return is_usable(primitive) ? primitive->decided.chosen.from->name : nullptr;
}

int libselect_primitive_max_threads(const libselect_primitive_t *primitive) {
    return is_usable(primitive) ? primitive->decided.max_threads : 0;
}

size_t libselect_primitive_print(
        const libselect_primitive_t *primitive, char *text, size_t text_bytes) {
    return print_guarded(primitive, text, text_bytes, libselect::to_string);
}

libselect_status_t libselect_execute(const libselect_primitive_t *primitive,
        const libselect_memory_t *cond_memory, const libselect_memory_t *src0_memory,
        const libselect_memory_t *src1_memory, const libselect_memory_t *dst_memory) {
    if (may_be_verbose()) [[unlikely]]
        return execute_traced(primitive, cond_memory, src0_memory, src1_memory, dst_memory);
    return guarded([&] { run(primitive, cond_memory, src0_memory, src1_memory, dst_memory); });
}

libselect_status_t libselect_execute_args(
        const libselect_primitive_t *primitive, const libselect_exec_arg_t *args, size_t n_args) {
    const auto body = [&] {
        check_handle(primitive, "primitive");
        if (n_args > 0) check_not_null(args, "args");
        execute_sorted(*primitive, sort_args(*primitive, args, n_args));
    };
    if (may_be_verbose()) return traced(primitive, "libselect_execute_args", body);
    return guarded(body);
}
