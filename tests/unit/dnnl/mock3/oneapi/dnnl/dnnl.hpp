// SPDX-License-Identifier: Apache-2.0
// As much of oneDNN 3.x's interface as the adapter uses, with its names and signatures and none of
// its code. A descriptor here is filled in by hand.
#ifndef LIBSELECT_TESTS_UNIT_DNNL_MOCK3_DNNL_HPP
#define LIBSELECT_TESTS_UNIT_DNNL_MOCK3_DNNL_HPP

#include <cstddef>
#include <cstdint>
#include <deque>
#include <vector>

// NOLINTBEGIN(readability-identifier-naming)
#define DNNL_VERSION_MAJOR 3
#define DNNL_RUNTIME_OMP 2U
#define DNNL_RUNTIME_SYCL 512U
#define DNNL_CPU_RUNTIME DNNL_RUNTIME_OMP
#define DNNL_RUNTIME_DIM_VAL INT64_MIN
#define DNNL_RUNTIME_SIZE_VAL (static_cast<std::size_t>(DNNL_RUNTIME_DIM_VAL))
#define DNNL_ARG_SRC_0 1
#define DNNL_ARG_SRC_1 2
#define DNNL_ARG_SRC_2 3
#define DNNL_ARG_DST 17

enum dnnl_status_t { dnnl_success = 0 };
enum dnnl_engine_kind_t { dnnl_any_engine = 0, dnnl_cpu = 1, dnnl_gpu = 2 };
enum dnnl_format_kind_t {
    dnnl_format_kind_undef = 0,
    dnnl_format_kind_any = 1,
    dnnl_blocked = 2,
    dnnl_format_kind_opaque = 3
};

enum dnnl_format_tag_t { dnnl_format_tag_any = 1, dnnl_aBc16b = 2, dnnl_format_tag_last = 3 };

struct dnnl_engine {
    dnnl_engine_kind_t kind;
};
struct dnnl_stream {
    dnnl_engine *engine;
};
struct dnnl_memory_desc {
    int type, format_kind;
    std::vector<std::int64_t> dims, padded_dims, strides, inner_blks, inner_idxs;
    std::int64_t offset;
    std::size_t size;
};
struct dnnl_memory {
    const dnnl_memory_desc *md;
    dnnl_engine *engine;
    void *data;
};
using dnnl_engine_t = dnnl_engine *;
using const_dnnl_stream_t = const dnnl_stream *;
using dnnl_stream_t = dnnl_stream *;
using const_dnnl_memory_desc_t = const dnnl_memory_desc *;
using const_dnnl_memory_t = const dnnl_memory *;

inline dnnl_status_t dnnl_engine_get_kind(dnnl_engine_t engine, dnnl_engine_kind_t *kind) {
    *kind = engine->kind;
    return dnnl_success;
}
inline dnnl_status_t dnnl_stream_get_engine(const_dnnl_stream_t stream, dnnl_engine_t *engine) {
    *engine = stream->engine;
    return dnnl_success;
}
inline dnnl_status_t dnnl_stream_wait(dnnl_stream_t) {
    return dnnl_success;
}
inline dnnl_status_t dnnl_memory_get_engine(const_dnnl_memory_t memory, dnnl_engine_t *engine) {
    *engine = memory->engine;
    return dnnl_success;
}
inline dnnl_status_t dnnl_memory_get_memory_desc(
        const_dnnl_memory_t memory, const_dnnl_memory_desc_t *md) {
    *md = memory->md;
    return dnnl_success;
}
inline dnnl_status_t dnnl_memory_get_data_handle(const_dnnl_memory_t memory, void **data) {
    *data = memory->data;
    return dnnl_success;
}
inline int dnnl_memory_desc_equal(const_dnnl_memory_desc_t lhs, const_dnnl_memory_desc_t rhs) {
    return lhs == rhs ? 1 : 0;
}

namespace dnnl {

template <typename T>
struct handle {
    handle() = default;
    handle(T object) : object_(object) {}
    T get(bool allow_empty = false) const {
        static_cast<void>(allow_empty);
        return object_;
    }

private:
    T object_ = nullptr;
};

struct stream : handle<dnnl_stream_t> {
    using handle::handle;
};

struct memory : handle<dnnl_memory *> {
    using handle::handle;
    using dim = std::int64_t;
    using dims = std::vector<dim>;
    enum class data_type { undef = 0 };
    enum class format_kind { undef = 0 };
    enum class format_tag { any = dnnl_format_tag_any, aBc16b = dnnl_aBc16b };
    static std::size_t data_type_size(data_type type) {
        switch (static_cast<int>(type)) {
        case 7:
            return 8;
        case 3:
        case 4:
            return 4;
        case 1:
        case 2:
            return 2;
        default:
            return 1;
        }
    }

    struct desc : handle<dnnl_memory_desc *> {
        using handle::handle;
        desc(const dims &extents, data_type type, const dims &strides)
            : handle(keep({static_cast<int>(type), dnnl_blocked, extents, extents, strides, {}, {},
                    0, 0})) {}
        desc(const dims &extents, data_type type, format_tag tag, bool allow_empty = false)
            : handle(by_tag(extents, type, tag)) {
            static_cast<void>(allow_empty);
        }
        [[nodiscard]] data_type get_data_type() const {
            return static_cast<data_type>(get()->type);
        }
        [[nodiscard]] format_kind get_format_kind() const {
            return static_cast<format_kind>(get()->format_kind);
        }
        [[nodiscard]] dims get_dims() const { return get()->dims; }
        [[nodiscard]] dims get_padded_dims() const { return get()->padded_dims; }
        [[nodiscard]] dims get_padded_offsets() const { return dims(get()->dims.size(), 0); }
        [[nodiscard]] dims get_strides() const { return get()->strides; }
        [[nodiscard]] dims get_inner_blks() const { return get()->inner_blks; }
        [[nodiscard]] dims get_inner_idxs() const { return get()->inner_idxs; }
        [[nodiscard]] dim get_submemory_offset() const { return get()->offset; }
        [[nodiscard]] std::size_t get_size() const { return get()->size; }

    private:
        static dnnl_memory_desc *keep(const dnnl_memory_desc &made) {
            static std::deque<dnnl_memory_desc> all;
            return &all.emplace_back(made);
        }
        // NULL for a tag that does not fit the rank.
        static dnnl_memory_desc *by_tag(const dims &extents, data_type of, format_tag tag) {
            const int type = static_cast<int>(of);
            if (static_cast<int>(tag) == dnnl_format_tag_any)
                return keep({type, dnnl_format_kind_any, extents, {}, {}, {}, {}, 0, 0});
            if (static_cast<int>(tag) != dnnl_aBc16b || extents.size() != 3) return nullptr;
            const dim n_blocks = (extents[1] + 15) / 16;
            return keep({type, dnnl_blocked, extents, {extents[0], n_blocks * 16, extents[2]},
                    {n_blocks * extents[2] * 16, extents[2] * 16, 16}, {16}, {1}, 0, 0});
        }
    };
};

} // namespace dnnl
// NOLINTEND(readability-identifier-naming)

#endif
