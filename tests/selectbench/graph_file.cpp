// SPDX-License-Identifier: Apache-2.0
// Feeds the file to the JSON parser piece by piece.
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstring>
#include <functional>
#include <iterator>
#include <limits>
#include <set>
#include <utility>
#include <vector>

#include "failure.hpp"
#include "graph_op.hpp"
#include "input_file.hpp"

namespace selectbench {
namespace {

// The bytes of a file, one piece of it in memory at a time.
class byte_stream {
public:
    explicit byte_stream(const std::string &path)
        : file_(path),
          bar_(file_.size_bytes()),
          piece_(std::size_t {1} << 18U) {
        refill();
    }

    [[nodiscard]] bool at_end() const noexcept { return next_ == end_; }
    [[nodiscard]] std::uint64_t n_read() const noexcept { return before_ + next_; }
    [[nodiscard]] char current() const noexcept { return piece_[next_]; }
    void advance() {
        if (++next_ == end_) refill();
    }

    // Before anything else is printed, which also takes the longest time.
    void make_room() {
        bar_.update(before_ + next_);
        bar_.clear();
    }

private:
    void refill() {
        before_ += end_;
        next_ = 0;
        end_ = file_.read(piece_);
        bar_.update(before_);
        // To the parser a NUL is the end of the text, whatever follows.
        const auto end = piece_.begin() + static_cast<std::ptrdiff_t>(end_);
        const auto nul = std::find(piece_.begin(), end, '\0');
        if (nul != end)
            throw tool_error(
                    "not JSON: byte "
                    + std::to_string(before_ + static_cast<std::size_t>(nul - piece_.begin()) + 1)
                    + " is NUL");
    }

    input_file file_;
    progress_bar bar_;
    std::vector<char> piece_;
    std::uint64_t before_ = 0; // bytes of the file before the piece
    std::size_t next_ = 0, end_ = 0;
};

// What the parser reads from.
class byte_iterator {
public:
    using iterator_category = std::input_iterator_tag;
    using value_type = char;
    using difference_type = std::ptrdiff_t;
    using pointer = const char *;
    using reference = char;

    byte_iterator() = default; // the end
    explicit byte_iterator(byte_stream &stream) : stream_(&stream) {}

    char operator*() const { return stream_->current(); }
    byte_iterator &operator++() {
        stream_->advance();
        return *this;
    }
    // Only the end is ever compared with.
    bool operator==(const byte_iterator &) const { return stream_ == nullptr || stream_->at_end(); }

private:
    byte_stream *stream_ = nullptr;
};

// The graph as it is parsed. Each op is a value of its own, handed on and forgotten, and of an op
// only the members that the format has are kept: memory depends neither on the length of the file
// nor on how deep it nests. Depths are nlohmann's: the members of the file are 1 deep, ops 2, the
// members of an op 3.
class graph_parts {
public:
    using event = json::parse_event_t;
    using op_visitor = std::function<void(const json &op, const std::string &complaint)>;

    explicit graph_parts(op_visitor on_op) : on_op_(std::move(on_op)) {}

    [[nodiscard]] bool has_graph() const { return has_graph_; }
    [[nodiscard]] std::size_t op_count() const { return op_count_; }

    // Whether to keep the part.
    bool take(int depth, event what, json &part) {
        if (what == event::key) return take_key(depth, part.get_ref<const std::string &>());
        if (depth >= skipped_depth_) return true;
        if (what == event::object_end && depth == 2) {
            on_op_(part, complaint_);
            return false;
        }
        if (what == event::object_end || what == event::array_end) return true;
        const std::string kind = what == event::object_start  ? kind_text(json::object())
                                 : what == event::array_start ? kind_text(json::array())
                                                              : kind_text(part);
        if (depth == 0) need("the top level", kind, "an object");
        if (depth == 1) need("graph", kind, "a list");
        if (depth == 2) {
            need("graph[" + std::to_string(op_count_) + "]", kind, "an object");
            ++op_count_;
            complaint_.clear();
        }
        if (depth == 4) ++element_;
        const auto inside = static_cast<std::size_t>(depth) + 1;
        if (what == event::object_start && inside < seen_.size()) seen_[inside].clear();
        return true;
    }

private:
    static void need(const std::string &place, const std::string &kind, const char *needed) {
        if (kind != needed) throw tool_error(place + " is " + kind + ", not " + needed);
    }

