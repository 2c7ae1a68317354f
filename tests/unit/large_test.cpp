// SPDX-License-Identifier: Apache-2.0
// More than 2^31 elements. An executable of its own, run once: it needs 2 GiB, on any ISA.
#include <gtest/gtest.h>

#include <cstring>
#include <fstream>
#include <string>

#include "unit/sparse_buffer.hpp"

#include <libselect/libselect.hpp>

namespace {

using libselect::data_type;
using libselect::logical_tensor;

constexpr std::int64_t n_elems = (std::int64_t {1} << 31) + 64;

// What Linux calls MemAvailable; 0 where it cannot be told.
std::int64_t available_kib() {
    std::ifstream info("/proc/meminfo");
    for (std::string word; info >> word;)
        if (word == "MemAvailable:") {
            std::int64_t kib = 0;
            info >> kib;
            return kib;
        }
    return 0;
}

class large : public testing::Test {
protected:
    void SetUp() override {
        if (available_kib() < std::int64_t {3} << 20 || !dst_)
            GTEST_SKIP() << "needs 3 GiB of free memory";
    }

    // Selects 0x11 or 0x22 into all of dst, by a condition of these strides.
    void select_fills(const libselect::dims &extents, const libselect::dims &cond_strides,
            const std::byte *cond) {
        const logical_tensor mask(data_type::boolean, extents, cond_strides);
        const logical_tensor fill(data_type::u8, {});
        const logical_tensor target(data_type::u8, extents);
        const libselect::select_op op(mask, fill, fill, target, {"multidirectional"});
        const std::byte src0 {0x11}, src1 {0x22};
        libselect::primitive(op).execute(
                {mask, cond}, {fill, &src0}, {fill, &src1}, {target, &dst_[0]});
    }
    // Whether dst holds one value from begin to end.
    [[nodiscard]] bool holds(std::int64_t begin, std::int64_t end, std::byte value) const {
        // Each byte is the next one. One call: a loop takes a minute under sanitizers.
        return dst_[begin] == value
               && std::memcmp(
                          &dst_[begin], &dst_[begin + 1], static_cast<std::size_t>(end - begin - 1))
                          == 0;
    }

    unit::sparse_buffer dst_ {n_elems + 1};
};

TEST_F(large, one_row_of_more_than_two_to_the_31_elements_is_filled) {
    const std::byte yes {1};
    select_fills({n_elems}, {0}, &yes);
    EXPECT_TRUE(holds(0, n_elems, std::byte {0x11}));
    EXPECT_EQ(dst_[n_elems], std::byte {0});
}

TEST_F(large, rows_that_together_pass_two_to_the_31_elements_are_filled) {
    const std::byte conds[] {std::byte {0}, std::byte {1}};
    select_fills({2, n_elems / 2}, {1, 0}, conds);
    EXPECT_TRUE(holds(0, n_elems / 2, std::byte {0x22}));
    EXPECT_TRUE(holds(n_elems / 2, n_elems, std::byte {0x11}));
    EXPECT_EQ(dst_[n_elems], std::byte {0});
}

} // namespace

int main(int argc, char **argv) {
    testing::InitGoogleTest(&argc, argv);
    const int result = RUN_ALL_TESTS();
    const bool skipped = testing::UnitTest::GetInstance()->skipped_test_count() != 0;
    return result == 0 && skipped ? 77 : result;
}
