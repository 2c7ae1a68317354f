// SPDX-License-Identifier: Apache-2.0
// The binary interface as released programs rely on it: compiling this file checks it. A line here
// is never changed or removed while the soname stays; what a version adds goes to the end.
//
// A record by hand and not the dump of a tool such as abidw: that needs debug information, which
// the released build lacks, and differs from compiler to compiler in what has nothing to do with
// callers. This compiles everywhere, and reads as what it promises. exported_symbols.txt has the
// symbols, and abi_record.sh checks that no name of the header is missing here.
#include <libselect/libselect.h>

#include <cstddef>
#include <type_traits>

// LIBSELECT_NODISCARD is no part of a type, and GCC says that it is ignored in one.
#pragma GCC diagnostic ignored "-Wignored-attributes"
#define FUNCTION(name, ...) static_assert(std::is_same_v<decltype(name), __VA_ARGS__>)
#define VALUE(name, number) static_assert((name) == (number))

// Since 0.1.

VALUE(LIBSELECT_MAX_RANK, 64);
VALUE(LIBSELECT_UNKNOWN_DIM, INT64_MIN);
VALUE(LIBSELECT_UNKNOWN_RANK, -1);
VALUE(LIBSELECT_UNKNOWN_SIZE, SIZE_MAX);
VALUE(LIBSELECT_DEFAULT_AXIS, -1);

static_assert(sizeof(libselect_status_t) == 4 && sizeof(libselect_data_type_t) == 4
              && sizeof(libselect_auto_broadcast_t) == 4 && sizeof(libselect_cpu_isa_t) == 4);

VALUE(libselect_success, 0);
VALUE(libselect_out_of_memory, 1);
VALUE(libselect_invalid_arguments, 2);
VALUE(libselect_unimplemented, 3);
VALUE(libselect_runtime_error, 5);
VALUE(libselect_invalid_graph_op, 8);
VALUE(libselect_invalid_shape, 9);
VALUE(libselect_invalid_data_type, 10);

VALUE(libselect_undef, 0);
VALUE(libselect_boolean, 1);
VALUE(libselect_u8, 2);
VALUE(libselect_s8, 3);
VALUE(libselect_f8_e4m3, 4);
VALUE(libselect_f8_e5m2, 5);
VALUE(libselect_u16, 6);
VALUE(libselect_s16, 7);
VALUE(libselect_f16, 8);
VALUE(libselect_bf16, 9);
VALUE(libselect_u32, 10);
VALUE(libselect_s32, 11);
VALUE(libselect_f32, 12);
VALUE(libselect_u64, 13);
VALUE(libselect_s64, 14);
VALUE(libselect_f64, 15);
VALUE(libselect_c64, 16);
VALUE(libselect_c128, 17);

VALUE(libselect_auto_broadcast_none, 0);
VALUE(libselect_auto_broadcast_numpy, 1);
VALUE(libselect_auto_broadcast_pdpd, 2);
VALUE(libselect_auto_broadcast_multidirectional, 3);

VALUE(libselect_cpu_isa_portable, 0);
VALUE(libselect_cpu_isa_scalar, 1);
VALUE(libselect_cpu_isa_avx2, 2);
VALUE(libselect_cpu_isa_avx512, 3);

using tensor = libselect_logical_tensor_t;
using op = libselect_select_op_t;
using primitive = libselect_primitive_t;
using memory = libselect_memory_t;
using status = libselect_status_t;
static_assert(std::is_same_v<tensor, struct libselect_logical_tensor>);
static_assert(std::is_same_v<op, struct libselect_select_op>);
static_assert(std::is_same_v<primitive, struct libselect_primitive>);

// Callers make these, in arrays as well.
static_assert(std::is_same_v<decltype(memory::tensor), const tensor *>);
static_assert(std::is_same_v<decltype(memory::data), void *>);
static_assert(std::is_same_v<decltype(memory::size_bytes), std::size_t>);
VALUE(offsetof(memory, tensor), 0 * sizeof(void *));
VALUE(offsetof(memory, data), 1 * sizeof(void *));
VALUE(offsetof(memory, size_bytes), 2 * sizeof(void *));
VALUE(sizeof(memory), 3 * sizeof(void *));

FUNCTION(libselect_version, const char *());
FUNCTION(libselect_last_error, const char *());
FUNCTION(libselect_status_name, const char *(status));
FUNCTION(libselect_set_max_cpu_isa, status(libselect_cpu_isa_t));
FUNCTION(libselect_set_verbose, status(int));
FUNCTION(libselect_effective_cpu_isa, status(libselect_cpu_isa_t *));
FUNCTION(libselect_cpu_isa_name, const char *(libselect_cpu_isa_t));

FUNCTION(libselect_data_type_from_string, status(const char *, libselect_data_type_t *));
FUNCTION(libselect_data_type_name, const char *(libselect_data_type_t));
FUNCTION(libselect_data_type_size, std::size_t(libselect_data_type_t));
FUNCTION(libselect_auto_broadcast_from_string, status(const char *, libselect_auto_broadcast_t *));
FUNCTION(libselect_auto_broadcast_name, const char *(libselect_auto_broadcast_t));

FUNCTION(libselect_logical_tensor_create,
        status(tensor **, libselect_data_type_t, int, const int64_t *, const int64_t *));
