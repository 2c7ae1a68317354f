// SPDX-License-Identifier: Apache-2.0
// Loading NumPy. This is the source that defines the table of NumPy's functions.
#define LIBSELECT_PYTHON_DEFINES_ARRAY_API
#include "numpy_api.hpp"

namespace libselect_python {

void load_numpy() {
    if (PyArray_API == nullptr) check(_import_array());
}

// NumPy itself is in sys.modules while it is being imported; its functions are there when its part
// _multiarray_umath is.
bool numpy_is_loaded() {
    if (PyArray_API != nullptr) [[likely]]
        return true;
    PyObject *loaded = PyDict_GetItemString(PyImport_GetModuleDict(), "numpy");
    if (loaded == nullptr || loaded == Py_None) return false; // None forbids an import
    load_numpy();
    return true;
}

} // namespace libselect_python
