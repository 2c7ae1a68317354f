// SPDX-License-Identifier: Apache-2.0
// The condition of selectbench run: its .npy files, and the tensors that they hold.
#include "condition_files.hpp"

#include <string_view>

#include "failure.hpp"
#include "text.hpp"

namespace selectbench {
namespace {

bool is_unsigned_integer(ls::data_type type) {
    return type == ls::data_type::u8 || type == ls::data_type::u16 || type == ls::data_type::u32
           || type == ls::data_type::u64;
}

// The first and the last bit of the tensor, counted from its data pointer; nothing without
// elements. The library has checked that both fit 63 bits.
struct bit_range {
    std::int64_t first = 0, last = 0;
};

std::optional<bit_range> bits_of(const ls::logical_tensor &tensor) {
    const ls::dims dims = tensor.dims(), strides = tensor.strides();
    bit_range range {tensor.offset(), tensor.offset()};
    for (std::size_t axis = 0; axis < dims.size(); ++axis) {
        if (dims[axis] == 0) return std::nullopt;
        if (dims[axis] == 1) continue; // its stride may be any number
        const std::int64_t reach = (dims[axis] - 1) * strides[axis];
        (reach < 0 ? range.first : range.last) += reach;
    }
    return range;
}

// The size of a memory counts from the lowest byte that the tensor uses.
std::size_t bytes_from_first_bit(const ls::logical_tensor &tensor, std::size_t file_bytes) {
    const std::optional<bit_range> range = bits_of(tensor);
    if (!range) return file_bytes;
    if (range->first < 0)
        throw ls::error(ls::status::invalid_arguments,
                ("cond: its first bit is " + std::to_string(range->first)
                        + ", before the bytes of the file")
                        .c_str());
    const auto first_byte = static_cast<std::size_t>(range->first / 8);
    return first_byte < file_bytes ? file_bytes - first_byte : 0;
}

} // namespace

ls::data_type element_type(const npy_array &array, const std::string &path,
        const std::string &renamed, const char *option) {
    const ls::data_type own = array.header.type;
    if (renamed.empty()) return own;
    const ls::data_type wanted = ls::data_type_from_string(renamed);
    if (wanted == own) return own;
    if (ls::size_of(wanted) == ls::size_of(own) && is_unsigned_integer(own)) return wanted;
    throw tool_error(path + ": dtype " + array.header.descr + " cannot carry " + renamed + "; "
                     + option + " needs an unsigned integer of the same width");
}

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

// What the library says of bytes that are not boolean, and what that means for a file.
static void check_bytes(const condition_request &what) try {
    (void)what.make();
} catch (const ls::error &refusal) {
    const ls::data_type type = what.inputs[0].tensor.type();
    if (type != ls::data_type::u8 && type != ls::data_type::s8) throw;
    throw ls::error(refusal.code(),
            (refusal.what() + std::string("; in a file boolean is dtype |b1, mask.view(bool)"))
                    .c_str());
}

void condition_files::add(
        ls::arg part, const std::optional<std::string> &path, const std::string &renamed) {
    if (!path) return;
    npy_array array = read_npy(*path);
    const ls::data_type type = element_type(array, *path, renamed, "--cond-dt");
    what.inputs.push_back({part, tensor_of(array, type)});
    data_.push_back(std::move(array.data));
}

condition_files::condition_files(const condition_options &options) {
    const std::string renamed = options.type.value_or("");
    what.kind = kind_of(options);
    switch (what.kind) {
    case ls::condition_kind::nonzero:
        add(ls::arg::cond, options.nonzero, renamed);
        break;
    case ls::condition_kind::bits:
        what = condition_of_tensor(parse_bits(options, *options.bits_dims, "--bits-dims"));
        data_.push_back(read_npy(*options.bits, npy_dtypes::any).data);
        break;
    case ls::condition_kind::compare:
        what.relation = ls::relation_from_string(*options.relation);
        add(ls::arg::lhs, options.lhs, renamed);
        add(ls::arg::rhs, options.rhs, renamed);
        break;
    case ls::condition_kind::interval:
        what.positions = parse_positions(options);
        add(ls::arg::begin, options.begin, "");
        add(ls::arg::end, options.end, "");
        break;
    default:
        add(ls::arg::cond, options.cond, "");
        check_bytes(what);
    }
}

std::vector<condition_memory> condition_files::memories() const {
    std::vector<condition_memory> memories;
    for (std::size_t i = 0; i < data_.size(); ++i) {
        const std::size_t size_bytes = what.kind == ls::condition_kind::bits ? bytes_from_first_bit(
                                               what.inputs[i].tensor, data_[i].size())
                                                                             : data_[i].size();
        memories.push_back({data_[i].data(), size_bytes});
    }
    return memories;
}

} // namespace selectbench
