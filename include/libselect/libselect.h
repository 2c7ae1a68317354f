/* SPDX-License-Identifier: Apache-2.0 */
/** @file
 * libselect C interface: dst = cond ? src0 : src1 with broadcasting. It copies bits and never
 * changes a value.
 *
 * A program creates four kinds of objects, then executes:
 * 1. Logical tensors describe the operands: type, dims and strides, no data.
 * 2. A condition says what decides: a tensor of bytes or bits, numbers, a comparison of two
 *    tensors, or positions. For a tensor of bytes or bits it may be left out.
 * 3. A select_op takes what decides, src0 and src1, checks types and shapes, and infers dst.
 * 4. A primitive takes the op, plans the loops, and chooses or generates a kernel.
 *
 * libselect_execute_args() runs the primitive on memories (logical tensor + pointer), any number of
 * times. libselect_execute() does so for conditions of one tensor.
 *
 * Rules that hold for every function below:
 * - Units: dims and strides count elements; a name with `bytes` in it counts bytes.
 * - Errors: a function that can fail returns a status. If it is not libselect_success, no output is
 *   written, no object is changed, and libselect_last_error() on the same thread gives the reason.
 * - Output: nothing is printed unless libselect_set_verbose() or LIBSELECT_VERBOSE ask for it. The
 *   library never aborts, and no exception leaves it.
 * - NULL: a destroy function accepts it. Elsewhere a pointer must not be NULL unless the function
 *   says so; a function with a status then returns invalid_arguments.
 * - Handles: a handle comes from a create or retain function. Using it after its destroy is
 *   undefined, as with any C object. A handle to an object of another kind is refused, also where
 *   NULL is allowed, and the text says what it is.
 * - Lifetime: an op or primitive keeps what it needs of the objects that it was created from, so a
 *   program may destroy its objects in any order.
 * - Threads: objects never change after creation. Any number of threads may use one object at once,
 *   except that no thread may use an object while another destroys it.
 * - Cancellation: do not cancel a thread (pthread_cancel) while it is inside a function.
 * - fork: a program may call fork() at any time, except from a signal handler that interrupts one
 *   of these functions. Parent and child each continue with their own copies of all objects. fork()
 *   waits for functions that hold a lock; so while one thread forks, another one that holds a stdio
 *   stream (flockfile) should not call them.
 */
#ifndef LIBSELECT_LIBSELECT_H
#define LIBSELECT_LIBSELECT_H

#include <stddef.h>
#include <stdint.h>

/* The version stands only here; CMake reads it from these lines. */
/** Rises when something that programs use is removed or changed; the number in libselect.so.0. */
#define LIBSELECT_VERSION_MAJOR 0
/** Rises when functions or values are added. */
#define LIBSELECT_VERSION_MINOR 2
/** Rises with every other release. */
#define LIBSELECT_VERSION_PATCH 0

/** Largest rank of a logical tensor. */
#define LIBSELECT_MAX_RANK 64
/** A dim that shape inference may fill in (the value oneDNN Graph uses). */
#define LIBSELECT_UNKNOWN_DIM INT64_MIN
/** The rank of a logical tensor whose rank is not known. */
#define LIBSELECT_UNKNOWN_RANK (-1)
/** The size of a memory that the caller does not state; the size is then not checked. */
#define LIBSELECT_UNKNOWN_SIZE SIZE_MAX
/** The default axis of pdpd: the last dim of each input stands at the last dim of src0. */
#define LIBSELECT_DEFAULT_AXIS (-1)

/** @cond Attributes of the functions below. */
#if defined(LIBSELECT_STATIC)
#define LIBSELECT_API
#elif defined(__GNUC__)
#define LIBSELECT_API __attribute__((visibility("default")))
#else
#define LIBSELECT_API
#endif

#if defined(__GNUC__)
#define LIBSELECT_NODISCARD __attribute__((warn_unused_result))
#else
#define LIBSELECT_NODISCARD
#endif
/** @endcond */

