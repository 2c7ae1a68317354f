// SPDX-License-Identifier: Apache-2.0
// Sorting arguments, with a message for each way to be wrong.
#include "api/exec_args.hpp"

#include <utility>

#include "base/error.hpp"

namespace libselect {
namespace {

// The memories by the part that they play; those of no part are null.
using given_parts = std::array<const libselect_memory_t *, libselect_arg_end + 1>;

const char *arg_name(libselect_arg_t arg) noexcept {
    constexpr std::array<const char *, libselect_arg_end + 1> names {
            "", "cond", "src0", "src1", "dst", "lhs", "rhs", "begin", "end"};
    return names[static_cast<std::size_t>(arg)];
}

[[nodiscard]] bool is_part(libselect_arg_t arg) noexcept {
    return arg >= libselect_arg_cond && arg <= libselect_arg_end;
}

given_parts parts_of(const libselect_exec_arg_t *args, std::size_t n_args) {
    given_parts given {};
    for (std::size_t i = 0; i < n_args; ++i) {
        const libselect_arg_t arg = args[i].arg;
        if (!is_part(arg))
            fail(libselect_invalid_arguments,
                    {"args: ", static_cast<int>(arg), " is not a libselect_arg_t"});
        const libselect_memory_t *&memory = given[static_cast<std::size_t>(arg)];
        if (memory != nullptr)
            fail(libselect_invalid_arguments,
                    {arg_name(arg), ": two arguments are given; one is needed"});
        memory = &args[i].memory;
    }
    return given;
}

// Takes the part that the op has.
const libselect_memory_t *take(given_parts &given, libselect_arg_t arg, condition_kind kind) {
    const libselect_memory_t *memory = std::exchange(given[static_cast<std::size_t>(arg)], nullptr);
    if (memory == nullptr)
        fail(libselect_invalid_arguments,
                {arg_name(arg), ": no argument is given; a Select with the condition ",
                        condition_kind_name(kind), " needs it"});
    return memory;
}

[[gnu::cold, gnu::noinline]] void refuse_rest(const given_parts &given, condition_kind kind) {
    for (int arg = libselect_arg_cond; arg <= libselect_arg_end; ++arg)
        if (given[static_cast<std::size_t>(arg)] != nullptr)
            fail(libselect_invalid_arguments,
                    {arg_name(static_cast<libselect_arg_t>(arg)),
                            ": is an argument, and the op's condition, ", condition_kind_name(kind),
                            ", has no such input"});
}

} // namespace

sorted_args sort_args(
        const primitive &ready, const libselect_exec_arg_t *args, std::size_t n_args) {
    given_parts given = parts_of(args, n_args);
    const condition_kind kind = ready.decides.kind();
    sorted_args sorted;
    std::size_t n_taken = 3;
    for (std::size_t i = 0; i < n_condition_inputs; ++i)
        if (ready.decides->inputs[i].get() != nullptr) {
            sorted.inputs[i] = take(given, input_arg(kind, i), kind);
            ++n_taken;
        }
    sorted.given[src0] = take(given, libselect_arg_src0, kind);
    sorted.given[src1] = take(given, libselect_arg_src1, kind);
    sorted.given[dst] = take(given, libselect_arg_dst, kind);
    if (kind == condition_kind::boolean)
        sorted.given[cond] = std::exchange(sorted.inputs[0], nullptr);
    if (n_taken != n_args) [[unlikely]]
        refuse_rest(given, kind);
    return sorted;
}

} // namespace libselect
