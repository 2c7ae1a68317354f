// SPDX-License-Identifier: Apache-2.0
// selectbench run, which computes Select on .npy files, and infer, which prints the shape of dst.
#include <cstdio>
#include <string>

#include "commands.hpp"
#include "condition_files.hpp"
#include "failure.hpp"
#include "problem.hpp"
#include "text.hpp"

namespace selectbench {
namespace {

ls::select_op op_of_shapes(const infer_options &options) {
    if (!options.src0 || !options.src1)
        throw tool_error(std::string(options.src0 ? "--src1" : "--src0")
                         + " is missing; infer needs it, or a problem as verify takes it, "
                           "cond:src0:src1");
    const ls::data_type type = ls::data_type_from_string(options.type);
    const ls::attributes attr = options.attr.parse();
    const ls::condition decides = parse_condition(options.condition).make();
    const auto src0 = parse_tensor(type, *options.src0, "--src0");
    const auto src1 = parse_tensor(type, *options.src1, "--src1");
    if (!options.dst) return {decides, src0, src1, attr};
    return {decides, src0, src1, parse_tensor(type, *options.dst, "--dst"), attr};
}

} // namespace

int run(const run_options &options) {
    const ls::attributes attr = options.attr.parse();
    const condition_files decides(options.condition);
    const npy_array src0 = read_npy(options.src0);
    const npy_array src1 = read_npy(options.src1);
    const ls::data_type src0_type = element_type(src0, options.src0, options.type, "--dt");
    const ls::data_type src1_type = element_type(src1, options.src1, options.type, "--dt");
    const ls::select_op op(
            decides.what.make(), tensor_of(src0, src0_type), tensor_of(src1, src1_type), attr);
    const ls::primitive prim(op);
    const buffer dst(op.dst().size_bytes());
    execute(prim, decides.what, decides.memories(), {op.src0(), src0.data.data(), src0.data.size()},
            {op.src1(), src1.data.data(), src1.data.size()}, {op.dst(), dst.data(), dst.size()});
    write_npy(options.dst, src0.header.descr, op.dst().dims(), dst.bytes());
    return 0;
}

int infer(const infer_options &options) {
    const auto print = [](const ls::select_op &op) {
        std::printf("%s\n", shape_text(op.dst()).c_str());
    };
    if (options.words.empty()) {
        print(op_of_shapes(options));
        return 0;
    }
    if (options.src0 || options.src1 || options.dst || is_given(options.condition))
        throw tool_error("infer takes a problem or options for its operands, not both");
    word_options of_words;
    of_words.words = options.words;
    of_words.type = options.type;
    of_words.attr = options.attr;
    visit_words(of_words, [&](const std::function<request()> &make) {
        const request what = make();
        if (what.dst)
            print({what.cond.make(), what.src0, what.src1, *what.dst, what.attr});
        else
            print({what.cond.make(), what.src0, what.src1, what.attr});
    });
    return 0;
}

} // namespace selectbench
