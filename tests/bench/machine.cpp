// SPDX-License-Identifier: Apache-2.0
// Reading /proc and /sys.
#include "machine.hpp"

#include <cstdio>
#include <ctime>
#include <fstream>
#include <memory>
#include <thread>

namespace bench {
namespace {

std::string first_line(const std::string &path) {
    std::ifstream file(path);
    std::string line;
    return std::getline(file, line) && !line.empty() ? line : "unknown";
}

std::string cpuinfo(const std::string &key) {
    std::ifstream file("/proc/cpuinfo");
    for (std::string line; std::getline(file, line);)
        if (line.rfind(key + "\t", 0) == 0) return line.substr(line.find(':') + 2);
    return "unknown";
}

std::string cpu() {
    return cpuinfo("model name") + " (family " + cpuinfo("cpu family") + " model "
           + cpuinfo("model") + " stepping " + cpuinfo("stepping") + "), "
           + std::to_string(std::thread::hardware_concurrency()) + " threads";
}

std::string caches() {
    const std::string folder = "/sys/devices/system/cpu/cpu0/cache/index";
    std::string text;
    for (int i = 0; i < 8; ++i) {
        const std::string at = folder + std::to_string(i);
        const std::string level = first_line(at + "/level");
        if (level == "unknown") break;
        const std::string type = first_line(at + "/type");
        if (type == "Instruction") continue;
        text += (text.empty() ? "L" : ", L") + level + (type == "Data" ? "d " : " ")
                + first_line(at + "/size");
    }
    return text.empty() ? "unknown" : text;
}

std::string now() {
    const std::time_t time = std::time(nullptr);
    char text[32];
    std::tm parts {};
    gmtime_r(&time, &parts);
    return text[std::strftime(text, sizeof text, "%Y-%m-%d %H:%M UTC", &parts)] = '\0', text;
}

// The commit of the source tree, with "+" when files differ from it.
std::string commit() {
    const std::string git = "git -C '" LIBSELECT_BENCH_SOURCE "' ";
    const std::string command = "{ " + git + "rev-parse --short HEAD && " + git
                                + "status --porcelain | head -n 1; } 2> /dev/null";
    const std::unique_ptr<FILE, int (*)(FILE *)> pipe(popen(command.c_str(), "r"), pclose);
    char line[64];
    if (!pipe || std::fgets(line, sizeof line, pipe.get()) == nullptr) return "unknown";
    std::string text(line);
    while (!text.empty() && text.back() == '\n')
        text.pop_back();
    if (text.find_first_not_of("0123456789abcdef") != std::string::npos) return "unknown";
    return std::fgets(line, sizeof line, pipe.get()) != nullptr ? text + "+" : text;
}

} // namespace

std::vector<std::pair<std::string, std::string>> describe_machine() {
    return {{"cpu", cpu()}, {"caches", caches()},
            {"governor", first_line("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor")},
            {"huge pages", first_line("/sys/kernel/mm/transparent_hugepage/enabled")},
            {"system", first_line("/proc/sys/kernel/osrelease")},
            {"compiler", LIBSELECT_BENCH_COMPILER " " __VERSION__}, {"date", now()},
            {"commit", commit()}, {"load average", first_line("/proc/loadavg")}};
}

std::string load_warning() {
    double load = 0;
    std::ifstream("/proc/loadavg") >> load;
    if (load < 0.5) return "";
    return "WARNING: the machine is busy; repeat when the load average is below 0.5\n";
}

std::string machine_line() {
    return cpu() + ", " + caches() + ", " + LIBSELECT_BENCH_COMPILER " " __VERSION__ ", " + now()
           + ", commit " + commit();
}

} // namespace bench
