// SPDX-License-Identifier: Apache-2.0
// Results as a table that a person can read.
#include <algorithm>
#include <array>
#include <cstdio>
#include <string>

#include "result_writer.hpp"
#include "text.hpp"

namespace selectbench {
namespace {

std::string number(const char *format, double value) {
    char text[64];
    std::snprintf(text, sizeof text, format, value);
    return text;
}

std::string verdict(const measurement &done) {
    if (!done.checked) return "unchecked";
    if (!done.wrong) return "PASS";
    return "FAIL " + done.wrong->place + " is " + done.wrong->dst + ", the oracle has "
           + done.wrong->expected;
}

// A column of text that depends on the problem alone, so that its width is known before any runs.
struct text_column {
    const char *heading;
    std::string (*text_of)(const request &);
    std::string usual; // the column is left out while no problem has another text
    std::size_t width = 0;
};

// Nothing for a word of the command line, which the shapes repeat.
std::string name_text(const request &what) {
    return what.name.starts_with(shapes_text(what)) ? "" : printable(what.name);
}

std::string type_text(const request &what) {
    return ls::to_string(what.src0.type());
}

std::string broadcast_text(const request &what) {
    const std::string mode = ls::to_string(what.attr.mode);
    return what.attr.axis == LIBSELECT_DEFAULT_AXIS ? mode
                                                    : mode + ":" + std::to_string(what.attr.axis);
}

class table_writer : public result_writer {
public:
    table_writer(const std::vector<request> &problems, bool more_follow, bool timed)
        : timed_(timed) {
        add_column({"name", name_text, ""}, problems, more_follow);
        add_column({"cond:src0:src1", shapes_text, ""}, problems, more_follow);
        add_column({"type", type_text, ""}, problems, more_follow);
        add_column({"broadcast", broadcast_text, "numpy"}, problems, more_follow);
        add_column({"strides", all_strides_text, "dense"}, problems, more_follow);
    }

    void write(const request &what, const problem_run &run, const measurement &done) override {
        if (!headed_) write_heading();
        headed_ = true;
        std::string row;
        for (const text_column &column : columns_)
            row += left(column.text_of(what), column.width);
        row += left(run.implementation(), 14) + right(std::to_string(run.most_threads()), 7);
        if (timed_) row += time_columns(done, run.compulsory_bytes());
        finish(row + "  " + verdict(done));
    }

    void write(const request &, const failure &) override {}

private:
    void add_column(text_column column, const std::vector<request> &problems, bool more_follow) {
        // A longer text puts its own row out of line, and no other.
        constexpr std::size_t widest = 60;
        column.width = std::string(column.heading).size();
        bool usual = !more_follow;
        for (const request &what : problems) {
            const std::string text = column.text_of(what);
            usual = usual && text == column.usual;
            column.width = std::max(column.width, std::min(text.size(), widest));
        }
        if (!usual) columns_.push_back(column);
    }

    static std::string left(const std::string &text, std::size_t width) {
        return text + std::string(text.size() < width ? width - text.size() : 0, ' ') + "  ";
    }
    static std::string right(const std::string &text, std::size_t width) {
        return std::string(text.size() < width ? width - text.size() : 0, ' ') + text;
    }

    static std::string time_columns(const measurement &done, std::size_t n_bytes) {
        if (!done.time) return time_columns({"-", "-", "-", "-", "-", "-", "-"});
        const support::timing &time = *done.time;
        const auto bytes = static_cast<double>(n_bytes);
        return time_columns({std::to_string(time.n_calls()), number("%.3f", 1e6 * time.median()),
                number("%.3f", 1e6 * time.quantile(0)), number("%.3f", 1e6 * done.copies.limit),
                number("%.3f", 1e6 * done.copies.memcpy), std::to_string(n_bytes),
                number("%.2f", 1e-9 * bytes / time.median())});
    }
    static std::string time_columns(const std::array<std::string, 7> &cells) {
        constexpr std::array<std::size_t, 7> widths {10, 13, 13, 13, 13, 13, 9};
        std::string row;
        for (std::size_t i = 0; i < cells.size(); ++i)
            row += right(cells[i], widths[i]);
        return row;
    }

    void write_heading() const {
        std::string row;
        for (const text_column &column : columns_)
            row += left(column.heading, column.width);
        row += left("implementation", 14) + right("threads", 7);
        if (timed_)
            row += time_columns(
                    {"calls", "median us", "min us", "limit us", "memcpy us", "bytes", "GB/s"});
        finish(row + "  result");
    }

    // Each row is out before the next problem runs, which may take long or be interrupted.
    static void finish(const std::string &row) {
        std::printf("%s\n", row.c_str());
        std::fflush(stdout);
    }

    bool timed_;
    bool headed_ = false;
    std::vector<text_column> columns_;
};

} // namespace

std::unique_ptr<result_writer> make_table_writer(
        const std::vector<request> &problems, bool more_follow, bool timed) {
    return std::make_unique<table_writer>(problems, more_follow, timed);
}

} // namespace selectbench
