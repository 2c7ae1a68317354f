// SPDX-License-Identifier: Apache-2.0
// Reads descriptors and handles of oneDNN 2.x and 3.x. Used by dnnl.hpp; not part of the interface.
#ifndef LIBSELECT_DETAIL_DNNL_LAYOUT_HPP
#define LIBSELECT_DETAIL_DNNL_LAYOUT_HPP

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include <oneapi/dnnl/dnnl.hpp>

#include <libselect/detail/blocked_layout.hpp>
#include <libselect/detail/blocked_select.hpp>
#include <libselect/libselect.hpp>

namespace libselect::detail {

// The fields of a memory descriptor, the same for every version of oneDNN. The fields after extents
// are set only where format_kind is dnnl_blocked.
struct dnnl_fields {
    int type = 0;
    int format_kind = 0;
    dims extents, padded, padded_offsets, strides;
    std::vector<inner_block> blocks;
    std::int64_t offset = 0;
    bool has_extra = false;
};

#if DNNL_VERSION_MAJOR >= 3

using dnnl_desc_pointer = const_dnnl_memory_desc_t;

inline dnnl_desc_pointer pointer_to(const ::dnnl::memory::desc &md) {
    return md.get();
}
inline ::dnnl::memory::data_type data_type_of(const ::dnnl::memory::desc &md) {
    return md.get_data_type();
}

// The largest size in bytes that a layout without compensation can have. oneDNN 3.x shows only by a
// larger size that compensation data follows the elements.
inline std::size_t largest_size(const dnnl_fields &fields, std::size_t element_bytes) {
    std::int64_t in_block = 1, largest = 1;
    for (const inner_block &block : fields.blocks)
        in_block *= block.size;
    for (std::size_t axis = 0; axis < fields.extents.size(); ++axis) {
        std::int64_t per_axis = 1;
        for (const inner_block &block : fields.blocks)
            if (block.axis == axis) per_axis *= block.size;
        largest = std::max(largest, fields.padded[axis] / per_axis * fields.strides[axis]);
    }
    return static_cast<std::size_t>(std::max(largest, in_block) + fields.offset) * element_bytes;
}

inline dnnl_fields fields_of(const ::dnnl::memory::desc &md) {
    dnnl_fields fields;
    fields.type = static_cast<int>(md.get_data_type());
    fields.format_kind = static_cast<int>(md.get_format_kind());
    fields.extents = md.get_dims();
    if (fields.format_kind != dnnl_blocked) return fields;
    fields.padded = md.get_padded_dims();
    fields.padded_offsets = md.get_padded_offsets();
    fields.strides = md.get_strides();
    const dims sizes = md.get_inner_blks(), axes = md.get_inner_idxs();
    for (std::size_t i = 0; i < sizes.size(); ++i)
        fields.blocks.push_back({static_cast<std::size_t>(axes[i]), sizes[i]});
    fields.offset = md.get_submemory_offset();
    // DNNL_RUNTIME_SIZE_VAL is the largest value there is, so it must not count as a larger size.
    // check_fields() refuses run-time dims.
    const std::size_t size = md.get_size();
    fields.has_extra =
            size != DNNL_RUNTIME_SIZE_VAL
            && size > largest_size(fields, ::dnnl::memory::data_type_size(md.get_data_type()));
    return fields;
}

#else

using dnnl_desc_pointer = const dnnl_memory_desc_t *;

inline dnnl_desc_pointer pointer_to(const ::dnnl::memory::desc &md) {
    return &md.data;
}
inline ::dnnl::memory::data_type data_type_of(const ::dnnl::memory::desc &md) {
    return md.data_type();
}

inline dnnl_fields fields_of(const ::dnnl::memory::desc &md) {
    const dnnl_memory_desc_t &from = md.data;
    const auto list = [&](const dnnl_dims_t &values) { return dims(values, values + from.ndims); };
    dnnl_fields fields;
    fields.type = from.data_type;
    fields.format_kind = from.format_kind;
    fields.extents = list(from.dims);
    if (from.format_kind != dnnl_blocked) return fields;
    fields.padded = list(from.padded_dims);
    fields.padded_offsets = list(from.padded_offsets);
    const dnnl_blocking_desc_t &blocking = from.format_desc.blocking;
    fields.strides = list(blocking.strides);
    for (int i = 0; i < blocking.inner_nblks; ++i)
        fields.blocks.push_back(
                {static_cast<std::size_t>(blocking.inner_idxs[i]), blocking.inner_blks[i]});
    fields.offset = from.offset0;
    fields.has_extra = from.extra.flags != 0;
    return fields;
}

#endif

// The type of this number in oneDNN; undef where libselect does not take it. Numbers never change,
// but which names exist depends on the version.
inline data_type type_of(int dnnl_type) {
    switch (dnnl_type) {
    case 1:
        return data_type::f16;
    case 2:
        return data_type::bf16;
    case 3:
        return data_type::f32;
    case 4:
        return data_type::s32;
    case 5:
        return data_type::s8;
    case 6:
        return data_type::u8;
    case 7:
        return data_type::f64;
    case 8:
        return data_type::boolean;
    case 9:
        return data_type::f8_e5m2;
    case 10:
        return data_type::f8_e4m3;
    default:
        return data_type::undef;
    }
}

// The same for an operand: throws for a type that is not taken, and reads s8 and u8 of cond as
// boolean.
inline data_type type_of(const std::string &operand, int dnnl_type) {
    const data_type type = type_of(dnnl_type);
    if (type == data_type::undef)
        refuse(status::unimplemented,
                operand + ": oneDNN data type " + std::to_string(dnnl_type)
                        + " is not taken; the types are f64 f32 s32 f16 bf16 s8 u8 boolean f8_e5m2 "
                          "f8_e4m3");
    if (operand != operand_names[0] || type == data_type::boolean) return type;
    if (type != data_type::s8 && type != data_type::u8)
        refuse(status::invalid_data_type,
                operand + ": type is " + to_string(type)
                        + "; it must be s8 or u8, or boolean where oneDNN has it; any byte but 0 "
                          "is true");
    return data_type::boolean;
}

inline void check_fields(const std::string &operand, const dnnl_fields &fields) {
    if (fields.extents.empty())
        refuse(status::invalid_arguments, operand + ": the descriptor is empty");
    const auto refuse_runtime = [&](const dims &list) {
        if (std::count(list.begin(), list.end(), DNNL_RUNTIME_DIM_VAL) != 0)
            refuse(status::unimplemented,
                    operand + ": a dim or stride is DNNL_RUNTIME_DIM_VAL; all must be known");
    };
    refuse_runtime(fields.extents);
    if (fields.format_kind == dnnl_format_kind_any)
        refuse(status::invalid_arguments, operand
                                                  + ": format_kind is any; src1 and dst may leave "
                                                    "their layout open, src0 and "
                                                    "cond may not");
    if (fields.format_kind != dnnl_blocked)
        refuse(status::unimplemented, operand + ": format_kind is "
                                              + std::to_string(fields.format_kind)
                                              + ", opaque to libselect; only blocked (2) is taken");
    refuse_runtime(fields.strides);
    for (const std::int64_t padded_offset : fields.padded_offsets)
        if (padded_offset != 0)
            refuse(status::unimplemented, operand + ": padded_offsets are taken as 0 only");
    if (fields.has_extra)
        refuse(status::unimplemented,
                operand
                        + ": the memory holds extra data, such as compensation, which Select would "
                          "not keep");
}

inline blocked_layout layout_of(const char *operand, const ::dnnl::memory::desc &md) {
    const dnnl_fields fields = fields_of(md);
    check_fields(operand, fields);
    return {type_of(operand, fields.type), fields.extents, fields.padded, fields.strides,
            fields.blocks, fields.offset};
}

// Whether the layout is left open, for dims that are all known.
inline bool is_any(const ::dnnl::memory::desc &md) {
    const dnnl_fields fields = fields_of(md);
    return fields.format_kind == dnnl_format_kind_any
           && std::count(fields.extents.begin(), fields.extents.end(), DNNL_RUNTIME_DIM_VAL) == 0;
}

// Dense fields for other extents of this rank, with the blocks of the model and its axes in the
// same order: what oneDNN means by a layout that follows another one.
inline dnnl_fields fields_like(const dnnl_fields &model, const dims &extents) {
    const std::size_t rank = extents.size();
    dnnl_fields made;
    made.type = model.type;
    made.format_kind = dnnl_blocked;
    made.extents = extents;
    made.padded.resize(rank);
    made.padded_offsets.assign(rank, 0);
    made.strides.resize(rank);
    made.blocks = model.blocks;
    std::int64_t stride = 1;
    dims per_axis(rank, 1), n_outer(rank);
    std::vector<std::size_t> order(rank);
    for (const inner_block &block : made.blocks) {
        per_axis[block.axis] *= block.size;
        stride *= block.size;
    }
    for (std::size_t axis = 0; axis < rank; ++axis) {
        n_outer[axis] = (extents[axis] + per_axis[axis] - 1) / per_axis[axis];
        made.padded[axis] = n_outer[axis] * per_axis[axis];
        order[axis] = axis;
    }
    // Of axes with equal strides, all but one have one element, and those lie inside it.
    const auto has_elements = [&](std::size_t axis) { return model.extents[axis] > 1; };
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
        return model.strides[a] != model.strides[b] ? model.strides[a] > model.strides[b]
                                                    : has_elements(a) && !has_elements(b);
    });
    for (std::size_t i = rank; i-- > 0;) {
        made.strides[order[i]] = stride;
        if (__builtin_mul_overflow(stride, std::max<std::int64_t>(n_outer[order[i]], 1), &stride))
            refuse(status::invalid_shape, "a tensor whose layout is left open has more elements "
                                          "than fit 63 bits");
    }
    return made;
}

