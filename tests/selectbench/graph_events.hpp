// SPDX-License-Identifier: Apache-2.0
// The events of a JSON parser, gathered into ops. Only what a Select needs is kept, so the memory
// it takes depends neither on the length of the file nor on how deep it nests.
#ifndef SELECTBENCH_GRAPH_EVENTS_HPP
#define SELECTBENCH_GRAPH_EVENTS_HPP

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

#include "graph_op.hpp"

namespace selectbench {

// The format, as far as a Select is concerned, as a table of fields.
// The kinds of JSON values; numbers in three, since the format takes whole ones only and ids are
// never negative.
enum class json_kind { null, boolean, integer, id, number, string, list, object };

// "a string": in messages, what a field needs.
const char *needed_text(json_kind kind);
// The same, where it was found instead.
const char *found_text(json_kind kind);

// Where a field stands, which says where its value goes.
enum class graph_place {
    top,
    graph,
    op,
    op_id,
    op_name,
    op_kind,
    attrs,
    attr,
    attr_type,
    attr_value,
    inputs,
    outputs,
    tensor,
    tensor_id,
    dtype,
    shape,
    stride,
    layout_type,
    element
};

struct graph_field {
    std::string_view name;
    json_kind needs;
    graph_place place;
    std::span<const graph_field> members; // of an object, by name
    const graph_field *element = nullptr; // of a list
};

// The file as a whole; every other field is reached from here.
const graph_field &whole_graph();

// A handler for nlohmann::json::sax_parse. An op that is not what the format says keeps a
// complaint; a file that is not throws tool_error, without the path.
class graph_events {
public:
    using json = nlohmann::json;

    // on_op is called at the end of each op.
    explicit graph_events(std::function<void(const graph_op &)> on_op);

    // True once "graph" has been seen.
    [[nodiscard]] bool has_graph() const noexcept { return has_graph_; }
    [[nodiscard]] std::size_t op_count() const noexcept { return op_count_; }

    bool null() { return scalar(json_kind::null); }
    bool boolean(bool) { return scalar(json_kind::boolean); }
    bool number_integer(json::number_integer_t value);
    bool number_unsigned(json::number_unsigned_t value);
    bool number_float(json::number_float_t, const json::string_t &);
    bool string(json::string_t &value);
    bool binary(json::binary_t &) { return scalar(json_kind::null); } // JSON has none
    bool start_object(std::size_t) { return start(json_kind::object); }
    bool start_array(std::size_t) { return start(json_kind::list); }
    bool key(json::string_t &name);
    bool end_object() { return end(); }
    bool end_array() { return end(); }
    bool parse_error(std::size_t byte, const std::string &token, const json::exception &error);

private:
    // An open list or object that the format has a use for.
    struct frame {
        const graph_field *field;
        unsigned keys_seen = 0; // one bit per field
        std::size_t n_elements = 0;
    };

    bool scalar(json_kind kind);
    bool start(json_kind kind);
    bool end();
    // What the next value is to be; null when nobody needs it.
    const graph_field *expect();
    bool fits(const graph_field &field, json_kind kind);
    void open(const graph_field &field);
    void store(const graph_field &field);
    void complain(const std::string &what);
    [[nodiscard]] std::string path_of_value() const;
    tensor_list &tensors() { return *tensors_; }

    std::function<void(const graph_op &)> on_op_;
    std::vector<frame> frames_;              // at most as deep as the format
    const graph_field *key_field_ = nullptr; // what the last key named
    std::size_t ignored_ = 0;                // open lists and objects inside one that nobody needs
    graph_op op_;
    tensor_list *tensors_ = nullptr;    // the list that is open
    number_list *numbers_ = nullptr;    // the list that is open
    std::int64_t integer_ = 0;          // the value of an event, for store()
    std::uint64_t id_ = 0;              // the same, when it is not negative
    const std::string *text_ = nullptr; // the same, when it is a string
    std::size_t op_count_ = 0;
    bool has_graph_ = false;
};

} // namespace selectbench

#endif
