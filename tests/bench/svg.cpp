// SPDX-License-Identifier: Apache-2.0
// The picture: a group of bars per case, log scale, one panel per thread count.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <fstream>
#include <set>
#include <stdexcept>

#include "machine.hpp"
#include "report.hpp"

namespace bench {
namespace {

constexpr double label_width = 190, plot_width = 640, value_width = 60;
constexpr double bar_height = 9, group_gap = 9, head_height = 66, foot_height = 40;
// Distinct for readers who see no red and green apart.
constexpr const char *colors[] = {"#999999", "#0072b2", "#56b4e9", "#009e73", "#e69f00"};

std::string text(const char *format, auto... values) {
    char buffer[512];
    std::snprintf(buffer, sizeof buffer, format, values...);
    return buffer;
}

std::string label(double x, double y, const std::string &words, const char *anchor, int size) {
    return text("<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\" font-size=\"%d\">", x, y, anchor,
                   size)
           + words + "</text>\n";
}

// Ratio 0.5 stands at the left edge and the largest at the right one.
struct scale {
    double largest;
    [[nodiscard]] double x(double ratio) const {
        const double part = std::log(std::max(ratio, 0.5) / 0.5) / std::log(largest / 0.5);
        return label_width + part * plot_width;
    }
};

std::string grid(const scale &axis, double top, double bottom) {
    std::string out;
    for (const double tick : {0.5, 1.0, 2.0, 5.0, 10.0, 20.0, 50.0, 100.0, 200.0, 500.0, 1000.0}) {
        if (tick > axis.largest) break;
        out += text("<line x1=\"%.1f\" x2=\"%.1f\" y1=\"%.1f\" y2=\"%.1f\" stroke=\"%s\"/>\n",
                axis.x(tick), axis.x(tick), top, bottom, tick == 1.0 ? "#000000" : "#dddddd");
        out += label(axis.x(tick), top - 4, text("%g", tick), "middle", 11);
    }
    return out;
}

std::string bars(const case_result &one, const std::vector<std::string> &names, const scale &axis,
        double top) {
    const double height = bar_height * static_cast<double>(names.size());
    std::string out = label(label_width - 6, top + height / 2 + 4, one.name, "end", 12);
    for (std::size_t i = 0; i < names.size(); ++i) {
        const double ratio = one.to_limit(names[i]);
        if (std::isnan(ratio)) continue;
        const double y = top + bar_height * static_cast<double>(i);
        const double left = axis.x(std::min(ratio, 1.0)), right = axis.x(std::max(ratio, 1.0));
        out += text("<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" fill=\"%s\"/>\n",
                left, y, std::max(right - left, 1.0), bar_height - 1,
                colors[i % std::size(colors)]);
        out += label(right + 3, y + bar_height - 1, text("%.3g", ratio), "start", 8);
    }
    return out;
}

std::string legend(const std::vector<std::string> &names, double y) {
    std::string out;
    for (std::size_t i = 0; i < names.size(); ++i) {
        const double x = label_width + 120.0 * static_cast<double>(i);
        out += text("<rect x=\"%.1f\" y=\"%.1f\" width=\"10\" height=\"10\" fill=\"%s\"/>\n", x,
                y - 9, colors[i % std::size(colors)]);
        out += label(x + 14, y, names[i], "start", 12);
    }
    return out;
}

std::string panel(const std::vector<const case_result *> &cases,
        const std::vector<std::string> &names, const scale &axis, double &y) {
    const double group = bar_height * static_cast<double>(names.size()) + group_gap;
    const int threads = cases.front()->threads;
    std::string out = label(label_width, y + 18,
            text("time / limit, %d thread%s", threads, threads == 1 ? "" : "s"), "start", 14);
    out += legend(names, y + 38);
    y += head_height;
    out += grid(axis, y, y + group * static_cast<double>(cases.size()));
    for (const case_result *one : cases) {
        out += bars(*one, names, axis, y + group_gap / 2);
        y += group;
    }
    return out;
}

double largest_ratio(
        const std::vector<case_result> &results, const std::vector<std::string> &names) {
    double largest = 2;
    for (const case_result &one : results)
        for (const std::string &name : names)
            if (!std::isnan(one.to_limit(name))) largest = std::max(largest, one.to_limit(name));
    return largest;
}

} // namespace

void write_svg(const std::string &path, const std::vector<case_result> &results) {
    std::vector<std::string> names = names_of(results, kind::plain);
    for (const std::string &name : names_of(results, kind::library))
        names.push_back(name);
    const scale axis {largest_ratio(results, names)};
    std::set<int> thread_counts;
    for (const case_result &one : results)
        thread_counts.insert(one.threads);
    std::string body;
    double y = 0;
    for (const int threads : thread_counts) {
        std::vector<const case_result *> cases;
        for (const case_result &one : results)
            if (one.threads == threads) cases.push_back(&one);
        body += panel(cases, names, axis, y);
    }
    body += label(8, y + 24, machine_line(), "start", 10);
    std::ofstream file(path);
    file << text("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%.0f\" height=\"%.0f\" "
                 "font-family=\"sans-serif\">\n<rect width=\"100%%\" height=\"100%%\" "
                 "fill=\"#ffffff\"/>\n",
            label_width + plot_width + value_width, y + foot_height)
         << body << "</svg>\n";
    if (!file) throw std::runtime_error(path + ": cannot be written");
}

} // namespace bench
