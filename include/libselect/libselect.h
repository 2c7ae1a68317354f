/* SPDX-License-Identifier: Apache-2.0 */
/** @file
 * libselect C interface: dst = cond ? src0 : src1 with broadcasting, exact to the bit.
 *
 * A program makes logical tensors (type, dims, strides), a select_op from three of them (checks
 * types and shapes, infers dst), a primitive from the op (plans, picks and generates the kernel),
 * and executes the primitive on memories (logical tensor + pointer) as often as it likes.
 *
 * Rules that hold for every function below:
 * - A function that can fail returns a status. When it is not success, libselect_last_error() on
 *   the same thread says why, no output is written and no object is changed.
 * - Nothing is printed unless libselect_set_verbose or LIBSELECT_VERBOSE ask for it, nothing
 *   aborts, no exception leaves the library.
 * - Objects are immutable after creation. Any number of threads may use one object at once; only
 *   destroy needs the object to be unused. An op or primitive keeps what it needs of the objects it
 *   was made from, so those may be destroyed in any order.
 * - fork() may be called at any time but from a signal handler that interrupts a call. Parent and
 *   child each go on with their own copies of all objects. fork() waits for calls that take a lock,
 *   so a thread that holds a stdio stream (flockfile) should not make them while another one forks.
 * - A thread must not be cancelled (pthread_cancel) while it is in a function.
 * - A destroy function accepts NULL. Any other pointer argument must not be NULL unless it says so.
 * - A pointer to an object must be one that a create function gave and that was not destroyed. An
 *   object of another kind is refused as NULL is, also where NULL is allowed, and the text says what
 *   it is. What an op or primitive keeps is not destroyed before them.
 * - Dims and strides count elements, sizes count bytes.
 */
#ifndef LIBSELECT_LIBSELECT_H
#define LIBSELECT_LIBSELECT_H

#include <stddef.h>
#include <stdint.h>

/* The one place that holds the version; CMake reads it from here. */
/** Rises when something that programs use goes or changes; it is the number in libselect.so.0. */
#define LIBSELECT_VERSION_MAJOR 0
/** Rises when functions or values are added. */
#define LIBSELECT_VERSION_MINOR 1
/** Rises otherwise. */
#define LIBSELECT_VERSION_PATCH 0

/** Largest rank of a logical tensor. */
#define LIBSELECT_MAX_RANK 64
/** A dim that shape inference may fill in (the value oneDNN Graph uses). */
#define LIBSELECT_UNKNOWN_DIM INT64_MIN
/** The rank of a logical tensor whose rank is not known. */
#define LIBSELECT_UNKNOWN_RANK (-1)
/** The size of a memory whose size the caller does not tell: no size check. */
#define LIBSELECT_UNKNOWN_SIZE SIZE_MAX
/** The default axis of pdpd: each input ends where src0 ends. */
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
    libselect_success = 0,           /**< the call did what it says */
    libselect_out_of_memory = 1,     /**< an allocation failed; the call may be tried again */
    libselect_invalid_arguments = 2, /**< a pointer, enum, stride, size or attribute is wrong */
    libselect_unimplemented = 3,     /**< valid, but no implementation takes it */
    libselect_runtime_error = 5,     /**< the system refused something that should have worked */
    libselect_invalid_graph_op = 8, /**< the op lacks what a primitive needs, such as a known dim */
    libselect_invalid_shape = 9,    /**< dims or ranks break the broadcasting rule */
    libselect_invalid_data_type = 10 /**< cond is not boolean, or src0, src1, dst differ in type */
} libselect_status_t;

/** Element types. Select moves bits, so only the width matters to it. A boolean is one byte and
 * every non-zero byte is true. */
typedef enum {
    libselect_undef = 0,   /**< no type */
    libselect_boolean = 1, /**< one byte, 0 or true */
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
    libselect_c128 = 17    /**< complex of two f64 */
} libselect_data_type_t;

/** How shapes combine. Except in pdpd they are aligned on the right, and a missing dim counts as
 * 1. */
