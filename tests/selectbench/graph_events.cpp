// SPDX-License-Identifier: Apache-2.0
// The format is a table of fields; the events walk it with a stack of what is open.
#include "graph_events.hpp"

#include <cstring>
#include <limits>
#include <utility>

#include "failure.hpp"

namespace selectbench {
namespace {

// In a namespace of its own: the names of places are words that others use too.
namespace format {

using enum graph_place;

constexpr graph_field one_number {"", json_kind::integer, element, {}};
constexpr graph_field tensor_fields[] {
        {"id", json_kind::id, tensor_id, {}},
        {"dtype", json_kind::string, dtype, {}},
        {"shape", json_kind::list, shape, {}, &one_number},
        {"stride", json_kind::list, stride, {}, &one_number},
        {"layout_type", json_kind::string, layout_type, {}},
};
constexpr graph_field one_tensor {"", json_kind::object, tensor, tensor_fields};
constexpr graph_field attr_fields[] {
        {"type", json_kind::string, attr_type, {}},
        {"value", json_kind::string, attr_value, {}},
};
constexpr graph_field attrs_fields[] {
        {"auto_broadcast", json_kind::object, attr, attr_fields},
};
constexpr graph_field op_fields[] {
        {"id", json_kind::id, op_id, {}},
        {"name", json_kind::string, graph_place::op_name, {}},
        {"kind", json_kind::string, op_kind, {}},
        {"attrs", json_kind::object, attrs, attrs_fields},
        {"inputs", json_kind::list, inputs, {}, &one_tensor},
        {"outputs", json_kind::list, outputs, {}, &one_tensor},
};
constexpr graph_field one_op {"", json_kind::object, op, op_fields};
constexpr graph_field top_fields[] {
        {"graph", json_kind::list, graph, {}, &one_op},
};
constexpr graph_field top_level {"", json_kind::object, top, top_fields};

} // namespace format

} // namespace

const graph_field &whole_graph() {
    return format::top_level;
}

const char *needed_text(json_kind kind) {
    switch (kind) {
    case json_kind::integer:
        return "a whole number of 64 bits";
    case json_kind::id:
        return "a whole number from 0 on";
    case json_kind::string:
        return "a string";
    case json_kind::list:
        return "a list";
    default:
        return "an object";
    }
}

const char *found_text(json_kind kind) {
    switch (kind) {
    case json_kind::null:
        return "null";
    case json_kind::boolean:
        return "a boolean";
    case json_kind::integer:
        return "a negative number";
    case json_kind::id:
        return "a number";
    case json_kind::number:
        return "a fraction or beyond 64 bits";
    default:
        return needed_text(kind);
    }
}

graph_events::graph_events(std::function<void(const graph_op &)> on_op) : on_op_(std::move(on_op)) {
}

bool graph_events::number_integer(json::number_integer_t value) {
    integer_ = value;
    return scalar(json_kind::integer); // negative: nlohmann reports others as unsigned
}

bool graph_events::number_unsigned(json::number_unsigned_t value) {
    id_ = value;
    integer_ = static_cast<std::int64_t>(value);
    return scalar(json_kind::id);
}

bool graph_events::number_float(json::number_float_t /*value*/, const json::string_t & /*text*/) {
    return scalar(json_kind::number);
}

bool graph_events::string(json::string_t &value) {
    text_ = &value;
    return scalar(json_kind::string);
}

const graph_field *graph_events::expect() {
    if (ignored_ > 0) return nullptr;
    if (frames_.empty()) return &whole_graph();
    frame &open = frames_.back();
    if (open.field->element == nullptr) return key_field_;
    ++open.n_elements;
    return open.field->element;
}

bool graph_events::fits(const graph_field &field, json_kind kind) {
    const bool too_large =
            kind == json_kind::id && id_ > std::uint64_t {std::numeric_limits<std::int64_t>::max()};
    if (kind == field.needs) return true;
    if (kind == json_kind::id && field.needs == json_kind::integer && !too_large) return true;
    const char *is = found_text(too_large ? json_kind::number : kind);
    complain(path_of_value() + " is " + is + ", not " + needed_text(field.needs));
    return false;
}

bool graph_events::scalar(json_kind kind) {
    const graph_field *field = expect();
    if (field != nullptr && fits(*field, kind)) store(*field);
    return true;
}

bool graph_events::start(json_kind kind) {
    const graph_field *field = expect();
    if (field == nullptr || !fits(*field, kind)) {
        ++ignored_;
        return true;
    }
    open(*field);
    frames_.push_back({field});
    return true;
}

bool graph_events::end() {
    if (ignored_ > 0) {
        --ignored_;
        return true;
    }
    const graph_place closed = frames_.back().field->place;
    frames_.pop_back();
    if (closed == graph_place::op) on_op_(op_);
    return true;
}

bool graph_events::key(json::string_t &name) {
    if (ignored_ > 0) return true;
    frame &open = frames_.back();
    key_field_ = nullptr;
    unsigned bit = 1;
    for (const graph_field &field : open.field->members) {
        if (field.name == name) {
            key_field_ = &field;
            if ((open.keys_seen & bit) != 0) complain(path_of_value() + " stands there twice");
            open.keys_seen |= bit;
        }
        bit <<= 1U;
    }
    return true;
}

bool graph_events::parse_error(
        std::size_t byte, const std::string & /*token*/, const json::exception &error) {
    // "[json.exception.parse_error.101] parse error at line 1, column 2: what": the tool has its
    // own beginning, and the end may quote a token of any length.
    constexpr std::size_t longest = 200;
    std::string why = error.what();
    for (const char *end_of_beginning : {"] ", "parse error at ", ": "}) {
        const std::size_t found = why.find(end_of_beginning);
        if (found == std::string::npos) break;
        why.erase(0, found + std::strlen(end_of_beginning));
    }
    throw tool_error("not JSON at byte " + std::to_string(byte) + ": " + why.substr(0, longest));
}

void graph_events::open(const graph_field &field) {
    using enum graph_place;
    switch (field.place) {
    case graph:
        has_graph_ = true;
        return;
    case op:
        ++op_count_;
        op_ = {};
        return;
    case attr:
        op_.auto_broadcast.emplace();
        return;
    case inputs:
        tensors_ = &op_.inputs.emplace();
        return;
    case outputs:
        tensors_ = &op_.outputs.emplace();
        return;
    case tensor:
        // The fourth takes the place of the third: with that many inputs it is no Select anyway.
        if (++tensors().count <= 3)
            tensors().tensors.emplace_back();
        else
            tensors().tensors.back() = {};
        return;
    case shape:
        numbers_ = &tensors().tensors.back().shape.emplace();
        return;
    case stride:
        numbers_ = &tensors().tensors.back().stride.emplace();
        return;
    default:
        return;
    }
}

void graph_events::store(const graph_field &field) {
    using enum graph_place;
    switch (field.place) {
    case op_id:
        op_.id = id_;
        return;
    case op_name:
        op_.name = *text_;
        return;
    case op_kind:
        op_.kind = *text_;
        return;
    case attr_type:
        op_.auto_broadcast->type = *text_;
        return;
    case attr_value:
        op_.auto_broadcast->value = *text_;
        return;
    case tensor_id:
        tensors().tensors.back().id = id_;
        return;
    case dtype:
        tensors().tensors.back().dtype = *text_;
        return;
    case layout_type:
        tensors().tensors.back().layout_type = *text_;
        return;
    case element:
        if (++numbers_->count <= LIBSELECT_MAX_RANK) numbers_->values.push_back(integer_);
        return;
    default:
        return;
    }
}

// Inside an op it is the op's, and is told if that turns out to be a Select; anywhere else the file
// is not a graph.
void graph_events::complain(const std::string &what) {
    for (const frame &open : frames_)
        if (open.field->place == graph_place::op) {
            if (op_.complaint.empty()) op_.complaint = what;
            return;
        }
    throw tool_error(what);
}

// inputs[1].shape[0]: what messages call the value that is being looked at.
std::string graph_events::path_of_value() const {
    std::string path;
    for (std::size_t depth = 0; depth < frames_.size(); ++depth) {
        const frame &open = frames_[depth];
        const bool innermost = depth + 1 == frames_.size();
        const graph_field *part = innermost ? key_field_ : frames_[depth + 1].field;
        if (open.field->place == graph_place::op) path.clear(); // the op has a name of its own
        if (open.field->element != nullptr)
            path += "[" + std::to_string(open.n_elements - 1) + "]";
        else if (part != nullptr)
            path += (path.empty() ? "" : ".") + std::string(part->name);
    }
    return path.empty() ? "the top level" : path;
}

} // namespace selectbench
