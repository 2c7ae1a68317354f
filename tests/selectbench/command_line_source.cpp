// SPDX-License-Identifier: Apache-2.0
// Problems as words of the command line.
#include <optional>
#include <string>

#include "options.hpp"
#include "problem_source.hpp"
#include "shape_text.hpp"
#include "tool_error.hpp"

namespace selectbench {
namespace {

// The value of an option that is needed once one of its kin is given.
const std::string &needed(const std::optional<std::string> &word, const char *option) {
    if (word) return *word;
    throw tool_error(
            std::string(option) + " is missing; a problem needs --cond, --src0 and --src1");
}

class command_line_source : public problem_source {
public:
    void add_to(CLI::App &command) override {
        command.add_option("--cond", cond_, "Shape of cond: 2x3x4x5, or scalar");
        command.add_option("--src0", src0_, "Shape of src0");
        command.add_option("--src1", src1_, "Shape of src1");
        command.add_option("--dst", dst_, "Shape that dst must have; default: what the op infers");
        command.add_option("--dt", type_, "Type of src0, src1 and dst; default f32");
        attr_.add_to(command);
    }

    [[nodiscard]] std::vector<problem> problems() const override {
        if (!cond_ && !src0_ && !src1_ && !dst_) return {};
        const ls::data_type type = ls::data_type_from_string(type_);
        problem what {"", parse_tensor(ls::data_type::boolean, needed(cond_, "--cond"), "--cond"),
                parse_tensor(type, needed(src0_, "--src0"), "--src0"),
                parse_tensor(type, needed(src1_, "--src1"), "--src1"), {}, attr_.parse()};
        if (dst_) what.dst = parse_tensor(type, *dst_, "--dst");
        return {what};
    }

private:
    std::optional<std::string> cond_, src0_, src1_, dst_;
    std::string type_ = "f32";
    attribute_options attr_;
};

} // namespace

std::unique_ptr<problem_source> make_command_line_source() {
    return std::make_unique<command_line_source>();
}

} // namespace selectbench
