/* SPDX-License-Identifier: Apache-2.0 */
/* A C99 program: dst[2][3] = cond[3] ? src0 : src1[2][3], every element and one refusal checked. */
#include <stdio.h>
#include <string.h>

#include <libselect/libselect.h>

static const unsigned char cond_data[3] = {0, 1, 0x80};
static const double src0_data = -0.5;
static const double src1_data[2][3] = {{1, 2, 3}, {4, 5, 6}};
static const double expected[2][3] = {{1, -0.5, -0.5}, {4, -0.5, -0.5}};

static libselect_memory_t memory(
        const libselect_logical_tensor_t *tensor, const void *data, size_t size_bytes) {
    libselect_memory_t result;
    result.tensor = tensor;
    result.data = (void *)data;
    result.size_bytes = size_bytes;
    return result;
}

static libselect_select_op_t *create_op(void) {
    static const int64_t cond_dims[1] = {3}, src1_dims[2] = {2, 3};
    libselect_logical_tensor_t *cond = NULL, *src0 = NULL, *src1 = NULL;
    libselect_select_op_t *op = NULL;
    if (libselect_logical_tensor_create(&cond, libselect_boolean, 1, cond_dims, NULL)
            || libselect_logical_tensor_create(&src0, libselect_f64, 0, NULL, NULL)
            || libselect_logical_tensor_create(&src1, libselect_f64, 2, src1_dims, NULL)
            || libselect_select_op_create(&op, cond, src0, src1, NULL,
                    libselect_auto_broadcast_numpy, LIBSELECT_DEFAULT_AXIS))
        op = NULL;
    libselect_logical_tensor_destroy(src1);
    libselect_logical_tensor_destroy(src0);
    libselect_logical_tensor_destroy(cond);
    return op;
}

static libselect_status_t execute(const libselect_select_op_t *op,
        const libselect_primitive_t *primitive, double *dst_data, size_t dst_bytes) {
    const libselect_memory_t cond =
            memory(libselect_select_op_cond(op), cond_data, sizeof(cond_data));
    const libselect_memory_t src0 =
            memory(libselect_select_op_src0(op), &src0_data, sizeof(src0_data));
    const libselect_memory_t src1 =
            memory(libselect_select_op_src1(op), src1_data, sizeof(src1_data));
    const libselect_memory_t dst = memory(libselect_select_op_dst(op), dst_data, dst_bytes);
    return libselect_execute(primitive, &cond, &src0, &src1, &dst);
}

static int failed(const char *what) {
    fprintf(stderr, "%s: %s\n", what, libselect_last_error());
    return 1;
}

int main(void) {
    double dst_data[6] = {9, 9, 9, 9, 9, 9};
    libselect_primitive_t *primitive = NULL;
    libselect_select_op_t *op = create_op();
    if (op == NULL) return failed("op");
    if (libselect_primitive_create(&primitive, op, 1) != libselect_success)
        return failed("primitive");
    if (execute(op, primitive, dst_data, sizeof(dst_data) - 1) != libselect_invalid_arguments)
        return failed("a dst that is one byte short was not refused");
    if (execute(op, primitive, dst_data, sizeof(dst_data)) != libselect_success)
        return failed("execute");
    if (memcmp(dst_data, expected, sizeof(expected)) != 0) {
        fprintf(stderr, "dst differs from the definition\n");
        return 1;
    }
    printf("%s, version %s\n", libselect_primitive_implementation(primitive), libselect_version());
    libselect_primitive_destroy(primitive);
    libselect_select_op_destroy(op);
    return 0;
}
