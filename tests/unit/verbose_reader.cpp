// SPDX-License-Identifier: Apache-2.0
// Splitting at commas, spaces, colons and "x", in this order.
#include "unit/verbose_reader.hpp"

#include <stdexcept>

namespace unit {
namespace {

[[noreturn]] void refuse(const std::string &what, const std::string &text) {
    throw std::runtime_error(what + ": " + text);
}

// "src0:f32:a:blocked:acdb::f0"; before v1, "src_f32:a:blocked:acdb:f0".
md_fields read_md(const std::string &text, int version) {
    std::vector<std::string> parts = split(text, ':');
    if (version == 0) {
        const std::size_t at = parts[0].find('_');
        if (at == std::string::npos) refuse("memory descriptor without a type", text);
        const std::string type = parts[0].substr(at + 1);
        parts[0].erase(at);
        parts.insert(parts.begin() + 1, type);
        if (parts.size() == 6) parts.insert(parts.begin() + 5, ""); // strides came with 3.1
    }
    if (parts.size() != 7) refuse("memory descriptor with a wrong number of parts", text);
    return {parts[0], parts[1], parts[2], parts[3], parts[4], parts[5], parts[6]};
}

std::vector<long long> read_dims(const std::string &text) {
    std::vector<long long> dims;
    for (const std::string &part : split(text, 'x')) {
        std::size_t used = 0;
        dims.push_back(std::stoll(part, &used));
        if (used != part.size()) refuse("a dim is no number", text);
    }
    return dims;
}

double read_milliseconds(const std::string &text) {
    std::size_t used = 0;
    const double value = std::stod(text, &used);
    if (used != text.size() || value < 0) refuse("no time", text);
    return value;
}

std::map<std::string, std::string> read_auxiliary(const std::string &text) {
    std::map<std::string, std::string> values;
    if (text.empty()) return values;
    for (const std::string &part : split(text, ' ')) {
        const std::size_t at = part.find(':');
        if (at == std::string::npos) refuse("auxiliary without a value", text);
        values[part.substr(0, at)] = part.substr(at + 1);
    }
    return values;
}

} // namespace

std::vector<std::string> split(const std::string &text, char at) {
    std::vector<std::string> parts(1);
    for (const char one : text) {
        if (one == at)
            parts.emplace_back();
        else
            parts.back() += one;
    }
    return parts;
}

std::optional<primitive_line> verbose_reader::read(const std::string &line) {
    std::vector<std::string> values = split(line, ',');
    if (values.front() != marker_) return {};
    values.erase(values.begin());
    if (!values.empty() && values.front() == "v1") {
        version_ = 1;
        values.erase(values.begin());
    }
    if (!values.empty() && values.front() == "graph") return {};
    if (!values.empty() && values.front() == "primitive") values.erase(values.begin());
    if (values.size() < 2) refuse("too few fields", line);
    if (values[0] == "info") {
        const std::vector<std::string> named = split(values[1], ':');
        if (named[0] != "template" && named[0] != "prim_template") return {};
        fields_.assign(values.begin() + 1, values.end());
        fields_[0] = named.at(1);
        return {};
    }
    const bool tells_time = values[0] == "exec" || values[0].rfind("create:cache_", 0) == 0;
    if (!tells_time) return {};
    if (fields_.empty()) refuse("a primitive before the header", line);
    if (values.size() != fields_.size()) refuse("not as many fields as in the template", line);
    return read_primitive(values);
}

std::optional<primitive_line> verbose_reader::read_primitive(
        const std::vector<std::string> &values) const {
    std::map<std::string, std::string> by_name;
    for (std::size_t i = 0; i < values.size(); ++i)
        by_name[fields_[i]] = values[i];
    primitive_line read;
    read.operation = by_name.at("operation");
    read.engine = by_name.at("engine");
    read.primitive = by_name.at("primitive");
    read.implementation = by_name.at("implementation");
    read.prop_kind = by_name.at("prop_kind");
    for (const std::string &text : split(by_name.at("memory_descriptors"), ' '))
        read.memory.push_back(read_md(text, version_));
    read.attributes = by_name.at("attributes");
    read.auxiliary = read_auxiliary(by_name.at("auxiliary"));
    for (const std::string &text : split(by_name.at("problem_desc"), ':'))
        read.problem.push_back(read_dims(text));
    read.milliseconds = read_milliseconds(by_name.at("exec_time"));
    return read;
}

} // namespace unit
