// SPDX-License-Identifier: Apache-2.0
// Where the library says that a condition is true, as a text: "TFT".
#ifndef LIBSELECT_TESTS_UNIT_TRUTH_HPP
#define LIBSELECT_TESTS_UNIT_TRUTH_HPP

#include <string>
#include <vector>

#include <libselect/libselect.hpp>

namespace unit {

// An input of the condition: its part, and its data, of a vector or an array.
struct given {
    libselect::arg part;
    const void *data;
};

// One letter per element of dst, in row-major order. dst has these dims, whatever the condition's.
inline std::string truth(const libselect::condition &decides, const std::vector<given> &inputs,
        const libselect::dims &dst, const libselect::attributes &attr = {}) {
    const libselect::logical_tensor letters(libselect::data_type::u8, dst);
    const bool is_none = attr.mode == libselect::auto_broadcast::none;
    const libselect::logical_tensor letter(
            libselect::data_type::u8, is_none ? dst : libselect::dims {});
    const libselect::select_op op(decides, letters, letter, attr);
    std::string text(op.dst().size_bytes(), '?');
    std::string yes(letters.size_bytes(), 'T'), no(letters.size_bytes(), 'F');
    std::vector<libselect_exec_arg_t> arguments {
            {libselect_arg_src0, {op.src0().get(), yes.data(), yes.size()}},
            {libselect_arg_src1, {op.src1().get(), no.data(), no.size()}},
            {libselect_arg_dst, {op.dst().get(), text.data(), text.size()}}};
    for (const given &input : inputs) {
        const auto arg = static_cast<libselect_arg_t>(input.part);
        arguments.push_back({arg, {libselect_condition_input(decides.get(), arg),
                                          const_cast<void *>(input.data), LIBSELECT_UNKNOWN_SIZE}});
    }
    const libselect::primitive primitive(op);
    libselect::detail::check(
            libselect_execute_args(primitive.get(), arguments.data(), arguments.size()));
    return text;
}

} // namespace unit

#endif
