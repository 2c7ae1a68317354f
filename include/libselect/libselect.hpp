// SPDX-License-Identifier: Apache-2.0
/// @file
/// libselect C++17 interface: header-only, exceptions for statuses, RAII for handles.
///
/// Everything here is a thin layer over libselect.h, which documents shapes, units, errors,
/// aliasing and thread safety. Names are the same without the prefix. A status other than success
/// becomes libselect::error, which carries the status and the text of libselect_last_error().
#ifndef LIBSELECT_LIBSELECT_HPP
#define LIBSELECT_LIBSELECT_HPP

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include <libselect/libselect.h>

/// The C++ interface.
namespace libselect {

/// What a call of the C interface answered.
enum class status : int {
    success = libselect_success,
    out_of_memory = libselect_out_of_memory,
    invalid_arguments = libselect_invalid_arguments,
    unimplemented = libselect_unimplemented,
    runtime_error = libselect_runtime_error,
    invalid_graph_op = libselect_invalid_graph_op,
    invalid_shape = libselect_invalid_shape,
    invalid_data_type = libselect_invalid_data_type,
};

/// Element types; only their width matters to Select.
enum class data_type : int {
    undef = libselect_undef,
    boolean = libselect_boolean,
    u8 = libselect_u8,
    s8 = libselect_s8,
    f8_e4m3 = libselect_f8_e4m3,
    f8_e5m2 = libselect_f8_e5m2,
    u16 = libselect_u16,
    s16 = libselect_s16,
    f16 = libselect_f16,
    bf16 = libselect_bf16,
    u32 = libselect_u32,
    s32 = libselect_s32,
    f32 = libselect_f32,
    u64 = libselect_u64,
    s64 = libselect_s64,
    f64 = libselect_f64,
    c64 = libselect_c64,
    c128 = libselect_c128,
};

/// How shapes combine.
enum class auto_broadcast : int {
    none = libselect_auto_broadcast_none,
    numpy = libselect_auto_broadcast_numpy,
    pdpd = libselect_auto_broadcast_pdpd,
    multidirectional = libselect_auto_broadcast_multidirectional,
};

/// Caps on the implementations a primitive may get, best last.
enum class cpu_isa : int {
    portable = libselect_cpu_isa_portable,
    scalar = libselect_cpu_isa_scalar,
    avx2 = libselect_cpu_isa_avx2,
    avx512 = libselect_cpu_isa_avx512,
};

/// Extents or strides of a tensor, in elements.
using dims = std::vector<std::int64_t>;
/// A dim that shape inference may fill in.
inline constexpr std::int64_t unknown_dim = LIBSELECT_UNKNOWN_DIM;
/// The size of a memory that is not told, and not checked.
inline constexpr std::size_t unknown_size = LIBSELECT_UNKNOWN_SIZE;

/// A status with its text, "cond: dim 0 is 3, dst dim 0 is 1; cond may not enlarge dst (...)".
class error : public std::runtime_error {
public:
    /// An error with a text of its own.
    error(status code, const char *message) : std::runtime_error(message), code_(code) {}
    /// The status; what() is the text.
    [[nodiscard]] status code() const noexcept { return code_; }

private:
    status code_;
};

namespace detail {

inline void check(libselect_status_t code) {
    if (code != libselect_success) throw error(static_cast<status>(code), libselect_last_error());
}

// Owns a C handle; moves, never copies.
template <typename T, void (*destroy)(T *)>
class handle {
public:
    handle() noexcept = default;
    explicit handle(T *object) noexcept : object_(object) {}
    handle(handle &&other) noexcept : object_(std::exchange(other.object_, nullptr)) {}
    handle &operator=(handle &&other) noexcept {
        std::swap(object_, other.object_);
        return *this;
    }
    handle(const handle &) = delete;
    handle &operator=(const handle &) = delete;
    ~handle() { destroy(object_); }
    [[nodiscard]] T *get() const noexcept { return object_; }

private:
    T *object_ = nullptr;
};

template <typename T>
std::string print(std::size_t (*printer)(const T *, char *, std::size_t), const T *object) {
    std::string text(printer(object, nullptr, 0), '\0');
    printer(object, text.data(), text.size() + 1);
    return text;
}

} // namespace detail

/// The version of the library that is loaded, "0.1.0".
[[nodiscard]] inline std::string version() {
    return libselect_version();
}

/// Its name, "invalid_shape".
[[nodiscard]] inline const char *to_string(status code) noexcept {
    return libselect_status_name(static_cast<libselect_status_t>(code));
}
/// Its name, "f32".
[[nodiscard]] inline const char *to_string(data_type type) noexcept {
    return libselect_data_type_name(static_cast<libselect_data_type_t>(type));
}
/// Its name, "numpy".
[[nodiscard]] inline const char *to_string(auto_broadcast mode) noexcept {
    return libselect_auto_broadcast_name(static_cast<libselect_auto_broadcast_t>(mode));
}
/// Its name, "avx2".
[[nodiscard]] inline const char *to_string(cpu_isa isa) noexcept {
    return libselect_cpu_isa_name(static_cast<libselect_cpu_isa_t>(isa));
}

/// Bytes of one element.
[[nodiscard]] inline std::size_t size_of(data_type type) noexcept {
    return libselect_data_type_size(static_cast<libselect_data_type_t>(type));
}

/// Parses a name as libselect_data_type_from_string() does.
[[nodiscard]] inline data_type data_type_from_string(const std::string &name) {
    libselect_data_type_t type = libselect_undef;
    detail::check(libselect_data_type_from_string(name.c_str(), &type));
    return static_cast<data_type>(type);
}

/// Parses "none", "numpy", "pdpd" or "multidirectional".
[[nodiscard]] inline auto_broadcast auto_broadcast_from_string(const std::string &name) {
    libselect_auto_broadcast_t mode = libselect_auto_broadcast_numpy;
    detail::check(libselect_auto_broadcast_from_string(name.c_str(), &mode));
    return static_cast<auto_broadcast>(mode);
}

/// 0 is silent, 1 prints what is created and executed, 2 also how and why.
inline void set_verbose(int level) {
    detail::check(libselect_set_verbose(level));
}

/// Caps the choice of implementations, before the first primitive is made.
inline void set_max_cpu_isa(cpu_isa isa) {
    detail::check(libselect_set_max_cpu_isa(static_cast<libselect_cpu_isa_t>(isa)));
}

/// The best ISA that the CPU, the operating system and the cap allow.
[[nodiscard]] inline cpu_isa effective_cpu_isa() {
    libselect_cpu_isa_t isa = libselect_cpu_isa_portable;
    detail::check(libselect_effective_cpu_isa(&isa));
    return static_cast<cpu_isa>(isa);
}

/// Type, dims and strides of a tensor. Immutable; a copy shares the same object.
class logical_tensor {
public:
    /// Dense, last dim fastest. dims {} is a scalar.
    logical_tensor(data_type type, const dims &extents)
        : object_(create(type, rank_of(extents), extents.data(), nullptr)) {}

