// SPDX-License-Identifier: Apache-2.0
/// @file
/// libselect C++17 interface: header-only, with exceptions for statuses and objects that free
/// their handles.
///
/// Everything here is a thin layer over libselect.h. The names are the same without the prefix.
/// libselect.h documents shapes, units, errors, aliasing and thread safety. A status other than
/// success becomes the exception libselect::error, with the status and the text of
/// libselect_last_error(). Functions that are noexcept never fail.
#ifndef LIBSELECT_LIBSELECT_HPP
#define LIBSELECT_LIBSELECT_HPP

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include <libselect/libselect.h>

/// The C++ interface.
namespace libselect {

/// The result of a call; error::code() is one of these.
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

/// Element types. Select copies bits, so only the width of a type matters to it.
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
    u1 = libselect_u1,
    u1_msb = libselect_u1_msb,
};

/// Which operands broadcasting may repeat, and which ones decide the shape of dst.
enum class auto_broadcast : int {
    none = libselect_auto_broadcast_none,
    numpy = libselect_auto_broadcast_numpy,
    pdpd = libselect_auto_broadcast_pdpd,
    multidirectional = libselect_auto_broadcast_multidirectional,
};

/// Instruction sets that a primitive may use, best last.
enum class cpu_isa : int {
    portable = libselect_cpu_isa_portable,
    scalar = libselect_cpu_isa_scalar,
    avx2 = libselect_cpu_isa_avx2,
    avx512 = libselect_cpu_isa_avx512,
};

/// What decides at each index between src0 and src1.
enum class condition_kind : int {
    undef = libselect_condition_undef,
    boolean = libselect_condition_boolean,
    bits = libselect_condition_bits,
    nonzero = libselect_condition_nonzero,
    compare = libselect_condition_compare,
    interval = libselect_condition_interval,
};

/// How lhs stands to rhs in a comparison.
enum class relation : int {
    eq = libselect_relation_eq,
    ne = libselect_relation_ne,
    lt = libselect_relation_lt,
    le = libselect_relation_le,
    gt = libselect_relation_gt,
    ge = libselect_relation_ge,
};

/// The part that a memory plays in primitive::execute().
enum class arg : int {
    cond = libselect_arg_cond,
    src0 = libselect_arg_src0,
    src1 = libselect_arg_src1,
    dst = libselect_arg_dst,
    lhs = libselect_arg_lhs,
    rhs = libselect_arg_rhs,
    begin = libselect_arg_begin,
    end = libselect_arg_end,
};

/// The dims or the strides of a tensor, in elements.
using dims = std::vector<std::int64_t>;
/// A dim that shape inference may fill in.
inline constexpr std::int64_t unknown_dim = LIBSELECT_UNKNOWN_DIM;
/// The size of a memory that the caller does not state; the size is then not checked.
inline constexpr std::size_t unknown_size = LIBSELECT_UNKNOWN_SIZE;

/// What a failed call throws: a status, and a text such as
/// "cond: dim 0 is 3, dst dim 0 is 1; cond may not enlarge dst (auto_broadcast=numpy)".
class error : public std::runtime_error {
public:
    /// An error with this text.
    error(status code, const char *message) : std::runtime_error(message), code_(code) {}
    /// The status. what() is the text.
    [[nodiscard]] status code() const noexcept { return code_; }

private:
    status code_;
};

