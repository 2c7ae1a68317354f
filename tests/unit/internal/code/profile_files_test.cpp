// SPDX-License-Identifier: Apache-2.0
// What the perf map, the jitdump and the code dump write, and what they refuse to write to.
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <fstream>
#include <sstream>

#include "code/profile/code_dump.hpp"
#include "code/profile/jitdump.hpp"
#include "code/profile/perf_map.hpp"
#include "common/expect_failure.hpp"
#include "common/scratch_directory.hpp"

namespace internal {
namespace {

namespace fs = std::filesystem;
using libselect::published_code;

const std::array<std::byte, 3> first_code {std::byte {0x90}, std::byte {0x0a}, std::byte {0xc3}};
const std::array<std::byte, 1> second_code {std::byte {0xc3}};
const published_code first_kernel {"first_name", first_code};
const published_code second_kernel {"second-name", second_code};

std::string text_of(std::span<const std::byte> code) {
    return {reinterpret_cast<const char *>(code.data()), code.size()};
}

std::string map_line(const published_code &kernel) {
    std::ostringstream line;
    line << std::hex << reinterpret_cast<std::uintptr_t>(kernel.code.data()) << ' '
         << kernel.code.size() << ' ' << kernel.name << '\n';
    return line.str();
}

// Runs the body in a child, and returns its process number; 0 when it did not end well.
template <typename Body>
pid_t run_in_child(const Body &body) {
    const pid_t child = fork();
    if (child == 0) {
        body();
        std::_Exit(testing::Test::HasFailure() ? 1 : 0);
    }
    int status = 1;
    waitpid(child, &status, 0);
    return status == 0 ? child : 0;
}

class code_profile_files : public testing::Test {
protected:
    [[nodiscard]] std::string map_path(pid_t process = getpid()) const {
        return scratch_.path() + "/perf-" + std::to_string(process) + ".map";
    }
    // The one jitdump of a process.
    [[nodiscard]] std::string dump_path(pid_t process = getpid()) const {
        const std::string name = "jit-" + std::to_string(process) + ".dump";
        for (const fs::directory_entry &entry : fs::recursive_directory_iterator(scratch_.path()))
            if (entry.path().filename() == name) return entry.path();
        return "";
    }

