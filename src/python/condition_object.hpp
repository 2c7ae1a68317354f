// SPDX-License-Identifier: Apache-2.0
// The type Condition: what causal(), window(), lengths(), interval(), compare() and bits() return.
// It keeps its arrays as they were given; where() and Select read them as they read x and y.
#ifndef LIBSELECT_PYTHON_CONDITION_OBJECT_HPP
#define LIBSELECT_PYTHON_CONDITION_OBJECT_HPP

#include <vector>

#include "operand.hpp"

namespace libselect_python {

// What decides, apart from its tensors. Fields that a kind does not have keep their defaults, so
// that equal conditions have equal terms.
struct condition_terms {
    libselect_condition_kind_t kind = libselect_condition_boolean;
    libselect_relation_t relation = libselect_relation_eq;
    int axis = -1, row_axis = -2; // of an interval, like the next four
    bool has_lower = false, has_upper = false;
    std::int64_t lower = 0, upper = 0;
};

struct condition_object {
    PyObject_HEAD condition_terms terms;
    PyObject *inputs[2]; // words; lhs and rhs; begin and end. nullptr where there is none
    std::vector<std::int64_t> *shape; // of bits, like the next two; else nullptr
    libselect_data_type_t bit_type;
    std::int64_t bit_offset;
    PyObject *text; // what repr() gives
};

// Creates the type and adds it to the module.
void add_condition_type(PyObject *module);

// The object as a condition, or nullptr.
[[nodiscard]] const condition_object *as_condition(PyObject *object) noexcept;

// Reads words of a condition bits as a tensor of bits; throws where they are fewer than its shape
// needs.
void read_bits(operand &to, const condition_object &condition, tuples meaning);

} // namespace libselect_python

#endif