typedef enum {
    /** cond, src0 and src1 have the same dims. */
    libselect_auto_broadcast_none = 0,
    /** dst is src0 and src1 broadcast to each other; cond is broadcast into dst and never enlarges
     * it (oneDNN Graph Select, OpenVINO Select-1). The default. */
    libselect_auto_broadcast_numpy = 1,
    /** dst is src0's shape; src1 and cond are broadcast into it, starting at `axis` (OpenVINO). */
    libselect_auto_broadcast_pdpd = 2,
    /** All three are broadcast to each other (ONNX Where, numpy.where, torch.where). */
    libselect_auto_broadcast_multidirectional = 3
} libselect_auto_broadcast_t;

/** Caps on the implementations a primitive may get, best last. */
typedef enum {
    libselect_cpu_isa_portable = 0, /**< C++ loops, any CPU */
    libselect_cpu_isa_scalar = 1,   /**< generated code, baseline x86-64 */
    libselect_cpu_isa_avx2 = 2,     /**< AVX2 */
    libselect_cpu_isa_avx512 = 3    /**< AVX-512 F, BW, VL and DQ */
} libselect_cpu_isa_t;

/** Type, dims and strides of a tensor; no data. */
typedef struct libselect_logical_tensor libselect_logical_tensor_t;
/** What to compute: four logical tensors and a broadcast mode, checked. */
typedef struct libselect_select_op libselect_select_op_t;
/** How to compute it: a plan and the code that runs it. */
typedef struct libselect_primitive libselect_primitive_t;

/** A buffer that holds a logical tensor. `data` points to the element of index 0, 0, ..., 0; with a
 * negative stride other elements lie before it. No alignment is needed. `size_bytes` is the size of
 * the buffer from its lowest to its highest addressed byte, or LIBSELECT_UNKNOWN_SIZE. `data` may
 * be NULL when the tensor has no elements. The struct holds no reference: `tensor` must stay
 * alive. */
typedef struct {
    const libselect_logical_tensor_t *tensor; /**< type, dims and strides */
    void *data;                               /**< the first element; inputs are only read */
    size_t size_bytes;                        /**< of the buffer */
} libselect_memory_t;

/* ---- Library ------------------------------------------------------------------------------- */

/** The version of the library that is loaded, "0.1.0". */
LIBSELECT_API const char *libselect_version(void);

/** The text of the last failure on this thread; "" when none failed. Never NULL. Valid until the
 * next failing call on this thread. */
LIBSELECT_API const char *libselect_last_error(void);

/** The name of a status, "invalid_shape"; "unknown" for a value that is none. Never NULL. */
LIBSELECT_API const char *libselect_status_name(libselect_status_t status);

/** Caps the choice of implementations, before the first primitive is created or the effective ISA
 * is asked for; afterwards, and for a value that is none, invalid_arguments. Wins over the
 * environment variable LIBSELECT_MAX_CPU_ISA=avx512|avx2|scalar|portable. */
LIBSELECT_API LIBSELECT_NODISCARD libselect_status_t libselect_set_max_cpu_isa(
        libselect_cpu_isa_t isa);

/** Verbose mode, written to stdout.
 * - Level 1: a line for each successful primitive_create and execute, and one for each of them, and
 *   each select_op_create, that fails.
 * - Level 2: before the line of a creation also the plan, and why better implementations were
 *   refused.
 * - Level 0: nothing.
 *
 * May be called at any time; any other level is invalid_arguments. Until the first call, the level
 * is that of the environment variable LIBSELECT_VERBOSE=0|1|2 when it is first needed; another
 * value counts as 0, and one line says so.
 *
 * Lines have the fields of oneDNN's verbose format v1. Commas separate them, and none has a comma:
 *
 *     libselect_verbose,v1,primitive,OPERATION,cpu,select,IMPLEMENTATION,undef,MEMORY,ATTRIBUTES,
 *     AUXILIARY,PROBLEM,MILLISECONDS
 *
 * - OPERATION is `exec`, `create:cache_hit` (no kernel had to be generated) or `create:cache_miss`.
 * - MEMORY has a word per operand, `NAME:TYPE::blocked:TAG:STRIDES:f0`. TAG has a letter per axis,
 *   the one with the largest stride first, `acdb`; it is empty for a scalar and `*` above rank 26.
 *   STRIDES, `60x1x20x4`, are there only where elements do not lie densely in that order, and above
 *   rank 26.
 * - ATTRIBUTES is `attr-max-threads:N` or empty. AUXILIARY is `auto_broadcast:MODE`, and with pdpd
 *   also `axis:N`. PROBLEM has the dims of cond, src0 and src1, `4x5:2x3x4x5:1`; a scalar is 1.
 *
 * Other lines are the header before the first line (version, oneTBB and threads, ISA, template),
 * the plan, why an implementation was refused, and what failed:
 *
 *     libselect_verbose,v1,info,...
 *     libselect_verbose,v1,primitive,info,...
 *     libselect_verbose,v1,primitive,create:dispatch,select,cpu,select,IMPLEMENTATION,undef,MEMORY,
 *     ATTRIBUTES,AUXILIARY,PROBLEM,REASON,FUNCTION
 *     libselect_verbose,v1,primitive,create:check,select,STATUS: MESSAGE,FUNCTION
 *     libselect_verbose,v1,primitive,exec:check,select,STATUS: MESSAGE,FUNCTION
 *
 * A line is written as one piece and flushed. While verbose mode is on, execute allocates memory
 * and takes the lock of stdout. No failure of verbose mode changes what a function does. */
