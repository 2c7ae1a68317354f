// SPDX-License-Identifier: Apache-2.0
// selectbench infer: prints the shape of dst.
#include <cstdio>
#include <memory>
#include <optional>
#include <string>

#include "command.hpp"
#include "options.hpp"
#include "shape_text.hpp"

namespace selectbench {
namespace {

struct infer_options {
    tensor_options tensors;
    attribute_options attr;
    std::optional<std::string> dst;
};

ls::select_op make_op(const infer_options &options) {
    const ls::data_type type = ls::data_type_from_string(options.tensors.type);
    const ls::attributes attr = options.attr.parse();
    const auto cond = parse_tensor(ls::data_type::boolean, options.tensors.cond, "--cond");
    const auto src0 = parse_tensor(type, options.tensors.src0, "--src0");
    const auto src1 = parse_tensor(type, options.tensors.src1, "--src1");
    if (!options.dst) return {cond, src0, src1, attr};
    return {cond, src0, src1, parse_tensor(type, *options.dst, "--dst"), attr};
}

int infer(const infer_options &options) {
    std::printf("%s\n", shape_text(make_op(options).dst()).c_str());
    return 0;
}

} // namespace

void add_infer(CLI::App &app, action &chosen) {
    CLI::App *command = app.add_subcommand("infer", "Print the shape of dst");
    const auto options = std::make_shared<infer_options>();
    options->tensors.add_to(*command);
    options->attr.add_to(*command);
    command->add_option("--dst", options->dst, "Shape of dst to check and complete");
    command->callback([options, &chosen] { chosen = [options] { return infer(*options); }; });
}

} // namespace selectbench
