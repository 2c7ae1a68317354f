// SPDX-License-Identifier: Apache-2.0
// One allocation holds DLPack's struct, the dims and strides, and the elements.
#include "dlpack_export.hpp"

#include <limits>

#include "large_memory.hpp"

namespace libselect_python {
namespace {

constexpr std::size_t alignment = 64;

struct exported {
    DLManagedTensor managed;
    std::size_t bytes; // of the allocation
    std::int64_t dims[LIBSELECT_MAX_RANK];
    std::int64_t strides[LIBSELECT_MAX_RANK];
};
constexpr std::size_t head_bytes = (sizeof(exported) + alignment - 1) / alignment * alignment;

// torch calls it without the GIL.
void free_exported(DLManagedTensor *managed) {
    auto *head = static_cast<exported *>(managed->manager_ctx);
    free_memory(head, head->bytes);
}

void free_unused(PyObject *capsule) {
    if (PyCapsule_IsValid(capsule, "dltensor") == 0) return; // it was imported
    auto *managed = static_cast<DLManagedTensor *>(PyCapsule_GetPointer(capsule, "dltensor"));
    managed->deleter(managed);
}

[[nodiscard]] std::size_t bytes_of(libselect_data_type_t type, const std::vector<npy_intp> &dims) {
    std::size_t bytes = std::size_t(1) << row_of(type).size_log2;
    for (const npy_intp dim : dims)
        if (__builtin_mul_overflow(bytes, static_cast<std::size_t>(dim), &bytes))
            throw std::bad_alloc();
    if (bytes > std::size_t(std::numeric_limits<std::int64_t>::max()) - 2 * head_bytes)
        throw std::bad_alloc();
    return bytes;
}

void set_axes(exported &head, const std::vector<npy_intp> &dims,
        const std::vector<npy_intp> &strides_bytes, int size_log2) noexcept {
    std::int64_t stride = 1;
    for (std::size_t axis = dims.size(); axis-- > 0; stride *= dims[axis]) {
        head.dims[axis] = dims[axis];
        head.strides[axis] = strides_bytes.empty() ? stride : strides_bytes[axis] >> size_log2;
    }
}

} // namespace

owned export_new(libselect_data_type_t type, const std::vector<npy_intp> &dims,
        const std::vector<npy_intp> &strides_bytes, void *&data) {
    const std::size_t bytes = head_bytes + bytes_of(type, dims);
    void *memory = new_memory(bytes);
    if (memory == nullptr) throw std::bad_alloc();
    auto *head = static_cast<exported *>(memory);
    head->bytes = bytes;
    data = static_cast<char *>(memory) + head_bytes;
    set_axes(*head, dims, strides_bytes, row_of(type).size_log2);
    head->managed = {{data, {kDLCPU, 0}, static_cast<int>(dims.size()), row_of(type).dlpack,
                             head->dims, head->strides, 0},
            memory, free_exported};
    PyObject *capsule = PyCapsule_New(&head->managed, "dltensor", free_unused);
    if (capsule == nullptr) free_memory(memory, bytes);
    return checked(capsule);
}

} // namespace libselect_python