LIBSELECT_API LIBSELECT_NODISCARD libselect_status_t libselect_set_verbose(int level);

/** The best ISA that this CPU, the operating system and the cap allow, in *isa. invalid_arguments
 * when LIBSELECT_MAX_CPU_ISA holds an unknown name. */
LIBSELECT_API LIBSELECT_NODISCARD libselect_status_t libselect_effective_cpu_isa(
        libselect_cpu_isa_t *isa);

/** The name of an ISA as LIBSELECT_MAX_CPU_ISA spells it; "unknown" for a value that is none. */
LIBSELECT_API const char *libselect_cpu_isa_name(libselect_cpu_isa_t isa);

/* ---- Data types and broadcast modes by name ------------------------------------------------- */

/** Parses a type name: the names of libselect_data_type_t, and OpenVINO's i8, i16, i32, i64,
 * f8e4m3, f8e5m2. invalid_arguments lists the valid names. */
LIBSELECT_API LIBSELECT_NODISCARD libselect_status_t libselect_data_type_from_string(
        const char *name, libselect_data_type_t *type);

/** The name of a type, "f32"; "undef" for a value that is none. Never NULL. */
LIBSELECT_API const char *libselect_data_type_name(libselect_data_type_t type);

/** Bytes of one element; 0 for a value that is none. */
LIBSELECT_API size_t libselect_data_type_size(libselect_data_type_t type);

/** Parses "none", "numpy", "pdpd" or "multidirectional". invalid_arguments lists the names. */
LIBSELECT_API LIBSELECT_NODISCARD libselect_status_t libselect_auto_broadcast_from_string(
        const char *name, libselect_auto_broadcast_t *auto_broadcast);

/** The name of a mode; "unknown" for a value that is none. Never NULL. */
LIBSELECT_API const char *libselect_auto_broadcast_name(libselect_auto_broadcast_t auto_broadcast);

/* ---- Logical tensor: type, dims and strides ------------------------------------------------- */

/** Creates a logical tensor. rank is 0 (a scalar) to 64, or LIBSELECT_UNKNOWN_RANK. dims[rank] are
 * >= 0 or LIBSELECT_UNKNOWN_DIM; dims may be NULL when rank <= 0. strides[rank] may be any numbers:
 * zero, negative, padded, permuted; NULL means dense, last dim fastest. */
LIBSELECT_API LIBSELECT_NODISCARD libselect_status_t libselect_logical_tensor_create(
        libselect_logical_tensor_t **tensor, libselect_data_type_t type, int rank,
        const int64_t *dims, const int64_t *strides);

/** Makes one more owner of the tensor, which must destroy it too. Returns its argument; NULL for
 * NULL. */
LIBSELECT_API libselect_logical_tensor_t *libselect_logical_tensor_retain(
        const libselect_logical_tensor_t *tensor);

/** Gives up one ownership; the last one frees the tensor. */
LIBSELECT_API void libselect_logical_tensor_destroy(libselect_logical_tensor_t *tensor);