    bool take_key(int depth, const std::string &name) {
        if (depth > skipped_depth_) return false;
        const auto place = static_cast<std::size_t>(depth);
        const bool is_known = place < known_.size() && known_[place].contains(name);
        skipped_depth_ = is_known ? no_depth : depth;
        if (!is_known) return false;
        if (depth == 1) has_graph_ = true;
        if (depth == 3) {
            list_ = name;
            element_ = -1;
        }
        if (depth == 4) attr_ = name;
        if (!seen_[place].insert(name).second) complain(depth, name + " stands there twice");
        return true;
    }

    // Inside an op it is the op's, and is told if that turns out to be a Select; anywhere else the
    // file is not a graph.
    void complain(int depth, const std::string &what) {
        if (depth == 1) throw tool_error(what);
        if (!complaint_.empty()) return;
        const std::string in_list =
                list_ == "attrs" ? "attrs." + attr_ : list_ + "[" + std::to_string(element_) + "]";
        complaint_ = (depth == 3 ? "" : depth == 4 ? list_ + "." : in_list + ".") + what;
    }

    static constexpr int no_depth = std::numeric_limits<int>::max();
    using names = std::set<std::string, std::less<>>;
    const std::array<names, 6> known_ {{{}, {"graph"}, {},
            {"id", "name", "kind", "attrs", "inputs", "outputs"}, {"auto_broadcast", "axis"},
            {"id", "dtype", "shape", "stride", "layout_type", "property_type", "type", "value"}}};
    op_visitor on_op_;
    std::array<names, 6> seen_;    // of the objects that are open, by depth
    int skipped_depth_ = no_depth; // of the member that is not kept, and of all in it
    std::string list_;             // the member of the op that is open,
    int element_ = -1;             // and its element,
    std::string attr_;             // or the attribute
    std::string complaint_;
    std::size_t op_count_ = 0;
    bool has_graph_ = false;
};

// "[json.exception.parse_error.101] parse error at line 1, column 2: what": the tool has its own
// beginning, and the end may quote a token of any length.
std::string reason_of(const json::exception &error) {
    constexpr std::size_t longest = 200;
    std::string why = error.what();
    for (const char *end_of_beginning : {"] ", "parse error at ", ": "}) {
        const std::size_t found = why.find(end_of_beginning);
        if (found == std::string::npos) break;
        why.erase(0, found + std::strlen(end_of_beginning));
    }
    return why.substr(0, longest);
}

void parse(byte_stream &stream, graph_parts &parts) {
    const auto fail = [](std::size_t byte, const json::exception &error) {
        throw tool_error("not JSON at byte " + std::to_string(byte) + ": " + reason_of(error));
    };
    try {
        [[maybe_unused]] const json rest = json::parse(byte_iterator(stream), byte_iterator(),
                [&](int depth, json::parse_event_t what, json &part) {
                    return parts.take(depth, what, part);
                });
    } catch (const json::parse_error &error) {
        fail(error.byte, error);
    } catch (const json::out_of_range &error) { // a number; the byte behind it has been read too
        fail(stream.n_read() - 1, error);
    }
}

void read_graph(const std::string &path, in_shapes &rewrites, in_scalars &scalars,
        const request_visitor &visit) {
    byte_stream stream(path);
    graph_conditions conditions(rewrites, scalars);
    std::size_t selects = 0;
    graph_parts parts([&](const json &op, const std::string &complaint) {
        if (!may_be_select(op)) {
            if (complaint.empty()) conditions.notice(op);
            return;
        }
        ++selects;
        stream.make_room();
        visit([&] {
            return within(
                    op_name(op), [&] { return make_request(op, complaint, rewrites, conditions); });
        });
    });
    parse(stream, parts);
    if (!parts.has_graph()) throw tool_error("no \"graph\" in it: a list of ops is needed");
    if (selects == 0)
        throw tool_error("no Select among its " + std::to_string(parts.op_count()) + " ops");
}

} // namespace

void visit_graph(const graph_options &options, const request_visitor &visit) {
    in_shapes rewrites(options.in_shapes);
    in_scalars scalars(options.in_scalars);
    if (!options.path.empty())
        within(options.path, [&] { read_graph(options.path, rewrites, scalars, visit); });
    rewrites.check_all_used();
    scalars.check_all_used();
}

} // namespace selectbench