// The descriptor of these fields. oneDNN 3.x makes blocked ones only by their tags, so all tags are
// tried there; without one that fits, the layout has the same order of axes and no blocks.
inline ::dnnl::memory::desc desc_of(const dnnl_fields &fields, ::dnnl::memory::data_type type) {
    if (fields.blocks.empty()) return {fields.extents, type, fields.strides};
#if DNNL_VERSION_MAJOR >= 3
    using tag_type = ::dnnl::memory::format_tag;
    for (int tag = 1; tag < static_cast<int>(dnnl_format_tag_last); ++tag) {
        const ::dnnl::memory::desc tried(fields.extents, type, static_cast<tag_type>(tag), true);
        if (tried.get(true) == nullptr) continue;
        const dnnl_fields found = fields_of(tried);
        if (found.format_kind == dnnl_blocked && found.blocks == fields.blocks
                && found.strides == fields.strides)
            return tried;
    }
    dnnl_fields plain = fields; // with the order of its axes
    plain.blocks.clear();
    return {fields.extents, type, fields_like(plain, fields.extents).strides};
#else
    dnnl_memory_desc_t made {};
    made.ndims = static_cast<int>(fields.extents.size());
    made.data_type = static_cast<dnnl_data_type_t>(type);
    made.format_kind = dnnl_blocked;
    std::copy(fields.extents.begin(), fields.extents.end(), made.dims);
    std::copy(fields.padded.begin(), fields.padded.end(), made.padded_dims);
    dnnl_blocking_desc_t &blocking = made.format_desc.blocking;
    std::copy(fields.strides.begin(), fields.strides.end(), blocking.strides);
    blocking.inner_nblks = static_cast<int>(fields.blocks.size());
    for (std::size_t i = 0; i < fields.blocks.size(); ++i) {
        blocking.inner_blks[i] = fields.blocks[i].size;
        blocking.inner_idxs[i] = static_cast<dnnl_dim_t>(fields.blocks[i].axis);
    }
    return ::dnnl::memory::desc(made);
#endif
}

