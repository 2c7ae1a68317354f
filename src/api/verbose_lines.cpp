// SPDX-License-Identifier: Apache-2.0
// The fields of each line, put together.
#include "api/verbose_lines.hpp"

#include <stdio.h> // flockfile is POSIX

#include <algorithm>
#include <array>
#include <atomic>
#include <charconv>

#include "api/memory_descriptor.hpp"
#include "api/primitive_text.hpp"
#include "base/error.hpp"
#include "base/verbose.hpp"
#include "exec/executor.hpp"
#include "kernel/cpu_isa.hpp"
#include "schedule/machine.hpp"

namespace libselect {
namespace {

// Keeps lines of one thread together by stdio's own lock, which fork() leaves usable in the child.
// A lock of this library that another thread holds would stay locked there.
class stdout_lock {
public:
    stdout_lock() noexcept { flockfile(stdout); }
    stdout_lock(const stdout_lock &) = delete;
    stdout_lock &operator=(const stdout_lock &) = delete;
    ~stdout_lock() { funlockfile(stdout); }
};

// Runs a body that builds and writes lines. A line for which there is no memory is lost.
template <typename Body>
void write_if_possible(const Body &body) noexcept {
    try {
        body();
    } catch (...) {
        // Verbose mode changes no result.
    }
}

std::string version_text() {
    return std::to_string(LIBSELECT_VERSION_MAJOR) + "." + std::to_string(LIBSELECT_VERSION_MINOR)
           + "." + std::to_string(LIBSELECT_VERSION_PATCH);
}

std::string isa_text() {
    std::string text = "info,cpu,isa:";
    try {
        text += cpu_isa_name(std::min(max_cpu_isa_so_far(), detected_cpu_isa()));
    } catch (const failure &) {
        text += "unknown"; // LIBSELECT_MAX_CPU_ISA is wrong, as the primitive will say
    }
    return text + " detected:" + cpu_isa_name(detected_cpu_isa());
}

std::string machine_text() {
    try {
        return "info,cpu,machine:" + to_string(this_machine());
    } catch (const failure &) {
        return "info,cpu,machine:unknown"; // LIBSELECT_MACHINE is wrong, as the primitive will say
    }
}

std::array<std::string, 5> header() {
    return {"info,libselect v" + version_text(),
            std::string("info,cpu,runtime:oneTBB v") + threading_version()
                    + ",nthr:" + std::to_string(arena_threads()),
            isa_text(), machine_text(),
            "primitive,info,template:operation,engine,primitive,implementation,prop_kind,"
            "memory_descriptors,attributes,auxiliary,problem_desc,exec_time"};
}

std::string auxiliary(const attributes &attr) {
    std::string text = std::string("auto_broadcast:") + auto_broadcast_name(attr.mode);
    if (attr.mode == libselect_auto_broadcast_pdpd) text += " axis:" + std::to_string(attr.axis);
    return text;
}

void write_refusals(const primitive &ready) {
    for (const refusal &each : ready.decided.chosen.refusals)
        write_verbose("primitive,create:dispatch,select," + describe(ready, each.from->name) + ","
                      + verbose_field(each.reason) + ",libselect_primitive_create");
}

} // namespace

std::string describe(const primitive &ready, const char *implementation) {
    std::string text = std::string("cpu,select,") + implementation + ",undef,";
    const condition_kind kind = ready.decides.kind();
    for (std::size_t i = 0; i < n_condition_inputs; ++i)
        if (const logical_tensor *input = ready.decides->inputs[i].get())
            text += memory_descriptor(input_name(kind, i), *input) + " ";
    for (const operand which : {src0, src1, dst})
        text += memory_descriptor(operand_names[which], *ready.tensors[which])
                + (which == dst ? "," : " ");
    if (ready.decided.max_threads != 0)
        text += "attr-max-threads:" + std::to_string(ready.decided.max_threads);
    text += "," + auxiliary(ready.attr);
    if (kind != condition_kind::boolean) text += " cond:" + rule_text(ready.decides);
    text += ",";
    for (std::size_t i = 0; i < n_condition_inputs; ++i)
        if (const logical_tensor *input = ready.decides->inputs[i].get())
            text += problem_dims(input->dims) + ":";
    if (kind == condition_kind::interval && text.back() == ',')
        text += problem_dims(ready.tensors[dst]->dims) + ":";
    return text + problem_dims(ready.tensors[src0]->dims) + ":"
           + problem_dims(ready.tensors[src1]->dims);
}

std::string milliseconds_text(double milliseconds) {
    std::array<char, 32> text;
    const auto written = std::to_chars(
            text.data(), text.data() + text.size(), milliseconds, std::chars_format::general, 6);
    return {text.data(), written.ptr};
}

void write_verbose_header() noexcept {
    static std::atomic<bool> is_written {false};
    if (is_written.load()) return;
    write_if_possible([] {
        const std::array<std::string, 5> lines = header();
        const stdout_lock lock;
        if (is_written.exchange(true)) return;
        for (const std::string &line : lines)
            write_verbose(line);
    });
}

void write_create_lines(const primitive &ready, double milliseconds) noexcept {
    write_if_possible([&] {
        const stdout_lock lock;
        if (verbose_level() > 1) {
            write_refusals(ready);
            write_verbose("primitive,info," + verbose_field(plan_text(ready)));
        }
        const char *operation =
                ready.decided.held.n_generated > 0 ? "create:cache_miss," : "create:cache_hit,";
        write_verbose(std::string("primitive,") + operation
                      + describe(ready, ready.decided.chosen.from->name) + ","
                      + milliseconds_text(milliseconds));
    });
}

void write_exec_line(const primitive &ready, double milliseconds) noexcept {
    write_if_possible([&] {
        write_verbose("primitive,exec," + describe(ready, ready.decided.chosen.from->name) + ","
                      + milliseconds_text(milliseconds));
    });
}

void write_check_line(const char *operation, const char *function, libselect_status_t code,
        const char *message) noexcept {
    write_if_possible([&] {
        write_verbose(std::string("primitive,") + operation + ",select," + status_name(code) + ": "
                      + verbose_field(message) + "," + function);
    });
}

} // namespace libselect
