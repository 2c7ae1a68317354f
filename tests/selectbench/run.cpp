// SPDX-License-Identifier: Apache-2.0
// selectbench run, which computes Select on .npy files, and infer, which prints the shape of dst.
#include <cstdio>
#include <string>

#include "commands.hpp"
#include "failure.hpp"
#include "npy.hpp"
#include "text.hpp"

namespace selectbench {
namespace {

bool is_unsigned_integer(ls::data_type type) {
    return type == ls::data_type::u8 || type == ls::data_type::u16 || type == ls::data_type::u32
           || type == ls::data_type::u64;
}

// The file's own type, or the one --dt gives to its bits. Types that NumPy lacks (bf16, f8) travel
// as unsigned integers of their width; no other file may be renamed, so that a slip is not computed
// with.
ls::data_type element_type(
        const npy_array &array, const std::string &path, const std::string &renamed) {
    const ls::data_type own = array.header.type;
    if (renamed.empty()) return own;
    const ls::data_type wanted = ls::data_type_from_string(renamed);
    if (wanted == own) return own;
    if (ls::size_of(wanted) == ls::size_of(own) && is_unsigned_integer(own)) return wanted;
    throw tool_error(path + ": dtype " + array.header.descr + " cannot carry " + renamed
                     + "; --dt needs an unsigned integer of the same width");
}

// Fortran order is a matter of strides: the first dim is the fastest. An empty array has none to
// tell, and its dims need not have a product.
ls::logical_tensor tensor_of(const npy_array &array, ls::data_type type) {
    const ls::dims &dims = array.header.dims;
    if (!array.header.fortran_order || array.data.size() == 0) return {type, dims};
    ls::dims strides;
    std::int64_t stride = 1;
    for (const std::int64_t dim : dims) {
        strides.push_back(stride);
        stride *= dim; // fits: the whole product was held against the size of the file
    }
    return {type, dims, strides};
}

ls::select_op op_of_shapes(const infer_options &options) {
    const ls::data_type type = ls::data_type_from_string(options.type);
    const ls::attributes attr = options.attr.parse();
    const auto cond = parse_tensor(ls::data_type::boolean, options.cond, "--cond");
    const auto src0 = parse_tensor(type, options.src0, "--src0");
    const auto src1 = parse_tensor(type, options.src1, "--src1");
    if (!options.dst) return {cond, src0, src1, attr};
    return {cond, src0, src1, parse_tensor(type, *options.dst, "--dst"), attr};
}

} // namespace

int run(const run_options &options) {
    const ls::attributes attr = options.attr.parse();
    const npy_array cond = read_npy(options.cond);
    const npy_array src0 = read_npy(options.src0);
    const npy_array src1 = read_npy(options.src1);
    const ls::data_type src0_type = element_type(src0, options.src0, options.type);
    const ls::data_type src1_type = element_type(src1, options.src1, options.type);
    const ls::select_op op(tensor_of(cond, cond.header.type), tensor_of(src0, src0_type),
            tensor_of(src1, src1_type), attr);
    const ls::primitive prim(op);
    const buffer dst(op.dst().size_bytes());
    prim.execute({op.cond(), cond.data.data(), cond.data.size()},
            {op.src0(), src0.data.data(), src0.data.size()},
            {op.src1(), src1.data.data(), src1.data.size()}, {op.dst(), dst.data(), dst.size()});
    write_npy(options.dst, src0.header.descr, op.dst().dims(), dst.bytes());
    return 0;
}

int infer(const infer_options &options) {
    std::printf("%s\n", shape_text(op_of_shapes(options).dst()).c_str());
    return 0;
}

} // namespace selectbench
