// SPDX-License-Identifier: Apache-2.0
// Creating a plan: strides along dst, order, merge, roles. plan.hpp describes the steps.
#include "plan/plan.hpp"

#include <algorithm>
#include <cstdlib>

#include "base/error.hpp"
#include "op/infer_shape.hpp"
#include "op/interval_shape.hpp"
#include "plan/condition_walk.hpp"
#include "plan/promises.hpp"

namespace libselect {
namespace {

// A loop, and what the condition walks along it.
struct wide_loop {
    loop base;
    per_walked<std::int64_t> walks {};
};

// The problem while its loops are made.
struct wide_nest {
    per_operand<const logical_tensor *> operands {}; // cond is null when it is evaluated
    std::array<const logical_tensor *, n_condition_inputs> inputs {}; // of such a condition
    planned made;
    int rank = 0;
    std::array<wide_loop, max_rank> loops {};
};

void check_known(const logical_tensor *tensor, const char *name) {
    if (tensor != nullptr && !tensor->dims.is_known())
        fail(libselect_invalid_graph_op, {name, ": dims are ", to_string(tensor->dims),
                                                 "; a primitive needs every dim to be known"});
}

wide_nest operands_of(const select_op &op) {
    wide_nest wide;
    const condition_kind kind = op.cond.kind();
    condition_walk &walk = wide.made.condition;
    walk.kind = kind;
    wide.operands = {nullptr, op.src0.get(), op.src1.get(), op.dst.get()};
    if (kind == condition_kind::boolean) wide.operands[cond] = op.cond.tensor();
    for (std::size_t i = 0; kind != condition_kind::boolean && i < n_condition_inputs; ++i) {
        wide.inputs[i] = op.cond->inputs[i].get();
        if (wide.inputs[i] == nullptr) continue;
        check_known(wide.inputs[i], input_name(kind, i));
        walk.input_types[i] = wide.inputs[i]->type;
        if (i == 0) walk.input_width = static_cast<int>(data_type_size(walk.input_types[i]));
    }
    for (std::size_t i = 0; i < n_operands; ++i)
        check_known(wide.operands[i], operand_names[i]);
    walk.how = op.cond->how;
    walk.bounds = op.cond->bounds;
    return wide;
}

// The number of elements of dst; throws when it or their bytes do not fit 63 bits.
std::int64_t count_elements(const logical_tensor &tensor) {
    if (tensor.dims.is_empty()) return 0;
    const auto elem_bytes = static_cast<std::int64_t>(data_type_size(tensor.type));
    std::int64_t n_bytes = elem_bytes;
    for (int axis = 0; axis < tensor.dims.rank; ++axis)
        if (__builtin_mul_overflow(n_bytes, tensor.dims[axis], &n_bytes))
            fail(libselect_invalid_shape,
                    {"dst: ", to_string(tensor.dims), " elements of ", elem_bytes,
                            " bytes are more bytes than fit 63 bits"});
    return n_bytes / elem_bytes;
}

// The stride of an operand along an axis of dst. Axis 0 of the operand stands at axis `first` of
// dst, and neighbours of a dense row are `unit` addresses apart. span_of has shown that the product
// fits.
std::int64_t stride_along(
        const logical_tensor &tensor, std::int64_t unit, int first, int dst_axis) {
    const int axis = dst_axis - first;
    if (axis < 0 || axis >= tensor.dims.rank || tensor.dims[axis] == 1) return 0;
    return tensor.strides[static_cast<std::size_t>(axis)] * unit;
}

// The axis of dst at which axis 0 of an input of the condition stands: begin and end are aligned on
// the right, the other inputs are placed as cond is.
int first_axis_of_input(const wide_nest &wide, std::size_t input, const attributes &attr) {
    const bool placed = wide.made.condition.kind != condition_kind::interval;
    return first_axis(wide.inputs[input]->dims.rank, wide.operands[dst]->dims.rank,
            placed ? attr : attributes {});
}

// Strides of what the condition walks along an axis of dst.
per_walked<std::int64_t> walks_along(const wide_nest &wide, const attributes &attr, int dst_axis) {
    per_walked<std::int64_t> strides {};
    for (std::size_t i = 0; i < n_condition_inputs; ++i) {
        if (wide.inputs[i] == nullptr) continue;
        const std::int64_t unit = unit_of(wide.inputs[i]->type).step;
        strides[i] =
                stride_along(*wide.inputs[i], unit, first_axis_of_input(wide, i, attr), dst_axis);
    }
    const condition_walk &walk = wide.made.condition;
    const int rank = wide.operands[dst]->dims.rank;
    if (walk.walks[at(walked::col)].is_walked)
        strides[at(walked::col)] = dst_axis == axis_of_dst(walk.bounds.axis, rank) ? 1 : 0;
    if (walk.walks[at(walked::row)].is_walked)
        strides[at(walked::row)] = dst_axis == axis_of_dst(walk.bounds.row_axis, rank) ? 1 : 0;
    return strides;
}

// The bytes that the condition reads, for estimates of time. Numbers as wide as the elements are
// left out, since they often are a source or dst.
void set_cond_bytes(planned &made) {
    constexpr std::int64_t enough = std::int64_t {1} << 60;
    const condition_walk &walk = made.condition;
    std::int64_t n_bytes = 0;
    for (std::size_t i = 0; i < n_condition_inputs; ++i)
        if (walk.input_width != made.nest.elem_bytes || walk.kind == condition_kind::bits)
            n_bytes += std::min(walk.spans[i].high - walk.spans[i].low, enough);
    made.nest.spans[cond] = {0, n_bytes};
}

// What the condition looks at, and where the inputs start.
void start_walks(wide_nest &wide) {
    condition_walk &walk = wide.made.condition;
    for (std::size_t i = 0; i < n_condition_inputs; ++i) {
        if (wide.inputs[i] == nullptr) continue;
        walk.walks[i].is_walked = true;
        walk.walks[i].start = wide.inputs[i]->offset * unit_of(wide.inputs[i]->type).step;
        walk.spans[i] = span_of(*wide.inputs[i], input_name(walk.kind, i));
    }
    set_cond_bytes(wide.made);
    if (walk.kind != condition_kind::interval) return;
    const bool has_rows = walk.bounds.has_rows();
    walk.walks[at(walked::row)].is_walked = has_rows;
    walk.walks[at(walked::col)].is_walked =
            has_rows || wide.inputs[0] != nullptr || wide.inputs[1] != nullptr;
}

// Steps 1 and 2: one loop per axis of dst that is not 1 long, in the order of the axes.
void make_loops(wide_nest &wide, const attributes &attr) {
    plan &nest = wide.made.nest;
    const shape &dims = wide.operands[dst]->dims;
    per_operand<int> first {};
    for (std::size_t i = 0; i < n_operands; ++i) {
        if (wide.operands[i] == nullptr) continue;
        // A pdpd axis says at which axis of src0 src1 and cond begin; src0 itself begins at axis 0.
        const bool placed = i == cond || i == src1;
        first[i] =
                first_axis(wide.operands[i]->dims.rank, dims.rank, placed ? attr : attributes {});
        nest.starts[i] = wide.operands[i]->offset * nest.unit(static_cast<operand>(i));
    }
    for (int axis = 0; axis < dims.rank; ++axis) {
        if (dims[axis] == 1) continue;
        wide_loop &next = wide.loops[static_cast<std::size_t>(wide.rank++)];
        next.base.extent = dims[axis];
        for (std::size_t i = 0; i < n_operands; ++i)
            if (wide.operands[i] != nullptr)
                next.base.strides[i] = stride_along(
                        *wide.operands[i], nest.unit(static_cast<operand>(i)), first[i], axis);
        if (nest.is_evaluated()) next.walks = walks_along(wide, attr, axis);
    }
}

// Whether a loop is better walked from its other end.
bool goes_backwards(const loop &each) {
    int balance = 0; // operands that go forwards, less those that go backwards
    for (const std::int64_t stride : each.strides)
        balance += stride == 0 ? 0 : stride > 0 ? 1 : -1;
    return balance == 0 ? each.strides[dst] < 0 : balance < 0;
}

// Step 3.
void order_loops(wide_nest &wide) {
    for (int i = 0; i < wide.rank; ++i) {
        wide_loop &each = wide.loops[static_cast<std::size_t>(i)];
        if (!goes_backwards(each.base)) continue;
        for (std::size_t k = 0; k < n_operands; ++k) {
            wide.made.nest.starts[k] += (each.base.extent - 1) * each.base.strides[k];
            each.base.strides[k] = -each.base.strides[k];
        }
        for (std::size_t k = 0; k < n_walked; ++k) {
            wide.made.condition.walks[k].start += (each.base.extent - 1) * each.walks[k];
            each.walks[k] = -each.walks[k];
        }
    }
    std::stable_sort(wide.loops.begin(), wide.loops.begin() + wide.rank,
            [](const wide_loop &a, const wide_loop &b) {
                return std::abs(a.base.strides[dst]) > std::abs(b.base.strides[dst]);
            });
}

bool can_merge_walks(const wide_loop &outer, const wide_loop &inner) noexcept {
    for (std::size_t i = 0; i < n_walked; ++i) {
        std::int64_t reach = 0; // may not fit 63 bits where the strides rule out a merge
        if (__builtin_mul_overflow(inner.walks[i], inner.base.extent, &reach)) return false;
        if (outer.walks[i] != reach) return false;
    }
    return true;
}

// Step 4.
void merge_loops(wide_nest &wide) {
    if (wide.rank == 0) return;
    int last = 0;
    for (int i = 1; i < wide.rank; ++i) {
        const wide_loop next = wide.loops[static_cast<std::size_t>(i)];
        wide_loop &outer = wide.loops[static_cast<std::size_t>(last)];
        if (can_merge(outer.base, next.base) && can_merge_walks(outer, next)) {
            outer.base.extent *= next.base.extent;
            outer.base.strides = next.base.strides;
            outer.walks = next.walks;
        } else {
            wide.loops[static_cast<std::size_t>(++last)] = next;
        }
    }
    wide.rank = last + 1;
}

// Whether kernel/condition_row.hpp has loops for what the condition reads along the innermost loop.
bool reads_rows(const condition_walk &walk, const per_walked<std::int64_t> &inner) noexcept {
    constexpr int widest_number = 8;
    if (walk.kind == condition_kind::bits) return inner[0] == 1;
    const bool is_pair = walk.kind == condition_kind::compare && is_complex(walk.input_types[0]);
    if (walk.input_width > widest_number || is_pair) return false;
    const auto is_one_of_row = [&](std::size_t input) {
        return inner[input] == 0 || inner[input] == walk.input_width;
    };
    return is_one_of_row(0) && is_one_of_row(1) && (inner[0] != 0 || inner[1] != 0);
}

// Which faster way than by bytes the innermost loop allows.
evaluated_as how_evaluated(const wide_nest &wide) noexcept {
    if (wide.rank == 0) return evaluated_as::bytes;
    const auto &inner = wide.loops[static_cast<std::size_t>(wide.rank - 1)].walks;
    const condition_kind kind = wide.made.condition.kind;
    if (kind != condition_kind::interval) {
        const bool has_loops = reads_rows(wide.made.condition, inner);
        return has_loops ? evaluated_as::rows : evaluated_as::bytes;
    }
    // Where begin and end stay the same along a row, an interval is one range of the row.
    const bool moves = inner[at(walked::col)] != 0 || inner[at(walked::row)] != 0;
    const bool is_range = inner[0] == 0 && inner[1] == 0 && moves;
    return is_range ? evaluated_as::ranges : evaluated_as::bytes;
}

// The strides of the bytes of an evaluated condition: dense over the loops along which anything
// that it walks moves.
void lay_out_evaluated(wide_nest &wide) {
    std::int64_t stride = 1;
    for (int i = wide.rank - 1; i >= 0; --i) {
        wide_loop &each = wide.loops[static_cast<std::size_t>(i)];
        const bool moves = std::any_of(each.walks.begin(), each.walks.end(),
                [](std::int64_t walk_stride) { return walk_stride != 0; });
        each.base.strides[cond] = moves ? stride : 0;
        if (moves) stride *= each.base.extent;
    }
    wide.made.nest.evaluated = how_evaluated(wide);
}

// Takes over the loops, which are final.
void finish(wide_nest &wide) {
    plan &nest = wide.made.nest;
    nest.rank = wide.rank;
    for (std::size_t i = 0; i < static_cast<std::size_t>(wide.rank); ++i) {
        nest.loops[i] = wide.loops[i].base;
        for (std::size_t k = 0; k < n_walked; ++k)
            wide.made.condition.walks[k].strides[i] = wide.loops[i].walks[k];
    }
    if (nest.rank > 0) return;
    nest.rank = 1;
    nest.loops[0].strides[dst] = nest.elem_bytes;
}

} // namespace

planned make_planned(const select_op &op) {
    wide_nest wide = operands_of(op);
    plan &nest = wide.made.nest;
    nest.elem_bytes = static_cast<int>(data_type_size(op.dst->type));
    nest.n_elems = count_elements(*op.dst);
    if (wide.made.condition.is_evaluated()) nest.evaluated = evaluated_as::bytes;
    if (nest.is_empty()) return wide.made;
    for (std::size_t i = 0; i < n_operands; ++i)
        if (wide.operands[i] != nullptr)
            nest.spans[i] = span_of(*wide.operands[i], operand_names[i]);
    if (nest.is_evaluated()) start_walks(wide);
    make_loops(wide, op.attr);
    order_loops(wide);
    merge_loops(wide);
    if (nest.is_evaluated()) lay_out_evaluated(wide);
    finish(wide);
    set_roles(nest);
    check_promises(nest);
    return wide.made;
}

plan make_plan(const select_op &op) {
    return make_planned(op).nest;
}

} // namespace libselect