/** The element type; libselect_undef for NULL. */
LIBSELECT_API libselect_data_type_t libselect_logical_tensor_data_type(
        const libselect_logical_tensor_t *tensor);
/** The rank; LIBSELECT_UNKNOWN_RANK when it is unknown, and for NULL. */
LIBSELECT_API int libselect_logical_tensor_rank(const libselect_logical_tensor_t *tensor);
/** The dims, rank values that belong to the tensor; NULL for NULL. */
LIBSELECT_API const int64_t *libselect_logical_tensor_dims(
        const libselect_logical_tensor_t *tensor);
/** The strides, rank values that belong to the tensor. NULL for NULL, and while they cannot be
 * told: dense by default with unknown dims, or dims whose product does not fit 63 bits. */
LIBSELECT_API const int64_t *libselect_logical_tensor_strides(
        const libselect_logical_tensor_t *tensor);

/** Bytes from the lowest to the highest addressed byte, in *size_bytes: the size of the smallest
 * buffer that holds the tensor, 0 when it has no elements. When a dim is unknown, or the size does
 * not fit 63 bits, invalid_shape; invalid_arguments when that comes from given strides. */
LIBSELECT_API LIBSELECT_NODISCARD libselect_status_t libselect_logical_tensor_size_bytes(
        const libselect_logical_tensor_t *tensor, size_t *size_bytes);

/* ---- Op: what to compute -------------------------------------------------------------------- */

/** Creates the op descriptor dst = cond ? src0 : src1. Checks types, ranks, dims, strides and
 * attributes; infers dst. `dst` may be NULL: then dst is dense with the inferred dims; otherwise it
 * gives the strides, and its known dims must be the inferred ones. The strides of dst must not make
 * two elements share memory, nor hide from a bounded search whether they do. `axis` belongs to pdpd
 * and is LIBSELECT_DEFAULT_AXIS elsewhere. Rules: libselect_auto_broadcast_t. Errors:
 * invalid_arguments (NULL, axis, mode, dst strides), invalid_data_type, invalid_shape,
 * out_of_memory. */
LIBSELECT_API LIBSELECT_NODISCARD libselect_status_t libselect_select_op_create(
        libselect_select_op_t **op, const libselect_logical_tensor_t *cond,
        const libselect_logical_tensor_t *src0, const libselect_logical_tensor_t *src1,
        const libselect_logical_tensor_t *dst, libselect_auto_broadcast_t auto_broadcast,
        int64_t axis);

/** Frees the op. */
LIBSELECT_API void libselect_select_op_destroy(libselect_select_op_t *op);

/** The condition's logical tensor. Like the next three it lives as long as the op does (retain it
 * to keep it), and is NULL for a NULL op. */
LIBSELECT_API const libselect_logical_tensor_t *libselect_select_op_cond(
        const libselect_select_op_t *op);
/** The logical tensor of what is taken where cond is true. */
LIBSELECT_API const libselect_logical_tensor_t *libselect_select_op_src0(
        const libselect_select_op_t *op);
/** The logical tensor of what is taken where cond is false. */
LIBSELECT_API const libselect_logical_tensor_t *libselect_select_op_src1(
        const libselect_select_op_t *op);
/** The result's logical tensor, given or inferred. It may hold unknown dims, or be of unknown rank,
 * when an input is. */
LIBSELECT_API const libselect_logical_tensor_t *libselect_select_op_dst(
        const libselect_select_op_t *op);

/** The broadcast mode that the op was made with; numpy for NULL. */
LIBSELECT_API libselect_auto_broadcast_t libselect_select_op_auto_broadcast(
        const libselect_select_op_t *op);
/** The axis that the op was made with; LIBSELECT_DEFAULT_AXIS for NULL. */
LIBSELECT_API int64_t libselect_select_op_axis(const libselect_select_op_t *op);

/** Writes a printable form, `select cond:boolean:4x5 src0:f32:2x3x4x5 ...`, into text as snprintf
 * does: at most text_bytes bytes with the closing NUL, and returns the length of the whole form
 * without it. text may be NULL when text_bytes is 0. 0 for a NULL op or when memory runs out. */
