// SPDX-License-Identifier: Apache-2.0
// Tables.
#include "report.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <limits>
#include <set>

namespace bench {
namespace {

constexpr double missing = std::numeric_limits<double>::quiet_NaN();

std::string number(const char *format, double value) {
    if (std::isnan(value)) return "-";
    char text[32];
    std::snprintf(text, sizeof text, format, value);
    return text;
}

std::string ratio_text(double value) {
    return number(value >= 100 ? "%.0f" : value >= 10 ? "%.1f" : "%.2f", value);
}

std::string cell(const case_result &result, const std::string &name) {
    const timing *one = result.find(name);
    if (one == nullptr) return "-";
    const std::string plain = ratio_text(result.ratio(name, "plain"));
    return time_text(one->ns) + " (" + ratio_text(result.to_limit(name))
           + (plain == "-" || name == "plain" ? "" : ", " + plain) + ")";
}

// Time, and its ratio to the build of plain for the same instructions.
std::string same_isa_cell(
        const case_result &result, const std::string &name, const std::string &plain) {
    return ratio_text(result.ratio(name, plain));
}

void print_row(const std::vector<std::string> &cells) {
    for (const std::string &one : cells)
        std::printf("| %s ", one.c_str());
    std::printf("|\n");
}

void print_head(const std::vector<std::string> &cells) {
    std::printf("\n");
    print_row(cells);
    print_row(std::vector<std::string>(cells.size(), "---"));
}

std::vector<case_result> with_threads(const std::vector<case_result> &results, int threads) {
    std::vector<case_result> kept;
    std::copy_if(results.begin(), results.end(), std::back_inserter(kept),
            [=](const case_result &one) { return one.threads == threads; });
    return kept;
}

void print_times(
        const std::vector<case_result> &results, const std::vector<std::string> &contestants) {
    std::vector<std::string> head {"case", "limit (by)", "memcpy"};
    head.insert(head.end(), contestants.begin(), contestants.end());
    const bool has_builds = !results.empty() && results.front().find("plain_avx2") != nullptr;
    if (has_builds) head.insert(head.end(), {"avx2 / plain_avx2", "scalar / plain_scalar"});
    print_head(head);
    for (const case_result &one : results) {
        const timing *limit = one.limit();
        const timing *memcpy = one.find("memcpy");
        std::vector<std::string> row {one.name_and_memory(),
                limit == nullptr ? "-" : time_text(limit->ns) + " (" + limit->name + ")",
                memcpy == nullptr ? "-" : time_text(memcpy->ns)};
        for (const std::string &name : contestants)
            row.push_back(cell(one, name));
        if (has_builds) {
            row.push_back(same_isa_cell(one, "jit:avx2", "plain_avx2"));
            row.push_back(same_isa_cell(one, "jit:scalar", "plain_scalar"));
        }
        print_row(row);
    }
}

void print_bandwidth(
        const std::vector<case_result> &results, const std::vector<std::string> &contestants) {
    std::vector<std::string> head {"GB/s of compulsory bytes", "MB", "limit"};
    head.insert(head.end(), contestants.begin(), contestants.end());
    print_head(head);
    for (const case_result &one : results) {
        const auto rate = [&](const timing *by) {
            return number("%.3g", by == nullptr ? missing : one.bytes / by->ns);
        };
        std::vector<std::string> row {
                one.name_and_memory(), number("%.4g", one.bytes * 1e-6), rate(one.limit())};
        for (const std::string &name : contestants)
            row.push_back(rate(one.find(name)));
        print_row(row);
    }
}

// The cases whose `ratio_of` is largest.
template <typename RatioOf>
void print_largest(const std::vector<case_result> &results, const std::string &name,
        const char *base, std::size_t count, const RatioOf &ratio_of) {
    std::vector<const case_result *> order;
    for (const case_result &one : results)
        if (!std::isnan(ratio_of(one))) order.push_back(&one);
    std::sort(order.begin(), order.end(), [&](const case_result *a, const case_result *b) {
        return ratio_of(*a) > ratio_of(*b);
    });
    std::printf("\n%s: largest ratios to %s, of %zu cases\n", name.c_str(), base, order.size());
    for (std::size_t i = 0; i < std::min(count, order.size()); ++i)
        std::printf("  %8s %10s  %d thread%s  %s\n", ratio_text(ratio_of(*order[i])).c_str(),
                time_text(order[i]->find(name)->ns).c_str(), order[i]->threads,
                order[i]->threads == 1 ? " " : "s", order[i]->name_and_memory().c_str());
}

} // namespace

std::string time_text(double ns) {
    if (ns < 1e3) return number("%.3g ns", ns);
    if (ns < 1e6) return number("%.3g us", ns * 1e-3);
    return number("%.3g ms", ns * 1e-6);
}

std::string case_result::name_and_memory() const {
    return name + ", " + memory_name(memory);
}

const timing *case_result::find(const std::string &contestant) const {
    const auto at = std::find_if(timings.begin(), timings.end(),
            [&](const timing &one) { return one.name == contestant; });
    return at == timings.end() ? nullptr : &*at;
}

const timing *case_result::first(bench::kind what) const {
    const auto at = std::find_if(
            timings.begin(), timings.end(), [&](const timing &one) { return one.kind == what; });
    return at == timings.end() ? nullptr : &*at;
}

const timing *case_result::limit() const {
    const timing *fastest = nullptr;
    for (const timing &one : timings)
        if (one.kind == kind::yardstick && (fastest == nullptr || one.ns < fastest->ns))
            fastest = &one;
    return fastest;
}

double case_result::to_limit(const std::string &contestant) const {
    const timing *one = find(contestant);
    return one == nullptr || limit() == nullptr ? missing : one->ns / limit()->ns;
}

double case_result::ratio(const std::string &contestant, const std::string &other) const {
    const timing *one = find(contestant), *base = find(other);
    return one == nullptr || base == nullptr ? missing : one->ns / base->ns;
}

std::vector<std::string> names_of(const std::vector<case_result> &results, bench::kind what) {
    std::vector<std::string> names;
    for (const case_result &result : results)
        for (const timing &one : result.timings)
            if (one.kind == what && std::find(names.begin(), names.end(), one.name) == names.end())
                names.push_back(one.name);
    return names;
}

void print_case(const case_result &result, const std::string &shape) {
    const timing *limit = result.limit();
    std::printf("\n%s: %s, %d thread%s, %s MB compulsory, limit %s\n",
            result.name_and_memory().c_str(), shape.c_str(), result.threads,
            result.threads == 1 ? "" : "s", number("%.4g", result.bytes * 1e-6).c_str(),
            limit == nullptr ? "-" : limit->name.c_str());
    std::printf("  %-19s %10s %7s %8s %9s %9s\n", "", "time", "+-", "GB/s", "x limit", "x plain");
    for (const timing &one : result.timings)
        std::printf("  %-19s %10s %6.1f%% %8s %9s %9s\n", one.name.c_str(),
                time_text(one.ns).c_str(), one.spread * 100,
                number("%.3g", result.bytes / one.ns).c_str(),
                ratio_text(result.to_limit(one.name)).c_str(),
                ratio_text(result.ratio(one.name, "plain")).c_str());
    std::fflush(stdout);
}

void print_summary(const std::vector<case_result> &results) {
    std::vector<std::string> contestants;
    for (const kind what : {kind::plain, kind::byte_mask, kind::library, kind::peer})
        for (const std::string &name : names_of(results, what))
            contestants.push_back(name);
    std::set<int> thread_counts;
    for (const case_result &one : results)
        thread_counts.insert(one.threads);
    for (const int threads : thread_counts) {
        std::printf("\n%d thread%s: time (ratio to limit, ratio to plain)\n", threads,
                threads == 1 ? "" : "s");
        print_times(with_threads(results, threads), contestants);
        print_bandwidth(with_threads(results, threads), contestants);
    }
}

void print_line(const case_result &result) {
    const timing *limit = result.limit();
    std::printf("%-44s %dt limit %10s %-22s", result.name_and_memory().c_str(), result.threads,
            limit == nullptr ? "-" : time_text(limit->ns).c_str(),
            limit == nullptr ? "" : limit->name.c_str());
    for (const timing &one : result.timings)
        if (one.kind == kind::library || one.kind == kind::plain)
            std::printf(" %s %s", one.name.c_str(), ratio_text(result.to_limit(one.name)).c_str());
    std::printf("\n");
    std::fflush(stdout);
}

void print_worst(const std::vector<case_result> &results, std::size_t count) {
    for (const std::string &name : names_of(results, kind::library))
        print_largest(results, name, "the limit", count,
                [&](const case_result &one) { return one.to_limit(name); });
}

void print_worst_to_plain(const std::vector<case_result> &results, std::size_t count) {
    for (const std::string &name : names_of(results, kind::library))
        print_largest(results, name, "plain", count,
                [&](const case_result &one) { return one.ratio(name, "plain"); });
}

} // namespace bench
