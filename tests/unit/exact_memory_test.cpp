// SPDX-License-Identifier: Apache-2.0
// Problems on heap blocks of exactly the bytes that an operand addresses, of which only its
// elements have a value: made to be run by valgrind, which then knows each byte that may be read or
// written, and that every element of dst was.
#include <cstdio>
#include <cstring>
#include <memory>

#include "harness/oracle.hpp"
#include "harness/random_problem.hpp"
#include "harness/run_problem.hpp"
#include "unit/isa_of_this_run.hpp"

namespace {

using support::operand;
using support::problem;
using support::random_source;

// Calls visit(offset in bytes) for every element.
template <typename Visit>
void for_each_element(const operand &tensor, std::size_t width, const Visit &visit,
        std::size_t axis = 0, std::int64_t offset = 0) {
    if (axis == tensor.dims.size()) {
        visit(offset);
        return;
    }
    for (std::int64_t i = 0; i < tensor.dims[axis]; ++i)
        for_each_element(tensor, width, visit, axis + 1,
                offset + i * tensor.strides[axis] * static_cast<std::int64_t>(width));
}

// A block of malloc, without a value until it is filled.
class block {
public:
    block(const operand &tensor, std::size_t width)
        : tensor_(tensor),
          width_(width),
          range_(support::addressed_bytes(tensor, width)),
          bytes_(std::make_unique_for_overwrite<std::byte[]>(range_.size())) {}

    // The element of index 0, ..., 0.
    [[nodiscard]] std::byte *data() const { return bytes_.get() - range_.low; }
    [[nodiscard]] std::size_t size() const { return range_.size(); }

    void fill(bool is_cond, random_source &random) const {
        for_each_element(tensor_, width_, [&](std::int64_t offset) {
            std::byte element[16];
            support::fill_elements(std::span(element).first(width_), width_, random);
            if (is_cond && random.one_in(2)) element[0] = std::byte {0};
            std::memcpy(data() + offset, element, width_);
        });
    }

    [[nodiscard]] bool equals(const block &other) const {
        bool same = true;
        for_each_element(tensor_, width_, [&](std::int64_t offset) {
            if (std::memcmp(data() + offset, other.data() + offset, width_) != 0) same = false;
        });
        return same;
    }

private:
    const operand &tensor_;
    std::size_t width_;
    support::byte_range range_;
    std::unique_ptr<std::byte[]> bytes_;
};

// Whether the library gives what the oracle does.
bool is_right(const problem &what, random_source &random, std::string &implementation) {
    const std::size_t width = what.elem_bytes();
    const block cond(what.cond, 1), src0(what.src0, width), src1(what.src1, width);
    const block dst(what.dst, width), wanted(what.dst, width);
    const block &if_true = src0_is_dst(what) ? dst : src0;
    const block &if_false = src1_is_dst(what) ? dst : src1;
    cond.fill(true, random);
    if_true.fill(false, random);
    if_false.fill(false, random);
    support::select_oracle({cond.data(), what.cond.dims, what.cond.strides},
            {if_true.data(), what.src0.dims, what.src0.strides},
            {if_false.data(), what.src1.dims, what.src1.strides},
            {wanted.data(), what.dst.dims, what.dst.strides}, width, what.mode, what.axis);
    const libselect::select_op op = support::make_op(what);
    const libselect::primitive primitive(op, what.max_threads);
    using libselect::const_memory;
    primitive.execute(const_memory(op.cond(), cond.data(), cond.size()),
            const_memory(op.src0(), if_true.data(), if_true.size()),
            const_memory(op.src1(), if_false.data(), if_false.size()),
            libselect::memory(op.dst(), dst.data(), dst.size()));
    implementation = primitive.implementation();
    return dst.equals(wanted);
}

// Short rows, whose kernels random problems seldom get: what repeats, what is periodic, what is
// strided.
problem random_short_rows(random_source &random) {
    const auto &types = support::type_of_every_width();
    const auto cols = static_cast<std::int64_t>(2 + random.below(8));
    const auto rows = static_cast<std::int64_t>(1 + random.below(200));
    const support::dims shapes[] {{rows, cols}, {rows, 1}, {1, cols}};
    problem made = support::dense_problem(types[random.below(types.size())],
            shapes[random.below(3)], shapes[random.below(3)], {rows, cols}, "multidirectional");
    if (random.one_in(3)) made.src1.strides = {1, rows};
    if (random.one_in(4)) made.alias = support::in_place::src1;
    if (made.alias != support::in_place::no) made.src1 = made.dst;
    return made;
}

} // namespace

int main() {
    const unit::isa_choice isa = unit::isa_of_this_run();
    if (isa.effective < isa.asked_for) {
        std::printf("SKIPPED: this CPU gives %s\n", to_string(isa.effective));
        return 77;
    }
    const support::seed_range seeds = support::test_seeds(1000);
    unsigned n_best = 0;
    for (std::uint64_t seed = seeds.first; seed < seeds.first + seeds.count; ++seed) {
        random_source random(seed);
        const problem what =
                seed % 2 == 0 ? support::random_problem(random) : random_short_rows(random);
        std::string implementation;
        if (!is_right(what, random, implementation)) {
            std::printf("LIBSELECT_TEST_SEED=%llu is wrong: %s\n",
                    static_cast<unsigned long long>(seed), to_string(what).c_str());
            return 1;
        }
        if (implementation == unit::implementation_name(isa.effective)) ++n_best;
    }
    std::printf("%llu problems, %u of them by %s\n", static_cast<unsigned long long>(seeds.count),
            n_best, to_string(isa.effective));
    return n_best == 0 && seeds.count > 1 ? 1 : 0;
}
