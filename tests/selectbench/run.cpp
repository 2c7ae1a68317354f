// SPDX-License-Identifier: Apache-2.0
// selectbench run, which computes Select on .npy files, and infer, which prints the shape of dst.
#include <cstdio>

#include "commands.hpp"
#include "condition_files.hpp"
#include "text.hpp"

namespace selectbench {
namespace {

ls::select_op op_of_shapes(const infer_options &options) {
    const ls::data_type type = ls::data_type_from_string(options.type);
    const ls::attributes attr = options.attr.parse();
    const ls::condition decides = parse_condition(options.condition).make();
    const auto src0 = parse_tensor(type, options.src0, "--src0");
    const auto src1 = parse_tensor(type, options.src1, "--src1");
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
    std::printf("%s\n", shape_text(op_of_shapes(options).dst()).c_str());
    return 0;
}

} // namespace selectbench
