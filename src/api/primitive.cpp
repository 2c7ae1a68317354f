// SPDX-License-Identifier: Apache-2.0
// C entry points of the primitive.
#include "api/primitive_text.hpp"

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

// Inlined always: `select_bench --suite fixed` shows the cost of one more call for the smallest
// Select.
[[gnu::always_inline]] inline void run(const libselect_primitive_t *primitive,
        const libselect_memory_t *cond_memory, const libselect_memory_t *src0_memory,
        const libselect_memory_t *src1_memory, const libselect_memory_t *dst_memory) {
    check_handle(primitive, "primitive");
    check_not_null(cond_memory, "cond");
    check_not_null(src0_memory, "src0");
    check_not_null(src1_memory, "src1");
    check_not_null(dst_memory, "dst");
    execute(*primitive, {cond_memory, src0_memory, src1_memory, dst_memory});
}

// A function of its own, so that the usual path has no code for verbose mode.
[[gnu::noinline]] libselect_status_t traced_execute(const libselect_primitive_t *primitive,
        const libselect_memory_t *cond_memory, const libselect_memory_t *src0_memory,
        const libselect_memory_t *src1_memory, const libselect_memory_t *dst_memory) {
    const auto body = [&] { run(primitive, cond_memory, src0_memory, src1_memory, dst_memory); };
    if (!is_verbose()) return guarded(body);
    const trace call;
    const libselect_status_t status = guarded(body);
    const double milliseconds = call.milliseconds();
    if (status == libselect_success)
        write_execution(*primitive, milliseconds);
    else
        write_failure("exec:check", "libselect_execute", status);
    return status;
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
        return traced_execute(primitive, cond_memory, src0_memory, src1_memory, dst_memory);
    return guarded([&] { run(primitive, cond_memory, src0_memory, src1_memory, dst_memory); });
}
