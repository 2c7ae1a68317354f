// SPDX-License-Identifier: Apache-2.0
// Reading the environment variables and passing kernels to the sinks.
#include "code/profile/jit_profile.hpp"

#include <cstdlib>
#include <exception>
#include <memory>
#include <mutex>
#include <vector>

#include "base/verbose.hpp"
#include "code/kernel_name.hpp"
#include "code/profile/code_dump.hpp"
#include "code/profile/jitdump.hpp"
#include "code/profile/perf_map.hpp"

namespace libselect {
namespace {

// The value of the variable, or "". A program that runs with the rights of another user (setuid)
// ignores it: its caller could make it write files in any place.
std::string variable(const char *name) {
    const char *value = secure_getenv(name);
    return value != nullptr ? value : "";
}

// The directory of jitdumps, from the variables that perf's own agents read.
std::string jitdump_directory() {
    for (const char *name : {"JITDUMPDIR", "HOME"})
        if (const std::string value = variable(name); !value.empty()) return value;
    return ".";
}

void say(const std::string &text) noexcept {
    if (is_verbose()) write_verbose_info(text);
}

class sinks {
public:
    sinks() {
        const std::string profile = variable("LIBSELECT_JIT_PROFILE");
        const std::string dump = variable("LIBSELECT_JIT_DUMP");
        if (profile == "perfmap")
            all_.push_back(std::make_unique<perf_map>("/tmp"));
        else if (profile == "jitdump")
            all_.push_back(std::make_unique<jitdump>(jitdump_directory()));
        else if (!profile.empty())
            say("LIBSELECT_JIT_PROFILE: \"" + profile
                    + "\" is not a profile and counts as none; the profiles are perfmap jitdump");
        if (!dump.empty()) all_.push_back(std::make_unique<code_dump>(dump));
    }

    void record(const code_key &key, std::span<const std::byte> code) {
        const std::lock_guard guard(lock_);
        if (all_.empty()) return;
        const published_code kernel {kernel_name(key), code};
        for (std::unique_ptr<code_sink> &sink : all_)
            if (sink != nullptr) record_or_give_up(sink, kernel);
    }

private:
    static void record_or_give_up(std::unique_ptr<code_sink> &sink, const published_code &kernel) {
        try {
            sink->record(kernel);
        } catch (const std::exception &refused) {
            sink.reset();
            say(std::string(refused.what()) + "; no more kernels are recorded there");
        }
    }

    std::mutex lock_;
    std::vector<std::unique_ptr<code_sink>> all_;
};

} // namespace

void record_code(const code_key &key, std::span<const std::byte> code) noexcept {
    try {
        // Never destroyed: a static destructor of the program may still create a primitive.
        static sinks *const the_sinks = new sinks;
        the_sinks->record(key, code);
    } catch (...) {
        // No memory. A missing profile is no reason to fail.
    }
}

} // namespace libselect
