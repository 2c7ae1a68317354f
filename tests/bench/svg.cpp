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
constexpr const char *colors[] = {
        "#999999", "#0072b2", "#56b4e9", "#009e73", "#e69f00", "#d55e00", "#cc79a7"};

std::string text(const char *format, auto... values) {
    char buffer[512];
    std::snprintf(buffer, sizeof buffer, format, values...);
    return buffer;
}

// Names of cases have relations in them.
std::string escaped(const std::string &words) {
    std::string out;
    for (const char letter : words)
        out += letter == '<' ? "&lt;" : letter == '&' ? "&amp;" : std::string(1, letter);
    return out;
}

std::string label(double x, double y, const std::string &words, const char *attributes = "") {
    return text("<text x=\"%g\" y=\"%g\"%s>", x, y, attributes) + escaped(words) + "</text>";
}

// Tenths of a pixel are enough.
double rounded(double value) {
    return std::round(value * 10) / 10;
}

// Ratio 0.5 stands at the left edge and the largest at the right one.
struct scale {
    double largest;
    [[nodiscard]] double x(double ratio) const {
        const double part = std::log(std::max(ratio, 0.5) / 0.5) / std::log(largest / 0.5);
        return rounded(label_width + part * plot_width);
    }
};

// The lines are one path per color; every group of elements is one line of the file.
std::string grid(const scale &axis, double top, double bottom) {
    std::string lines, labels;
    for (const double tick : {0.5, 1.0, 2.0, 5.0, 10.0, 20.0, 50.0, 100.0, 200.0, 500.0, 1000.0}) {
        if (tick > axis.largest) break;
        if (tick != 1) lines += text("M%g %gV%g", axis.x(tick), top, bottom);
        labels += label(axis.x(tick), top - 4, text("%g", tick));
    }
    return text("<path stroke=\"#000\" d=\"M%g %gV%g\"/><path stroke=\"#ddd\" d=\"", axis.x(1), top,
                   bottom)
           + lines + "\"/>\n<g text-anchor=\"middle\" font-size=\"11\">" + labels + "</g>\n";
}

// The results of one case with one thread count, a result per memory.
using case_group = std::vector<const case_result *>;

// In the memory where the contestant is furthest from the limit; NaN when it took no part.
double worst_ratio(const case_group &group, const std::string &name) {
    double worst = std::nan("");
    for (const case_result *one : group)
        worst = std::fmax(worst, one->to_limit(name));
    return worst;
}

std::vector<case_group> grouped(const std::vector<case_result> &results, int threads) {
    std::vector<case_group> groups;
    for (const case_result &one : results) {
        if (one.threads != threads || one.limit() == nullptr) continue;
        if (groups.empty() || groups.back().front()->name != one.name) groups.emplace_back();
        groups.back().push_back(&one);
    }
    return groups;
}

std::string bars(const case_group &group, const std::vector<std::string> &names, const scale &axis,
        double top) {
    const double height = bar_height * static_cast<double>(names.size());
    std::string out = "<g font-size=\"8\">"
                      + label(label_width - 6, top + height / 2 + 4, group.front()->name,
                              " text-anchor=\"end\" font-size=\"12\"");
    for (std::size_t i = 0; i < names.size(); ++i) {
        const double ratio = worst_ratio(group, names[i]);
        if (std::isnan(ratio)) continue;
        const double y = top + bar_height * static_cast<double>(i);
        const double left = axis.x(std::min(ratio, 1.0)), right = axis.x(std::max(ratio, 1.0));
        out += text("<path fill=\"%s\" d=\"M%g %gh%gv%gh%gz\"/>", colors[i % std::size(colors)],
                left, y, std::max(rounded(right - left), 1.0), bar_height - 1,
                -std::max(rounded(right - left), 1.0));
        out += label(right + 3, y + bar_height - 1, text("%.3g", ratio));
    }
    return out + "</g>\n";
}

std::string legend(const std::vector<std::string> &names, double y) {
    std::string out = "<g font-size=\"12\">";
    for (std::size_t i = 0; i < names.size(); ++i) {
        const double x = label_width + 120.0 * static_cast<double>(i);
        out += text("<path fill=\"%s\" d=\"M%g %gh10v10h-10z\"/>", colors[i % std::size(colors)], x,
                y - 9);
        out += label(x + 14, y, names[i]);
    }
    return out + "</g>\n";
}

std::string panel(const std::vector<case_group> &cases, const std::vector<std::string> &names,
        const scale &axis, double &y) {
    const double group = bar_height * static_cast<double>(names.size()) + group_gap;
    const int threads = cases.front().front()->threads;
    std::string out = label(label_width, y + 18,
            text("time / limit, %d thread%s", threads, threads == 1 ? "" : "s"),
            " font-size=\"14\"");
    out += "\n";
    out += legend(names, y + 38);
    y += head_height;
    out += grid(axis, y, y + group * static_cast<double>(cases.size()));
    for (const case_group &each : cases) {
        out += bars(each, names, axis, y + group_gap / 2);
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

// Beside byte masks, only the best implementation: six bars per case are too many.
std::vector<std::string> drawn_names(const std::vector<case_result> &results) {
    std::vector<std::string> names = names_of(results, kind::plain);
    std::vector<std::string> libraries = names_of(results, kind::library);
    const std::vector<std::string> masks = names_of(results, kind::byte_mask);
    if (!masks.empty()) libraries.resize(1);
    names.insert(names.end(), libraries.begin(), libraries.end());
    names.insert(names.end(), masks.begin(), masks.end());
    return names;
}

} // namespace

void write_svg(const std::string &path, const std::vector<case_result> &results) {
    const std::vector<std::string> names = drawn_names(results);
    const scale axis {largest_ratio(results, names)};
    std::set<int> thread_counts;
    for (const case_result &one : results)
        thread_counts.insert(one.threads);
    std::string body;
    double y = 0;
    for (const int threads : thread_counts)
        body += panel(grouped(results, threads), names, axis, y);
    body += label(8, y + 24, machine_line(), " font-size=\"10\"");
    std::ofstream file(path);
    file << text("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%.0f\" height=\"%.0f\" "
                 "font-family=\"sans-serif\">\n<rect width=\"100%%\" height=\"100%%\" "
                 "fill=\"#ffffff\"/>\n",
            label_width + plot_width + value_width, y + foot_height)
         << body << "</svg>\n";
    if (!file) throw std::runtime_error(path + ": cannot be written");
}

} // namespace bench
