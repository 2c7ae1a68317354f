// SPDX-License-Identifier: Apache-2.0
// Feeds the file to the JSON parser piece by piece.
#include <algorithm>
#include <cstddef>
#include <iterator>
#include <vector>

#include "failure.hpp"
#include "graph_events.hpp"
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

void read_graph(const std::string &path, in_shapes &rewrites, const request_visitor &visit) {
    byte_stream stream(path);
    std::size_t selects = 0;
    graph_events events([&](const graph_op &op) {
        if (op.kind && *op.kind != "Select") return;
        ++selects;
        stream.make_room();
        visit([&] { return within(op_name(op), [&] { return make_request(op, rewrites); }); });
    });
    nlohmann::json::sax_parse(byte_iterator(stream), byte_iterator(), &events);
    if (!events.has_graph()) throw tool_error("no \"graph\" in it: a list of ops is needed");
    if (selects == 0)
        throw tool_error("no Select among its " + std::to_string(events.op_count()) + " ops");
}

} // namespace

void visit_graph(const graph_options &options, const request_visitor &visit) {
    in_shapes rewrites(options.in_shapes);
    if (!options.path.empty())
        within(options.path, [&] { read_graph(options.path, rewrites, visit); });
    rewrites.check_all_used();
}

} // namespace selectbench
