// SPDX-License-Identifier: Apache-2.0
// The grammar of --shape, and what it fills in.
#include "ir_shapes.hpp"

#include <algorithm>
#include <cstddef>
#include <string_view>

#include "failure.hpp"
#include "text.hpp"

namespace selectbench {
namespace {

[[noreturn]] void fail_shape(const std::string &word, const std::string &why) {
    throw tool_error("--shape: \"" + word + "\" " + why);
}

bool is_number(std::string_view text) {
    return !text.empty() && text.find_first_not_of("0123456789") == std::string_view::npos;
}

// Splits off what follows the last colon. Layers have colons in their names, ports and dims none.
std::string split_last(std::string &text) {
    const std::size_t colon = text.rfind(':');
    const std::string last = text.substr(colon + 1); // all of it when there is no colon
    text.erase(colon == std::string::npos ? 0 : colon);
    return last;
}

ls::dims parse_dims(const std::string &word, const std::string &text) {
    if (text.find_first_not_of("0123456789x") == std::string::npos && !text.empty())
        return parse_tensor(ls::data_type::u8, text, "--shape").dims();
    fail_shape(word,
            "does not end in dims; it is DIMS, LAYER:DIMS or LAYER:PORT:DIMS, where DIMS is "
            "2x3x4, LAYER a layer's id or name, PORT the id of one of its ports");
}

} // namespace

ir_shapes::ir_shapes(const std::vector<std::string> &words) {
    for (const std::string &word : words) {
        entry parsed;
        parsed.text = parsed.layer = word;
        parsed.dims = parse_dims(word, split_last(parsed.layer));
        std::string layer = parsed.layer;
        const std::string port = split_last(layer);
        if (!layer.empty() && is_number(port)) {
            parsed.layer = layer;
            parsed.port = port;
        }
        entries_.push_back(parsed);
    }
}

ir_shapes::entry *ir_shapes::best_for(const ir_port &port) {
    entry *best = nullptr;
    int best_rank = -1;
    for (entry &candidate : entries_) {
        const bool any_layer = candidate.layer.empty();
        if (!any_layer && candidate.layer != port.layer_id && candidate.layer != port.layer_name)
            continue;
        if (!candidate.port.empty() && candidate.port != port.id) continue;
        candidate.used = true;
        const int rank = (any_layer ? 0 : 1) + (candidate.port.empty() ? 0 : 1);
        if (rank <= best_rank) continue;
        best = &candidate;
        best_rank = rank;
    }
    return best;
}

ls::dims ir_shapes::fill(const ir_port &port, const ls::dims &dims) {
    const entry *found = best_for(port);
    if (found == nullptr) return dims;
    const bool exact = !found->port.empty();
    const std::string rank = std::to_string(dims.size());
    if (exact && found->dims.size() != dims.size())
        fail_shape(found->text,
                "has " + std::to_string(found->dims.size()) + " dims, the port " + rank);
    ls::dims filled = dims;
    for (std::size_t from_end = 1; from_end <= dims.size(); ++from_end) {
        std::int64_t &dim = filled[dims.size() - from_end];
        const bool open = dim == ls::unknown_dim;
        if (!open && !exact) continue;
        if (from_end > found->dims.size())
            fail_shape(found->text, "is too short for a port of " + rank + " dims");
        const std::int64_t given = found->dims[found->dims.size() - from_end];
        if (!open && dim != given)
            fail_shape(found->text, "has " + std::to_string(given) + " where the port has "
                                            + std::to_string(dim)
                                            + "; only a dim of -1 takes a size");
        dim = given;
    }
    return filled;
}

void ir_shapes::check_all_used() const {
    for (const entry &named : entries_)
        if (!named.used) fail_shape(named.text, "names no input port of a Select layer");
}

} // namespace selectbench