    /// With strides in elements, one per dim.
    logical_tensor(data_type type, const dims &extents, const dims &strides)
        : object_(create(type, rank_of(extents), extents.data(), matching(extents, strides))) {}

    /// A tensor whose rank is not known, for shape inference.
    [[nodiscard]] static logical_tensor unknown_rank(data_type type) {
        return logical_tensor(create(type, LIBSELECT_UNKNOWN_RANK, nullptr, nullptr));
    }

    /// One more owner of a tensor of the C interface.
    [[nodiscard]] static logical_tensor share(const libselect_logical_tensor_t *object) {
        return logical_tensor(libselect_logical_tensor_retain(object));
    }

    /// One more owner of the same object.
    logical_tensor(const logical_tensor &other)
        : object_(libselect_logical_tensor_retain(other.get())) {}
    /// Leaves the other one without an object; it may only be assigned to or destroyed.
    logical_tensor(logical_tensor &&) noexcept = default;
    /// One more owner of the other's object.
    logical_tensor &operator=(const logical_tensor &other) { return *this = logical_tensor(other); }
    /// Trades objects.
    logical_tensor &operator=(logical_tensor &&) noexcept = default;
    ~logical_tensor() = default;

    /// The element type.
    [[nodiscard]] data_type type() const noexcept {
        return static_cast<data_type>(libselect_logical_tensor_data_type(get()));
    }
    /// Whether the rank is known.
    [[nodiscard]] bool has_rank() const noexcept { return rank() != LIBSELECT_UNKNOWN_RANK; }
    /// The rank; -1 when it is unknown.
    [[nodiscard]] int rank() const noexcept { return libselect_logical_tensor_rank(get()); }
    /// Empty for a scalar and for an unknown rank.
    [[nodiscard]] libselect::dims dims() const {
        return list(libselect_logical_tensor_dims(get()));
    }
    /// Empty where they cannot be told; see libselect_logical_tensor_strides.
    [[nodiscard]] libselect::dims strides() const {
        return list(libselect_logical_tensor_strides(get()));
    }
    /// Bytes of the smallest buffer that holds the tensor.
    [[nodiscard]] std::size_t size_bytes() const {
        std::size_t bytes = 0;
        detail::check(libselect_logical_tensor_size_bytes(get(), &bytes));
        return bytes;
    }
    /// The object of the C interface.
    [[nodiscard]] const libselect_logical_tensor_t *get() const noexcept { return object_.get(); }

private:
    explicit logical_tensor(libselect_logical_tensor_t *object) : object_(object) {}
    static libselect_logical_tensor_t *create(
            data_type type, int rank, const std::int64_t *extents, const std::int64_t *strides) {
        libselect_logical_tensor_t *object = nullptr;
        detail::check(libselect_logical_tensor_create(
                &object, static_cast<libselect_data_type_t>(type), rank, extents, strides));
        return object;
    }
    static int rank_of(const libselect::dims &extents) noexcept {
        // Beyond any rank the library takes; it refuses the number with its own message.
        constexpr std::size_t beyond = 1U << 30U;
        return static_cast<int>(extents.size() < beyond ? extents.size() : beyond);
    }
    static const std::int64_t *matching(
            const libselect::dims &extents, const libselect::dims &strides) {
        static constexpr std::int64_t none = 0;
        if (extents.size() != strides.size())
            throw error(status::invalid_arguments,
                    ("strides: " + std::to_string(strides.size()) + " given for rank "
                            + std::to_string(extents.size()) + "; one per dim is needed")
                            .c_str());
        return strides.empty() ? &none : strides.data();
    }
    [[nodiscard]] libselect::dims list(const std::int64_t *values) const {
        return values == nullptr || rank() < 0 ? libselect::dims {}
                                               : libselect::dims(values, values + rank());
    }

