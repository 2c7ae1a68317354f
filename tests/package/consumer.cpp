// SPDX-License-Identifier: Apache-2.0
// A C++17 program that selects with broadcasting and checks every element and one refusal.
#include <cstdio>
#include <exception>
#include <string>
#include <vector>

#include <libselect/libselect.hpp>

namespace ls = libselect;

static int check_values() {
    ls::logical_tensor cond {ls::data_type::boolean, {3, 2}};
    ls::logical_tensor src0 {ls::data_type::s32, {}};
    ls::logical_tensor src1 {ls::data_type::s32, {2, 3, 2}};
    ls::select_op op {cond, src0, src1};
    ls::primitive prim {op};

    const std::vector<unsigned char> cond_data {0, 0, 1, 0, 1, 0xff};
    const int src0_data = 16777217;
    std::vector<int> src1_data, dst_data(12, -1);
    for (int i = 0; i < 12; ++i)
        src1_data.push_back(100 + i);
    prim.execute({cond, cond_data.data(), cond_data.size()}, {src0, &src0_data},
            {src1, src1_data.data()}, {op.dst(), dst_data.data()});

    for (std::size_t i = 0; i < dst_data.size(); ++i) {
        const int expected = cond_data[i % 6] != 0 ? src0_data : src1_data[i];
        if (dst_data[i] == expected) continue;
        std::fprintf(stderr, "dst[%zu] is %d, expected %d\n", i, dst_data[i], expected);
        return 1;
    }
    std::printf("%s: 12 elements are right\n", prim.implementation());
    return 0;
}

static int check_refusal() {
    try {
        ls::select_op op {{ls::data_type::boolean, {3, 4}}, {ls::data_type::f32, {1, 4}},
                {ls::data_type::f32, {1, 4}}};
    } catch (const ls::error &refused) {
        if (refused.code() == ls::status::invalid_shape) return 0;
        std::fprintf(stderr, "%s: %s\n", ls::to_string(refused.code()), refused.what());
        return 1;
    }
    std::fprintf(stderr, "a cond that enlarges dst was accepted\n");
    return 1;
}

static int check_version() {
    if (ls::version() == EXPECTED_VERSION) return 0;
    std::fprintf(stderr, "version is %s, expected " EXPECTED_VERSION "\n", ls::version().c_str());
    return 1;
}

int main() {
    try {
        return check_version() + check_values() + check_refusal();
    } catch (const std::exception &thrown) {
        std::fprintf(stderr, "%s\n", thrown.what());
        return 1;
    }
}