namespace detail {

inline void check(libselect_status_t code) {
    if (code != libselect_success) throw error(static_cast<status>(code), libselect_last_error());
}

// Owns a C handle. It can be moved but not copied.
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

/// The version of the library that is loaded, "0.2.0".
[[nodiscard]] inline std::string version() {
    return libselect_version();
}

/// The name of a status, "invalid_shape".
[[nodiscard]] inline const char *to_string(status code) noexcept {
    return libselect_status_name(static_cast<libselect_status_t>(code));
}
/// The name of a type, "f32".
[[nodiscard]] inline const char *to_string(data_type type) noexcept {
    return libselect_data_type_name(static_cast<libselect_data_type_t>(type));
}
/// The name of a mode, "numpy".
[[nodiscard]] inline const char *to_string(auto_broadcast mode) noexcept {
    return libselect_auto_broadcast_name(static_cast<libselect_auto_broadcast_t>(mode));
}
/// The name of an ISA, "avx2".
[[nodiscard]] inline const char *to_string(cpu_isa isa) noexcept {
    return libselect_cpu_isa_name(static_cast<libselect_cpu_isa_t>(isa));
}

/// The name of a relation, "lt".
[[nodiscard]] inline const char *to_string(relation value) noexcept {
    return libselect_relation_name(static_cast<libselect_relation_t>(value));
}

/// The relation of this name, "lt", or of this sign, "<". Throws for others.
[[nodiscard]] inline relation relation_from_string(const std::string &name) {
    libselect_relation_t value = libselect_relation_eq;
    detail::check(libselect_relation_from_string(name.c_str(), &value));
    return static_cast<relation>(value);
}

/// The size of one element in bytes; 0 for undef, 1 for the types of one bit.
[[nodiscard]] inline std::size_t size_of(data_type type) noexcept {
    return libselect_data_type_size(static_cast<libselect_data_type_t>(type));
}

/// The type of this name; libselect_data_type_from_string() lists the names. Throws for others.
[[nodiscard]] inline data_type data_type_from_string(const std::string &name) {
    libselect_data_type_t type = libselect_undef;
    detail::check(libselect_data_type_from_string(name.c_str(), &type));
    return static_cast<data_type>(type);
}

/// The mode named "none", "numpy", "pdpd" or "multidirectional". Throws for others.
[[nodiscard]] inline auto_broadcast auto_broadcast_from_string(const std::string &name) {
    libselect_auto_broadcast_t mode = libselect_auto_broadcast_numpy;
    detail::check(libselect_auto_broadcast_from_string(name.c_str(), &mode));
    return static_cast<auto_broadcast>(mode);
}

/// What is written to stdout: 0 nothing, 1 a line per creation and execution, 2 also the plans and
/// why better implementations were refused. See libselect_set_verbose().
inline void set_verbose(int level) {
    detail::check(libselect_set_verbose(level));
}

/// Sets the best instruction set that primitives may use. Throws once a primitive exists.
inline void set_max_cpu_isa(cpu_isa isa) {
    detail::check(libselect_set_max_cpu_isa(static_cast<libselect_cpu_isa_t>(isa)));
}

/// The best instruction set that the CPU, the operating system and set_max_cpu_isa() allow.
[[nodiscard]] inline cpu_isa effective_cpu_isa() {
    libselect_cpu_isa_t isa = libselect_cpu_isa_portable;
    detail::check(libselect_effective_cpu_isa(&isa));
    return static_cast<cpu_isa>(isa);
}

/// Type, dims and strides of a tensor; no data. It never changes, and a copy shares the object.
class logical_tensor {
public:
    /// A dense tensor, last dim fastest. Empty extents, {}, are a scalar.
    logical_tensor(data_type type, const dims &extents)
        : object_(create(type, rank_of(extents), extents.data(), nullptr)) {}

    /// A tensor with strides, in elements, one for each dim. They may be zero or negative.
    logical_tensor(data_type type, const dims &extents, const dims &strides)
        : object_(create(type, rank_of(extents), extents.data(), matching(extents, strides))) {}

    /// A tensor whose element of index 0, ..., 0 lies `offset` elements behind the data pointer of
    /// a memory. For the types of one bit, strides and offset count bits.
    logical_tensor(data_type type, const dims &extents, const dims &strides, std::int64_t offset)
        : object_(create(
                type, rank_of(extents), extents.data(), matching(extents, strides), offset)) {}