// Whether the order of the axes of a layout says something: an axis has more than one element.
inline bool has_order(const dnnl_fields &fields) {
    return !fields.blocks.empty()
           || std::any_of(fields.extents.begin(), fields.extents.end(),
                   [](std::int64_t extent) { return extent > 1; });
}

// A dense descriptor of these extents whose layout follows the first of these that says how; plain,
// with the last dim fastest, where none does.
inline ::dnnl::memory::desc desc_following(const std::vector<const ::dnnl::memory::desc *> &models,
        const dims &extents, ::dnnl::memory::data_type type) {
    for (const ::dnnl::memory::desc *model : models) {
        const dnnl_fields fields = fields_of(*model);
        if (fields.format_kind == dnnl_blocked && fields.extents.size() == extents.size()
                && has_order(fields))
            return desc_of(fields_like(fields, extents), type);
    }
    dnnl_fields plain;
    plain.extents = extents;
    for (std::size_t axis = extents.size(); axis > 0; --axis)
        plain.strides.push_back(static_cast<std::int64_t>(axis)); // the first axis outermost
    return desc_of(fields_like(plain, extents), type);
}

// The functions below use oneDNN's C interface, since its results are not copies.

inline void check_engine(const std::string &operand, dnnl_engine_t engine) {
    dnnl_engine_kind_t kind = dnnl_any_engine;
    if (engine == nullptr || dnnl_engine_get_kind(engine, &kind) != dnnl_success)
        refuse(status::invalid_arguments, operand + ": has no engine");
#if DNNL_CPU_RUNTIME == DNNL_RUNTIME_SYCL
    refuse(status::unimplemented,
            operand + ": its oneDNN runs on SYCL; libselect reads host memory");
#endif
    if (kind != dnnl_cpu) refuse(status::unimplemented, operand + ": its engine is not a CPU's");
}

// Checks the engine of the stream, and waits for the work that was submitted to it.
inline void check_stream(const ::dnnl::stream &stream) {
    dnnl_engine_t engine = nullptr;
    if (stream.get(true) != nullptr) dnnl_stream_get_engine(stream.get(), &engine);
    check_engine("stream", engine);
    if (dnnl_stream_wait(stream.get()) != dnnl_success)
        refuse(status::runtime_error, "stream: oneDNN failed to wait for it");
}

inline void *data_of(
        const char *operand, const ::dnnl::memory &memory, const ::dnnl::memory::desc &expected) {
    const std::string name = operand;
    dnnl_desc_pointer md = nullptr;
    dnnl_engine_t engine = nullptr;
    if (memory.get(true) != nullptr) {
        dnnl_memory_get_engine(memory.get(), &engine);
        dnnl_memory_get_memory_desc(memory.get(), &md);
    }
    check_engine(name, engine);
    if (md == nullptr || dnnl_memory_desc_equal(md, pointer_to(expected)) == 0)
        refuse(status::invalid_arguments,
                name + ": the memory's descriptor is not equal to the constructor's");
    void *data = nullptr;
    if (dnnl_memory_get_data_handle(memory.get(), &data) != dnnl_success)
        refuse(status::runtime_error, name + ": oneDNN gives no data handle");
    return data;
}

} // namespace libselect::detail

#endif
