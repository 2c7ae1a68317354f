// SPDX-License-Identifier: Apache-2.0
// Names of statuses, and the text of messages.
#include "base/error.hpp"

#include <array>
#include <cstdio>

namespace libselect {

const char *status_name(libselect_status_t code) noexcept {
    switch (code) {
    case libselect_success:
        return "success";
    case libselect_out_of_memory:
        return "out_of_memory";
    case libselect_invalid_arguments:
        return "invalid_arguments";
    case libselect_unimplemented:
        return "unimplemented";
    case libselect_runtime_error:
        return "runtime_error";
    case libselect_invalid_graph_op:
        return "invalid_graph_op";
    case libselect_invalid_shape:
        return "invalid_shape";
    case libselect_invalid_data_type:
        return "invalid_data_type";
    }
    return "unknown";
}

std::string quoted(std::string_view text) {
    constexpr std::size_t most_bytes = 80;
    std::string quote = "\"";
    for (const char each : text.substr(0, most_bytes)) {
        const auto byte = static_cast<unsigned char>(each);
        if (byte >= ' ' && byte != 0x7f) {
            quote += each;
            continue;
        }
        std::array<char, 8> escaped {};
        (void)std::snprintf(escaped.data(), escaped.size(), "\\x%02x", byte);
        quote += escaped.data();
    }
    return quote + (text.size() > most_bytes ? "...\"" : "\"");
}

void fail(libselect_status_t code, std::initializer_list<piece> pieces) {
    std::string message;
    for (const piece &part : pieces)
        message += part.text();
    throw failure(code, message);
}

} // namespace libselect
