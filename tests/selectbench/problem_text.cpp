// SPDX-License-Identifier: Apache-2.0
// Problems in the words of the command line.
#include "problem_text.hpp"

#include "shape_text.hpp"

namespace selectbench {

std::string shapes_text(const problem &what) {
    return shape_text(what.cond) + ":" + shape_text(what.src0) + ":" + shape_text(what.src1);
}

std::string all_strides_text(const problem &what) {
    std::string text = strides_text(what.cond) + ":" + strides_text(what.src0) + ":"
                       + strides_text(what.src1) + ":" + (what.dst ? strides_text(*what.dst) : "");
    text.erase(text.find_last_not_of(':') + 1); // npos + 1 is 0
    return text.empty() ? "dense" : text;
}

const char *to_string(in_place alias) {
    switch (alias) {
    case in_place::src0:
        return "src0";
    case in_place::src1:
        return "src1";
    case in_place::no:
        break;
    }
    return "no";
}

} // namespace selectbench
