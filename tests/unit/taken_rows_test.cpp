// SPDX-License-Identifier: Apache-2.0
// Memory that no element of dst needs is not touched: pages of it fault. Of a row of one condition
// that is the source which the row does not take, and in place the row itself when dst has what it
// takes; where all conditions are equal, it is the other source. The other ways of a primitive,
// which executions time, may touch more, so LIBSELECT_MACHINE=forms=estimated leaves them out.
#include <gtest/gtest.h>
#include <sys/mman.h>
#include <unistd.h>

#include <array>
#include <cstddef>
#include <cstdlib>
#include <cstring>

#include "libselect/libselect.hpp"
#include "unit/sparse_buffer.hpp"
#include "unit/type_name.hpp"

namespace {

using libselect::logical_tensor;
using unit::sparse_buffer;

constexpr std::int64_t n_rows = 24;
constexpr int n_executions = 3;

bool takes_src0(std::int64_t row) {
    return row % 3 == 0 || row % 7 == 1;
}

std::byte value_of(std::int64_t row, int source) {
    return static_cast<std::byte>(2 * row + source);
}

const std::int64_t page = sysconf(_SC_PAGESIZE);

// Rows that begin `first_byte` bytes into a page. Which source they come from is in their bytes: 0,
// 1, or 2 for neither.
class paged_rows {
public:
    paged_rows(std::int64_t row_bytes, std::int64_t first_byte, int source)
        : row_bytes_(row_bytes),
          first_byte_(first_byte),
          pages_(first_byte + n_rows * row_bytes) {
        for (std::int64_t row = 0; row < n_rows; ++row)
            std::memset(at(row), std::to_integer<int>(value_of(row, source)), n_bytes());
    }
    [[nodiscard]] std::byte *at(std::int64_t row) const {
        return &pages_[first_byte_ + row * row_bytes_];
    }
    [[nodiscard]] std::size_t n_bytes() const { return static_cast<std::size_t>(row_bytes_); }

    // The pages that lie in the row as a whole.
    void allow(std::int64_t row, int access) const {
        const std::int64_t begin = (first_byte_ + row * row_bytes_ + page - 1) / page * page;
        const std::int64_t end = (first_byte_ + (row + 1) * row_bytes_) / page * page;
        ASSERT_GT(end, begin);
        ASSERT_EQ(mprotect(&pages_[begin], static_cast<std::size_t>(end - begin), access), 0);
    }
    void expect_row(std::int64_t row, int source) const {
        const std::byte expected = value_of(row, source);
        EXPECT_EQ(*at(row), expected) << row;
        EXPECT_EQ(std::memcmp(at(row), at(row) + 1, n_bytes() - 1), 0) << row;
    }

private:
    std::int64_t row_bytes_, first_byte_;
    sparse_buffer pages_;
};

bool has_one_way() {
    const char *const settings = std::getenv("LIBSELECT_MACHINE");
    return settings != nullptr && std::strcmp(settings, "forms=estimated") == 0;
}

class taken_rows : public testing::TestWithParam<libselect::data_type> {
protected:
    void SetUp() override {
        if (!has_one_way()) GTEST_SKIP() << "LIBSELECT_MACHINE=forms=estimated is not set";
        for (std::int64_t row = 0; row < n_rows; ++row)
            conditions_[static_cast<std::size_t>(row)] = std::byte {takes_src0(row)};
    }
    // dst is src1 if `in_place`, which is then read and written nowhere but in rows that change.
    void expect_untouched(std::int64_t row_bytes, std::int64_t first_byte, bool in_place) {
        const auto width = static_cast<std::int64_t>(
                libselect_data_type_size(static_cast<libselect_data_type_t>(GetParam())));
        const logical_tensor all(GetParam(), {n_rows, row_bytes / width});
        const libselect::select_op op(
                logical_tensor(libselect::data_type::boolean, {n_rows, std::int64_t {1}}), all,
                all);
        const paged_rows src0(row_bytes, first_byte, 0), src1(row_bytes, first_byte, 1),
                other(row_bytes, first_byte, 2);
        const paged_rows &dst = in_place ? src1 : other;
        for (std::int64_t row = 0; row < n_rows; ++row) {
            const int to_dst = in_place ? PROT_READ | PROT_WRITE : PROT_NONE;
            src0.allow(row, takes_src0(row) ? PROT_READ : PROT_NONE);
            src1.allow(row, takes_src0(row) ? to_dst : in_place ? PROT_NONE : PROT_READ);
        }
        for (const int max_threads : {1, 0}) {
            const libselect::primitive ready(op, max_threads);
            for (int i = 0; i < n_executions; ++i)
                ready.execute({op.cond(), conditions_.data()}, {op.src0(), src0.at(0)},
                        {op.src1(), src1.at(0)}, {op.dst(), dst.at(0)});
        }
        for (std::int64_t row = 0; row < n_rows; ++row) {
            dst.allow(row, PROT_READ);
            dst.expect_row(row, takes_src0(row) ? 0 : 1);
        }
    }

    std::array<std::byte, n_rows> conditions_ {};
};

TEST_P(taken_rows, of_the_other_source_nothing_is_read) {
    for (const std::int64_t row_bytes : {page, 16 * page}) // the second for several threads
        expect_untouched(row_bytes, 0, false);
    expect_untouched(3 * page + 48, 16, false);
}

TEST_P(taken_rows, in_place_nothing_is_touched_that_dst_has) {
    for (const std::int64_t row_bytes : {page, 16 * page})
        expect_untouched(row_bytes, 0, true);
    expect_untouched(3 * page + 48, 16, true);
}

INSTANTIATE_TEST_SUITE_P(types, taken_rows,
        testing::Values(libselect::data_type::u8, libselect::data_type::bf16,
                libselect::data_type::f32, libselect::data_type::f64, libselect::data_type::c128),
        unit::type_name);

// A transposed source is not staged where no element takes it: at all, or for a block of columns.
TEST(taken_source, of_columns_that_take_the_other_source_nothing_is_read) {
    if (!has_one_way()) GTEST_SKIP() << "LIBSELECT_MACHINE=forms=estimated is not set";
    constexpr std::int64_t rows = 1024, cols = 768, first_unread = 512;
    constexpr std::size_t n_bytes = 4 * rows * cols, n_read = 4 * rows * first_unread;
    const logical_tensor cond(libselect::data_type::boolean, {rows, cols});
    const logical_tensor columns(libselect::data_type::f32, {rows, cols}, {1, rows});
    const logical_tensor dense(libselect::data_type::f32, {rows, cols});
    const libselect::select_op op(cond, columns, dense);
    const sparse_buffer conditions(rows * cols), src0(n_bytes), src1(n_bytes), dst(n_bytes);
    std::memset(&src1[0], 5, n_bytes);
    const libselect::primitive ready(op, 1);
    for (const std::int64_t n_true : {0, 1}) {
        conditions[0] = std::byte {n_true != 0};
        ASSERT_EQ(mprotect(&src0[0], n_bytes, PROT_NONE), 0);
        ASSERT_EQ(mprotect(&src0[0], n_read, n_true != 0 ? PROT_READ : PROT_NONE), 0);
        ready.execute({op.cond(), &conditions[0]}, {op.src0(), &src0[0]}, {op.src1(), &src1[0]},
                {op.dst(), &dst[0]});
        EXPECT_EQ(dst[0], n_true != 0 ? std::byte {0} : std::byte {5});
        EXPECT_EQ(std::memcmp(&dst[4], &src1[4], n_bytes - 4), 0);
    }
}

} // namespace
