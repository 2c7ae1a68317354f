// SPDX-License-Identifier: Apache-2.0
// As much of oneDNN Graph 3.x's interface as the adapter uses, with its names and signatures and
// none of its code.
#ifndef LIBSELECT_TESTS_UNIT_DNNL_MOCK3_DNNL_GRAPH_HPP
#define LIBSELECT_TESTS_UNIT_DNNL_MOCK3_DNNL_GRAPH_HPP

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include <oneapi/dnnl/dnnl.hpp>

// NOLINTBEGIN(readability-identifier-naming)
#define DNNL_GRAPH_UNKNOWN_DIM INT64_MIN

namespace dnnl {

struct engine : handle<dnnl_engine_t> {
    using handle::handle;
};

namespace graph {

class logical_tensor {
public:
    using dims = std::vector<std::int64_t>;
    enum class data_type { undef = 0, f32 = 3, s32 = 4, u8 = 6, boolean = 8 };
    enum class layout_type { undef = 0, any = 1, strided = 2, opaque = 3 };

    logical_tensor(std::size_t, data_type type, dims extents, dims strides)
        : type_(type),
          layout_(layout_type::strided),
          extents_(std::move(extents)),
          strides_(std::move(strides)) {}
    logical_tensor(std::size_t, data_type type, dims extents, layout_type layout)
        : type_(type),
          layout_(layout),
          extents_(std::move(extents)),
          strides_(extents_.size(), 1) {
        for (std::size_t i = strides_.size(); i-- > 1;)
            strides_[i - 1] = strides_[i] * extents_[i];
    }

    [[nodiscard]] data_type get_data_type() const { return type_; }
    [[nodiscard]] layout_type get_layout_type() const { return layout_; }
    [[nodiscard]] dims get_dims() const { return extents_; }
    [[nodiscard]] dims get_strides() const { return strides_; }

private:
    data_type type_;
    layout_type layout_;
    dims extents_, strides_;
};

class tensor : public handle<const char *> {
public:
    tensor() = default;
    tensor(logical_tensor described, const engine &at, void *data)
        : handle("not empty"),
          described_(std::move(described)),
          engine_(at),
          data_(data) {}
    [[nodiscard]] logical_tensor get_logical_tensor() const { return described_; }
    [[nodiscard]] engine get_engine() const { return engine_; }
    [[nodiscard]] void *get_data_handle() const { return data_; }

private:
    logical_tensor described_ {0, logical_tensor::data_type::undef, {}, {}};
    engine engine_;
    void *data_ = nullptr;
};

} // namespace graph
} // namespace dnnl
// NOLINTEND(readability-identifier-naming)

#endif