#ifdef __cplusplus
extern "C" {
#endif

/** Statuses carry the names and values of oneDNN's dnnl_status_t; values not listed are unused. */
typedef enum {
    libselect_success = 0,           /**< the call succeeded */
    libselect_out_of_memory = 1,     /**< an allocation failed; the call may be tried again */
    libselect_invalid_arguments = 2, /**< a pointer, enum, stride, size or attribute is wrong */
    libselect_unimplemented = 3,     /**< valid, but not supported, such as sources of u1 */
    libselect_runtime_error = 5,     /**< the operating system refused something unexpectedly */
    libselect_invalid_graph_op = 8, /**< the op lacks what a primitive needs, such as a known dim */
    libselect_invalid_shape = 9,    /**< dims or ranks break the broadcasting rule */
    libselect_invalid_data_type = 10 /**< an input of the condition has a type that it does not
                                        take, or src0, src1, dst differ in type */
} libselect_status_t;

/** Element types. Select copies bits, so only the width of a type matters to it. */
typedef enum {
    libselect_undef = 0,   /**< no type */
    libselect_boolean = 1, /**< one byte; 0 is false, any other value is true */
    libselect_u8 = 2,      /**< unsigned, 8 bits */
    libselect_s8 = 3,      /**< signed, 8 bits */
    libselect_f8_e4m3 = 4, /**< floating point, 4 bits of exponent and 3 of mantissa */
    libselect_f8_e5m2 = 5, /**< floating point, 5 bits of exponent and 2 of mantissa */
    libselect_u16 = 6,     /**< unsigned, 16 bits */
    libselect_s16 = 7,     /**< signed, 16 bits */
    libselect_f16 = 8,     /**< IEEE half */
    libselect_bf16 = 9,    /**< the upper half of an f32 */
    libselect_u32 = 10,    /**< unsigned, 32 bits */
    libselect_s32 = 11,    /**< signed, 32 bits */
    libselect_f32 = 12,    /**< IEEE single */
    libselect_u64 = 13,    /**< unsigned, 64 bits */
    libselect_s64 = 14,    /**< signed, 64 bits */
    libselect_f64 = 15,    /**< IEEE double */
    libselect_c64 = 16,    /**< complex of two f32 */
    libselect_c128 = 17,   /**< complex of two f64 */
    /** one bit, for conditions only; the first element of a byte is its least significant bit
     * (Arrow, xgrammar, numpy.packbits with bitorder='little') */
    libselect_u1 = 18,
    /** one bit, for conditions only; the first element of a byte is its most significant bit
     * (the default of numpy.packbits) */
    libselect_u1_msb = 19
} libselect_data_type_t;

/** Which operands broadcasting may repeat, and which ones decide the shape of dst. Two dims fit
 * when they are equal or one is 1; a dim of 1 is repeated. Except in pdpd, shapes are aligned at
 * their last axis, and a missing dim counts as 1. */
typedef enum {
    /** Nothing is repeated: cond, src0 and src1 have the same dims, and dst has them too. */
    libselect_auto_broadcast_none = 0,
    /** The default. dst has the shape of src0 and src1 broadcast to each other. cond is broadcast
     * into that and never enlarges it. Source: oneDNN Graph Select, OpenVINO Select-1. */
    libselect_auto_broadcast_numpy = 1,
    /** dst has src0's shape. src1 and cond are broadcast into it; their dim 0 stands at dim `axis`
     * of src0. Source: OpenVINO Select-1. */
    libselect_auto_broadcast_pdpd = 2,
    /** dst has the shape of all three, broadcast to each other. Source: ONNX Where, numpy.where,
     * torch.where. */
    libselect_auto_broadcast_multidirectional = 3
} libselect_auto_broadcast_t;

/** Instruction sets that a primitive may use, best last. */
typedef enum {
    libselect_cpu_isa_portable = 0, /**< compiled loops, which take of the CPU what they can */
    libselect_cpu_isa_scalar = 1,   /**< generated code, baseline x86-64 */
    libselect_cpu_isa_avx2 = 2,     /**< AVX2 */
    libselect_cpu_isa_avx512 = 3    /**< AVX2, and AVX-512 F, BW, VL and DQ */
} libselect_cpu_isa_t;

/** What decides at each index between src0 and src1. Since 0.2. */
typedef enum {
    libselect_condition_boolean = 0,  /**< a tensor of bytes: true where the byte is not 0 */
    libselect_condition_bits = 1,     /**< a tensor of u1 or u1_msb: true where the bit is 1 */
    libselect_condition_nonzero = 2,  /**< a tensor of numbers: true where the number is not 0 */
    libselect_condition_compare = 3,  /**< two tensors: true where `lhs relation rhs` */
    libselect_condition_interval = 4, /**< no tensor is needed: true by the position in dst */
    libselect_condition_undef = -1    /**< no condition */
} libselect_condition_kind_t;

/** How lhs stands to rhs in a comparison. A NaN makes every relation but ne false, and -0.0 equals
 * 0.0. Since 0.2. */
typedef enum {
    libselect_relation_eq = 0, /**< lhs == rhs */
    libselect_relation_ne = 1, /**< lhs != rhs */
    libselect_relation_lt = 2, /**< lhs < rhs */
    libselect_relation_le = 3, /**< lhs <= rhs */
    libselect_relation_gt = 4, /**< lhs > rhs */
    libselect_relation_ge = 5  /**< lhs >= rhs */
} libselect_relation_t;

/** The part that a memory plays in libselect_execute_args(). Since 0.2. */
typedef enum {
    libselect_arg_cond = 1,  /**< the tensor of a condition boolean, bits or nonzero */
    libselect_arg_src0 = 2,  /**< taken where the condition is true */
    libselect_arg_src1 = 3,  /**< taken where the condition is false */
    libselect_arg_dst = 4,   /**< the result */
    libselect_arg_lhs = 5,   /**< the left side of a comparison */
    libselect_arg_rhs = 6,   /**< the right side of a comparison */
    libselect_arg_begin = 7, /**< where an interval begins */
    libselect_arg_end = 8    /**< where an interval ends */
} libselect_arg_t;

/** Type, dims and strides of a tensor; no data. */
typedef struct libselect_logical_tensor libselect_logical_tensor_t;
/** What decides: a tensor, a comparison of two, or an interval of positions. Since 0.2. */
typedef struct libselect_condition libselect_condition_t;
/** What to compute: four logical tensors and a broadcast mode that fit each other. */
typedef struct libselect_select_op libselect_select_op_t;
/** How to compute an op: a plan of the loops and the kernel that runs it. */
typedef struct libselect_primitive libselect_primitive_t;

/** A buffer that holds a logical tensor.
 * - `data` points to the element of index 0, 0, ..., 0, or, where the tensor has an offset, so many
 *   elements before it. With a negative stride, other elements lie before it. It needs no
 *   alignment. It may be NULL when the tensor has no elements.
 * - `size_bytes` is the size of the buffer, counted from the lowest byte that the tensor uses, or
 *   LIBSELECT_UNKNOWN_SIZE. A buffer that is too small for the tensor is refused, unless dst has
 *   no elements: then no buffer is touched, and data and size are not looked at.
 * - The struct is no owner: `tensor` must outlive every call that takes the struct. */
typedef struct {
    const libselect_logical_tensor_t *tensor; /**< type, dims and strides */
    void *data;                               /**< as above; an input is only read */
    size_t size_bytes;                        /**< bytes of the buffer */
} libselect_memory_t;

/** One argument of libselect_execute_args(). Since 0.2. */
typedef struct {
    libselect_arg_t arg;       /**< the part that the memory plays */
    libselect_memory_t memory; /**< the buffer */
} libselect_exec_arg_t;

/* ---- Library ------------------------------------------------------------------------------- */

/** The version of the library that is loaded, "0.2.0". */
LIBSELECT_API const char *libselect_version(void);

/** The reason of the last failure on the calling thread; "" if no call has failed. Never NULL. The
 * text is valid until the next call that fails on this thread. */
LIBSELECT_API const char *libselect_last_error(void);

/** The name of a status, "invalid_shape"; "unknown" for a value that is not a status. Never
 * NULL. */
LIBSELECT_API const char *libselect_status_name(libselect_status_t status);

/** Sets the best instruction set that primitives may use. It must be called before the first
 * primitive is created and before libselect_effective_cpu_isa(); later it returns
 * invalid_arguments, as it does for a value that is not an ISA. It wins over the environment
 * variable LIBSELECT_MAX_CPU_ISA=avx512|avx2|scalar|portable, in lower or upper case. `portable`
 * forbids generated code, but not vector instructions in compiled loops; the other values hold for
 * both. */
LIBSELECT_API LIBSELECT_NODISCARD libselect_status_t libselect_set_max_cpu_isa(
        libselect_cpu_isa_t isa);

/** Sets how much is written to stdout.
 * - Level 0: nothing.
 * - Level 1: a line for each creation and each execution of a primitive, and a line for each
 *   failure of these and of libselect_select_op_create().
 * - Level 2: also, before the line of a creation, the plan and why better implementations were
 *   refused.
 *
 * It may be called at any time; any other level is invalid_arguments. Before the first call, the
 * environment variable LIBSELECT_VERBOSE=0|1|2 gives the level; any other value counts as 0, and a
 * line says so. The library reads the variable when it first needs the level.
 *
 * Lines have the fields of oneDNN's verbose format v1; the page Environment of the manual
 * (cmake/docs/environment.md) lists them. Each line is written in one piece and flushed. In verbose
 * mode, libselect_execute() allocates memory and takes the lock of stdout. Where writing fails, the
 * functions work as without it. */
LIBSELECT_API LIBSELECT_NODISCARD libselect_status_t libselect_set_verbose(int level);

/** Writes to *isa the best instruction set that the CPU, the operating system and the cap of
 * libselect_set_max_cpu_isa() allow. invalid_arguments when LIBSELECT_MAX_CPU_ISA holds an unknown
 * name. */
LIBSELECT_API LIBSELECT_NODISCARD libselect_status_t libselect_effective_cpu_isa(
        libselect_cpu_isa_t *isa);

/** The name of an ISA as LIBSELECT_MAX_CPU_ISA spells it; "unknown" for a value that is not an ISA.
 * Never NULL. */
LIBSELECT_API const char *libselect_cpu_isa_name(libselect_cpu_isa_t isa);

/* ---- Data types and broadcast modes by name ------------------------------------------------- */

/** Writes to *type the type of this name: a name of libselect_data_type_t, "f32", or the name that
 * OpenVINO, NumPy or PyTorch has for it, "i64", "float32", "bfloat16", "bool". For any other name
 * invalid_arguments, whose text lists the valid ones. */
LIBSELECT_API LIBSELECT_NODISCARD libselect_status_t libselect_data_type_from_string(
        const char *name, libselect_data_type_t *type);

/** The name of a type, "f32"; "undef" for a value that is not a type. Never NULL. */
LIBSELECT_API const char *libselect_data_type_name(libselect_data_type_t type);

/** The bytes that one element touches; 0 for a value that is not a type. 1 for the types of one
 * bit, of which eight dense elements share a byte. */
LIBSELECT_API size_t libselect_data_type_size(libselect_data_type_t type);

/** Writes to *auto_broadcast the mode named "none", "numpy", "pdpd" or "multidirectional". For any
 * other name invalid_arguments, whose text lists the valid ones. */
LIBSELECT_API LIBSELECT_NODISCARD libselect_status_t libselect_auto_broadcast_from_string(
        const char *name, libselect_auto_broadcast_t *auto_broadcast);

/** The name of a mode, "numpy"; "unknown" for a value that is not a mode. Never NULL. */
LIBSELECT_API const char *libselect_auto_broadcast_name(libselect_auto_broadcast_t auto_broadcast);

/** Writes to *relation the relation of this name, "lt", or of this sign, "<". For any other name
 * invalid_arguments, whose text lists the valid ones. Since 0.2. */
LIBSELECT_API LIBSELECT_NODISCARD libselect_status_t libselect_relation_from_string(
        const char *name, libselect_relation_t *relation);

/** The name of a relation, "lt"; "unknown" for a value that is not a relation. Never NULL. Since
 * 0.2. */
LIBSELECT_API const char *libselect_relation_name(libselect_relation_t relation);

/* ---- Logical tensor: type, dims and strides ------------------------------------------------- */

/** Creates a logical tensor in *tensor; the caller destroys it. `dims` and `strides` are copied.
 * - rank: 0 (a scalar) to LIBSELECT_MAX_RANK, or LIBSELECT_UNKNOWN_RANK.
 * - dims: rank values, each >= 0 or LIBSELECT_UNKNOWN_DIM. May be NULL when rank <= 0.
 * - strides: rank values of any sign, in elements; they may be zero, padded or permuted. NULL means
 *   dense, last dim fastest.
 * - Errors: invalid_arguments (NULL, type, rank, a negative dim), out_of_memory. */
LIBSELECT_API LIBSELECT_NODISCARD libselect_status_t libselect_logical_tensor_create(
        libselect_logical_tensor_t **tensor, libselect_data_type_t type, int rank,
        const int64_t *dims, const int64_t *strides);

/** As libselect_logical_tensor_create(), with the number of elements from `data` of a memory to the
 * element of index 0, ..., 0. For the types of one bit, strides and offset count bits, and dense
 * rows may begin within a byte. Since 0.2. */
LIBSELECT_API LIBSELECT_NODISCARD libselect_status_t libselect_logical_tensor_create_at(
        libselect_logical_tensor_t **tensor, libselect_data_type_t type, int rank,
        const int64_t *dims, const int64_t *strides, int64_t offset);

/** The elements from `data` of a memory to the element of index 0, ..., 0; 0 for NULL. Since 0.2.
 */
LIBSELECT_API int64_t libselect_logical_tensor_offset(const libselect_logical_tensor_t *tensor);

/** Adds one owner to the tensor, so that it takes one more libselect_logical_tensor_destroy() to
 * free it. Returns its argument; NULL for NULL. */
LIBSELECT_API libselect_logical_tensor_t *libselect_logical_tensor_retain(
        const libselect_logical_tensor_t *tensor);

/** Removes one owner; the tensor is freed with its last owner. Ops are owners of their tensors. */
LIBSELECT_API void libselect_logical_tensor_destroy(libselect_logical_tensor_t *tensor);

/** The element type; libselect_undef for NULL. */
LIBSELECT_API libselect_data_type_t libselect_logical_tensor_data_type(
        const libselect_logical_tensor_t *tensor);
/** The rank; LIBSELECT_UNKNOWN_RANK when it is unknown and for NULL. */
LIBSELECT_API int libselect_logical_tensor_rank(const libselect_logical_tensor_t *tensor);
/** The dims: rank values that live as long as the tensor. NULL for NULL. */
LIBSELECT_API const int64_t *libselect_logical_tensor_dims(
        const libselect_logical_tensor_t *tensor);
/** The strides in elements: rank values that live as long as the tensor. NULL for NULL. Also NULL
 * for a tensor that was created without strides, when a dim is unknown or the product of the dims
 * does not fit 63 bits. */
LIBSELECT_API const int64_t *libselect_logical_tensor_strides(
        const libselect_logical_tensor_t *tensor);

/** Writes to *size_bytes the size of the smallest buffer that holds the tensor, from its lowest to
 * its highest byte; 0 when it has no elements. Errors: invalid_shape (a dim is unknown, or the dims
 * need more than 63 bits), invalid_arguments (NULL, or the given strides or the offset need more
 * than 63 bits). */
LIBSELECT_API LIBSELECT_NODISCARD libselect_status_t libselect_logical_tensor_size_bytes(
        const libselect_logical_tensor_t *tensor, size_t *size_bytes);

/* ---- Condition: what decides ---------------------------------------------------------------- */

/* The four functions below create a condition in *condition; the caller destroys it. It shares its
 * tensors and never changes. All are there since 0.2. */

/** True where the tensor's element is: a byte that is not 0, or a bit that is 1. Errors:
 * invalid_data_type unless the type is boolean, u1 or u1_msb; invalid_arguments (NULL),
 * out_of_memory. */
LIBSELECT_API LIBSELECT_NODISCARD libselect_status_t libselect_condition_create(
        libselect_condition_t **condition, const libselect_logical_tensor_t *tensor);

/** True where the tensor's number is not zero. NaN is true, -0.0 is false; a complex number is true
 * where either part is. Errors: invalid_data_type for boolean, u1 and u1_msb, which are conditions
 * by themselves; invalid_arguments (NULL), out_of_memory. */
LIBSELECT_API LIBSELECT_NODISCARD libselect_status_t libselect_condition_create_nonzero(
        libselect_condition_t **condition, const libselect_logical_tensor_t *tensor);

/** True where `lhs relation rhs`. Floats compare by value and integers exactly; nothing is
 * converted. lhs and rhs broadcast to each other; under pdpd each is placed into src0's shape by
 * the axis. Errors: invalid_data_type when the types differ, are boolean, u1 or u1_msb, or are
 * complex and the relation is not eq or ne; invalid_arguments (NULL, relation), out_of_memory. */
LIBSELECT_API LIBSELECT_NODISCARD libselect_status_t libselect_condition_create_compare(
        libselect_condition_t **condition, const libselect_logical_tensor_t *lhs,
        libselect_relation_t relation, const libselect_logical_tensor_t *rhs);

/** True by position. With col and row the indices of dst on `axis` and `row_axis`, true where all
 * of what is given holds: row + *lower <= col, col <= row + *upper, begin <= col, col < end. What
 * is NULL is not looked at; with nothing given the condition is true everywhere.
 * - axis, row_axis: axes of dst, counted from the end when negative; usually -1 and -2. row_axis is
 *   looked at only with lower or upper. Sums beyond 64 bits saturate.
 * - begin, end: tensors of s32 or s64, any values. They are broadcast into dst, aligned at the last
 *   axis under each mode; along `axis` their dim is 1.
 * - Causal masking is upper = 0; a bottom right one is upper = columns - rows. A window of `left`
 *   and `right` neighbours is lower = -left, upper = right. A padding mask is end = lengths.
 * - Errors: invalid_data_type (begin, end), invalid_arguments (NULL for condition), out_of_memory.
 *   Axes are checked by libselect_select_op_create_with(), which knows dst. */
LIBSELECT_API LIBSELECT_NODISCARD libselect_status_t libselect_condition_create_interval(
        libselect_condition_t **condition, int axis, int row_axis, const int64_t *lower,
        const int64_t *upper, const libselect_logical_tensor_t *begin,
        const libselect_logical_tensor_t *end);

/** Adds one owner to the condition. Returns its argument; NULL for NULL. Since 0.2. */
LIBSELECT_API libselect_condition_t *libselect_condition_retain(
        const libselect_condition_t *condition);

/** Removes one owner; the condition is freed with its last owner. Ops are owners of their
 * conditions. Since 0.2. */
LIBSELECT_API void libselect_condition_destroy(libselect_condition_t *condition);

/** The kind of the condition; libselect_condition_undef for NULL. Since 0.2. */
LIBSELECT_API libselect_condition_kind_t libselect_condition_kind(
        const libselect_condition_t *condition);

/** The logical tensor of an input of the condition: libselect_arg_cond, lhs, rhs, begin or end. It
 * lives as long as the condition. NULL for NULL, and where the condition has no such input. Since
 * 0.2. */
LIBSELECT_API const libselect_logical_tensor_t *libselect_condition_input(
        const libselect_condition_t *condition, libselect_arg_t arg);

/** The relation of a comparison; eq for NULL and for other kinds. Since 0.2. */
LIBSELECT_API libselect_relation_t libselect_condition_relation(
        const libselect_condition_t *condition);

/** Writes a readable form of the condition, `compare:lt:f32:64x128256:f32:64x1`. Arguments and
 * result are as in libselect_select_op_print(). Since 0.2. */
LIBSELECT_API size_t libselect_condition_print(
        const libselect_condition_t *condition, char *text, size_t text_bytes);

/* ---- Op: what to compute -------------------------------------------------------------------- */

/** Creates the op dst = cond ? src0 : src1 in *op; the caller destroys it. Checks types, ranks,
 * dims, strides and attributes, and infers the shape of dst; libselect_auto_broadcast_t has the
 * rules.
 * - cond is boolean, u1 or u1_msb; src0, src1 and dst have one type of at least 8 bits.
 * - dst may be NULL: then it is dense and has the inferred dims. A given dst sets the strides, and
 *   its known dims must be the inferred ones. No two elements of dst may share a byte. Strides of
 *   dst so involved that a bounded search cannot decide this are refused.
 * - axis is for pdpd: the dim of src0 at which dim 0 of src1 and of cond stands. It is
 *   LIBSELECT_DEFAULT_AXIS in every other mode.
 * - Errors: invalid_arguments (NULL, axis, mode, strides of dst), invalid_data_type,
 *   unimplemented (sources of u1 or u1_msb), invalid_shape, out_of_memory. */
LIBSELECT_API LIBSELECT_NODISCARD libselect_status_t libselect_select_op_create(
        libselect_select_op_t **op, const libselect_logical_tensor_t *cond,
        const libselect_logical_tensor_t *src0, const libselect_logical_tensor_t *src1,
        const libselect_logical_tensor_t *dst, libselect_auto_broadcast_t auto_broadcast,
        int64_t axis);

/** As libselect_select_op_create(), for any condition. The shape of a condition takes part in
 * broadcasting as that of a boolean tensor does; an interval has the shape of dst. Errors, besides
 * those: invalid_arguments for axes of an interval that are equal or not axes of dst, invalid_shape
 * for a begin or end that does not fit dst and for a dst of too small a rank. Since 0.2. */
LIBSELECT_API LIBSELECT_NODISCARD libselect_status_t libselect_select_op_create_with(
        libselect_select_op_t **op, const libselect_condition_t *condition,
        const libselect_logical_tensor_t *src0, const libselect_logical_tensor_t *src1,
        const libselect_logical_tensor_t *dst, libselect_auto_broadcast_t auto_broadcast,
        int64_t axis);

/** Frees the op. Primitives created from it keep working. */
LIBSELECT_API void libselect_select_op_destroy(libselect_select_op_t *op);

/** What decides. It lives as long as the op, unless libselect_condition_retain() adds an owner.
 * NULL for NULL. Since 0.2. */
LIBSELECT_API const libselect_condition_t *libselect_select_op_condition(
        const libselect_select_op_t *op);

/** The logical tensor of the condition. Like the next three, it lives as long as the op, unless
 * libselect_logical_tensor_retain() adds an owner. NULL for NULL, and for a comparison or an
 * interval; libselect_condition_input() has their tensors. */
LIBSELECT_API const libselect_logical_tensor_t *libselect_select_op_cond(
        const libselect_select_op_t *op);
/** The logical tensor of the source that is taken where cond is true. */
LIBSELECT_API const libselect_logical_tensor_t *libselect_select_op_src0(
        const libselect_select_op_t *op);
/** The logical tensor of the source that is taken where cond is false. */
LIBSELECT_API const libselect_logical_tensor_t *libselect_select_op_src1(
        const libselect_select_op_t *op);
/** The logical tensor of the result, given or inferred. When a dim or the rank of an input is
 * unknown, those of dst may be unknown too. */
LIBSELECT_API const libselect_logical_tensor_t *libselect_select_op_dst(
        const libselect_select_op_t *op);

/** The broadcast mode of the op; numpy for NULL. */
LIBSELECT_API libselect_auto_broadcast_t libselect_select_op_auto_broadcast(
        const libselect_select_op_t *op);
/** The axis of the op; LIBSELECT_DEFAULT_AXIS for NULL. */
LIBSELECT_API int64_t libselect_select_op_axis(const libselect_select_op_t *op);

/** Writes a readable form of the op, `select cond:boolean:4x5 src0:f32:2x3x4x5 ...`. As snprintf
 * does, it writes at most text_bytes bytes, the closing NUL included, and returns the length of the
 * whole form without the NUL. text may be NULL when text_bytes is 0. Returns 0 for NULL and when
 * memory runs out. The form may change between versions. */
LIBSELECT_API size_t libselect_select_op_print(
        const libselect_select_op_t *op, char *text, size_t text_bytes);

/* ---- Primitive: how to compute it ----------------------------------------------------------- */

/** Creates a primitive in *primitive; the caller destroys it. It plans the loops, chooses the best
 * implementation that takes them, and gets the kernel from the cache or generates it. Where the
 * system refuses executable memory, the implementation is "portable". Operands that are not dense
 * may be walked in several forms, conditions may be looked at first, predicted, or not, and stores
 * may go past the caches: it prepares up to 16 ways, forms of near estimates among them, and
 * executions find the fastest.
 *
 * max_threads >= 1 bounds the threads of one execute; with 1, oneTBB is not used. 0 means as many
 * as the caller's oneTBB arena has.
 *
 * Errors: invalid_graph_op (a dim or the rank is unknown), invalid_shape (a product of dims does
 * not fit 63 bits), invalid_arguments (NULL, max_threads < 0, strides or offsets that lead beyond
 * 63 bits, an unknown name in LIBSELECT_MAX_CPU_ISA, a wrong LIBSELECT_MACHINE), out_of_memory.
 *
 * The variables LIBSELECT_JIT_PROFILE and LIBSELECT_JIT_DUMP make generated kernels visible to
 * profilers; the page Environment of the manual (cmake/docs/environment.md) explains them. */
LIBSELECT_API LIBSELECT_NODISCARD libselect_status_t libselect_primitive_create(
        libselect_primitive_t **primitive, const libselect_select_op_t *op, int max_threads);

/** Frees the primitive. No thread may be executing it. */
LIBSELECT_API void libselect_primitive_destroy(libselect_primitive_t *primitive);

/** The name of the implementation that was chosen: "jit:avx512", "jit:avx2", "jit:scalar" or
 * "portable". NULL for NULL. */
LIBSELECT_API const char *libselect_primitive_implementation(
        const libselect_primitive_t *primitive);

/** The max_threads of libselect_primitive_create(): the most threads that one execute may use,
 * where 0 means as many as the caller's oneTBB arena has. 0 for NULL. */
LIBSELECT_API int libselect_primitive_max_threads(const libselect_primitive_t *primitive);

/** Writes the plan, the form and the parameters of its kernel, those of other ways behind "or", the
 * forms of copies for conditions that all take one source and, for each better implementation, why
 * it was refused. Arguments and result are as in libselect_select_op_print(). */
LIBSELECT_API size_t libselect_primitive_print(
        const libselect_primitive_t *primitive, char *text, size_t text_bytes);

/** Computes dst. Each memory carries the logical tensor of the op, or an equal one. The bits of dst
 * do not depend on the implementation or on the number of threads.
 * - Aliasing: inputs may overlap each other in any way. dst may be src0, or src1, or both: the same
 *   data pointer and, on every axis of more than one element, the same stride. If dst shares any
 *   other byte with an input, the call returns invalid_arguments. It does so too when the strides
 *   are so involved that a bounded search cannot decide.
 * - Threads: any number of threads may execute one primitive at once, each with its own dst. Small
 *   problems run on the calling thread. Large ones run on oneTBB, in the caller's arena, isolated
 *   from the caller's other tasks. The first of those starts oneTBB's workers as oneTBB does; where
 *   the system refuses threads, oneTBB decides what happens. In a child of fork() whose parent has
 *   run in parallel, the calling thread works alone.
 * - Cost: the call allocates nothing and takes no lock, except in verbose mode and inside oneTBB.
 *   It uses up to 128 KiB of the stack of each thread that takes part, less for small problems. The
 *   calling thread must have that much left. Where the primitive has several ways, the executions
 *   from the second on time each of them: once where the problem is estimated to take 3 ms or
 *   more, else several times, as long as its times still fall or, where ways differ in the width
 *   of vectors, for 0.15 ms. Then the fastest is taken, and sought again so seldom that the
 *   others take about a hundredth of all time.
 * - Errors, all found before dst is touched: invalid_arguments (NULL, a tensor that differs from
 *   the op's, a size that is too small, overlap, a condition that is a comparison or an interval:
 *   libselect_execute_args() takes its inputs). */
LIBSELECT_API LIBSELECT_NODISCARD libselect_status_t libselect_execute(
        const libselect_primitive_t *primitive, const libselect_memory_t *cond,
        const libselect_memory_t *src0, const libselect_memory_t *src1,
        const libselect_memory_t *dst);

/** As libselect_execute(), with one argument for each input of the condition, for src0, src1 and
 * dst, in any order. libselect_execute() is this for conditions of one tensor.
 * - Aliasing: inputs of the condition may overlap each other and the sources. dst may be lhs, rhs
 *   or the tensor of nonzero: the same data, width of elements and strides. If dst shares any other
 *   byte with an input of the condition, the call returns invalid_arguments.
 * - Errors, besides those: invalid_arguments (an argument that is missing, given twice, or that the
 *   op does not have).
 *
 * Since 0.2. */
LIBSELECT_API LIBSELECT_NODISCARD libselect_status_t libselect_execute_args(
        const libselect_primitive_t *primitive, const libselect_exec_arg_t *args, size_t n_args);

#ifdef __cplusplus
}
#endif

#endif