LIBSELECT_API size_t libselect_select_op_print(
        const libselect_select_op_t *op, char *text, size_t text_bytes);

/* ---- Primitive: how to compute it ----------------------------------------------------------- */

/** Creates a primitive: plans the loops, picks the best implementation that takes them, and takes
 * its kernel from the cache or generates it. max_threads >= 1 bounds the threads of one execute; 0
 * leaves it to the arena of the caller. When executable memory is refused, the implementation is
 * "portable".
 *
 * Errors: invalid_graph_op (a dim or the rank is unknown), invalid_shape (a product of dims does
 * not fit 63 bits), invalid_arguments (NULL, max_threads < 0, strides whose offsets do not fit 63
 * bits, an unknown LIBSELECT_MAX_CPU_ISA), out_of_memory.
 *
 * Environment variables make generated kernels visible to profilers; the first kernel looks at
 * them. Its name says what a kernel is for, `libselect_avx512_rows_w4_cond-full_...`.
 * - LIBSELECT_JIT_PROFILE=perfmap appends addresses and names to `/tmp/perf-PID.map`, for `perf
 *   report`. Such a map knows no time: where a kernel is freed and another comes to its address,
 *   the later name stands for both.
 * - LIBSELECT_JIT_PROFILE=jitdump writes `jit-PID.dump` in a new directory below `.debug/jit` of
 *   `$JITDUMPDIR`, else of `$HOME`, else of the working directory, for `perf record -k 1` and
 *   `perf inject --jit`.
 * - LIBSELECT_JIT_DUMP=DIRECTORY writes the bytes of each kernel to `DIRECTORY/NAME.bin`.
 *
 * Another value, or a file that the system refuses, stands in a line of verbose mode and changes
 * nothing else. A program with rights that its caller lacks (setuid) takes none of them. */
LIBSELECT_API LIBSELECT_NODISCARD libselect_status_t libselect_primitive_create(
        libselect_primitive_t **primitive, const libselect_select_op_t *op, int max_threads);

/** Frees the primitive, which no thread may be executing. */
LIBSELECT_API void libselect_primitive_destroy(libselect_primitive_t *primitive);

/** Name of the implementation: "jit:avx512", "jit:avx2", "jit:scalar" or "portable"; NULL for
 * NULL. */
LIBSELECT_API const char *libselect_primitive_implementation(
        const libselect_primitive_t *primitive);

/** The most threads one execute may use; 0 means as many as the arena of the caller has. */
LIBSELECT_API int libselect_primitive_max_threads(const libselect_primitive_t *primitive);

/** Writes the plan, the kernel's parameters and, for each better implementation, why it refused; as
 * libselect_select_op_print does. */
LIBSELECT_API size_t libselect_primitive_print(
        const libselect_primitive_t *primitive, char *text, size_t text_bytes);

/** Computes dst. Every memory carries the logical tensor of the op, or an equal one.
 * - Aliasing: inputs may overlap each other in any way. dst may be src0, or src1, or both: the same
 *   data and, in every dim of more than one element, the same stride. Any other byte shared by dst
 *   and an input is invalid_arguments, found before anything is written. So are strides made such
 *   that a bounded search cannot tell.
 * - Threads: any number of threads may execute one primitive at once, each with its own dst. Large
 *   problems run on oneTBB in the arena of the caller, isolated from the caller's other tasks; the
 *   first of them starts as many threads as oneTBB will, and ends them. Where the system refuses
 *   them, and in a child of fork whose parent had come so far, the calling thread works alone. The
 *   bits of dst do not depend on the number of threads.
 * - Cost: allocates nothing and takes no lock (oneTBB may, when it runs more than one thread;
 *   verbose mode does). Uses up to 128 KiB of stack.
 * - Errors, all found before dst is touched: invalid_arguments (NULL, another tensor than the op's,
 *   a size that is too small, overlap). */
LIBSELECT_API LIBSELECT_NODISCARD libselect_status_t libselect_execute(
        const libselect_primitive_t *primitive, const libselect_memory_t *cond,
        const libselect_memory_t *src0, const libselect_memory_t *src1,
        const libselect_memory_t *dst);

#ifdef __cplusplus
}
#endif

#endif