    using handle = detail::handle<libselect_logical_tensor_t, libselect_logical_tensor_destroy>;
    handle object_;
};

/// Attributes of the op. `axis` belongs to pdpd and stays -1 elsewhere.
struct attributes {
    /// numpy.
    attributes() = default;
    /// A mode.
    attributes(auto_broadcast mode_value, std::int64_t pdpd_axis = LIBSELECT_DEFAULT_AXIS)
        : mode(mode_value),
          axis(pdpd_axis) {}
    /// A mode by name.
    attributes(const char *mode_name, std::int64_t pdpd_axis = LIBSELECT_DEFAULT_AXIS)
        : mode(auto_broadcast_from_string(mode_name)),
          axis(pdpd_axis) {}

    auto_broadcast mode = auto_broadcast::numpy; ///< how shapes combine
    std::int64_t axis = LIBSELECT_DEFAULT_AXIS;  ///< where inputs begin in src0, for pdpd
};

/// The op descriptor: checks types and shapes, infers dst.
class select_op {
public:
    /// With a dense dst of the inferred dims.
    select_op(const logical_tensor &cond, const logical_tensor &src0, const logical_tensor &src1,
            const attributes &attr = {})
        : select_op(cond, src0, src1, nullptr, attr) {}

    /// With the caller's dst: its strides are used, its dims are checked.
    select_op(const logical_tensor &cond, const logical_tensor &src0, const logical_tensor &src1,
            const logical_tensor &dst, const attributes &attr = {})
        : select_op(cond, src0, src1, dst.get(), attr) {}

