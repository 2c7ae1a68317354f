// SPDX-License-Identifier: Apache-2.0
// The grammar of --in-scalar.
#include "in_scalars.hpp"

#include <algorithm>
#include <string_view>

#include "failure.hpp"
#include "text.hpp"

namespace selectbench {

in_scalars::in_scalars(const std::vector<std::string> &words) {
    for (const std::string &list : words)
        for (std::size_t begin = 0; begin <= list.size();) {
            const std::size_t end = std::min(list.find('+', begin), list.size());
            const std::string_view word = std::string_view(list).substr(begin, end - begin);
            const std::size_t colon = std::min(word.find(':'), word.size());
            std::uint64_t id = 0;
            std::int64_t value = 0;
            if (!parse_number(word.substr(0, colon), id)
                    || !parse_number(word.substr(std::min(colon + 1, word.size())), value))
                throw tool_error("--in-scalar: \"" + std::string(word)
                                 + "\" is not ID:VALUE, two whole numbers of 64 bits; more of them "
                                   "are joined by +");
            if (!values_.insert({id, {value}}).second)
                throw tool_error(
                        "--in-scalar: tensor " + std::to_string(id) + " has been named before");
            begin = end + 1;
        }
}

std::optional<std::int64_t> in_scalars::find(std::uint64_t id) {
    const auto found = values_.find(id);
    if (found == values_.end()) return std::nullopt;
    found->second.used = true;
    return found->second.value;
}

void in_scalars::check_all_used() const {
    for (const auto &[id, named] : values_)
        if (!named.used)
            throw tool_error("--in-scalar: tensor " + std::to_string(id)
                             + " is no scalar that is added to positions before a Select compares "
                               "them");
}

} // namespace selectbench
