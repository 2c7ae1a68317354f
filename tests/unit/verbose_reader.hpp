// SPDX-License-Identifier: Apache-2.0
// A reader of oneDNN's verbose lines, written from the list of fields in its developer guide.
#ifndef LIBSELECT_TESTS_UNIT_VERBOSE_READER_HPP
#define LIBSELECT_TESTS_UNIT_VERBOSE_READER_HPP

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace unit {

struct md_fields {
    std::string name, type, properties, format_kind, tag, strides, flags;
};

// One line about a primitive.
struct primitive_line {
    std::string operation, engine, primitive, implementation, prop_kind;
    std::vector<md_fields> memory;
    std::string attributes;
    std::map<std::string, std::string> auxiliary; // name -> value
    std::vector<std::vector<long long>> problem;  // dims of each operand
    double milliseconds = 0;
};

// Reads the lines of a process in their order: the template of the header says which fields there
// are. Knows version v1 and the format before versions.
class verbose_reader {
public:
    explicit verbose_reader(std::string marker) : marker_(std::move(marker)) {}

    // The line, when it tells that something was created or executed. Throws std::runtime_error
    // when it has the marker but not the form.
    std::optional<primitive_line> read(const std::string &line);

    // Fields after the marker and the version, once the header was read.
    [[nodiscard]] std::size_t n_fields() const { return fields_.size(); }

private:
    std::optional<primitive_line> read_primitive(const std::vector<std::string> &values) const;

    const std::string marker_;
    std::vector<std::string> fields_; // of the template
    int version_ = 0;
};

[[nodiscard]] std::vector<std::string> split(const std::string &text, char at);

} // namespace unit

#endif
