/* SPDX-License-Identifier: Apache-2.0 */
/* A program as it was compiled and linked with libselect 0.1: with that version's declarations and
 * values, and by symbols of LIBSELECT_0.1 only. It must run unchanged with every later 0.x. */
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

typedef struct {
    const void *tensor;
    void *data;
    size_t size_bytes;
} memory;

enum { success = 0, invalid_data_type = 10, boolean = 1, f32 = 12, numpy = 1, dst_bytes = 24 };

int libselect_logical_tensor_create(
        void **tensor, int type, int rank, const int64_t *dims, const int64_t *strides);
void libselect_logical_tensor_destroy(void *tensor);
int libselect_logical_tensor_size_bytes(const void *tensor, size_t *size_bytes);
int libselect_select_op_create(void **op, const void *cond, const void *src0, const void *src1,
        const void *dst, int auto_broadcast, int64_t axis);
void libselect_select_op_destroy(void *op);
const void *libselect_select_op_cond(const void *op);
const void *libselect_select_op_dst(const void *op);
int libselect_primitive_create(void **primitive, const void *op, int max_threads);
void libselect_primitive_destroy(void *primitive);
const char *libselect_primitive_implementation(const void *primitive);
int libselect_execute(const void *primitive, const memory *cond, const memory *src0,
        const memory *src1, const memory *dst);
const char *libselect_last_error(void);

static int failed(const char *what) {
    printf("%s: %s\n", what, libselect_last_error());
    return 1;
}

int main(void) {
    const int64_t square[2] = {2, 3}, columns[1] = {3}, turned[2] = {1, 2};
    unsigned char cond[3] = {1, 0, 0x80};
    float src0[6] = {1, 2, 3, 4, 5, 6}, src1 = -1, dst[6] = {0};
    const float wanted[6] = {1, 4, -1, -1, 3, 6}; /* columns first */
    void *mask = NULL, *full = NULL, *scalar = NULL, *result = NULL, *op = NULL, *primitive = NULL;
    memory memories[4];
    size_t size = 0;

    if (libselect_logical_tensor_create(&mask, boolean, 1, columns, NULL) != success
            || libselect_logical_tensor_create(&full, f32, 2, square, NULL) != success
            || libselect_logical_tensor_create(&scalar, f32, 0, NULL, NULL) != success
            || libselect_logical_tensor_create(&result, f32, 2, square, turned) != success)
        return failed("a tensor");
    if (libselect_logical_tensor_size_bytes(result, &size) != success || size != dst_bytes)
        return failed("a size");
    if (libselect_select_op_create(&op, full, full, scalar, result, numpy, -1) != invalid_data_type)
        return failed("a condition of floats is not refused");
    if (libselect_select_op_create(&op, mask, full, scalar, result, numpy, -1) != success
            || libselect_primitive_create(&primitive, op, 0) != success)
        return failed("a primitive");
    memories[0] = (memory) {libselect_select_op_cond(op), cond, sizeof cond};
    memories[1] = (memory) {full, src0, sizeof src0};
    memories[2] = (memory) {scalar, &src1, sizeof src1};
    memories[3] = (memory) {libselect_select_op_dst(op), dst, size};
    if (libselect_execute(primitive, &memories[0], &memories[1], &memories[2], &memories[3])
            != success)
        return failed("execute");
    if (memcmp(dst, wanted, sizeof dst) != 0) return failed("dst is wrong");
    printf("%s\n", libselect_primitive_implementation(primitive));

    libselect_primitive_destroy(primitive);
    libselect_select_op_destroy(op);
    libselect_logical_tensor_destroy(result);
    libselect_logical_tensor_destroy(scalar);
    libselect_logical_tensor_destroy(full);
    libselect_logical_tensor_destroy(mask);
    return 0;
}
