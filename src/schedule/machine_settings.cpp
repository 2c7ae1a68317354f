// SPDX-License-Identifier: Apache-2.0
// Parsing of settings, each "name=value".
#include "schedule/machine_settings.hpp"

#include <algorithm>
#include <charconv>
#include <map>
#include <optional>
#include <string_view>

#include "base/error.hpp"

namespace libselect {
namespace {

constexpr const char *setting_names =
        "kind, l1d, l2, last, stream, stream_two, stream_shared, keep, vectors, blends, "
        "prefetch, forms";
constexpr const char *valid_kinds = "unknown, inclusive, victim, mesh_slice";

[[noreturn]] void refuse(std::string_view setting, const std::string &reason) {
    fail(libselect_invalid_arguments, {machine_variable, ": ", quoted(setting), " ", reason});
}

// The settings of one text. Each is taken out once; what is left over is unknown.
class settings_text {
public:
    explicit settings_text(std::string_view text) {
        while (!text.empty()) {
            const std::size_t end = std::min(text.find(','), text.size());
            add(text.substr(0, end));
            if (end + 1 == text.size()) refuse(text, "ends with a comma");
            text.remove_prefix(std::min(end + 1, text.size()));
        }
    }

    [[nodiscard]] std::optional<std::string> take(const std::string &name) {
        const auto node = left_.extract(name);
        if (node.empty()) return std::nullopt;
        return node.mapped();
    }

    // A whole number of bytes, or with K, M or G of 2^10, 2^20, 2^30; "never" where it may be.
    void take_size(const std::string &name, std::int64_t &bytes, bool may_be_never) {
        const std::optional<std::string> value = take(name);
        if (!value) return;
        const std::int64_t parsed = *value == "never" && may_be_never ? never : parse(*value);
        if (parsed <= 0)
            refuse(name + "=" + *value,
                    std::string("is not a size; sizes are 1 to 2^59 bytes, such as 1000, "
                                "32K, 8M or 1G")
                            + (may_be_never ? ", or never" : ""));
        bytes = parsed;
    }

    void expect_nothing_left() const {
        if (left_.empty()) return;
        refuse(left_.begin()->first,
                std::string("is not a setting; the settings are ") + setting_names);
    }

private:
    void add(std::string_view setting) {
        const std::size_t sign = setting.find('=');
        if (sign == std::string_view::npos) refuse(setting, "is not a setting name=value");
        const std::string name(setting.substr(0, sign));
        if (!left_.emplace(name, setting.substr(sign + 1)).second) refuse(name, "is set twice");
    }

    // 0 for what is not a size.
    static std::int64_t parse(std::string_view text) {
        constexpr std::int64_t most = std::int64_t {1} << 59;
        std::int64_t value = 0;
        const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), value);
        const std::string_view unit(end, static_cast<std::size_t>(text.data() + text.size() - end));
        int shift = 0;
        if (unit == "K") shift = 10;
        if (unit == "M") shift = 20;
        if (unit == "G") shift = 30;
        const bool is_known = unit.empty() || shift != 0;
        return code == std::errc() && is_known && value <= most >> shift ? value << shift : 0;
    }

    std::map<std::string, std::string> left_;
};

last_level parse_kind(const std::string &name) {
    for (const last_level kind : {last_level::unknown, last_level::inclusive, last_level::victim,
                 last_level::mesh_slice})
        if (name == last_level_name(kind)) return kind;
    refuse("kind=" + name, std::string("is not a kind; the kinds are ") + valid_kinds);
}

int parse_vectors(const std::string &text) {
    if (text == "32") return 32;
    if (text != "64") refuse("vectors=" + text, "is not a width; the widths are 32, 64");
    return 64;
}

bool parse_blends(const std::string &text) {
    if (text != "split" && text != "whole")
        refuse("blends=" + text, "is not a form of blends; the forms are split, whole");
    return text == "split";
}

bool parse_prefetch(const std::string &text) {
    if (text != "page" && text != "none")
        refuse("prefetch=" + text, "is not a way to prefetch; the ways are page, none");
    return text == "page";
}

bool parse_forms(const std::string &text) {
    if (text != "timed" && text != "estimated")
        refuse("forms=" + text, "is not a way to choose forms; the ways are timed, estimated");
    return text == "timed";
}

void check_order(const cache_sizes &sizes) {
    if (sizes.l1d <= sizes.l2 && sizes.l2 <= sizes.last) return;
    fail(libselect_invalid_arguments,
            {machine_variable, ": l1d is ", size_text(sizes.l1d), ", l2 is ", size_text(sizes.l2),
                    ", last is ", size_text(sizes.last),
                    "; no cache may be smaller than the one "
                    "below it"});
}

} // namespace

machine model_of(const machine_description &found, const std::string &settings) {
    settings_text given(settings);
    const std::optional<std::string> kind_name = given.take("kind");
    const last_level kind = kind_name ? parse_kind(*kind_name) : kind_of(found);
    cache_sizes sizes = sizes_of(found, kind);
    given.take_size("l1d", sizes.l1d, false);
    given.take_size("l2", sizes.l2, false);
    given.take_size("last", sizes.last, false);
    check_order(sizes);
    machine model = kind_name ? model_of(kind, sizes) : model_of(found, kind, sizes);
    given.take_size("stream", model.stream_from, true);
    given.take_size("stream_two", model.stream_two_from, true);
    given.take_size("stream_shared", model.stream_shared_from, true);
    given.take_size("keep", model.keep_from, true);
    if (const auto width = given.take("vectors")) model.vector_bytes = parse_vectors(*width);
    if (const auto form = given.take("blends")) model.splits_blends = parse_blends(*form);
    if (const auto way = given.take("prefetch")) model.prefetches = parse_prefetch(*way);
    if (const auto way = given.take("forms")) model.times_forms = parse_forms(*way);
    given.expect_nothing_left();
    if (kind_name) model.reason = "set by LIBSELECT_MACHINE";
    return model;
}

} // namespace libselect
