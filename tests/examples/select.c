/* SPDX-License-Identifier: Apache-2.0 */
/* The C interface: each call gives a status, and libselect_last_error() the reason. */
#include <libselect/libselect.h>
#include <stdint.h>
#include <stdio.h>

static int failed(libselect_status_t status) {
    if (status != libselect_success)
        fprintf(stderr, "%s: %s\n", libselect_status_name(status), libselect_last_error());
    return status != libselect_success;
}

int main(void) {
    const uint8_t mask[3] = {1, 0, 1};
    const float yes[3] = {1, 2, 3}, no = -1;
    float result[3];
    const int64_t dims[1] = {3};

    libselect_logical_tensor_t *cond = NULL, *src0 = NULL, *src1 = NULL;
    libselect_select_op_t *op = NULL;
    libselect_primitive_t *primitive = NULL;
    int i, wrong;

    wrong = failed(libselect_logical_tensor_create(&cond, libselect_boolean, 1, dims, NULL))
            || failed(libselect_logical_tensor_create(&src0, libselect_f32, 1, dims, NULL))
            || failed(libselect_logical_tensor_create(&src1, libselect_f32, 0, NULL, NULL))
            || failed(libselect_select_op_create(&op, cond, src0, src1, NULL,
                    libselect_auto_broadcast_numpy, LIBSELECT_DEFAULT_AXIS))
            || failed(libselect_primitive_create(&primitive, op, 0));
    if (!wrong) {
        /* The size lets the library refuse a buffer that is too small. */
        const libselect_memory_t c = {cond, (void *)mask, sizeof mask};
        const libselect_memory_t a = {src0, (void *)yes, sizeof yes};
        const libselect_memory_t b = {src1, (void *)&no, sizeof no};
        const libselect_memory_t d = {libselect_select_op_dst(op), result, sizeof result};
        wrong = failed(libselect_execute(primitive, &c, &a, &b, &d));
    }
    for (i = 0; i < 3 && !wrong; ++i)
        printf("%g\n", result[i]);

    /* Destroying NULL does nothing. */
    libselect_primitive_destroy(primitive);
    libselect_select_op_destroy(op);
    libselect_logical_tensor_destroy(src1);
    libselect_logical_tensor_destroy(src0);
    libselect_logical_tensor_destroy(cond);
    return wrong;
}

/* It prints:
 *
 * 1
 * -1
 * 3
 */
