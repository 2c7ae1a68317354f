/* SPDX-License-Identifier: Apache-2.0 */
/* The C interface from C99, compiled pedantically, from creation to execution. */
#include <libselect/libselect.h>

#include <stddef.h>

int select_in_c99(float *dst);

/* Selects two floats into dst. Returns 0 when every call succeeded. */
int select_in_c99(float *dst) {
    const int64_t dims[1] = {2};
    unsigned char cond[2] = {0xff, 0};
    float src0[2] = {1, 2}, src1[1] = {3};
    libselect_logical_tensor_t *mask = NULL, *pair = NULL, *scalar = NULL;
    libselect_select_op_t *op = NULL;
    libselect_primitive_t *primitive = NULL;
    libselect_status_t status = libselect_success;

    status = libselect_logical_tensor_create(&mask, libselect_boolean, 1, dims, NULL);
    if (status == libselect_success)
        status = libselect_logical_tensor_create(&pair, libselect_f32, 1, dims, NULL);
    if (status == libselect_success)
        status = libselect_logical_tensor_create(&scalar, libselect_f32, 0, NULL, NULL);
    if (status == libselect_success)
        status = libselect_select_op_create(&op, mask, pair, scalar, NULL,
                libselect_auto_broadcast_numpy, LIBSELECT_DEFAULT_AXIS);
    if (status == libselect_success) status = libselect_primitive_create(&primitive, op, 1);
    if (status == libselect_success) {
        libselect_memory_t cond_memory = {NULL, NULL, sizeof cond};
        libselect_memory_t src0_memory = {NULL, NULL, sizeof src0};
        libselect_memory_t src1_memory = {NULL, NULL, sizeof src1};
        libselect_memory_t dst_memory = {NULL, NULL, LIBSELECT_UNKNOWN_SIZE};
        cond_memory.tensor = mask;
        cond_memory.data = cond;
        src0_memory.tensor = pair;
        src0_memory.data = src0;
        src1_memory.tensor = scalar;
        src1_memory.data = src1;
        dst_memory.tensor = libselect_select_op_dst(op);
        dst_memory.data = dst;
        status = libselect_execute(
                primitive, &cond_memory, &src0_memory, &src1_memory, &dst_memory);
    }
    libselect_primitive_destroy(primitive);
    libselect_select_op_destroy(op);
    libselect_logical_tensor_destroy(scalar);
    libselect_logical_tensor_destroy(pair);
    libselect_logical_tensor_destroy(mask);
    return status == libselect_success ? 0 : 1;
}
