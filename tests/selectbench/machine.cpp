// SPDX-License-Identifier: Apache-2.0
// selectbench machine: what the machine says of itself, and what the library believes of it. The
// library has no function for this, so the tool is built with the sources of the model.
#include <cstdio>
#include <cstdlib>
#include <string>

#include "base/error.hpp"
#include "commands.hpp"
#include "failure.hpp"
#include "schedule/machine.hpp"
#include "schedule/machine_settings.hpp"

namespace selectbench {
namespace {

std::string indented(const std::string &lines) {
    std::string text;
    for (const char each : lines) {
        if (text.empty() || text.back() == '\n') text += "  ";
        text += each;
    }
    return text;
}

std::string size(std::int64_t bytes) {
    return bytes == ls::never ? "never" : "from " + ls::size_text(bytes);
}

std::string beliefs(const ls::machine &model) {
    const ls::cache_sizes &has = model.sizes;
    return std::string("kind of last level: ") + ls::last_level_name(model.kind) + " ("
           + model.reason + ")\none core has: l1d " + ls::size_text(has.l1d) + ", l2 "
           + ls::size_text(has.l2) + ", last level " + ls::size_text(has.last)
           + "\nstreaming stores: " + size(model.stream_from) + ", " + size(model.stream_two_from)
           + " where twice the bytes of dst are read, " + size(model.stream_shared_from)
           + " on several threads\nin place, kernels that store under masks list what changes: "
           + size(model.keep_from) + "\nvectors where twice l2 is touched: of "
           + std::to_string(model.vector_bytes) + " bytes at most\na source that is read alone: "
           + (model.prefetches ? "prefetched a page ahead" : "not prefetched") + "\n";
}

} // namespace

int machine() {
    try {
        const std::string line = to_string(ls::this_machine());
        const char *settings = std::getenv(ls::machine_variable);
        std::printf("found\n%sbelieved\n%sLIBSELECT_MACHINE is %s\n%s\n",
                indented(to_string(ls::this_machine_description())).c_str(),
                indented(beliefs(ls::this_machine())).c_str(),
                settings == nullptr ? "not set" : settings, line.c_str());
        return 0;
    } catch (const ls::failure &refused) {
        return report({exit_refused, ls::status_name(refused.code()), refused.what()});
    }
}

} // namespace selectbench
