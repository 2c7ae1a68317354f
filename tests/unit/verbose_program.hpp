// SPDX-License-Identifier: Apache-2.0
// What tests of verbose mode run in a process of its own, and how they read its lines.
#ifndef LIBSELECT_TESTS_UNIT_VERBOSE_PROGRAM_HPP
#define LIBSELECT_TESTS_UNIT_VERBOSE_PROGRAM_HPP

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <string>
#include <vector>

#include <libselect/libselect.hpp>

#include "unit/child_output.hpp"
#include "unit/verbose_reader.hpp"

namespace unit {

inline constexpr const char *marker = "libselect_verbose";
inline constexpr std::size_t n_header_lines = 5;

class verbose_test : public testing::Test {
protected:
    void SetUp() override { unsetenv("LIBSELECT_VERBOSE"); }
    void TearDown() override { SetUp(); }
    static void set_level(const char *value) { setenv("LIBSELECT_VERBOSE", value, 1); }
};

// dst = cond ? src0 : src1 for 4x5, 2x3x4x5 and a scalar.
class selection {
public:
    explicit selection(int max_threads = 0) : primitive_(op_, max_threads) {
        cond_[7] = 1;
        src0_.fill(2);
    }

    void execute_or_exit() {
        dst_.fill(0);
        primitive_.execute({mask_, cond_.data()}, {full_, src0_.data()}, {scalar_, &src1_},
                {op_.dst(), dst_.data()});
        if (std::count(dst_.begin(), dst_.end(), 2.0F) != 6 || dst_[7] != 2 || dst_[6] != 3)
            std::_Exit(1);
    }

private:
    const libselect::logical_tensor mask_ {libselect::data_type::boolean, {4, 5}};
    const libselect::logical_tensor full_ {libselect::data_type::f32, {2, 3, 4, 5}};
    const libselect::logical_tensor scalar_ {libselect::data_type::f32, {}};
    const libselect::select_op op_ {mask_, full_, scalar_};
    const libselect::primitive primitive_;
    std::array<unsigned char, 20> cond_ {};
    std::array<float, 120> src0_ {}, dst_ {};
    const float src1_ = 3;
};

inline void select_or_exit() {
    selection().execute_or_exit();
}

inline std::vector<primitive_line> primitive_lines(const child_output &output) {
    unit::verbose_reader reader(marker);
    std::vector<primitive_line> lines;
    for (const std::string &line : output.lines)
        if (const auto read = reader.read(line)) lines.push_back(*read);
    return lines;
}

// Lines that begin with the marker, the version and this.
inline std::vector<std::string> lines_of(const child_output &output, const std::string &beginning) {
    const std::string whole = std::string(marker) + ",v1," + beginning;
    std::vector<std::string> found;
    for (const std::string &line : output.lines)
        if (line.rfind(whole, 0) == 0) found.push_back(line.substr(whole.size()));
    return found;
}

} // namespace unit

#endif
