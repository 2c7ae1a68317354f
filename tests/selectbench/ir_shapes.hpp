// SPDX-License-Identifier: Apache-2.0
// --shape: sizes for the dims that an OpenVINO IR leaves open (-1).
#ifndef SELECTBENCH_IR_SHAPES_HPP
#define SELECTBENCH_IR_SHAPES_HPP

#include <string>
#include <vector>

#include <libselect/libselect.hpp>

namespace selectbench {

namespace ls = libselect;

// An input port of a Select layer, as the file names it.
struct ir_port {
    std::string layer_id, layer_name, id;
};

class ir_shapes {
public:
    ir_shapes() = default;

    // Each word is DIMS, LAYER:DIMS or LAYER:PORT:DIMS; LAYER is a layer's id or name. Throws
    // tool_error.
    explicit ir_shapes(const std::vector<std::string> &words);

    // Tells that there is such a port, whatever becomes of it.
    void notice(const ir_port &port) { (void)best_for(port); }

    // The dims of a port with its open ones (ls::unknown_dim) filled in, as far as a word speaks of
    // them. DIMS of one port are all of its dims; otherwise the port takes the last ones, as dst
    // does when shapes are aligned. A word with a port goes before one with a layer only, and that
    // before one without. Throws tool_error when the words do not fit the port.
    [[nodiscard]] ls::dims fill(const ir_port &port, const ls::dims &dims);

    // Throws tool_error when a word spoke of a port that there was not.
    void check_all_used() const;

private:
    struct entry {
        std::string text, layer, port;
        ls::dims dims;
        bool used = false;
    };
    entry *best_for(const ir_port &port);

    std::vector<entry> entries_;
};

} // namespace selectbench

#endif