    /// The same for dims, or strides, of another type of integers, such as std::size_t.
    template <typename integer, typename = std::enable_if_t<std::is_integral_v<integer>>>
    logical_tensor(data_type type, const std::vector<integer> &extents)
        : logical_tensor(type, int64s(extents)) {}
    /// The same with strides, and an offset.
    template <typename first, typename second,
            typename = std::enable_if_t<std::is_integral_v<first> && std::is_integral_v<second>>>
    logical_tensor(data_type type, const std::vector<first> &extents,
            const std::vector<second> &strides, std::int64_t offset = 0)
        : logical_tensor(type, int64s(extents), int64s(strides), offset) {}

    /// A tensor of unknown rank, for shape inference. A primitive refuses it.
    [[nodiscard]] static logical_tensor unknown_rank(data_type type) {
        return logical_tensor(create(type, LIBSELECT_UNKNOWN_RANK, nullptr, nullptr));
    }

    /// Becomes one more owner of a tensor of the C interface.
    [[nodiscard]] static logical_tensor share(const libselect_logical_tensor_t *object) {
        return logical_tensor(libselect_logical_tensor_retain(object));
    }

    /// Shares the object of the other one.
    logical_tensor(const logical_tensor &other)
        : object_(libselect_logical_tensor_retain(other.get())) {}
    /// Takes the object of the other one, which may then only be assigned to or destroyed.
    logical_tensor(logical_tensor &&) noexcept = default;
    /// Shares the object of the other one.
    logical_tensor &operator=(const logical_tensor &other) { return *this = logical_tensor(other); }
    /// Swaps the objects.
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
    /// The dims; empty for a scalar and for an unknown rank.
    [[nodiscard]] libselect::dims dims() const {
        return list(libselect_logical_tensor_dims(get()));
    }
    /// The strides in elements; empty where libselect_logical_tensor_strides() returns NULL.
    [[nodiscard]] libselect::dims strides() const {
        return list(libselect_logical_tensor_strides(get()));
    }
    /// The elements from the data pointer of a memory to the element of index 0, ..., 0.
    [[nodiscard]] std::int64_t offset() const noexcept {
        return libselect_logical_tensor_offset(get());
    }
    /// The size in bytes of the smallest buffer that holds the tensor. Throws when a dim is
    /// unknown.
    [[nodiscard]] std::size_t size_bytes() const {
        std::size_t bytes = 0;
        detail::check(libselect_logical_tensor_size_bytes(get(), &bytes));
        return bytes;
    }
    /// The object of the C interface.
    [[nodiscard]] const libselect_logical_tensor_t *get() const noexcept { return object_.get(); }

private:
    explicit logical_tensor(libselect_logical_tensor_t *object) : object_(object) {}
    static libselect_logical_tensor_t *create(data_type type, int rank, const std::int64_t *extents,
            const std::int64_t *strides, std::int64_t offset = 0) {
        libselect_logical_tensor_t *object = nullptr;
        const auto c_type = static_cast<libselect_data_type_t>(type);
        detail::check(offset == 0 ? libselect_logical_tensor_create(
                              &object, c_type, rank, extents, strides)
                                  : libselect_logical_tensor_create_at(
                                          &object, c_type, rank, extents, strides, offset));
        return object;
    }
    static int rank_of(const libselect::dims &extents) noexcept {
        // The library refuses this rank, as any above 64, with its own message.
        constexpr std::size_t beyond = 1U << 30U;
        return static_cast<int>(extents.size() < beyond ? extents.size() : beyond);
    }
    template <typename integer>
    static libselect::dims int64s(const std::vector<integer> &values) {
        libselect::dims converted;
        converted.reserve(values.size());
        for (const integer value : values) {
            // Beyond, it would become a negative number.
            if (value > integer {} && static_cast<std::uint64_t>(value) > std::uint64_t {INT64_MAX})
                throw error(status::invalid_arguments, ("logical_tensor: " + std::to_string(value)
                                                               + " is no dim or stride; they fit "
                                                                 "63 bits")
                                                               .c_str());
            converted.push_back(static_cast<std::int64_t>(value));
        }
        return converted;
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

/// Attributes of an op: the broadcast mode, and for pdpd the axis.
struct attributes {
    /// The mode numpy.
    attributes() = default;
    /// A mode. The axis is for pdpd and stays -1 in every other mode.
    attributes(auto_broadcast mode_value, std::int64_t pdpd_axis = LIBSELECT_DEFAULT_AXIS)
        : mode(mode_value),
          axis(pdpd_axis) {}
    /// A mode by its name, as auto_broadcast_from_string() takes it.
    attributes(const char *mode_name, std::int64_t pdpd_axis = LIBSELECT_DEFAULT_AXIS)
        : mode(auto_broadcast_from_string(mode_name)),
          axis(pdpd_axis) {}

    auto_broadcast mode = auto_broadcast::numpy; ///< the broadcast mode
    std::int64_t axis = LIBSELECT_DEFAULT_AXIS;  ///< for pdpd: the dim of src0 where inputs start
};

/// An interval of positions. With col and row the indices of dst on `axis` and `row_axis`, it is
/// true where all of what is given holds:
/// row + lower <= col, col <= row + upper, begin <= col, col < end.
/// libselect_condition_create_interval() has the rules.
struct interval {
    int axis = -1;                          ///< the axis of dst that counts columns
    int row_axis = -2;                      ///< the axis of dst that counts rows
    std::optional<std::int64_t> lower {};   ///< the first column, from the row on
    std::optional<std::int64_t> upper {};   ///< the last column, from the row on
    std::optional<logical_tensor> begin {}; ///< the first column; its dim along `axis` is 1
    std::optional<logical_tensor> end {};   ///< behind the last column; its dim along `axis` is 1
};

/// Each row sees the columns up to its own, and `offset` more. Bottom right: columns - rows.
[[nodiscard]] inline interval causal(std::int64_t offset = 0) {
    interval positions;
    positions.upper = offset;
    return positions;
}
/// Each row sees `left` columns before its own, its own, and `right` behind it, moved by `offset`.
/// Bounds beyond 64 bits are as far as 64 bits go: a left of INT64_MAX is no bound.
[[nodiscard]] inline interval window(
        std::int64_t left, std::int64_t right, std::int64_t offset = 0) noexcept {
    constexpr std::int64_t least = INT64_MIN, most = INT64_MAX;
    std::int64_t lower = 0, upper = 0;
    if (__builtin_sub_overflow(offset, left, &lower)) lower = left > 0 ? least : most;
    if (__builtin_add_overflow(offset, right, &upper)) upper = right > 0 ? most : least;
    interval positions;
    positions.lower = lower;
    positions.upper = upper;
    return positions;
}
/// Each row sees as many columns as its element of the tensor says.
[[nodiscard]] inline interval lengths(const logical_tensor &end) {
    interval positions;
    positions.end = end;
    return positions;
}

/// What decides. It never changes, and a copy shares the object.
class condition {
public:
    /// A tensor of boolean, u1 or u1_msb decides by itself.
    condition(const logical_tensor &tensor) {
        libselect_condition_t *object = nullptr;
        detail::check(libselect_condition_create(&object, tensor.get()));
        object_ = handle(object);
    }
    /// Positions decide.
    condition(const interval &positions) {
        libselect_condition_t *object = nullptr;
        detail::check(libselect_condition_create_interval(&object, positions.axis,
                positions.row_axis, positions.lower ? &*positions.lower : nullptr,
                positions.upper ? &*positions.upper : nullptr,
                positions.begin ? positions.begin->get() : nullptr,
                positions.end ? positions.end->get() : nullptr));
        object_ = handle(object);
    }
    /// Becomes the owner of a condition of the C interface.
    explicit condition(libselect_condition_t *owned) noexcept : object_(owned) {}
    /// Shares the object of the other one.
    condition(const condition &other) : object_(libselect_condition_retain(other.get())) {}
    /// Takes the object of the other one, which may then only be assigned to or destroyed.
    condition(condition &&) noexcept = default;
    /// Shares the object of the other one.
    condition &operator=(const condition &other) { return *this = condition(other); }
    /// Swaps the objects.
    condition &operator=(condition &&) noexcept = default;
    ~condition() = default;

    /// The kind.
    [[nodiscard]] condition_kind kind() const noexcept {
        return static_cast<condition_kind>(libselect_condition_kind(get()));
    }
    /// A readable form, that of libselect_condition_print().
    [[nodiscard]] std::string to_string() const {
        return detail::print(libselect_condition_print, get());
    }
    /// The object of the C interface.
    [[nodiscard]] const libselect_condition_t *get() const noexcept { return object_.get(); }

private:
    using handle = detail::handle<libselect_condition_t, libselect_condition_destroy>;
    handle object_;
};

/// True where the tensor's number is not zero: NaN is true, -0.0 is false.
[[nodiscard]] inline condition nonzero(const logical_tensor &tensor) {
    libselect_condition_t *object = nullptr;
    detail::check(libselect_condition_create_nonzero(&object, tensor.get()));
    return condition(object);
}
/// True where `lhs relation rhs`.
[[nodiscard]] inline condition compare(
        const logical_tensor &lhs, relation order, const logical_tensor &rhs) {
    libselect_condition_t *object = nullptr;
    detail::check(libselect_condition_create_compare(
            &object, lhs.get(), static_cast<libselect_relation_t>(order), rhs.get()));
    return condition(object);
}
/// True where `lhs relation rhs`, with the relation as "lt" or "<".
[[nodiscard]] inline condition compare(
        const logical_tensor &lhs, const std::string &order, const logical_tensor &rhs) {
    return compare(lhs, relation_from_string(order), rhs);
}

/// What to compute. The constructor checks types and shapes, and infers dst.
class select_op {
public:
    /// Infers the dims of dst; dst is dense.
    select_op(const logical_tensor &cond, const logical_tensor &src0, const logical_tensor &src1,
            const attributes &attr = {})
        : select_op(cond, src0, src1, nullptr, attr) {}

    /// Takes the strides of the given dst, and checks its type and dims.
    select_op(const logical_tensor &cond, const logical_tensor &src0, const logical_tensor &src1,
            const logical_tensor &dst, const attributes &attr = {})
        : select_op(cond, src0, src1, dst.get(), attr) {}

    /// Any condition. Infers the dims of dst; dst is dense.
    select_op(const condition &decides, const logical_tensor &src0, const logical_tensor &src1,
            const attributes &attr = {})
        : select_op(decides, src0, src1, nullptr, attr) {}

    /// Any condition. Takes the strides of the given dst, and checks its type and dims.
    select_op(const condition &decides, const logical_tensor &src0, const logical_tensor &src1,
            const logical_tensor &dst, const attributes &attr = {})
        : select_op(decides, src0, src1, dst.get(), attr) {}

    /// What decides.
    [[nodiscard]] libselect::condition condition() const {
        return libselect::condition(
                libselect_condition_retain(libselect_select_op_condition(get())));
    }
    /// The tensor of the condition; for a comparison and an interval its get() is null.
    [[nodiscard]] const logical_tensor &cond() const noexcept { return cond_; }
    /// The tensor of the source that is taken where cond is true.
    [[nodiscard]] const logical_tensor &src0() const noexcept { return src0_; }
    /// The tensor of the source that is taken where cond is false.
    [[nodiscard]] const logical_tensor &src1() const noexcept { return src1_; }
    /// The tensor of the result, given or inferred.
    [[nodiscard]] const logical_tensor &dst() const noexcept { return dst_; }
    /// The attributes of the op.
    [[nodiscard]] attributes attr() const {
        return {static_cast<auto_broadcast>(libselect_select_op_auto_broadcast(get())),
                libselect_select_op_axis(get())};
    }
    /// A readable form, that of libselect_select_op_print().
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

    select_op(const libselect::condition &decides, const logical_tensor &src0,
            const logical_tensor &src1, const libselect_logical_tensor_t *dst,
            const attributes &attr)
        : object_(create(decides, src0, src1, dst, attr)),
          cond_(logical_tensor::share(libselect_select_op_cond(object_.get()))),
          src0_(src0),
          src1_(src1),
          dst_(logical_tensor::share(libselect_select_op_dst(object_.get()))) {}

    static libselect_select_op_t *create(const libselect::condition &decides,
            const logical_tensor &src0, const logical_tensor &src1,
            const libselect_logical_tensor_t *dst, const attributes &attr) {
        libselect_select_op_t *object = nullptr;
        detail::check(libselect_select_op_create_with(&object, decides.get(), src0.get(),
                src1.get(), dst, static_cast<libselect_auto_broadcast_t>(attr.mode), attr.axis));
        return object;
    }
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

/// An input buffer: a logical tensor, a pointer to its element of index 0, ..., 0, and the size of
/// the buffer in bytes. libselect_memory_t explains them. The logical tensor must outlive this
/// object.
class const_memory {
public:
    /// The size may be left out; then it is not checked.
    const_memory(const logical_tensor &tensor, const void *data,
            std::size_t size_bytes = unknown_size) noexcept
        : memory_ {tensor.get(), const_cast<void *>(data), size_bytes} {}
    /// The struct of the C interface.
    [[nodiscard]] const libselect_memory_t *get() const noexcept { return &memory_; }

private:
    libselect_memory_t memory_;
};

/// A buffer that may be written, for dst.
class memory : public const_memory {
public:
    /// The size may be left out; then it is not checked.
    memory(const logical_tensor &tensor, void *data, std::size_t size_bytes = unknown_size) noexcept
        : const_memory(tensor, data, size_bytes) {}
};

/// One argument of primitive::execute(): the part that it plays, and the buffer.
class argument {
public:
    /// An input.
    argument(arg part, const const_memory &input)
        : argument_ {static_cast<libselect_arg_t>(part), *input.get()} {
        if (part == arg::dst)
            throw error(status::invalid_arguments,
                    "dst: is a const_memory; it must be a memory, since it is written");
    }
    /// An input, or dst.
    argument(arg part, const memory &buffer)
        : argument_ {static_cast<libselect_arg_t>(part), *buffer.get()} {}

private:
    friend class primitive;
    libselect_exec_arg_t argument_;
};

/// The executable form of an op. Creating one may generate code, so keep it and execute it often.
class primitive {
public:
    /// Plans the loops, and chooses or generates the kernel. max_threads bounds the threads of one
    /// execute; 0 means as many as the caller's oneTBB arena has.
    explicit primitive(const select_op &op, int max_threads = 0) {
        libselect_primitive_t *object = nullptr;
        detail::check(libselect_primitive_create(&object, op.get(), max_threads));
        object_ = handle(object);
    }

    /// Computes dst. Each memory carries the tensor of the op, or an equal one. Any number of
    /// threads may call it at once, each with its own dst. libselect_execute() explains aliasing
    /// and threads.
    void execute(const const_memory &cond, const const_memory &src0, const const_memory &src1,
            const memory &dst) const {
        detail::check(libselect_execute(get(), cond.get(), src0.get(), src1.get(), dst.get()));
    }

    /// Computes dst. There is one argument for each input of the condition, for src0, src1 and dst,
    /// in any order. libselect_execute_args() explains aliasing.
    void execute(std::initializer_list<argument> arguments) const {
        // An argument is one struct of the C interface.
        static_assert(sizeof(argument) == sizeof(libselect_exec_arg_t));
        const auto *first = arguments.size() == 0 ? nullptr : &arguments.begin()->argument_;
        detail::check(libselect_execute_args(get(), first, arguments.size()));
    }

    /// The implementation that was chosen: "jit:avx512", "jit:avx2", "jit:scalar" or "portable".
    [[nodiscard]] const char *implementation() const noexcept {
        return libselect_primitive_implementation(get());
    }
    /// The most threads that one execute may use; 0 means as many as the caller's oneTBB arena has.
    [[nodiscard]] int max_threads() const noexcept {
        return libselect_primitive_max_threads(get());
    }
    /// A readable form, that of libselect_primitive_print().
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
