// SPDX-License-Identifier: Apache-2.0
// Conditions that a oneDNN graph computes from positions or numbers: a Select can decide by them
// without a mask tensor.
#ifndef SELECTBENCH_GRAPH_CONDITION_HPP
#define SELECTBENCH_GRAPH_CONDITION_HPP

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include <nlohmann/json.hpp>

#include "condition.hpp"
#include "in_scalars.hpp"
#include "in_shapes.hpp"

namespace selectbench {

using json = nlohmann::ordered_json;

// A tensor that holds its own index on one axis, plus host scalars: GenIndex, then Add and
// Subtract.
struct index_tensor {
    struct scalar {
        std::uint64_t id;
        bool subtracted;
    };
    std::uint64_t of = 0; // the tensor that GenIndex reads, whose shape it takes
    ls::dims dims;
    std::int64_t axis = 0; // from 0 on
    std::vector<scalar> scalars;
};

// A comparison of two tensors, as the file has them.
struct graph_comparison {
    ls::relation relation;
    bool may_broadcast;
    std::array<json, 2> inputs;
};

class graph_conditions {
public:
    graph_conditions(in_shapes &rewrites, in_scalars &scalars)
        : rewrites_(rewrites),
          scalars_(scalars) {}

    // Remembers what an op that is no Select computes, if it matters. Ops come in the order of the
    // file; oneDNN writes an op behind those whose results it reads.
    void notice(const json &op);

    // Whether cond is the result of a comparison that has been noticed, and --in-shapes does not
    // make it a tensor of its own.
    [[nodiscard]] bool knows(const json &cond);

    // The condition of a Select with this cond and these sources. Nothing where anything in the
    // file leaves a doubt that it decides as the tensor would.
    [[nodiscard]] std::optional<condition_request> find(const json &cond,
            const ls::logical_tensor &src0, const ls::logical_tensor &src1,
            const ls::attributes &attr);

private:
    void notice_index(const json &op, std::uint64_t output);
    void notice_sum(const json &inputs, std::uint64_t output, bool subtracts);
    [[nodiscard]] const index_tensor *index_of(const json &tensor) const;
    [[nodiscard]] bool is_host_scalar(const json &tensor) const;
    // The sum of the scalars; nothing when the value of one is not given.
    [[nodiscard]] std::optional<std::int64_t> offset_of(const index_tensor &index);
    [[nodiscard]] std::optional<condition_request> find_interval(const graph_comparison &comparison,
            const ls::logical_tensor &src0, const ls::logical_tensor &src1,
            const ls::attributes &attr);

    in_shapes &rewrites_;
    in_scalars &scalars_;
    // Files of millions of such ops are none that a Select is in; then memory stays small.
    static constexpr std::size_t most_ops = 4096;
    std::map<std::uint64_t, index_tensor> indices_;
    std::map<std::uint64_t, graph_comparison> comparisons_;
};

} // namespace selectbench

#endif
