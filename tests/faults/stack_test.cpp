// SPDX-License-Identifier: Apache-2.0
// Threads with too little stack fault at the guard page: nothing behind it is written.
#include <gtest/gtest.h>
#include <sys/mman.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "faults/child.hpp"
#include "faults/guarded_stack.hpp"
#include "faults/problems.hpp"
#include "faults/sample.hpp"
#include "unit/call_counter.hpp" // LIBSELECT_SANITIZED

namespace {

using faults::run_on_stack;
using faults::sample;
using faults::stack_run;

// What libselect.h promises to be enough.
constexpr std::size_t promised_bytes = std::size_t {128} << 10U;

class stack : public testing::Test {
protected:
    void SetUp() override {
#if defined(LIBSELECT_SANITIZED)
        GTEST_SKIP() << "a sanitizer takes stack of its own";
#endif
    }
};

// In steps that are smaller than the part of a page that a frame of many pages might miss.
void expect_right_or_guard_page(const stack_run &run, std::size_t most_bytes) {
    std::string outcome;
    for (std::size_t left = most_bytes; left >= 512; left -= 256) {
        outcome = run_on_stack(run, left);
        EXPECT_TRUE(outcome.empty() || outcome == faults::at_guard_page)
                << left << " bytes: " << outcome;
    }
    EXPECT_EQ(outcome, faults::at_guard_page);
}

class stack_of : public stack, public testing::WithParamInterface<faults::named_problem> {
protected:
    // Of a primitive that is new to its process.
    [[nodiscard]] stack_run run() {
        return {[this]() -> std::string {
                    tried_ = std::make_unique<sample>(GetParam().what);
                    return tried_->create() == libselect_success ? "" : "not created";
                },
                [this] { status_ = tried_->execute(); },
                [this]() -> std::string {
                    if (status_ != libselect_success) return libselect_status_name(status_);
                    return tried_->is_right() ? "" : "wrong";
                }};
    }

private:
    std::unique_ptr<sample> tried_;
    libselect_status_t status_ = libselect_runtime_error;
};

TEST_P(stack_of, any_size_is_enough_or_ends_at_its_guard_page) {
    expect_right_or_guard_page(run(), std::size_t {48} << 10U);
}

TEST_P(stack_of, the_promised_size_is_enough) {
    EXPECT_EQ(run_on_stack(run(), promised_bytes), "");
}

// Those that oneTBB shares out need a stack for it too.
std::vector<faults::named_problem> problems_of_one_thread() {
    std::vector<faults::named_problem> all = faults::problem_of_every_kind();
    std::erase_if(
            all, [](const auto &named) { return support::n_elems(named.what.dst.dims) > 100000; });
    return all;
}

INSTANTIATE_TEST_SUITE_P(
        each, stack_of, testing::ValuesIn(problems_of_one_thread()), faults::name_of);

// Memory that children of fork share with their parent.
template <typename T>
class shared_array {
public:
    explicit shared_array(std::int64_t n)
        : n_bytes_(static_cast<std::size_t>(n) * sizeof(T)),
          memory_(mmap(
                  nullptr, n_bytes_, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0)) {}
    shared_array(const shared_array &) = delete;
    shared_array &operator=(const shared_array &) = delete;
    ~shared_array() {
        if (is_there()) munmap(memory_, n_bytes_);
    }
    [[nodiscard]] bool is_there() const { return memory_ != MAP_FAILED; }
    [[nodiscard]] T *data() const { return static_cast<T *>(memory_); }

private:
    const std::size_t n_bytes_;
    void *const memory_;
};

// dst = src1, whose element i is i; one condition of 200 is true, and src0 is the filling. Larger
// than the second-level cache: only then does the kernel list what changes.
class in_place_problem {
public:
    explicit in_place_problem(std::int64_t n_elems)
        : n_elems_(n_elems),
          cond_(n_elems),
          dst_(n_elems) {}
    [[nodiscard]] bool create() {
        if (!cond_.is_there() || !dst_.is_there()) return false;
        std::uint32_t random = 1;
        for (std::int64_t i = 0; i < n_elems_; ++i) {
            random = random * 1664525 + 1013904223;
            cond_.data()[i] = (random >> 8U) % 200 == 0;
            dst_.data()[i] = static_cast<std::uint32_t>(i);
        }
        mask_ = unit::make_tensor(libselect_boolean, {n_elems_});
        scalar_ = unit::make_tensor(libselect_f32, {});
        dense_ = unit::make_tensor(libselect_f32, {n_elems_});
        op_ = unit::make_op(mask_, scalar_, dense_);
        libselect_primitive_t *primitive = nullptr;
        const libselect_status_t status = libselect_primitive_create(&primitive, op_.get(), 1);
        primitive_.reset(primitive);
        return status == libselect_success;
    }
    void reset() const {
        for (std::int64_t i = 0; i < n_elems_; ++i)
            if (cond_.data()[i] != 0) dst_.data()[i] = static_cast<std::uint32_t>(i);
    }
    libselect_status_t execute() const {
        const auto n_elems = static_cast<std::size_t>(n_elems_);
        const libselect_memory_t cond {mask_.get(), cond_.data(), n_elems};
        const libselect_memory_t src0 {scalar_.get(), const_cast<std::uint32_t *>(&filling), 4};
        const libselect_memory_t dst {dense_.get(), dst_.data(), 4 * n_elems};
        return libselect_execute(primitive_.get(), &cond, &src0, &dst, &dst);
    }
    [[nodiscard]] bool is_right() const {
        std::int64_t n_wrong = 0;
        for (std::int64_t i = 0; i < n_elems_; ++i)
            n_wrong += dst_.data()[i]
                       != (cond_.data()[i] != 0 ? filling : static_cast<std::uint32_t>(i));
        return n_wrong == 0;
    }

private:
    static constexpr std::uint32_t filling = 0xffc00001;

    const std::int64_t n_elems_;
    const shared_array<std::uint8_t> cond_;
    const shared_array<std::uint32_t> dst_;
    unit::c_tensor mask_, scalar_, dense_;
    unit::c_op op_;
    unit::c_primitive primitive_;
};

// In a process of its own, so that the other tests meet the library afresh.
void expect_right_or_guard_page_in_place(std::int64_t n_elems) {
    EXPECT_EQ(faults::in_child([n_elems]() -> std::string {
        in_place_problem tried(n_elems);
        if (!tried.create()) return "not created";
        const stack_run run {[&]() -> std::string {
                                 tried.reset();
                                 return "";
                             },
                [&] { (void)!tried.execute(); },
                [&]() -> std::string { return tried.is_right() ? "" : "wrong"; }};
        expect_right_or_guard_page(run, std::size_t {16} << 10U);
        return testing::Test::HasFailure() ? "see above" : run_on_stack(run, promised_bytes);
    }),
            "");
}

// Larger than the caches, and larger than the second level alone: lists have other lengths.
TEST_F(stack, of_any_size_is_enough_in_place_or_ends_at_its_guard_page) {
    for (const std::int64_t n_elems : {27'000'000, 700'000})
        expect_right_or_guard_page_in_place(n_elems);
}

} // namespace
