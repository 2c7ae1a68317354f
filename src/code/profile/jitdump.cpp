// SPDX-License-Identifier: Apache-2.0
// Header, marker, and a record per kernel.
#include "code/profile/jitdump.hpp"

#include <elf.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <string_view>

#include "base/verbose.hpp"

namespace libselect {
namespace {

// The fields of the specification, in its order; neither struct has padding.
struct file_header {
    std::uint32_t magic;
    std::uint32_t version;
    std::uint32_t total_size;
    std::uint32_t elf_machine;
    std::uint32_t padding;
    std::uint32_t process;
    std::uint64_t nanoseconds;
    std::uint64_t flags;
};
static_assert(sizeof(file_header) == 40);

struct load_record {
    std::uint32_t id; // 0: code is loaded
    std::uint32_t total_size;
    std::uint64_t nanoseconds;
    std::uint32_t process;
    std::uint32_t thread;
    std::uint64_t virtual_address;
    std::uint64_t code_address;
    std::uint64_t code_size;
    std::uint64_t code_index;
};
static_assert(sizeof(load_record) == 56);

std::uint64_t now_nanoseconds() noexcept {
    timespec now {};
    clock_gettime(CLOCK_MONOTONIC, &now);
    return static_cast<std::uint64_t>(now.tv_sec) * 1'000'000'000U
           + static_cast<std::uint64_t>(now.tv_nsec);
}

template <typename Struct>
std::string_view bytes_of(const Struct &fields) noexcept {
    return {reinterpret_cast<const char *>(&fields), sizeof fields};
}

void make_directory(const std::string &path) {
    if (mkdir(path.c_str(), 0755) != 0 && errno != EEXIST) fail_profile("mkdir", path);
}

std::size_t page_bytes() noexcept {
    return static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
}

} // namespace

jitdump::~jitdump() {
    unmap_marker();
}

void jitdump::open_file(pid_t process) {
    std::string path = directory_;
    make_directory(path);
    for (const char *part : {"/.debug", "/jit"}) {
        path += part;
        make_directory(path);
    }
    path += "/libselect.XXXXXX";
    if (mkdtemp(path.data()) == nullptr) fail_profile("mkdtemp", path);
    path_ = path + "/jit-" + std::to_string(process) + ".dump";
    file_ = profile_file::create(path_);
}

void jitdump::write_header(pid_t process) {
    file_header header {};
    header.magic = 0x4A695444; // "JiTD"
    header.version = 1;
    header.total_size = sizeof header;
    header.elf_machine = EM_X86_64;
    header.process = static_cast<std::uint32_t>(process);
    header.nanoseconds = now_nanoseconds();
    file_.write(bytes_of(header));
}

// The marker is mapped readable and executable, never writable: perf looks at executable mappings
// only, and no page may be both writable and executable.
void jitdump::map_marker() {
    unmap_marker();
    void *at =
            mmap(nullptr, page_bytes(), PROT_READ | PROT_EXEC, MAP_PRIVATE, file_.descriptor(), 0);
    if (at == MAP_FAILED) fail_profile("mmap", path_);
    marker_ = at;
}

void jitdump::unmap_marker() noexcept {
    if (marker_ != nullptr) munmap(marker_, page_bytes());
    marker_ = nullptr;
}

void jitdump::record(const published_code &kernel) {
    const pid_t process = getpid();
    if (process_ != process) {
        open_file(process);
        write_header(process);
        map_marker();
        process_ = process;
        if (is_verbose()) write_verbose_info("jit_profile:" + path_);
    }
    load_record record {};
    record.total_size =
            static_cast<std::uint32_t>(sizeof record + kernel.name.size() + 1 + kernel.code.size());
    record.nanoseconds = now_nanoseconds();
    record.process = static_cast<std::uint32_t>(process);
    record.thread = static_cast<std::uint32_t>(syscall(SYS_gettid));
    record.code_address = reinterpret_cast<std::uintptr_t>(kernel.code.data());
    record.virtual_address = record.code_address;
    record.code_size = kernel.code.size();
    record.code_index = n_recorded_++;
    std::string bytes(bytes_of(record));
    bytes.append(kernel.name.c_str(), kernel.name.size() + 1); // with the closing NUL
    bytes.append(reinterpret_cast<const char *>(kernel.code.data()), kernel.code.size());
    file_.write(bytes);
}

} // namespace libselect
