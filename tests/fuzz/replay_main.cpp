// SPDX-License-Identifier: Apache-2.0
// Runs a fuzz target over the files of a corpus: replay DIRECTORY|FILE... Any compiler will do.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <vector>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *bytes, std::size_t n_bytes);

namespace {

namespace fs = std::filesystem;

// In one order everywhere, since a target may keep objects from one input to the next.
std::vector<fs::path> files_of(const fs::path &given) {
    if (!fs::is_directory(given)) return {given};
    std::vector<fs::path> files;
    for (const fs::directory_entry &entry : fs::directory_iterator(given))
        if (entry.is_regular_file()) files.push_back(entry.path());
    std::sort(files.begin(), files.end());
    return files;
}

// Whether the file could be read. Each input gets an allocation of its own size, so that a
// sanitizer sees a target that reads behind it.
bool replay(const fs::path &file) {
    std::ifstream stream(file, std::ios::binary);
    if (!stream) {
        std::fprintf(stderr, "replay: cannot read %s\n", file.c_str());
        return false;
    }
    const std::vector<char> read {
            std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
    const std::vector<std::uint8_t> bytes(read.begin(), read.end());
    std::printf("%s\n", file.filename().c_str());
    std::fflush(stdout); // the last one printed is the one that crashes
    (void)LLVMFuzzerTestOneInput(bytes.data(), bytes.size());
    return true;
}

} // namespace

int main(int argc, char **argv) {
    std::size_t n_files = 0;
    for (int i = 1; i < argc; ++i)
        for (const fs::path &file : files_of(argv[i])) {
            if (!replay(file)) return 1;
            ++n_files;
        }
    std::printf("%zu inputs\n", n_files);
    return n_files == 0 ? 1 : 0;
}
