// SPDX-License-Identifier: Apache-2.0
// --in-scalar: values of host scalars of a oneDNN graph, of which the file tells none.
#ifndef SELECTBENCH_IN_SCALARS_HPP
#define SELECTBENCH_IN_SCALARS_HPP

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace selectbench {

class in_scalars {
public:
    in_scalars() = default;

    // Each word is ID:VALUE[+ID:VALUE...], whole numbers. Throws tool_error.
    explicit in_scalars(const std::vector<std::string> &words);

    // Whether the tensor is named.
    [[nodiscard]] bool has(std::uint64_t id) const { return values_.contains(id); }
    // The value of this scalar, which counts as used.
    [[nodiscard]] std::optional<std::int64_t> find(std::uint64_t id);

    // Throws tool_error when a scalar was named that find() was never asked for.
    void check_all_used() const;

private:
    struct entry {
        std::int64_t value;
        bool used = false;
    };
    std::map<std::uint64_t, entry> values_;
};

} // namespace selectbench

#endif
