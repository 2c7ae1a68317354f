// SPDX-License-Identifier: Apache-2.0
// Reading a call: its operands, then the one type that x, y and out have.
#include "call.hpp"

#include <array>
#include <span>

#include "scalar.hpp"

namespace libselect_python {
namespace {

using operands = std::span<operand *const>;

[[nodiscard]] bool same_type(const operand &a, const operand &b) {
    if (a.other == nullptr && b.other == nullptr) return a.type == b.type;
    return a.other != nullptr && b.other != nullptr && PyArray_EquivTypes(a.other, b.other);
}

// What gives `from` another type, with its name left out: an array of NumPy becomes a tensor where
// NumPy has no such type, and structures have no name to write.
struct cast_text {
    const char *before;
    const char *behind;
};

[[nodiscard]] cast_text cast_to(const operand &wanted, const operand &from) {
    if (from.source == source_kind::torch) return {".to(torch.", ")"};
    if (wanted.other == nullptr && row_of(wanted.type).numpy == NPY_NOTYPE)
        return {" as a tensor of torch.", ""};
    return {".astype('", "')"};
}

[[noreturn]] void types_differ(const operand &a, const operand &b) {
    owned hold_a, hold_b;
    const char *name_a = type_name(a, hold_a), *name_b = type_name(b, hold_b);
    if (a.other != nullptr && PyDataType_HASFIELDS(a.other))
        fail(PyExc_TypeError, "%s is %s and %s is %s; libselect does not promote: cast one", a.name,
                name_a, b.name, name_b);
    const cast_text cast = cast_to(a, b);
    fail(PyExc_TypeError,
            "%s is %s and %s is %s; libselect does not promote: cast one, as in %s%s%s%s", a.name,
            name_a, b.name, name_b, b.name, cast.before, name_a, cast.behind);
}

// The first operand that has a type of its own; throws where others differ from it.
[[nodiscard]] const operand *typed(operands all) {
    const operand *leader = nullptr;
    for (const operand *each : all) {
        if (!each->has_type()) continue;
        if (leader == nullptr)
            leader = each;
        else if (!same_type(*leader, *each))
            types_differ(*leader, *each);
    }
    return leader;
}

// For numbers alone: NumPy's type for both.
[[nodiscard]] owned default_type(operands all) {
    load_numpy();
    owned type;
    for (const operand *each : all) {
        if (each->source != source_kind::scalar) continue;
        owned next = checked(
                reinterpret_cast<PyObject *>(PyArray_DescrFromObject(each->object, nullptr)));
        if (type)
            next = checked(reinterpret_cast<PyObject *>(
                    PyArray_PromoteTypes(reinterpret_cast<PyArray_Descr *>(type.get()),
                            reinterpret_cast<PyArray_Descr *>(next.get()))));
        type = std::move(next);
    }
    return type;
}

void give_default_type(operands all) {
    const owned type = default_type(all);
    // An empty array of the type is read as any other: its type is what numbers get.
    npy_intp none = 0;
    Py_INCREF(type.get()); // the next line takes a reference
    const owned array = checked(PyArray_NewFromDescr(&PyArray_Type,
            reinterpret_cast<PyArray_Descr *>(type.get()), 1, &none, nullptr, nullptr, 0, nullptr));
    operand leader(all[0]->name);
    (void)read_numpy(leader, array.get());
    for (operand *each : all) {
        if (each->source != source_kind::scalar) continue;
        if (leader.other == nullptr)
            give_type(*each, leader.type);
        else
            give_numpy_type(*each, leader.other, leader.type);
    }
}

// All operands get the type that one of them has.
void unify_types(operands all) {
    const operand *leader = typed(all);
    if (leader == nullptr) return give_default_type(all);
    for (operand *each : all) {
        if (each->source != source_kind::scalar) continue;
        if (leader->other == nullptr) [[likely]]
            give_type(*each, leader->type);
        else
            give_numpy_type(*each, leader->other, leader->type);
    }
}

void read_plain(select_call &to, PyObject *condition, tuples meaning) {
    read_condition_tensor(to.first, condition, meaning);
    to.terms.kind = to.first.type == libselect_boolean ? libselect_condition_boolean
                                                       : libselect_condition_nonzero;
}

// begin or end.
void read_bound(operand &to, PyObject *bound, tuples meaning) {
    if (bound == nullptr) return;
    read_operand(to, bound, meaning);
    if (to.source == source_kind::scalar) give_type(to, libselect_s64);
}

void read_condition(select_call &to, PyObject *object, tuples meaning) {
    const condition_object *condition = as_condition(object);
    if (condition == nullptr) return read_plain(to, object, meaning);
    to.terms = condition->terms;
    if (to.terms.kind == libselect_condition_interval) {
        read_bound(to.first, condition->inputs[0], meaning);
        read_bound(to.second, condition->inputs[1], meaning);
    } else if (to.terms.kind == libselect_condition_compare) {
        to.first.name = "lhs";
        to.second.name = "rhs";
        read_operand(to.first, condition->inputs[0], meaning);
        read_operand(to.second, condition->inputs[1], meaning);
        unify_types(std::array {&to.first, &to.second});
        if (to.first.other != nullptr)
            fail(PyExc_TypeError, "condition: elements of type %S cannot be compared",
                    reinterpret_cast<PyObject *>(to.first.other));
    } else {
        read_bits(to.first, *condition, meaning);
    }
}

void read_out(operand &to, PyObject *out, tuples meaning) {
    if (out == nullptr || out == Py_None) return;
    const bool is_layout = meaning == tuples::are_layouts && PyTuple_Check(out);
    if (!read_numpy(to, out) && !read_torch(to, out) && !read_dlpack(to, out)
            && !(is_layout && read_layout(to, out)))
        fail(PyExc_TypeError, "out: expected an array or a tensor, got %s", Py_TYPE(out)->tp_name);
    if (!to.is_writable) fail(PyExc_ValueError, "out: the array is read-only");
}

} // namespace

void read_call(select_call &to, PyObject *condition, PyObject *x, PyObject *y, PyObject *out,
        tuples meaning) {
    read_condition(to, condition, meaning);
    read_operand(to.x, x, meaning);
    read_operand(to.y, y, meaning);
    read_out(to.out, out, meaning);
    unify_types(std::array {&to.x, &to.y, &to.out});
}

} // namespace libselect_python
