// SPDX-License-Identifier: Apache-2.0
// Words of bits as a tensor of bits. Two layouts are taken:
// - One axis of words: the bits of all rows follow each other without gaps, from `offset` on.
// - As many axes of words as the shape has: each row of bits begins `offset` bits after the first
// bit
//   of its row of words. This is the mask of a grammar: int32 words of [batch, vocabulary / 32].
#include "condition_object.hpp"

#include <algorithm>
#include <limits>

namespace libselect_python {
namespace {

[[nodiscard]] std::int64_t product(const std::vector<std::int64_t> &dims) {
    std::int64_t n = 1;
    for (const std::int64_t dim : dims)
        if (__builtin_mul_overflow(n, dim, &n))
            fail(PyExc_ValueError, "condition: the shape of the bits needs more than 63 bits");
    return n;
}

void need(const operand &words, std::int64_t bits, std::int64_t offset, std::int64_t available) {
    std::int64_t last = 0;
    if (offset < 0 || __builtin_add_overflow(bits, offset, &last) || (bits > 0 && last > available))
        fail(PyExc_ValueError,
                "%s: %lld bits from offset %lld on are needed, and the words have %lld", words.name,
                static_cast<long long>(bits), static_cast<long long>(offset),
                static_cast<long long>(available));
}

void check_words(const operand &words, libselect_data_type_t bit_type) {
    const element_type &row = row_of(words.type);
    if (words.other != nullptr || row.numbers != number_class::integer) {
        owned hold;
        fail(PyExc_TypeError,
                "%s: the words of bits are integers in the byte order of the machine, not %s",
                words.name, type_name(words, hold));
    }
    if (bit_type == libselect_u1_msb && row.size_log2 != 0)
        fail(PyExc_TypeError, "%s: order 'big' takes bytes, uint8 or int8, not %s", words.name,
                row.name);
    if (words.rank == 0 || (words.dims[words.rank - 1] > 1 && words.strides[words.rank - 1] != 1))
        fail(PyExc_ValueError, "%s: the words on the last axis have to lie side by side",
                words.name);
}

// The axes before the last are those of the words.
void set_rows(operand &to, const std::vector<std::int64_t> &shape, int word_bits) {
    for (int axis = 0; axis + 1 < to.rank; ++axis) {
        if (to.dims[axis] != shape[static_cast<std::size_t>(axis)])
            fail(PyExc_ValueError, "%s: axis %d of the words has %lld rows, and the shape %lld",
                    to.name, axis, static_cast<long long>(to.dims[axis]),
                    static_cast<long long>(shape[static_cast<std::size_t>(axis)]));
        if (__builtin_mul_overflow(to.strides[axis], word_bits, &to.strides[axis]))
            fail(PyExc_ValueError, "%s: strides in bits need more than 63 bits", to.name);
    }
    set_axis(to, to.rank - 1, shape.back(), 1);
}

} // namespace

void read_bits(operand &to, const condition_object &condition, tuples meaning) {
    const std::vector<std::int64_t> &shape = *condition.shape;
    read_operand(to, condition.inputs[0], meaning);
    if (to.source == source_kind::scalar)
        fail(PyExc_TypeError, "%s: the words of bits are an array", to.name);
    check_words(to, condition.bit_type);
    const int word_bits = 8 << row_of(to.type).size_log2;
    const bool has_rows = to.rank > 1 && static_cast<std::size_t>(to.rank) == shape.size();
    if (to.rank > 1 && !has_rows)
        fail(PyExc_ValueError, "%s: the words have %d axes; 1 or %zu are expected", to.name,
                to.rank, shape.size());
    std::int64_t available = 0;
    if (__builtin_mul_overflow(to.dims[to.rank - 1], word_bits, &available))
        available = std::numeric_limits<std::int64_t>::max();
    need(to, has_rows ? shape.back() : product(shape), condition.bit_offset, available);
    if (has_rows) {
        set_rows(to, shape, word_bits);
    } else {
        to.rank = static_cast<int>(shape.size());
        std::copy(shape.begin(), shape.end(), to.dims);
        set_dense_strides(to);
    }
    to.type = condition.bit_type;
    to.offset = condition.bit_offset;
}

} // namespace libselect_python
