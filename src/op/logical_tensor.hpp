// SPDX-License-Identifier: Apache-2.0
// Logical tensor: type, dims and strides of one operand. Immutable and shared by reference count.
#ifndef LIBSELECT_OP_LOGICAL_TENSOR_HPP
#define LIBSELECT_OP_LOGICAL_TENSOR_HPP

#include <atomic>
#include <cstdint>
#include <string>
#include <utility>

#include "base/handle.hpp"
#include "op/data_type.hpp"
#include "op/shape.hpp"

namespace libselect {

// The origin of the strides of a logical tensor.
enum class stride_kind : std::uint8_t {
    given,  // by the caller
    dense,  // row-major, computed
    unknown // to be dense, but a dim is unknown or their product does not fit 63 bits
};

} // namespace libselect

// The object behind the opaque C handle. Born with one owner.
struct libselect_logical_tensor {
    static constexpr auto kind = libselect::handle_kind::logical_tensor;

    // element_strides may be nullptr: dense.
    libselect_logical_tensor(libselect::data_type element_type, const libselect::shape &extents,
            const std::int64_t *element_strides);

    const libselect::handle_kind mark = kind;
    const libselect::data_type type;
    const libselect::shape dims;
    libselect::axis_array strides; // elements; the first dims.rank mean anything unless unknown
    const libselect::stride_kind strides_from;
    mutable std::atomic<long> owners {1};
    // The owners that came through the C interface. It gives up no more owners than it added.
    mutable std::atomic<long> callers {0};
};

namespace libselect {

using logical_tensor = libselect_logical_tensor;

// One owner of a logical tensor: copies add an owner, the destructor removes one.
class tensor_ref {
public:
    tensor_ref() noexcept = default;
    // The caller was the owner, and this object is from now on.
    explicit tensor_ref(const logical_tensor *owned) noexcept : tensor_(owned) {}
    tensor_ref(const tensor_ref &other) noexcept : tensor_(retain(other.tensor_)) {}
    tensor_ref(tensor_ref &&other) noexcept : tensor_(std::exchange(other.tensor_, nullptr)) {}
    tensor_ref &operator=(tensor_ref other) noexcept {
        std::swap(tensor_, other.tensor_);
        return *this;
    }
    ~tensor_ref() { give_up(tensor_); }

    [[nodiscard]] static tensor_ref share(const logical_tensor *tensor) noexcept {
        return tensor_ref(retain(tensor));
    }
    // retain adds an owner, give_up removes one and deletes the tensor with the last. Both accept
    // nullptr.
    [[nodiscard]] static const logical_tensor *retain(const logical_tensor *tensor) noexcept;
    static void give_up(const logical_tensor *tensor) noexcept;

    // The caller becomes the owner instead of this object.
    [[nodiscard]] const logical_tensor *release() noexcept {
        return std::exchange(tensor_, nullptr);
    }

    [[nodiscard]] const logical_tensor *get() const noexcept { return tensor_; }
    const logical_tensor &operator*() const noexcept { return *tensor_; }
    const logical_tensor *operator->() const noexcept { return tensor_; }

private:
    const logical_tensor *tensor_ = nullptr;
};

// Checks the arguments of a caller and creates the tensor. strides may be nullptr: dense.
[[nodiscard]] tensor_ref make_logical_tensor(
        data_type type, int rank, const std::int64_t *dims, const std::int64_t *strides);

// Equal as operands: type, dims and, where there are elements, the strides of dims other than 1.
[[nodiscard]] bool equal(const logical_tensor &a, const logical_tensor &b) noexcept;

// The bytes a tensor addresses, relative to its element of index 0: [low, high).
struct byte_span {
    std::int64_t low = 0;
    std::int64_t high = 0;
    bool operator==(const byte_span &) const = default;
};

// Throws invalid_shape when a dim is unknown or the product of the dims does not fit 63 bits, and
// invalid_arguments when the given strides lead to an offset that does not fit 63 bits. `name` is
// the operand in messages.
[[nodiscard]] byte_span span_of(const logical_tensor &tensor, const char *name);

// "2x3x4x5"; "?" for an unknown dim, "*" for an unknown rank, "scalar" for rank 0.
[[nodiscard]] std::string to_string(const shape &dims);

// "f32:2x3x4x5", with ":strides 60x20x5x1" where they are given.
[[nodiscard]] std::string to_string(const logical_tensor &tensor);

} // namespace libselect

#endif