FUNCTION(libselect_logical_tensor_retain, tensor *(const tensor *));
FUNCTION(libselect_logical_tensor_destroy, void(tensor *));
FUNCTION(libselect_logical_tensor_data_type, libselect_data_type_t(const tensor *));
FUNCTION(libselect_logical_tensor_rank, int(const tensor *));
FUNCTION(libselect_logical_tensor_dims, const int64_t *(const tensor *));
FUNCTION(libselect_logical_tensor_strides, const int64_t *(const tensor *));
FUNCTION(libselect_logical_tensor_size_bytes, status(const tensor *, std::size_t *));

FUNCTION(libselect_select_op_create, status(op **, const tensor *, const tensor *, const tensor *,
                                             const tensor *, libselect_auto_broadcast_t, int64_t));
FUNCTION(libselect_select_op_destroy, void(op *));
FUNCTION(libselect_select_op_cond, const tensor *(const op *));
FUNCTION(libselect_select_op_src0, const tensor *(const op *));
FUNCTION(libselect_select_op_src1, const tensor *(const op *));
FUNCTION(libselect_select_op_dst, const tensor *(const op *));
FUNCTION(libselect_select_op_auto_broadcast, libselect_auto_broadcast_t(const op *));
FUNCTION(libselect_select_op_axis, int64_t(const op *));
FUNCTION(libselect_select_op_print, std::size_t(const op *, char *, std::size_t));

FUNCTION(libselect_primitive_create, status(primitive **, const op *, int));
FUNCTION(libselect_primitive_destroy, void(primitive *));
FUNCTION(libselect_primitive_implementation, const char *(const primitive *));
FUNCTION(libselect_primitive_max_threads, int(const primitive *));
FUNCTION(libselect_primitive_print, std::size_t(const primitive *, char *, std::size_t));
FUNCTION(libselect_execute,
        status(const primitive *, const memory *, const memory *, const memory *, const memory *));

// Since 0.2.

VALUE(libselect_u1, 18);
VALUE(libselect_u1_msb, 19);

VALUE(libselect_condition_undef, -1);
VALUE(libselect_condition_boolean, 0);
VALUE(libselect_condition_bits, 1);
VALUE(libselect_condition_nonzero, 2);
VALUE(libselect_condition_compare, 3);
VALUE(libselect_condition_interval, 4);

VALUE(libselect_relation_eq, 0);
VALUE(libselect_relation_ne, 1);
VALUE(libselect_relation_lt, 2);
VALUE(libselect_relation_le, 3);
VALUE(libselect_relation_gt, 4);
VALUE(libselect_relation_ge, 5);

VALUE(libselect_arg_cond, 1);
VALUE(libselect_arg_src0, 2);
VALUE(libselect_arg_src1, 3);
VALUE(libselect_arg_dst, 4);
VALUE(libselect_arg_lhs, 5);
VALUE(libselect_arg_rhs, 6);
VALUE(libselect_arg_begin, 7);
VALUE(libselect_arg_end, 8);

static_assert(sizeof(libselect_condition_kind_t) == 4 && sizeof(libselect_relation_t) == 4
              && sizeof(libselect_arg_t) == 4);

using condition = libselect_condition_t;
using relation = libselect_relation_t;
using argument = libselect_exec_arg_t;
static_assert(std::is_same_v<condition, struct libselect_condition>);

// Callers make arrays of these.
static_assert(std::is_same_v<decltype(argument::arg), libselect_arg_t>);
static_assert(std::is_same_v<decltype(argument::memory), memory>);
VALUE(offsetof(argument, arg), 0);
VALUE(offsetof(argument, memory), 1 * sizeof(void *));
VALUE(sizeof(argument), 4 * sizeof(void *));

FUNCTION(libselect_relation_from_string, status(const char *, relation *));
FUNCTION(libselect_relation_name, const char *(relation));

FUNCTION(libselect_logical_tensor_create_at,
        status(tensor **, libselect_data_type_t, int, const int64_t *, const int64_t *, int64_t));
FUNCTION(libselect_logical_tensor_offset, int64_t(const tensor *));

FUNCTION(libselect_condition_create, status(condition **, const tensor *));
FUNCTION(libselect_condition_create_nonzero, status(condition **, const tensor *));
FUNCTION(libselect_condition_create_compare,
        status(condition **, const tensor *, relation, const tensor *));
FUNCTION(libselect_condition_create_interval,
        status(condition **, int, int, const int64_t *, const int64_t *, const tensor *,
                const tensor *));
FUNCTION(libselect_condition_retain, condition *(const condition *));
FUNCTION(libselect_condition_destroy, void(condition *));
FUNCTION(libselect_condition_kind, libselect_condition_kind_t(const condition *));
FUNCTION(libselect_condition_input, const tensor *(const condition *, libselect_arg_t));
FUNCTION(libselect_condition_relation, relation(const condition *));
FUNCTION(libselect_condition_print, std::size_t(const condition *, char *, std::size_t));

FUNCTION(libselect_select_op_create_with,
        status(op **, const condition *, const tensor *, const tensor *, const tensor *,
                libselect_auto_broadcast_t, int64_t));
FUNCTION(libselect_select_op_condition, const condition *(const op *));
FUNCTION(libselect_execute_args, status(const primitive *, const argument *, std::size_t));
