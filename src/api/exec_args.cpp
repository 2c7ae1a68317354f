// SPDX-License-Identifier: Apache-2.0
// Sorting arguments, with a message for each way to be wrong.
#include "api/exec_args.hpp"

#include "base/error.hpp"

namespace libselect {
namespace {

// A part that the op has, and where its memory goes.
struct part {
    libselect_arg_t arg;
    const char *name;
    const libselect_memory_t **memory;
};

struct parts {
    std::array<part, n_operands + n_condition_inputs> all {};
    std::size_t n = 0;

    void add(const part &next) { all[n++] = next; }
};

parts parts_of(const primitive &ready, sorted_args &sorted) {
    parts found;
    const condition_kind kind = ready.decides.kind();
    for (std::size_t i = 0; i < n_condition_inputs; ++i)
        if (ready.decides->inputs[i].get() != nullptr)
            found.add({input_arg(kind, i), input_name(kind, i),
                    kind == condition_kind::boolean ? &sorted.given[cond] : &sorted.inputs[i]});
    found.add({libselect_arg_src0, "src0", &sorted.given[src0]});
    found.add({libselect_arg_src1, "src1", &sorted.given[src1]});
    found.add({libselect_arg_dst, "dst", &sorted.given[dst]});
    return found;
}

const char *arg_name(libselect_arg_t arg) noexcept {
    constexpr std::array<const char *, 9> names {
            "", "cond", "src0", "src1", "dst", "lhs", "rhs", "begin", "end"};
    const auto i = static_cast<std::size_t>(arg);
    return i > 0 && i < names.size() ? names[i] : nullptr;
}

void place(const parts &wanted, const libselect_exec_arg_t &given, condition_kind kind) {
    for (std::size_t i = 0; i < wanted.n; ++i) {
        const part &each = wanted.all[i];
        if (each.arg != given.arg) continue;
        if (*each.memory != nullptr)
            fail(libselect_invalid_arguments,
                    {each.name, ": two arguments are given; one is needed"});
        *each.memory = &given.memory;
        return;
    }
    const char *name = arg_name(given.arg);
    if (name == nullptr)
        fail(libselect_invalid_arguments,
                {"args: ", static_cast<int>(given.arg), " is not a libselect_arg_t"});
    fail(libselect_invalid_arguments, {name, ": is an argument, and the op's condition, ",
                                              condition_kind_name(kind), ", has no such input"});
}

} // namespace

sorted_args sort_args(
        const primitive &ready, const libselect_exec_arg_t *args, std::size_t n_args) {
    sorted_args sorted;
    const parts wanted = parts_of(ready, sorted);
    const condition_kind kind = ready.decides.kind();
    for (std::size_t i = 0; i < n_args; ++i)
        place(wanted, args[i], kind);
    for (std::size_t i = 0; i < wanted.n; ++i)
        if (*wanted.all[i].memory == nullptr)
            fail(libselect_invalid_arguments,
                    {wanted.all[i].name, ": no argument is given; a Select with the condition ",
                            condition_kind_name(kind), " needs it"});
    return sorted;
}

} // namespace libselect
