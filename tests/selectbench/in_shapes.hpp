// SPDX-License-Identifier: Apache-2.0
// --in-shapes: tensors of a oneDNN graph get another shape or layout, spelled as benchdnn does.
#ifndef SELECTBENCH_IN_SHAPES_HPP
#define SELECTBENCH_IN_SHAPES_HPP

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include <libselect/libselect.hpp>

namespace selectbench {

namespace ls = libselect;

// What one ID:VALUE says. A shape without a layout is dense; a layout without a shape keeps the
// shape of the file.
struct shape_rewrite {
    std::string text; // for messages
    std::optional<ls::dims> dims;
    std::string tag;                 // acdb: dims from slowest to fastest; or "",
    std::optional<ls::dims> strides; // or given one by one

    // The tensor's dims and strides after the rewrite; empty optional for dense. Throws tool_error
    // when the layout does not fit the dims.
    [[nodiscard]] ls::dims rewritten_dims(const ls::dims &own) const;
    [[nodiscard]] std::optional<ls::dims> rewritten_strides(const ls::dims &dims) const;
};

class in_shapes {
public:
    in_shapes() = default;

    // Each word is ID:VALUE[+ID:VALUE...]; a value is SHAPE, SHAPE*LAYOUT, *LAYOUT or TAG; a layout
    // is a tag or strides joined by x. Throws tool_error.
    explicit in_shapes(const std::vector<std::string> &words);

    // The rewrite of this tensor, or null.
    [[nodiscard]] const shape_rewrite *find(std::optional<std::uint64_t> id);

    // Throws tool_error when a tensor was named that find() was never asked for: whoever named it
    // expects an effect.
    void check_all_used() const;

private:
    struct entry {
        shape_rewrite rewrite;
        bool used = false;
    };
    std::map<std::uint64_t, entry> entries_;
};

} // namespace selectbench

#endif