    /// The condition.
    [[nodiscard]] const logical_tensor &cond() const noexcept { return cond_; }
    /// What is taken where cond is true.
    [[nodiscard]] const logical_tensor &src0() const noexcept { return src0_; }
    /// What is taken where cond is false.
    [[nodiscard]] const logical_tensor &src1() const noexcept { return src1_; }
    /// The result, given or inferred.
    [[nodiscard]] const logical_tensor &dst() const noexcept { return dst_; }
    /// The attributes that the op was made with.
    [[nodiscard]] attributes attr() const {
        return {static_cast<auto_broadcast>(libselect_select_op_auto_broadcast(get())),
                libselect_select_op_axis(get())};
    }
    /// The form of libselect_select_op_print().
    [[nodiscard]] std::string to_string() const {
        return detail::print(libselect_select_op_print, get());
    }
    /// The object of the C interface.
    [[nodiscard]] const libselect_select_op_t *get() const noexcept { return object_.get(); }

private:
    using handle = detail::handle<libselect_select_op_t, libselect_select_op_destroy>;

    select_op(const logical_tensor &cond, const logical_tensor &src0, const logical_tensor &src1,
            const libselect_logical_tensor_t *dst, const attributes &attr)
        : object_(create(cond, src0, src1, dst, attr)),
          cond_(cond),
          src0_(src0),
          src1_(src1),
          dst_(logical_tensor::share(libselect_select_op_dst(object_.get()))) {}

    static libselect_select_op_t *create(const logical_tensor &cond, const logical_tensor &src0,
            const logical_tensor &src1, const libselect_logical_tensor_t *dst,
            const attributes &attr) {
        libselect_select_op_t *object = nullptr;
        detail::check(libselect_select_op_create(&object, cond.get(), src0.get(), src1.get(), dst,
                static_cast<libselect_auto_broadcast_t>(attr.mode), attr.axis));
        return object;
    }

    handle object_;
    logical_tensor cond_, src0_, src1_, dst_;
};

/// An input buffer: a logical tensor and a pointer to its first element, optionally the buffer's
/// size in bytes. Refers to the logical tensor, which must outlive it.
class const_memory {
public:
    /// Of a tensor that outlives it.
    const_memory(const logical_tensor &tensor, const void *data,
            std::size_t size_bytes = unknown_size) noexcept
        : memory_ {tensor.get(), const_cast<void *>(data), size_bytes} {}
    /// The struct of the C interface.
    [[nodiscard]] const libselect_memory_t *get() const noexcept { return &memory_; }

private:
    libselect_memory_t memory_;
};

/// A buffer that may be written.
class memory : public const_memory {
public:
    /// Of a tensor that outlives it.
    memory(const logical_tensor &tensor, void *data, std::size_t size_bytes = unknown_size) noexcept
        : const_memory(tensor, data, size_bytes) {}
};

/// The executable form of an op.
class primitive {
public:
    /// max_threads 0: as many as the caller's arena has.
    explicit primitive(const select_op &op, int max_threads = 0) {
        libselect_primitive_t *object = nullptr;
        detail::check(libselect_primitive_create(&object, op.get(), max_threads));
        object_ = handle(object);
    }

    /// Computes dst; libselect_execute() says what may overlap, and who may call at once.
    void execute(const const_memory &cond, const const_memory &src0, const const_memory &src1,
            const memory &dst) const {
        detail::check(libselect_execute(get(), cond.get(), src0.get(), src1.get(), dst.get()));
    }

    /// "jit:avx512", "jit:avx2", "jit:scalar" or "portable".
    [[nodiscard]] const char *implementation() const noexcept {
        return libselect_primitive_implementation(get());
    }
    /// The most threads one execute may use; 0 for as many as the caller's arena has.
    [[nodiscard]] int max_threads() const noexcept {
        return libselect_primitive_max_threads(get());
    }
    /// The form of libselect_primitive_print().
    [[nodiscard]] std::string to_string() const {
        return detail::print(libselect_primitive_print, get());
    }
    /// The object of the C interface.
    [[nodiscard]] const libselect_primitive_t *get() const noexcept { return object_.get(); }

private:
    using handle = detail::handle<libselect_primitive_t, libselect_primitive_destroy>;
    handle object_;
};

} // namespace libselect

#endif
