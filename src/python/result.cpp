// SPDX-License-Identifier: Apache-2.0
// The memory of results.
#include "result.hpp"

#include "large_memory.hpp"
#include "torch_operand.hpp"

namespace libselect_python {
namespace {

[[nodiscard]] bool wants_tensor(const select_call &with) noexcept {
    for (const operand *each : {&with.x, &with.y, &with.first, &with.second}) {
        if (each->source == source_kind::torch) return true;
        if (each->source == source_kind::numpy) return false;
    }
    return false;
}

// NumPy's type of the result, as a new reference.
[[nodiscard]] PyArray_Descr *numpy_type(const plan &ready, const select_call &with) {
    load_numpy();
    for (const operand *each : {&with.x, &with.y})
        if (each->other != nullptr) {
            Py_INCREF(each->other);
            return each->other;
        }
    const element_type &row = row_of(ready.type);
    if (row.numpy == NPY_NOTYPE)
        fail(PyExc_TypeError, "result: NumPy has no type %s; pass out", row.name);
    return PyArray_DescrFromType(row.numpy);
}

[[nodiscard]] owned new_array(const plan &ready, const select_call &with) {
    const numpy_uses_large_memory inside(ready.bytes);
    const auto *strides = ready.strides_bytes.empty() ? nullptr : ready.strides_bytes.data();
    return checked(PyArray_NewFromDescr(&PyArray_Type, numpy_type(ready, with),
            static_cast<int>(ready.dims.size()), const_cast<npy_intp *>(ready.dims.data()),
            const_cast<npy_intp *>(strides), nullptr, 0, nullptr));
}

[[nodiscard]] owned compute_new(const plan &ready, const select_call &with) {
    if (wants_tensor(with)) {
        void *data = nullptr;
        owned tensor = new_tensor(ready, data);
        run(ready, with, data);
        return tensor;
    }
    owned array = new_array(ready, with);
    run(ready, with, PyArray_DATA(as_array(array.get())));
    return array;
}

} // namespace

owned compute(const plan &ready, const select_call &with) {
    if (with.out.source == source_kind::absent) return compute_new(ready, with);
    run(ready, with, with.out.data);
    // `out` whose strides are no multiples of its elements was computed in a copy.
    if (with.out.source == source_kind::numpy && with.out.kept)
        check(PyArray_CopyInto(as_array(with.out.object), as_array(with.out.kept.get())));
    return owned::share(with.out.object);
}

} // namespace libselect_python
