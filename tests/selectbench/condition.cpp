// SPDX-License-Identifier: Apache-2.0
// From a condition as it was asked for to the library's, and its execution.
#include "condition.hpp"

#include "failure.hpp"

namespace selectbench {

ls::condition condition_request::make() const {
    const auto tensor = [&](std::size_t i) { return inputs.at(i).tensor; };
    switch (kind) {
    case ls::condition_kind::nonzero:
        return ls::nonzero(tensor(0));
    case ls::condition_kind::compare:
        return ls::compare(tensor(0), relation, tensor(1));
    case ls::condition_kind::interval: {
        ls::interval all = positions;
        for (const condition_input &each : inputs)
            (each.part == ls::arg::begin ? all.begin : all.end) = each.tensor;
        return all;
    }
    default:
        return tensor(0);
    }
}

const ls::logical_tensor *condition_request::input(ls::arg part) const {
    for (const condition_input &each : inputs)
        if (each.part == part) return &each.tensor;
    return nullptr;
}

const char *part_name(ls::arg part) {
    switch (part) {
    case ls::arg::lhs:
        return "lhs";
    case ls::arg::rhs:
        return "rhs";
    case ls::arg::begin:
        return "begin";
    case ls::arg::end:
        return "end";
    default:
        return "cond";
    }
}

condition_request condition_of_tensor(const ls::logical_tensor &tensor) {
    const bool is_bits =
            tensor.type() == ls::data_type::u1 || tensor.type() == ls::data_type::u1_msb;
    return {.kind = is_bits ? ls::condition_kind::bits : ls::condition_kind::boolean,
            .inputs = {{ls::arg::cond, tensor}}};
}

// A boolean tensor takes the call of 0.1, so that both calls are in use.
void execute(const ls::primitive &prim, const condition_request &condition,
        const std::vector<condition_memory> &inputs, const ls::const_memory &src0,
        const ls::const_memory &src1, const ls::memory &dst) {
    const auto input = [&](std::size_t i) {
        return ls::const_memory(condition.inputs[i].tensor, inputs[i].data, inputs[i].size_bytes);
    };
    if (condition.kind == ls::condition_kind::boolean)
        return prim.execute(input(0), src0, src1, dst);
    const ls::argument a {ls::arg::src0, src0}, b {ls::arg::src1, src1}, c {ls::arg::dst, dst};
    const auto argument = [&](std::size_t i) {
        return ls::argument(condition.inputs[i].part, input(i));
    };
    switch (inputs.size()) {
    case 0:
        return prim.execute({a, b, c});
    case 1:
        return prim.execute({argument(0), a, b, c});
    default:
        return prim.execute({argument(0), argument(1), a, b, c});
    }
}

} // namespace selectbench