    const scratch_directory scratch_;
};

TEST_F(code_profile_files, perf_map_has_a_line_per_kernel_at_once) {
    libselect::perf_map map(scratch_.path());
    map.record(first_kernel);
    EXPECT_EQ(bytes_of_file(map_path()), map_line(first_kernel));
    map.record(second_kernel);
    EXPECT_EQ(bytes_of_file(map_path()), map_line(first_kernel) + map_line(second_kernel));
}

TEST_F(code_profile_files, perf_map_appends_to_what_others_in_the_process_wrote) {
    std::ofstream(map_path()) << "1000 10 of_another_generator\n";
    libselect::perf_map(scratch_.path()).record(first_kernel);
    EXPECT_EQ(bytes_of_file(map_path()), "1000 10 of_another_generator\n" + map_line(first_kernel));
}

TEST_F(code_profile_files, perf_map_of_a_forked_child_has_the_kernels_of_both) {
    libselect::perf_map map(scratch_.path());
    map.record(first_kernel);
    const pid_t child = run_in_child([&] { map.record(second_kernel); });
    ASSERT_NE(child, 0);
    EXPECT_EQ(bytes_of_file(map_path()), map_line(first_kernel));
    EXPECT_EQ(bytes_of_file(map_path(child)), map_line(first_kernel) + map_line(second_kernel));
}

TEST_F(code_profile_files, perf_map_follows_no_link) {
    const std::string victim = scratch_.path() + "/victim";
    std::ofstream(victim) << "precious";
    fs::create_symlink(victim, map_path());
    libselect::perf_map map(scratch_.path());
    EXPECT_EQ(failure_of([&] { map.record(first_kernel); }),
            "runtime_error: jit profile: open " + map_path()
                    + ": Too many levels of symbolic links");
    fs::remove(map_path());
    fs::create_hard_link(victim, map_path());
    EXPECT_EQ(failure_of([&] { libselect::perf_map(scratch_.path()).record(first_kernel); }),
            "runtime_error: jit profile: open " + map_path() + ": Operation not permitted");
    EXPECT_EQ(bytes_of_file(victim), "precious");
}

TEST_F(code_profile_files, perf_map_refuses_what_is_no_file) {
    ASSERT_EQ(mkfifo(map_path().c_str(), 0600), 0);
    EXPECT_EQ(failure_of([&] { libselect::perf_map(scratch_.path()).record(first_kernel); }),
            "runtime_error: jit profile: open " + map_path() + ": No such device or address");
    EXPECT_EQ(failure_of(
                      [&] { libselect::perf_map(scratch_.path() + "/none").record(first_kernel); }),
            "runtime_error: jit profile: open " + scratch_.path() + "/none/perf-"
                    + std::to_string(getpid()) + ".map: No such file or directory");
}

// Fields of a jitdump one after the other.
class dump_reader {
public:
    explicit dump_reader(std::string bytes) : bytes_(std::move(bytes)) {}
    template <typename T>
    T next() {
        T value {};
        std::memcpy(&value, take(sizeof value).data(), sizeof value);
        return value;
    }
    std::string next_name() {
        const std::string name = bytes_.c_str() + at_;
        (void)take(name.size() + 1);
        return name;
    }
    std::string take(std::size_t n_bytes) {
        const std::string part = bytes_.substr(std::min(at_, bytes_.size()), n_bytes);
        EXPECT_EQ(part.size(), n_bytes);
        at_ += n_bytes;
        return part + std::string(n_bytes - part.size(), '\0');
    }
    [[nodiscard]] bool is_at_end() const { return at_ == bytes_.size(); }

private:
    const std::string bytes_;
    std::size_t at_ = 0;
};

std::uint64_t monotonic_nanoseconds() {
    timespec now {};
    clock_gettime(CLOCK_MONOTONIC, &now);
    return static_cast<std::uint64_t>(now.tv_sec) * 1000000000U
           + static_cast<std::uint64_t>(now.tv_nsec);
}

void expect_header(dump_reader &dump, pid_t process, std::uint64_t &time) {
    EXPECT_EQ(dump.next<std::uint32_t>(), 0x4A695444U);
    EXPECT_EQ(dump.next<std::uint32_t>(), 1U);  // version
    EXPECT_EQ(dump.next<std::uint32_t>(), 40U); // bytes of the header
    EXPECT_EQ(dump.next<std::uint32_t>(), 62U); // x86-64
    EXPECT_EQ(dump.next<std::uint32_t>(), 0U);
    EXPECT_EQ(dump.next<std::uint32_t>(), static_cast<std::uint32_t>(process));
    const auto then = dump.next<std::uint64_t>();
    EXPECT_GE(then, time);
    time = then;
    EXPECT_EQ(dump.next<std::uint64_t>(), 0U); // flags
}

void expect_load(
        dump_reader &dump, const published_code &kernel, std::uint64_t index, std::uint64_t &time) {
    EXPECT_EQ(dump.next<std::uint32_t>(), 0U); // code is loaded
    EXPECT_EQ(dump.next<std::uint32_t>(), 56 + kernel.name.size() + 1 + kernel.code.size());
    const auto then = dump.next<std::uint64_t>();
    EXPECT_GE(then, time);
    time = then;
    EXPECT_EQ(dump.next<std::uint32_t>(), static_cast<std::uint32_t>(getpid()));
    EXPECT_EQ(dump.next<std::uint32_t>(), static_cast<std::uint32_t>(gettid()));
    const auto address = reinterpret_cast<std::uintptr_t>(kernel.code.data());
    EXPECT_EQ(dump.next<std::uint64_t>(), address);
    EXPECT_EQ(dump.next<std::uint64_t>(), address);
    EXPECT_EQ(dump.next<std::uint64_t>(), kernel.code.size());
    EXPECT_EQ(dump.next<std::uint64_t>(), index);
    EXPECT_EQ(dump.next_name(), kernel.name);
    EXPECT_EQ(dump.take(kernel.code.size()), text_of(kernel.code));
}

TEST_F(code_profile_files, jitdump_is_as_the_specification_says) {
    std::uint64_t time = monotonic_nanoseconds();
    libselect::jitdump sink(scratch_.path());
    sink.record(first_kernel);
    sink.record(second_kernel);
    dump_reader dump(bytes_of_file(dump_path()));
    expect_header(dump, getpid(), time);
    expect_load(dump, first_kernel, 0, time);
    expect_load(dump, second_kernel, 1, time);
    EXPECT_LE(time, monotonic_nanoseconds());
    EXPECT_TRUE(dump.is_at_end());
}

// Lines of /proc/self/maps about the file.
std::string mappings_of(const std::string &path) {
    std::istringstream maps(bytes_of_file("/proc/self/maps"));
    std::string found;
    for (std::string line; std::getline(maps, line);)
        if (line.find(path) != std::string::npos) found += line + "\n";
    return found;
}

TEST_F(code_profile_files, jitdump_is_mapped_to_execute_and_not_to_write) {
    {
        libselect::jitdump sink(scratch_.path());
        sink.record(first_kernel);
        sink.record(second_kernel);
        const std::string mappings = mappings_of(dump_path());
        EXPECT_NE(mappings.find(" r-xp 00000000 "), std::string::npos) << mappings;
        EXPECT_EQ(mappings.find('\n'), mappings.size() - 1) << mappings;
    }
    EXPECT_EQ(mappings_of(dump_path()), "");
}

TEST_F(code_profile_files, jitdump_of_a_forked_child_is_a_file_of_its_own) {
    libselect::jitdump sink(scratch_.path());
    sink.record(first_kernel);
    const std::string before = bytes_of_file(dump_path());
    const pid_t child = run_in_child([&] {
        std::uint64_t time = monotonic_nanoseconds();
        sink.record(second_kernel);
        dump_reader dump(bytes_of_file(dump_path()));
        expect_header(dump, getpid(), time);
        expect_load(dump, second_kernel, 1, time);
        EXPECT_TRUE(dump.is_at_end());
    });
    EXPECT_NE(child, 0);
    EXPECT_NE(dump_path(child), "");
    EXPECT_EQ(bytes_of_file(dump_path()), before);
}

TEST_F(code_profile_files, jitdump_says_which_directory_it_cannot_make) {
    std::ofstream(scratch_.path() + "/.debug") << "a file";
    libselect::jitdump sink(scratch_.path());
    EXPECT_EQ(failure_of([&] { sink.record(first_kernel); }),
            "runtime_error: jit profile: mkdir " + scratch_.path()
                    + "/.debug/jit: Not a directory");
}

TEST_F(code_profile_files, code_dump_has_a_file_per_kernel) {
    const std::string directory = scratch_.path() + "/made";
    libselect::code_dump dump(directory);
    dump.record(first_kernel);
    dump.record(second_kernel);
    dump.record(first_kernel);
    EXPECT_EQ(bytes_of_file(directory + "/first_name.bin"), text_of(first_code));
    EXPECT_EQ(bytes_of_file(directory + "/second-name.bin"), text_of(second_code));
    EXPECT_EQ(std::distance(fs::directory_iterator(directory), fs::directory_iterator()), 2);
}

TEST_F(code_profile_files, code_dump_replaces_a_link_and_not_what_it_points_to) {
    const std::string victim = scratch_.path() + "/victim";
    std::ofstream(victim) << "precious";
    fs::create_symlink(victim, scratch_.path() + "/first_name.bin");
    fs::create_symlink(victim, scratch_.path() + "/first_name.bin." + std::to_string(getpid()));
    libselect::code_dump(scratch_.path()).record(first_kernel);
    EXPECT_EQ(bytes_of_file(victim), "precious");
    EXPECT_EQ(bytes_of_file(scratch_.path() + "/first_name.bin"), text_of(first_code));
}

TEST_F(code_profile_files, code_dump_says_what_it_cannot_write) {
    const std::string nowhere = scratch_.path() + "/none/deeper";
    EXPECT_EQ(failure_of([&] { libselect::code_dump(nowhere).record(first_kernel); }),
            "runtime_error: jit profile: mkdir " + nowhere + ": No such file or directory");
}

// In a process whose files may have no byte, and which does not want to end for it.
void record_nothing(const std::string &directory) {
    constexpr rlimit none {0, 0};
    ASSERT_EQ(setrlimit(RLIMIT_FSIZE, &none), 0);
    std::signal(SIGXFSZ, SIG_IGN);
    const auto expect_too_large = [](const std::string &text) {
        EXPECT_EQ(text.rfind("runtime_error: jit profile: write ", 0), 0U) << text;
        EXPECT_NE(text.find(": File too large"), std::string::npos) << text;
    };
    expect_too_large(failure_of([&] { libselect::perf_map(directory).record(first_kernel); }));
    expect_too_large(failure_of([&] { libselect::jitdump(directory).record(first_kernel); }));
    expect_too_large(failure_of([&] { libselect::code_dump(directory).record(first_kernel); }));
}

TEST_F(code_profile_files, the_limit_on_files_is_a_failure_where_its_signal_is_ignored) {
    EXPECT_NE(run_in_child([&] { record_nothing(scratch_.path()); }), 0);
}

} // namespace
} // namespace internal
