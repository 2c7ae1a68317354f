// SPDX-License-Identifier: Apache-2.0
// Schedules of random problems, with caches so small that every form of kernel and of store is met,
// give the bits of the oracle and stay in bounds.
#include "schedule/schedule.hpp"

#include <gtest/gtest.h>
#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/task_arena.h>

#include <algorithm>
#include <cstdlib>
#include <map>
#include <string>

#include "common/needed_isa.hpp"
#include "harness/fault_note.hpp"
#include "schedule/schedule_problem.hpp"

namespace internal {
namespace {

using libselect::fused_role;
using libselect::gather_kind;
using libselect::schedule;

// How often each thing that a schedule may do was done.
using counts = std::map<std::string, int>;

void count(const schedule &how, const schedule_problem &what, counts &done) {
    const auto add = [&](const char *name, bool happens) { done[name] += happens ? 1 : 0; };
    const bool rows = !how.form.fused;
    const bool streams = how.rows.params().stores == libselect::store_kind::streaming;
    const bool in_place = what.keeps && src0_is_dst(what.what) != src1_is_dst(what.what);
    add("fused", how.form.fused);
    add("boxes", how.form.boxed);
    add("boxes, dst too", how.form.boxed && how.form.gather[libselect::dst] != gather_kind::none);
    add("fused streaming", how.form.fused && how.fused.streaming.run != how.fused.ordinary.run);
    add("fused narrow", how.form.fused && how.fused.params().vector_bytes == 32);
    add("streaming", rows && streams);
    add("streaming, rows of one length", rows && streams && how.rows.params().cols != 0);
    add("skipping", rows && how.rows.params().skips);
    add("narrow", rows && how.rows.params().narrow);
    add("rows of one length", rows && how.rows.params().cols != 0);
    const bool keeps = how.rows.kernels[1][1].run != how.rows.kernels[0][0].run
                       || how.rows.kernels[2][1].run != how.rows.kernels[0][0].run;
    add("kept", rows && in_place && keeps);
    add("one call", how.whole.planes != 0);
    add("threads", how.parallel);
    for (const auto kind : {gather_kind::copy, gather_kind::transpose, gather_kind::elementwise})
        for (const auto which : {libselect::cond, libselect::src0, libselect::src1})
            if (how.form.gather[which] == kind)
                ++done[std::string(how.form.fused ? "fused, " : "rows, ") + gather_kind_name(kind)];
    for (const auto which : {libselect::cond, libselect::src0, libselect::src1})
        add(fused_role_name(how.form.fused_roles[which]), how.form.fused);
}

// Of rows that are strided: those that are chosen, and those that predict in the order of the plan.
void count_strided(const schedule &how, const libselect::plan &made, counts &done) {
    if (!how.form.strided) return;
    done["generated"] += libselect::is_compiled(*how.chosen.from) ? 0 : 1;
    const bool skips = how.rows.params().skips;
    const bool has_one = how.form.roles[libselect::cond] == libselect::role::constant;
    done["chosen"] += has_one && !skips ? 1 : 0;
    done["predicted in order"] += !has_one && skips && how.walk == made ? 1 : 0;
}

const char *const everything[] = {"fused", "fused streaming", "fused narrow", "streaming",
        "streaming, rows of one length", "skipping", "narrow", "rows of one length", "kept",
        "one call", "fused, copy", "fused, transpose", "fused, elementwise", "rows, transpose",
        "boxes", "boxes, dst too", "full", "repeating", "periodic", "constant", "others", "bands",
        "predicted in order"};

using make_problem_fn = schedule_problem (*)(support::random_source &);

// Runs the problems of the seeds until one fails.
counts run_problems(const char *test, std::uint64_t n_problems, make_problem_fn make_problem) {
    counts done;
    support::operand_buffers buffers;
    const support::seed_range seeds = support::test_seeds(n_problems);
    for (std::uint64_t seed = seeds.first; seed < seeds.first + seeds.count; ++seed) {
        support::random_source random(seed);
        const schedule_problem what = make_problem(random);
        const libselect::plan made = plan_of(what);
        const auto [first, others] = make_schedules(made, what.what.max_threads, what.model);
        count(first, what, done);
        done["others"] += static_cast<int>(others.size());
        std::vector<const schedule *> all {&first};
        for (const schedule &other : others)
            all.push_back(&other);
        for (const schedule *how : all) {
            done["bands"] += how->form.has_bands() ? 1 : 0;
            done["bands, threads"] += how->form.has_bands() && how->parallel ? 1 : 0;
            count_strided(*how, made, done);
            const std::string text = to_string(what) + "\n  " + to_string(made) + "\n  "
                                     + to_string(how->form) + "\n  "
                                     + support::reproduce_command("internal_test", test, seed);
            const support::fault_note note([&] { return text; });
            buffers.prepare(what.what, random);
            const std::vector<std::byte> wanted = buffers.expected(what.what);
            run(what, made, *how, buffers);
            const std::string difference = buffers.difference(what.what, wanted);
            EXPECT_EQ(difference, "") << text;
            if (!difference.empty()) return done;
        }
    }
    return done;
}

schedule_problem small(support::random_source &random) {
    return random_schedule_problem(random.one_in(4) ? 30000 : 2500, random);
}

schedule_problem large(support::random_source &random) {
    return random_schedule_problem(random.one_in(4) ? 1000000 : 80000, random);
}

// Long enough for the chunks in which only changes are stored, dst dense or in rows with gaps.
schedule_problem long_in_place(support::random_source &random) {
    const support::dims extents {2, random.between(8000, 78000)};
    const auto type = support::type_of_width(std::size_t {1} << random.below(5));
    support::problem what = support::dense_problem(type, extents, extents, extents, "none");
    if (random.one_in(2)) what.dst.strides[0] += 3;
    what.dst.where.gap_bytes = random.one_in(2) ? 0 : random.below(64);
    const bool keeps_src0 = random.one_in(2);
    what.alias = keeps_src0 ? support::in_place::src0 : support::in_place::src1;
    (keeps_src0 ? what.src0 : what.src1) = what.dst;
    if (random.one_in(3)) (keeps_src0 ? what.src1 : what.src0).strides = {0, 0};
    what.conditions = random_mask(random);
    return {.what = what, .model = small_machine(256, 4096)};
}

bool has_vectors() {
    return std::min(libselect::max_cpu_isa(), libselect::detected_cpu_isa())
           != libselect_cpu_isa_scalar;
}

class schedule_made : public testing::Test {
protected:
    // Where this CPU lacks the ISA of the cap, the run would repeat that of a lesser one.
    void SetUp() override {
        if (std::getenv("LIBSELECT_MAX_CPU_ISA") != nullptr)
            INTERNAL_NEEDS_ISA(libselect::max_cpu_isa())
    }
};

TEST_F(schedule_made, random_problems_give_the_bits_of_the_oracle) {
    constexpr std::uint64_t n_problems = 20000;
    const counts done = run_problems("schedule_made.random*", n_problems, small);
    // One problem alone, or an ISA without vectors, does not meet everything.
    if (HasFailure() || support::test_seeds(n_problems).count < n_problems || !has_vectors())
        return;
    for (const char *name : everything)
        EXPECT_GE(done.contains(name) ? done.at(name) : 0, 10) << name;
    EXPECT_GE(done.at("chosen"), done.at("generated") > 0 ? 10 : 0); // compiled rows are taken
}

TEST_F(schedule_made, large_problems_give_the_bits_of_the_oracle_on_several_threads) {
    const tbb::global_control allowed(tbb::global_control::max_allowed_parallelism, 3);
    tbb::task_arena arena(3);
    counts done;
    arena.execute([&] { done = run_problems("schedule_made.large*", 150, large); });
    if (HasFailure() || support::test_seeds(150).count < 150) return;
    EXPECT_GE(done["threads"], 10);
    if (has_vectors()) {
        EXPECT_GE(done["bands, threads"], 1);
    }
}

TEST_F(schedule_made, long_rows_in_place_give_the_bits_of_the_oracle) {
    const counts done = run_problems("schedule_made.long*", 150, long_in_place);
    if (HasFailure() || support::test_seeds(150).count < 150 || !has_vectors()) return;
    EXPECT_GE(done.at("kept"), 140);
}

} // namespace
} // namespace internal
