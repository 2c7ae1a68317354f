// SPDX-License-Identifier: Apache-2.0
// Problems on heap blocks of exactly the bytes that an operand addresses, of which only its
// elements have a value: made to be run by valgrind, which then knows each byte that may be read or
// written, and that every element of dst was.
#include <cstdio>
#include <cstring>
#include <map>
#include <memory>

#include "harness/condition_data.hpp"
#include "harness/problem_data.hpp"
#include "harness/random_condition.hpp"
#include "harness/random_problem.hpp"
#include "harness/run_problem.hpp"
#include "unit/isa_of_this_run.hpp"

namespace {

using support::operand;
using support::problem;
using support::random_source;

// Calls visit(elements from the data pointer) for every element.
template <typename Visit>
void for_each_element(
        const operand &tensor, const Visit &visit, std::size_t axis = 0, std::int64_t at = 0) {
    if (axis == tensor.dims.size()) {
        visit(tensor.offset + at);
        return;
    }
    for (std::int64_t i = 0; i < tensor.dims[axis]; ++i)
        for_each_element(tensor, visit, axis + 1, at + i * tensor.strides[axis]);
}

// A block of malloc, without a value until it is filled.
class block {
public:
    explicit block(const support::part &which)
        : which_(which),
          range_(support::addressed_bytes(*which.tensor, which.type)),
          bytes_(std::make_unique_for_overwrite<std::byte[]>(range_.size())) {}

    // The data pointer.
    [[nodiscard]] std::byte *data() const { return bytes_.get() - range_.low; }

    [[nodiscard]] bool equals(const block &other) const {
        bool same = true;
        for_each_element(*which_.tensor, [&](std::int64_t at) {
            const std::int64_t offset = at * static_cast<std::int64_t>(width());
            if (std::memcmp(data() + offset, other.data() + offset, width()) != 0) same = false;
        });
        return same;
    }

private:
    [[nodiscard]] std::size_t width() const { return libselect_data_type_size(which_.type); }

    const support::part which_;
    support::byte_range range_;
    std::unique_ptr<std::byte[]> bytes_;
};

// Gives the elements of an input a value, and no other bit.
void fill(const problem &what, const support::part &which, std::byte *data,
        const support::number_palette &palette, random_source &random) {
    const std::size_t width = libselect_data_type_size(which.type);
    const bool decides = which.arg != libselect_arg_src0 && which.arg != libselect_arg_src1;
    for_each_element(*which.tensor, [&](std::int64_t at) {
        if (support::is_bits(which.type))
            return support::set_bit(data, at, which.type, random.one_in(2));
        const std::span<std::byte> element(data + at * static_cast<std::int64_t>(width), width);
        if (which.arg == libselect_arg_begin || which.arg == libselect_arg_end)
            support::fill_bounds(element, which.type, 30, random);
        else if (decides && what.rule.reads_numbers())
            palette.fill(element, random);
        else
            support::fill_elements(element, width, random);
        if (which.type == libselect_boolean && decides && random.one_in(2))
            element[0] = std::byte {0};
    });
}

// Whether the library gives what the oracle does.
bool is_right(const problem &what, random_source &random, std::string &implementation) {
    const std::vector<support::part> all = support::parts(what);
    const block wanted(all.back());
    std::map<libselect_arg_t, block> blocks;
    for (const support::part &each : all)
        blocks.emplace(each.arg, each);
    const auto data = [&](libselect_arg_t arg) -> std::byte * {
        for (const support::part &each : all)
            if (each.arg == arg) return blocks.at(each.is_dst ? libselect_arg_dst : arg).data();
        return nullptr;
    };
    const support::number_palette palette(
            what.rule.reads_numbers() ? what.rule.type : libselect_u8, random);
    // What decides is filled last: it may lie where a source does.
    for (auto each = all.rbegin() + 1; each != all.rend(); ++each)
        fill(what, *each, data(each->arg), palette, random);
    const auto lhs = what.rule.is_compare() ? libselect_arg_lhs : libselect_arg_cond;
    support::run_oracle(what,
            {data(lhs), data(libselect_arg_src0), data(libselect_arg_src1), data(libselect_arg_dst),
                    data(libselect_arg_rhs), data(libselect_arg_begin), data(libselect_arg_end)},
            wanted.data());
    const libselect::select_op op = support::make_op(what);
    const libselect::primitive primitive(op, what.max_threads);
    support::execute(what, primitive, support::arguments(what, op, data).list());
    implementation = primitive.implementation();
    return blocks.at(libselect_arg_dst).equals(wanted);
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
    const support::seed_range seeds = support::test_seeds(1500);
    unsigned n_best = 0;
    for (std::uint64_t seed = seeds.first; seed < seeds.first + seeds.count; ++seed) {
        random_source random(seed);
        const problem what = seed % 3 == 0   ? support::random_problem(random)
                             : seed % 3 == 1 ? random_short_rows(random)
                                             : support::random_condition_problem(random);
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
