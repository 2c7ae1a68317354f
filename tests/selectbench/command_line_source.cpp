// SPDX-License-Identifier: Apache-2.0
// Problems as words of the command line.
#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <string>

#include "options.hpp"
#include "problem_source.hpp"
#include "shape_text.hpp"
#include "split.hpp"
#include "tool_error.hpp"

namespace selectbench {
namespace {

constexpr std::array<const char *, 4> operands {"cond", "src0", "src1", "dst"};

// The shapes of one problem as they were written, and where: an option for each, or one word.
struct shape_words {
    std::string name;
    std::array<std::optional<std::string>, 4> shapes;

    [[nodiscard]] std::string place(std::size_t i) const {
        return name.empty() ? std::string("--") + operands[i] : '"' + name + '"';
    }
};

// "4x5:2x3x4x5:1": cond, src0, src1 and, if it is there, dst.
shape_words parse_problem(const std::string &word) {
    const std::vector<std::string> parts = split(word);
    if (parts.size() != 3 && parts.size() != 4)
        throw tool_error('"' + word
                         + "\" is no problem; a problem is cond:src0:src1 or "
                           "cond:src0:src1:dst, each a shape (4x5:2x3x4x5:scalar)");
    shape_words words {word, {}};
    for (std::size_t i = 0; i < parts.size(); ++i)
        words.shapes[i] = parts[i];
    return words;
}

// "::1x4": one per operand; "" and one that is missing are dense.
std::array<std::string, 4> parse_strides(const std::string &text) {
    const std::vector<std::string> parts = split(text);
    if (parts.size() > operands.size())
        throw tool_error("--strides: \"" + text + "\" has " + std::to_string(parts.size())
                         + " parts; at most cond:src0:src1:dst are there");
    std::array<std::string, 4> strides;
    for (std::size_t i = 0; i < parts.size(); ++i)
        strides[i] = parts[i];
    return strides;
}

class command_line_source : public problem_source {
public:
    void add_to(CLI::App &command) override {
        command.add_option("problem", words_,
                "Problems as cond:src0:src1[:dst], each a shape: 4x5:2x3x4x5:scalar");
        command.add_option("--cond", options_.shapes[0], "Shape of cond: 2x3x4x5, or scalar");
        command.add_option("--src0", options_.shapes[1], "Shape of src0");
        command.add_option("--src1", options_.shapes[2], "Shape of src1");
        command.add_option("--dst", options_.shapes[3],
                "Shape that dst must have; default: what the op infers");
        command.add_option("--dt", type_, "Type of src0, src1 and dst; default f32");
        command.add_option("--strides", strides_,
                "Strides in elements, cond:src0:src1:dst, each as 60x20x5x1; an empty one is "
                "dense");
        attr_.add_to(command);
        for (const char *name : {"--dt", "--strides", "--auto-broadcast", "--axis"})
            shared_.push_back(command.get_option(name));
    }

    void visit(const problem_visitor &visitor) const override {
        const auto &shapes = options_.shapes;
        const bool by_options = std::any_of(
                shapes.begin(), shapes.end(), [](const auto &one) { return one.has_value(); });
        if (!by_options && words_.empty()) return refuse_unused();
        const shared_words shared {
                ls::data_type_from_string(type_), attr_.parse(), parse_strides(strides_)};
        if (by_options) visitor([&] { return make(options_, shared); });
        for (const std::string &word : words_)
            visitor([&] { return make(parse_problem(word), shared); });
    }

private:
    // A file has types, strides and attributes of its own; who gives an option that changes none of
    // its problems believes otherwise.
    void refuse_unused() const {
        for (const CLI::Option *one : shared_)
            if (one->count() > 0)
                throw tool_error(one->get_name()
                                 + " is for problems on the command line, and there is none; a "
                                   "file has its own");
    }

    // What is said once for all problems.
    struct shared_words {
        ls::data_type type;
        ls::attributes attr;
        std::array<std::string, 4> strides;
    };

    static problem make(const shape_words &words, const shared_words &shared) try {
        const auto tensor = [&](std::size_t i, ls::data_type type) {
            if (!words.shapes[i])
                throw tool_error(
                        words.place(i) + " is missing; a problem needs --cond, --src0 and --src1");
            return strided(words, i, shared.strides[i],
                    parse_tensor(type, *words.shapes[i], words.place(i)));
        };
        problem what {words.name, tensor(0, ls::data_type::boolean), tensor(1, shared.type),
                tensor(2, shared.type), {}, shared.attr};
        if (words.shapes[3]) what.dst = tensor(3, shared.type);
        if (!what.dst && !shared.strides[3].empty())
            what.dst = strided(words, 3, shared.strides[3],
                    ls::select_op(what.cond, what.src0, what.src1, what.attr).dst());
        return what;
    } catch (const ls::error &error) {
        throw refused(words.name, error);
    }

    static ls::logical_tensor strided(const shape_words &words, std::size_t i,
            const std::string &strides, const ls::logical_tensor &dense) {
        if (strides.empty()) return dense;
        const std::string of_word = words.name.empty() ? "" : " of " + words.name;
        return with_strides(dense, strides, "--strides", operands[i] + of_word);
    }

    std::vector<std::string> words_;
    shape_words options_;
    std::string type_ = "f32";
    std::string strides_;
    attribute_options attr_;
    std::vector<const CLI::Option *> shared_; // those that say something of all words
};

} // namespace

std::unique_ptr<problem_source> make_command_line_source() {
    return std::make_unique<command_line_source>();
}

} // namespace selectbench
